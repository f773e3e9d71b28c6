"""A position that is looked at with the engine: what stands there, and what the search thinks of it."""

from typing_extensions import TypedDict

from praefectus.wire.answers import ExpectedPoints, GameOptions
from praefectus.wire.declare import closed
from praefectus.wire.events import Step
from praefectus.wire.view import GameView


@closed
class PositionView(TypedDict):
    """A position from outside, as everybody at its table would see it with open hands."""

    position: str
    """as docs/position.md writes it; with the order of the face-down cards only if that was given"""
    options: GameOptions
    game: GameView


@closed
class AnalysedTurn(TypedDict):
    """A turn that the search considered."""

    steps: list[Step]
    """without the `end`, whose outcome is not known"""
    win_chance: float
    """0 to 1, of the seat that decides"""
    points: ExpectedPoints
    """of that seat"""
    share: float
    """of the simulations that tried this turn"""
    position: str
    """after the turn; the cards that then come are drawn at random, but always the same ones"""


@closed
class Analysis(TypedDict):
    """What a search found in a position. The same position and number of simulations give the same."""

    simulations: int
    seat: int | None
    """who decides; null once the game is over"""
    chances: list[float]
    """every seat's chance to win; they sum to 1"""
    points: list[ExpectedPoints]
    """every seat's, as the position is"""
    turns: list[AnalysedTurn]
    """best first, at most five"""
