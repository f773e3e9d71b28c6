"""The wire format: every response and WebSocket message, as OpenAPI describes it; `requests` has the other way.

The UI's types are generated from these models, so a field is a promise: add, don't change. `docs/server.md` tells the
same as a story. Views are built as plain data by `praefectus.view` and sent without passing through these models (that
would cost more than the whole action); `tests/server/test_schemas.py` checks that what is sent fits them.
"""

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Good = Literal["brick", "food", "tool", "wine", "cloth"]
God = Literal["vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva", "concordia"]
ColonistKind = Literal["land", "sea"]
Edition = Literal["revised", "first"]
Hands = Literal["open", "hidden"]
Color = Literal["red", "green", "yellow", "blue", "black"]
Status = Literal["lobby", "playing", "finished"]
Phase = Literal[
    "play", "copy", "tribune", "architect", "line", "build", "prefect", "keep", "colonist",
    "settle", "mercator", "senator", "consul", "end", "finished",
]  # fmt: skip


class _Response(BaseModel):
    model_config = ConfigDict(extra="forbid")


# ------------------------------------------------------------------------------------------------- the position


class Points(_Response):
    """Points by god, as if the game ended now."""

    vesta: int
    jupiter: int
    saturnus: int
    mercurius: int
    mars: int
    minerva: int
    concordia: int
    total: int


class Goods(_Response):
    """Units of each good."""

    brick: int
    food: int
    tool: int
    wine: int
    cloth: int


class Colonists(_Response):
    """Colonists of each kind in the storehouse."""

    land: int
    sea: int


class PlayerState(_Response):
    """One seat of RECORD.md's state document, plus counts; what this viewer may not see is null or shortened."""

    money: int
    goods: Goods
    storehouse: Colonists
    colonists: list[str] = Field(description="`land roma`, `sea massilia~roma`")
    houses: list[str]
    cards: list[str] = Field(
        description="all cards owned, hand and discard together, sorted; never hidden"
    )
    hand: list[str] | None = Field(description="null if hidden from this viewer")
    hand_count: int
    discard: list[str] = Field(
        description="bottom to top; only the top card if this seat's hand is hidden"
    )
    discard_count: int
    points: Points = Field(description="as if the game ended now")


class State(_Response):
    """RECORD.md's state document as this viewer may see it."""

    turn: int
    to_play: int | None
    phase: Phase
    finished: bool
    praefectus_magnus: int
    concordia: int | None
    markers: dict[str, Literal["goods", "coins"]]
    display: list[str | None]
    deck: int
    players: list[PlayerState]
    intermediate: list[int | None] | None = None


class SlotPrice(_Response):
    """What a slot of the display asks for: the card's own goods, and what its place adds (`any`: a good of choice)."""

    slot: int = Field(description="1 to 7")
    card: str | None
    card_cost: list[Good]
    slot_cost: list[Good | Literal["any"]]


class Board(_Response):
    """What set-up fixed: the good of every city but Roma, and of every province's marker."""

    cities: dict[str, Good]
    markers: dict[str, Good]


class SeatEffect(_Response):
    """What changed for one seat; only what did change is there."""

    seat: int
    money: int | None = None
    goods: dict[Good, int] | None = None
    storehouse: dict[ColonistKind, int] | None = Field(
        default=None, description="colonists in the storehouse"
    )
    colonists_added: list[str] | None = None
    colonists_removed: list[str] | None = None
    houses: list[str] | None = None
    cards: list[str] | None = Field(default=None, description="bought, as hand faces")
    played: str | None = Field(
        default=None, description="the card that now lies on top of the discard pile"
    )
    hand: int | None = Field(default=None, description="change of the number of cards in hand")
    points: dict[God | Literal["total"], int] | None = None


class Effect(_Response):
    """What changed on the table; only what did change is there."""

    seats: list[SeatEffect] | None = None
    markers: dict[str, Literal["goods", "coins"]] | None = None
    display: list[str | None] | None = Field(default=None, description="the display afterwards")
    deck: int | None = Field(default=None, description="cards left afterwards")
    praefectus_magnus: int | None = None
    concordia: int | None = None
    intermediate: list[int | None] | None = None


