"""Positions with one clearly best turn, to be found: a shipped set, and one's own dearest mistakes."""

from praefectus.puzzles.judging import Judge, Judgement, NoPuzzleError
from praefectus.puzzles.shipped import Puzzle, find, of_day, shipped
from praefectus.puzzles.themes import theme_of

__all__ = [
    "Judge",
    "Judgement",
    "NoPuzzleError",
    "Puzzle",
    "find",
    "of_day",
    "shipped",
    "theme_of",
]
