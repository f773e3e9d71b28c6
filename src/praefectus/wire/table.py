"""Tables of the server as one browser sees them."""

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from praefectus.wire.declare import closed, with_rule_options
from praefectus.wire.events import LogTurn
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
    """mine, but a bot plays it: `claim` takes it back"""
    connected: bool | None
    """someone who owns it watches live; null if not known"""


class _Table(TypedDict):
    id: str
    name: str
    status: Status
    options: TableOptions
    seats: list[SeatView]
    host: bool
    """whether this browser is the host"""
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
    created: float
    """seconds since 1970"""
    version: int
    """send it back with the next decision"""
    log_length: int
    """number of turns in the log, an open one included"""
    game: GameView | None
    """null in the lobby"""


@closed
class TableUpdate(TypedDict):
    """The table now, with the turns of the log the receiver does not have yet. Response and WebSocket message alike."""

    type: Literal["update"]
    table: TableView
    log: list[LogTurn]


@closed
class TableSummary(_Table):
    """A table in a list."""

    turn: int
    """turns completed"""
    my_turn: bool


@closed
class TableList(TypedDict):
    """The tables of this browser."""

    tables: list[TableSummary]
    """those this browser hosts or sits at, latest first"""


@closed
class InvitationView(TypedDict):
    """What an invitation is for."""

    table: TableSummary
    open_seats: list[int]
    seated: bool
    """this browser already sits at the table"""


@closed
class Pong(TypedDict):
    """The answer to a ping on the WebSocket."""

    type: Literal["pong"]