class Thing(_Response):
    """What on the table a decision is about, so that a client can light it up. Fields beyond `type` and `id` by type."""

    type: Literal["card", "city", "line", "province", "slot", "good", "seat", "colonist", "none"]
    id: str = Field(
        description="card face, city, line, province, slot number, good, seat number or `KIND FROM`"
    )
    colonist: ColonistKind | None = Field(
        default=None, description="the kind that moves, settles or is taken"
    )
    at: str | None = Field(
        default=None, description="colonist: the city or line it stands on, or `storehouse`"
    )
    amount: int | None = Field(default=None, description="sell, buy: units")
    goods: list[Good] | None = Field(default=None, description="purchase: what pays for each `any`")
    seat: int | None = Field(default=None, description="copy: whose card")


Kind = Literal[
    "play", "colonist", "income", "cash", "produce", "move", "to", "build", "settle", "sell", "buy",
    "purchase", "copy", "keep", "end",
]  # fmt: skip


class LegalDecision(_Response):
    """Something the viewer may do now."""

    action: int = Field(description="its number in the board's action space")
    text: str = Field(description="the words to send back")
    kind: Kind
    thing: Thing
    cost: int | None = Field(default=None, description="`to`: movement points")
    effect: Effect | None = Field(
        description="what it would change at once; null for `end`, whose outcome isn't known"
    )


class Step(_Response):
    """A decision that was taken, and what it changed."""

    seat: int
    text: str
    kind: Kind
    thing: Thing
    effect: Effect


class Decision(_Response):
    """There only if the viewer owns the seat that must decide."""

    seat: int
    phase: Phase
    movement: int | None = Field(default=None, description="architect, line: movement points left")
    tentative: list[Step] = Field(
        description="decisions since this seat was asked; others don't see them"
    )
    redo: list[str] = Field(description="decisions undone, the next to redo first")
    can_undo: bool
    can_redo: bool
    can_end: bool
    legal: list[LegalDecision]


class Outcome(_Response):
    """How the game ended."""

    points: list[Points]
    ranking: list[int] = Field(description="seats, best first")
    winner: int
    reason: Literal["houses", "cards"]


class LogTurn(_Response):
    """One turn of the log. `open` while it isn't complete (another seat has to choose what to keep)."""

    turn: int = Field(description="from 1; an entry replaces the one with the same number")
    seat: int
    card: str
    steps: list[Step] = Field(
        description="with the `play` and every `end`, whose effect is what the end of a turn brings"
    )
    open: bool
    points: list[Points] = Field(description="every seat's after it, for the chart")


class GameView(_Response):
    """The game as one viewer sees it: with the tentative turn for who decides, as committed for all others."""

    seat: int | None = Field(description="who must decide; null when finished")
    turn_seat: int = Field(description="whose turn it is")
    turn: int = Field(description="turns completed")
    phase: Phase
    state: State
    board: Board
    slots: list[SlotPrice]
    decision: Decision | None
    outcome: Outcome | None


# ----------------------------------------------------------------------------------------------------- the table


class Options(_Response):
    """What was chosen when the table was made."""

    map: str
    players: int
    edition: Edition
    intermediate_scoring: bool
    hands: Hands
    hints: bool = Field(description="whether players may ask for hints")


class SeatView(_Response):
    """Who sits where."""

    seat: int = Field(
        description="the order of chairs in the lobby; once started, the order of turns"
    )
    kind: Literal["human", "bot", "open"]
    name: str
    color: Color
    level: str | None = Field(description="the bot's")
    mine: bool
    claimable: bool = Field(description="mine, but a bot plays it: `claim` takes it back")
    connected: bool | None = Field(
        description="someone who owns it watches live; null if not known"
    )


class TableView(_Response):
    """A table as one browser sees it."""

    id: str
    name: str
    status: Status
    options: Options
    rules_version: str
    seats: list[SeatView]
    seat: int | None = Field(
        description="the seat through whose eyes this view is; null for a spectator"
    )
    host: bool
    invitation: str | None = Field(
        description="path of the invitation link; only for the host while a seat is open"
    )
    again: str | None = Field(description="the table that `again` opened")
    created: float = Field(description="seconds since 1970")
    updated: float
    version: int = Field(description="send it back with the next decision")
    log_length: int = Field(description="number of turns in the log, an open one included")
    game: GameView | None = Field(description="null in the lobby")


