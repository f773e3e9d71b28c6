"""A position as people lay it out by hand: the pieces, goods and cards by name, and nothing that follows from them."""

from typing_extensions import TypedDict

from praefectus.rules.ids import Good, PhaseName
from praefectus.wire.answers import GameOptions
from praefectus.wire.declare import closed
from praefectus.wire.position import Goods, Side
from praefectus.wire.view import ExplanationView


@closed
class ArrangedPlayer(TypedDict):
    """What lies before one player, and what that player has on the board."""

    money: int
    goods: Goods
    colonists: list[str]
    """those on the board, `land roma`, `sea massilia~roma`; the others are in the storehouse"""
    houses: list[str]
    hand: list[str]
    discard: list[str]
    """from the bottom to the top"""
    intermediate: int | None
    """points of the intermediate scoring; null before it"""


@closed
class BegunTurn(TypedDict):
    """A turn that has begun: kept as docs/position.md writes it, since nobody lays it out by hand."""

    phase: PhaseName
    decider: int
    """the seat that has to decide"""
    cells: str
    """the field *turn* of the text"""


@closed
class Arrangement(TypedDict):
    """A whole position. The face-down cards are those that are neither owned nor for sale."""

    options: GameOptions
    cities: dict[str, Good]
    """the tokens: the good of every city but the capital"""
    turn: int
    """turns completed; whose turn it is follows from it"""
    begun: BegunTurn | None
    """null between turns"""
    praefectus_magnus: int
    """the seat that holds it"""
    concordia: int | None
    """the seat that has the Concordia card"""
    markers: dict[str, Side]
    """which side each province's marker shows; goods where none is named"""
    display: list[str | None]
    """cards for sale, null where a slot is empty"""
    players: list[ArrangedPlayer]


@closed
class CheckedArrangement(TypedDict):
    """Whether a game can come to a position that was laid out, and its text."""

    position: str | None
    """as docs/position.md writes it; null if no game can come there"""
    why: ExplanationView | None
    """the rule that speaks against it; null if it can be"""
    turn: int | None
    """if only too few turns are counted: the least number at which it can be, with the same seat to play"""
    markers: dict[str, Good]
    """the good of every province's marker, which follows from the tokens"""
