"""The shipped puzzles: `data/puzzles/puzzles.json`, made by `scripts/mine_puzzles.py`."""

import json
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Final, TypedDict

from praefectus.game import Game
from praefectus.options import Options
from praefectus.wire.clue import Theme

FILE: Final = Path(__file__).parent.parent / "data" / "puzzles" / "puzzles.json"
FORMAT: Final = "praefectus-puzzles/1"
# Between two decisions of a turn, and between two turns.
STEP: Final = "; "
# What puzzles of one game have in common, besides their beginning.
OF_GAME: Final = ("map", "players", "seed", "points", "winner")
# The day of the first puzzle; the step through the list has no common factor with most lengths, so that neighbours differ.
_FIRST_DAY: Final = date(2026, 1, 1)
_STRIDE: Final = 89


class PuzzleDocument(TypedDict):
    """A puzzle in the file, without what it shares with others of its game."""

    id: str
    position: str
    seat: int
    theme: Theme
    card: str
    solution: list[str]
    chance: float
    lead: float
    noise: float
    simulations: int


class GameDocument(TypedDict):
    """A game in the file, up to its last puzzle."""

    map: str
    players: int
    seed: int
    points: list[int]
    winner: int
    turns: list[str]


class ShippedDocument(TypedDict):
    """The file."""

    games: dict[str, GameDocument]
    puzzles: list[PuzzleDocument]


@dataclass(frozen=True)
class Puzzle:
    """A position of a self-play game, with its best turn."""

    id: str
    """the number of its game, and the turns before it"""
    map: str
    players: int
    seed: int
    """of the set-up"""
    history: tuple[str, ...]
    """the turns before it, each its decisions in words"""
    position: str
    """what is known to its players, as one line"""
    seat: int
    theme: Theme
    card: str
    solution: tuple[str, ...]
    chance: float
    """to win after the best turn"""
    lead: float
    """over the best turn that differs"""
    noise: float
    """the standard error of the lead"""
    simulations: int
    """of the search that found chance and lead, per turn"""
    points: tuple[int, ...]
    """of all seats at the end of the game that was played"""
    winner: int

    def game(self) -> Game:
        """Return the game up to the position."""
        game = Game.new(map=self.map, players=self.players, seed=self.seed)
        for turn in self.history:
            for text in turn.split(STEP):
                game.play(text)
        return game

    @property
    def options(self) -> Options:
        """Return the table's rules."""
        return Options(self.map, players=self.players)


@cache
def shipped() -> dict[str, Puzzle]:
    """Return all shipped puzzles by their ids, in their order."""
    document: ShippedDocument = json.loads(FILE.read_text("utf-8"))
    games = document["games"]
    return {each["id"]: _puzzle(each, games) for each in document["puzzles"]}


def _puzzle(document: PuzzleDocument, games: dict[str, GameDocument]) -> Puzzle:
    number, turn = document["id"].split("-")
    game = games[number]
    return Puzzle(
        id=document["id"],
        map=game["map"],
        players=game["players"],
        seed=game["seed"],
        history=tuple(game["turns"][: int(turn)]),
        position=document["position"],
        seat=document["seat"],
        theme=document["theme"],
        card=document["card"],
        solution=tuple(document["solution"]),
        chance=document["chance"],
        lead=document["lead"],
        noise=document["noise"],
        simulations=document["simulations"],
        points=tuple(game["points"]),
        winner=game["winner"],
    )


def find(key: str) -> Puzzle | None:
    """Return a shipped puzzle, if there is one of this id."""
    return shipped().get(key)


def of_day(day: date) -> Puzzle:
    """Return the puzzle of a day, the same for all."""
    puzzles = [*shipped().values()]
    return puzzles[(day - _FIRST_DAY).days * _STRIDE % len(puzzles)]