class TableUpdate(_Response):
    """The table now, with the turns of the log the receiver doesn't have yet. Response and WebSocket message alike."""

    type: Literal["update"] = "update"
    table: TableView
    log: list[LogTurn]


class TableSummary(_Response):
    """A table in a list."""

    id: str
    name: str
    status: Status
    options: Options
    seats: list[SeatView]
    host: bool
    updated: float
    turn: int
    my_turn: bool


class TableList(_Response):
    """The tables of this browser."""

    tables: list[TableSummary] = Field(
        description="those this browser hosts or sits at, latest first"
    )


class InvitationView(_Response):
    """What an invitation is for."""

    table: TableSummary
    open_seats: list[int]
    seated: bool = Field(description="this browser already sits at the table")


class Explanation(_Response):
    """Why a decision may or may not be taken now."""

    legal: bool
    rule: str | None = Field(description="`R5.6`; null if legal")
    key: str | None = Field(description="message key, `architect.roma`; null if legal")
    values: dict[str, Any]
    text: str = Field(description="in English")


class ExpectedPoints(_Response):
    """Points by god at the end of the game, as far as the search can foresee it."""

    vesta: float
    jupiter: float
    saturnus: float
    mercurius: float
    mars: float
    minerva: float
    concordia: float
    rest: float = Field(
        description="not one god's yet: what production, goods and cards in hand may bring"
    )
    total: float


class Hint(_Response):
    """A turn worth considering, from the tentative turn on."""

    steps: list[Step] = Field(
        description="without the `end`, whose outcome isn't known; none: end the turn as it is"
    )
    win_chance: float = Field(description="0 to 1, of the seat that asks")
    points: ExpectedPoints


class HintList(_Response):
    """The best turns a search finds in a short time."""

    version: int = Field(description="of the table the hints are for")
    hints: list[Hint] = Field(description="best first, at most three")


# -------------------------------------------------------------------------------------------------------- replay


class Frame(_Response):
    """The position after a turn, and the turn."""

    turn: int = Field(description="turns completed; 0 is the start")
    state: State
    log: LogTurn | None = Field(description="the turn that led here; null at the start")


class Replay(_Response):
    """A whole game for the replay viewer."""

    name: str
    map: str
    edition: Edition
    intermediate_scoring: bool
    seats: list[str] = Field(description="names, in turn order")
    board: Board
    frames: list[Frame]
    outcome: Outcome | None


# ----------------------------------------------------------------------------------------------------- reference


class BotLevel(_Response):
    """A bot that can take a seat."""

    id: str
    seconds: float | None = Field(description="about how long a turn may take; null: at once")


class BotList(_Response):
    """The bots there are."""

    bots: list[BotLevel] = Field(description="weakest first")
    default: str


class RuleRef(_Response):
    """A rule of docs/rules.md."""

    id: str = Field(description="`R5.6`")
    section: str = Field(description="`R5`")


class Reference(_Response):
    """What help pages are made of: the data files as they are, and the rule ids. Words are the client's."""

    version: str
    rules_version: str
    maps: list[dict[str, Any]] = Field(description="data/maps: meta, topology and drawing")
    cards: dict[str, Any] = Field(description="data/cards: goods, tokens, cards for sale, prices")
    gods: list[str]
    rules: list[RuleRef]


class Health(_Response):
    """That the server is well."""

    status: Literal["ok"]
    version: str
    rules_version: str
    database: str
    tables_in_memory: int
    sockets: int


# -------------------------------------------------------------------------------------------------------- errors


class FieldError(_Response):
    """What is wrong with one field of a request."""

    where: list[str | int]
    message: str


class Error(_Response):
    """What went wrong; nothing has changed."""

    code: str = Field(description="stable; the list is in docs/server.md")
    message: str = Field(description="one English sentence")
    explanation: Explanation | None = None
    fields: list[FieldError] | None = None
    update: TableUpdate | None = Field(
        default=None, description="with `action/stale`: the table as it is now"
    )


class ErrorResponse(_Response):
    """The body of every 4xx and 5xx."""

    error: Error


# ----------------------------------------------------------------------------------------------------- WebSocket


class Pong(_Response):
    """The answer to a ping."""

    type: Literal["pong"] = "pong"


# What the server sends on /api/tables/{id}/live.
LiveMessage = TableUpdate | Pong
