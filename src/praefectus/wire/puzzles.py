"""Puzzles: positions in which one turn is clearly the best."""

from typing_extensions import TypedDict

from praefectus.wire.declare import closed
from praefectus.wire.review import JudgedTurn


@closed
class PuzzleSummary(TypedDict):
    """A shipped puzzle in the list."""

    id: str
    map: str
    players: int
    turn: int
    """turns completed before it"""
    solved: bool
    """by whoever asks, without having seen the solution"""
    tried: bool


@closed
class PuzzleList(TypedDict):
    """All shipped puzzles, and how one is doing."""

    puzzles: list[PuzzleSummary]
    daily: str
    """the puzzle of the day, the same for all"""
    day: str
    """of which day, by UTC: YYYY-MM-DD"""
    solved_today: bool
    streak: int
    """days in a row on which one solved the puzzle of the day, up to today or yesterday"""
    best_streak: int


@closed
class PuzzleVerdict(TypedDict):
    """How good an answer is."""

    solved: bool
    """whether it is the best turn, or as good within the noise of the search"""
    answer: JudgedTurn | None
    """the turn that was played; None if the solution was asked for"""
    cost: float
    """chance lost against the best turn; 0 within the noise"""
    solution: JudgedTurn | None
    """once it was found or asked for"""
