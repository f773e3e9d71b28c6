"""The review of a finished game: what every turn did to every seat's chance to win, and why."""

from typing import Literal

from typing_extensions import TypedDict

from praefectus.wire.answers import ExpectedPoints, GameOptions
from praefectus.wire.declare import closed
from praefectus.wire.events import Step
from praefectus.wire.position import Points

Grade = Literal["best", "good", "slip", "mistake", "blunder"]


@closed
class JudgedTurn(TypedDict):
    """A turn that was played, or could have been, and what it was found to lead to."""

    steps: list[Step]
    """without the `end`, whose outcome was not known"""
    win_chance: float
    """0 to 1, of the seat whose turn it is"""
    points: ExpectedPoints
    played: bool
    """whether it is the one that was played"""


@closed
class ReviewedTurn(TypedDict):
    """One turn of the game, judged."""

    turn: int
    """from 1"""
    seat: int
    before: list[float]
    """every seat's chance to win before the turn; they sum to 1"""
    after: list[float]
    """after the turn's decisions, over all cards that could have come into the display"""
    luck: list[float]
    """what the cards that did come gave every seat; nothing if none came"""
    cards: list[str]
    """that came into the display"""
    candidates: list[JudgedTurn]
    """the turn that was played and the best others, best first"""
    cost: float
    """chance lost against the best turn; 0 within the noise"""
    cost_points: float
    """expected points lost against the best turn; 0 where the chance cost nothing"""
    noise: float
    """how far the cost may be off: its standard error"""
    loss: float
    """the share of the best turn's chance that the cost is, 0 to 1; turns are graded by it"""
    lead: float
    """by how much the turn was better than every other, if it was the best"""
    grade: Grade
    points: list[Points]
    """every seat's points after the turn"""


@closed
class SeatReview(TypedDict):
    """How one seat played, and how lucky it was. `par` + `deal` + `refills` + `turns` = `result`."""

    seat: int
    name: str
    accuracy: float
    """the share of the chance that the turns kept on average, 0 to 100"""
    loss: float
    """the share of the chance that the turns gave away on average, 0 to 1"""
    grades: dict[Grade, int]
    dearest: list[int]
    """the turns that cost most, at most three"""
    finest: list[int]
    """the turns where any other would have cost most, at most three"""
    gods: Points
    """points at the end"""
    strengths: dict[str, float]
    """by god: points more or less than the mean of the others"""
    par: float
    """the chance of this seat over all deals"""
    deal: float
    """what the deal gave or took"""
    refills: float
    """what the cards that came into the display gave or took"""
    turns: list[float]
    """by seat: what the turns of that seat gave this one or took from it; the own ones are skill"""
    result: float
    """1 for the winner, 0 for the others"""


@closed
class ReviewProgress(TypedDict):
    """A review as far as it is."""

    key: str
    """where to ask for it: `/api/reviews/KEY`"""
    asked: bool
    """whether somebody has asked for it"""
    length: int
    """turns of the game"""
    done: int
    """turns that were looked at"""
    simulations: int
    turns: list[ReviewedTurn]
    """those after the turn that was asked for"""
    seats: list[SeatReview] | None
    """once all turns were looked at"""


@closed
class Review(TypedDict):
    """The review of a game."""

    format: Literal["praefectus-review/1"]
    rules: str
    """version of the rules"""
    options: GameOptions
    simulations: int
    """per position that was searched"""
    turns: list[ReviewedTurn]
    seats: list[SeatReview]
