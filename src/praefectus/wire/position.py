"""A position: the state document of docs/record.md, and what one seat may see of it."""

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from praefectus.rules.ids import Ending, God, Good, PhaseName
from praefectus.wire.declare import closed

Side: TypeAlias = Literal["goods", "coins"]
Scored: TypeAlias = Literal[God, "concordia", "total"]


@closed
class Points(TypedDict):
    """Points by god, for the Concordia card and in total."""

    vesta: int
    jupiter: int
    saturnus: int
    mercurius: int
    mars: int
    minerva: int
    concordia: int
    total: int


@closed
class Goods(TypedDict):
    """Units of each good."""

    brick: int
    food: int
    tool: int
    wine: int
    cloth: int


@closed
class Colonists(TypedDict):
    """Colonists of each kind in the storehouse."""

    land: int
    sea: int


class _Player(TypedDict):
    money: int
    goods: Goods
    storehouse: Colonists
    colonists: list[str]
    """`land roma`, `sea massilia~roma`"""
    houses: list[str]
    points: Points
    """as if the game ended now"""


@closed
class PlayerDocument(_Player):
    """One seat of the state document."""

    hand: list[str]
    """sorted"""
    discard: list[str]
    """from the bottom to the top"""


@closed
class PlayerView(_Player):
    """One seat of the state document, with counts; what the viewer may not see is null or shortened."""

    cards: list[str]
    """all cards the seat owns, hand and discard together, sorted; never hidden"""
    hand: list[str] | None
    """null if hidden from this viewer"""
    hand_count: int
    discard: list[str]
    """from the bottom to the top; only the top card if this seat's hand is hidden"""
    discard_count: int


class _State(TypedDict):
    turn: int
    """turns completed"""
    to_play: int | None
    """whose turn it is; null when finished"""
    phase: PhaseName
    finished: bool
    praefectus_magnus: int
    """the seat that holds it"""
    concordia: int | None
    """the seat that has it"""
    markers: dict[str, Side]
    """which side each province's marker shows"""
    display: list[str | None]
    """cards for sale, null where a slot is empty"""
    deck: int
    """cards left"""
    intermediate: NotRequired[list[int | None]]
    """each seat's points of the intermediate scoring, null before it; only if the game has one"""


@closed
class StateDocument(_State):
    """The state document."""

    players: list[PlayerDocument]


@closed
class StateView(_State):
    """The state document as one viewer may see it."""

    players: list[PlayerView]


@closed
class BoardView(TypedDict):
    """What set-up fixed for all to see: the good of every city but Roma, and of every province's marker."""

    cities: dict[str, Good]
    markers: dict[str, Good]


@closed
class SlotPrice(TypedDict):
    """What a slot of the display asks for."""

    slot: int
    """1 to 7"""
    card: str | None
    card_cost: list[Good]
    """the card's own goods"""
    slot_cost: list[Good | Literal["any"]]
    """what its place adds; `any`: a good of choice"""


@closed
class OutcomeDocument(TypedDict):
    """How a game ended."""

    points: list[Points]
    ranking: list[int]
    """seats, best first"""
    winner: int
    reason: Ending
