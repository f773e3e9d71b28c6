"""What the server answers besides tables: hints, replays, reference, errors."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from praefectus.wire.declare import closed, with_rule_options
from praefectus.wire.events import LogTurn, Step
from praefectus.wire.position import BoardView, OutcomeDocument, StateView
from praefectus.wire.table import TableUpdate
from praefectus.wire.view import ExplanationView


@closed
class ExpectedPoints(TypedDict):
    """Points by god at the end of the game, as far as the search can foresee it."""

    vesta: float
    jupiter: float
    saturnus: float
    mercurius: float
    mars: float
    minerva: float
    concordia: float
    rest: float
    """not one god's yet: what production, goods and cards in hand may bring"""
    total: float


@closed
class Hint(TypedDict):
    """A turn worth considering, from the tentative turn on."""

    steps: list[Step]
    """without the `end`, whose outcome is not known; none: end the turn as it is"""
    win_chance: float
    """0 to 1, of the seat that asks"""
    points: ExpectedPoints


@closed
class HintList(TypedDict):
    """The best turns a search finds in a short time."""

    version: int
    """of the table the hints are for"""
    hints: list[Hint]
    """best first, at most three"""


@closed
class Frame(TypedDict):
    """The position after a turn, and the turn."""

    turn: int
    """turns completed; 0 at the start, unless the game began at a position"""
    state: StateView
    log: LogTurn | None
    """the turn that led here; null at the start"""
    position: NotRequired[str]
    """the same as docs/position.md writes it; only of a finished game, since it holds all hands"""


@with_rule_options
@closed
class GameOptions(TypedDict):
    """What was agreed on before a game."""

    map: str
    players: int


@closed
class Replay(TypedDict):
    """A whole game for the replay viewer."""

    name: str
    options: GameOptions
    seats: list[str]
    """names, in turn order"""
    board: BoardView
    frames: list[Frame]
    outcome: OutcomeDocument | None


@closed
class BotLevel(TypedDict):
    """A bot that can take a seat."""

    id: str
    seconds: float | None
    """about how long a turn may take; null: at once"""
    rating: int | None
    """how strong it plays, on one scale for all; null if nobody measured it"""
    has_styles: bool
    """whether it can be given a style, as in `hard:style=builder`"""


@closed
class BotList(TypedDict):
    """The bots there are."""

    bots: list[BotLevel]
    """weakest first"""
    default: str
    styles: list[str]
    """the characters that bots may have"""


@closed
class Network(TypedDict):
    """How friends nearby reach a server that one person runs for themselves (`praefectus play`)."""

    address: str | None
    """of this machine on the local network; null if it has none, or if it is not the caller's to open"""
    open: bool
    """devices there can use the address now"""


@closed
class MapSummary(TypedDict):
    """A board there is. The whole file is in `Reference`."""

    id: str
    name: str
    players: list[int]
    """how many may play on it"""
    about: str | None
    """one sentence of the board's file"""
    cities: dict[str, str]
    """what cities are called, by id"""
    provinces: dict[str, str]
    """what provinces are called, by id"""


@closed
class MapList(TypedDict):
    """The boards there are."""

    maps: list[MapSummary]


@closed
class RuleRef(TypedDict):
    """A rule of docs/rules.md."""

    id: str
    """`R5.6`"""
    section: str
    """`R5`"""


@closed
class ChoiceRef(TypedDict):
    """One of the values of a rule option."""

    value: str | bool
    title: str
    """in English, for clients without words of their own"""


@closed
class OptionRef(TypedDict):
    """A rule option that a new game can have: a field of `CreateTable` by this name."""

    name: str
    default: str | bool
    choices: list[ChoiceRef]
    rule: str
    title: str
    """in English, as is `text`"""
    text: str
    """what the option does, in one sentence"""


@closed
class Reference(TypedDict):
    """The data of help pages: the data files as they are, and the rule ids. The client adds the words."""

    version: str
    rules_version: str
    maps: list[dict[str, object]]
    """data/maps: meta, topology and drawing"""
    cards: dict[str, object]
    """data/cards: goods, tokens, cards for sale, prices"""
    gods: list[str]
    rules: list[RuleRef]
    options: list[OptionRef]
    """the rule options there are, in their order"""


@closed
class Health(TypedDict):
    """The health of the server."""

    status: Literal["ok"]
    version: str
    rules_version: str
    database: str
    tables_in_memory: int
    sockets: int


@closed
class ReadyPart(TypedDict):
    """A part of the server, and whether it can do its work."""

    name: str
    """`database`, `writer`, `bus`, `workers` or `tasks`"""
    ready: bool
    state: str
    """`ready`, or in a word or two what is wrong"""


@closed
class Readiness(TypedDict):
    """All parts of the server are ready."""

    status: Literal["ready"]
    parts: list[ReadyPart]


@closed
class FieldError(TypedDict):
    """What is wrong with one field of a request."""

    where: list[str | int]
    message: str


@closed
class Error(TypedDict):
    """What went wrong; nothing has changed."""

    code: str
    """stable; the list is in docs/server.md"""
    message: str
    """one English sentence"""
    explanation: NotRequired[ExplanationView]
    """with `action/illegal`: by which rule"""
    fields: NotRequired[list[FieldError]]
    """with `request/invalid`: where"""
    update: NotRequired[TableUpdate]
    """with `action/stale`: the table as it is now"""
    parts: NotRequired[list[ReadyPart]]
    """with `server/not-ready`: every part"""


@closed
class ErrorResponse(TypedDict):
    """The body of every 4xx and 5xx."""

    error: Error
