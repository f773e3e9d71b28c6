"""What happened, or would happen: actions, what each changes, and the log of turns."""

from typing import Literal, NotRequired, Required

from typing_extensions import TypedDict

from praefectus.rules.actions import Verb
from praefectus.rules.ids import ColonistKind, Good
from praefectus.wire.declare import closed
from praefectus.wire.position import Points, Scored, Side


@closed
class SeatEffect(TypedDict, total=False):
    """What changed for one seat; only what did change is there."""

    seat: Required[int]
    money: int
    goods: dict[Good, int]
    storehouse: dict[ColonistKind, int]
    """colonists in the storehouse"""
    colonists_added: list[str]
    colonists_removed: list[str]
    houses: list[str]
    cards: list[str]
    """bought, as hand faces"""
    played: str
    """the card that now lies on top of the discard pile"""
    hand: int
    """change of the number of cards in hand"""
    points: dict[Scored, int]


@closed
class Effect(TypedDict, total=False):
    """What changed on the table; only what did change is there."""

    seats: list[SeatEffect]
    markers: dict[str, Side]
    display: list[str | None]
    """the display afterwards"""
    deck: int
    """cards left afterwards"""
    praefectus_magnus: int
    """the seat that holds it afterwards"""
    concordia: int
    """the seat that took it"""
    intermediate: list[int | None]


@closed
class Thing(TypedDict):
    """What on the table an action is about, so that a client can light it up. Fields beyond `type` and `id` by type."""

    type: Literal["card", "city", "line", "province", "slot", "good", "seat", "colonist", "none"]
    id: str
    """card face, city, line, province, slot number, good, seat number or `KIND FROM`"""
    colonist: NotRequired[ColonistKind]
    """the kind that moves, settles or is taken"""
    at: NotRequired[str]
    """colonist: the city or line it stands on, or `storehouse`"""
    amount: NotRequired[int]
    """sell, buy, keep: units"""
    goods: NotRequired[list[Good]]
    """purchase: what pays for each `any`"""
    seat: NotRequired[int]
    """copy: whose card"""


@closed
class ActionView(TypedDict):
    """An action of the board's space."""

    text: str
    """the words to send"""
    kind: Verb
    thing: Thing


@closed
class Step(ActionView):
    """A decision that was taken, and what it changed."""

    seat: int
    effect: Effect


@closed
class LogTurn(TypedDict):
    """One turn of the log."""

    turn: int
    """from 1; an entry replaces the one with the same number"""
    seat: int
    card: str
    steps: list[Step]
    """with the `play` and every `end`, whose effect is what the end of a turn brings"""
    open: bool
    """whether the turn is not complete: another seat has to choose what to keep"""
    points: list[Points]
    """every seat's afterwards, for the chart"""
