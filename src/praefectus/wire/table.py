"""Tables of the server as one browser sees them."""

from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from praefectus.wire.clue import PuzzleClue
from praefectus.wire.declare import closed, with_rule_options
from praefectus.wire.events import LogTurn
from praefectus.wire.position import OutcomeDocument
from praefectus.wire.view import GameView

Hands: TypeAlias = Literal["open", "hidden"]
Color: TypeAlias = Literal["red", "green", "yellow", "blue", "black"]
SeatKind: TypeAlias = Literal["human", "bot", "open"]
Status: TypeAlias = Literal["lobby", "playing", "finished"]


@with_rule_options
@closed
class TableOptions(TypedDict):
    """What was chosen when the table was made."""

    map: str
    players: int
    hands: Hands
    hints: bool
    """whether players may ask for hints"""


@closed
class SeatView(TypedDict):
    """Who sits where."""

    seat: int
    """the order of chairs in the lobby; once started, the order of turns"""
    kind: SeatKind
    name: str
    color: Color
    level: str | None
    """the bot's"""
    mine: bool
    claimable: bool
    """mine, but a bot plays it, and the game is not over: `claim` takes it back"""
    replaceable: bool
    """`replace` lets a bot play on now: mine, or its owner is absent"""
    stand_in: bool
    """a bot plays it for its owner, who may take it back at any time"""
    connected: bool | None
    """someone who owns it watches live; null if not known"""


@closed
class PositionStart(TypedDict):
    """What is kept of the beginning of a game that began at a position from outside."""

    position: str
    """with the order of the face-down cards"""


@closed
class Branch(TypedDict):
    """Where a what-if game left another, and how that one ended; or that it began at a position from outside."""

    table: str | None
    """the table of the original, which may be gone; null if it was a record or a position"""
    turn: int
    """turns that both have in common, or that the position counts"""
    points: list[int]
    """of the original, at its end, by seat; none if it was a position"""
    winner: int | None
    """the seat that won the original; null if it was a position"""
    puzzle: NotRequired[PuzzleClue]
    """if the turn that comes next is to be found"""


class _Table(TypedDict):
    id: str
    name: str
    status: Status
    options: TableOptions
    seats: list[SeatView]
    host: bool
    """whether this browser is the host"""
    branch: Branch | None
    """of a what-if game: where it came from"""
    updated: float
    """seconds since 1970"""


@closed
class TableView(_Table):
    """A table as one browser sees it."""

    rules_version: str
    seat: int | None
    """the seat through whose eyes this view is; null for a spectator"""
    invitation: str | None
    """path of the invitation link; only for the host while a seat is open"""
    again: str | None
    """the table that `again` opened"""
    shared: str | None
    """path of the address at which the game is shared; only for the host"""
    created: float
    """seconds since 1970"""
    version: int
    """send it back with the next decision"""
    log_length: int
    """number of turns in the log, an open one included"""
    game: GameView | None
    """null in the lobby, and for a finished game of other rules"""
    has_record: bool
    """whether it has a record and a review once it is over: not if it began at a position"""
    read_only: bool
    """the server lets nobody play at the moment"""
    former: OutcomeDocument | None
    """the result of a finished game of other rules, which can't be shown or replayed"""


@closed
class TableUpdate(TypedDict):
    """The table now, with the turns of the log the receiver does not have yet. Response and WebSocket message alike."""

    type: Literal["update"]
    table: TableView
    log: list[LogTurn]


@closed
class Presence(TypedDict):
    """Who watches, when only that has changed. A WebSocket message."""

    type: Literal["presence"]
    connected: list[bool | None]
    """by seat, as in `SeatView.connected`"""


@closed
class TableSummary(_Table):
    """A table in a list."""

    turn: int
    """turns completed"""
    my_turn: bool
    archived: bool
    """put away by this browser"""
    deletable: bool
    """this browser may delete it"""


@closed
class TableList(TypedDict):
    """The tables of this browser."""

    tables: list[TableSummary]
    """those this browser hosts or sits at, latest first"""


@closed
class Deleted(TypedDict):
    """The answer to a deletion."""

    deleted: str
    """the table's id"""


@closed
class InvitationView(TypedDict):
    """What an invitation is for."""

    table: TableSummary
    open_seats: list[int]
    seated: bool
    """this browser already sits at the table"""


@closed
class SharedSeat(TypedDict):
    """Who played."""

    name: str
    color: Color


@closed
class SharedGame(TypedDict):
    """A finished game that its host shares."""

    name: str
    map: str
    seats: list[SharedSeat]
    turns: int
    has_record: bool
    """not if it began at a position"""


@closed
class Pong(TypedDict):
    """The answer to a ping on the WebSocket."""

    type: Literal["pong"]
