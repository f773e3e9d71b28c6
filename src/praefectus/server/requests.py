"""What clients send: the bodies of requests, strictly checked."""

import re
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from praefectus.options import RULE_OPTIONS, annotation
from praefectus.position import LONGEST
from praefectus.server.names import NAME_LENGTH, tidy_name
from praefectus.wire.table import Color, Hands

Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH), AfterValidator(tidy_name)]
_RANDOM_ID = r"^[A-Za-z0-9_-]{8,40}$"
TableId = Annotated[str, Field(pattern=_RANDOM_ID)]
Token = Annotated[str, Field(pattern=_RANDOM_ID)]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,39}$")]
Level = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9:=.,_-]{0,39}$")]
# What a client saw last; SQL keeps it in 63 bits.
Version = Annotated[int, Field(ge=0, lt=2**53)]
Words = Annotated[
    str,
    Field(
        pattern=r"^[a-z0-9][a-z0-9~ -]{0,119}$",
        description="a decision in words, as in docs/record.md",
    ),
]


def is_random_id(text: str) -> bool:
    """Tell whether a text may be the id of a table or the token of an address; nothing else should reach the database."""
    return re.fullmatch(_RANDOM_ID, text) is not None


class _Request(BaseModel):
    model_config = ConfigDict(extra="forbid")


class SeatRequest(_Request):
    """One chair of a new table. `me` and `hotseat` belong to this browser; they differ only in how the UI speaks."""

    kind: Literal["me", "hotseat", "bot", "open"]
    name: Name | None = None
    color: Color | None = Field(default=None, description="the first free one if left out")
    level: Level | None = Field(default=None, description="for `bot`: an id of GET /api/bots")


if TYPE_CHECKING:

    class RuleOptions(_Request):
        """The rule options of a new game, a field for each that is declared."""

else:
    RuleOptions = create_model(
        "RuleOptions",
        __base__=_Request,
        **{option.name: (annotation(option), option.default) for option in RULE_OPTIONS},
    )


def rule_options(request: RuleOptions) -> dict[str, object]:
    """Return the rule options of a request by name."""
    return {option.name: getattr(request, option.name) for option in RULE_OPTIONS}


class CreateTable(RuleOptions):
    """A new table. With no `open` seat the game starts at once; else when the last one is taken or the host starts it."""

    name: Name | None = None
    map: Slug
    hands: Hands = "open"
    hints: bool | None = Field(
        default=None,
        description="whether players may ask for hints; left out: unless a seat is open to a friend",
    )
    seats: Annotated[list[SeatRequest], Field(min_length=2, max_length=5)]


class BranchTable(_Request):
    """Play on from a turn of a finished game, in one of its seats, against bots of a level."""

    turn: Annotated[int, Field(ge=0, le=100_000)]
    seat: Annotated[int, Field(ge=0, le=4)]
    level: Level


class TryAgain(_Request):
    """Take a turn of a finished game better."""

    turn: Annotated[int, Field(ge=0, le=100_000, description="turns before it")]


class AnswerPuzzle(_Request):
    """Have the turn that was tried judged."""

    give_up: bool = Field(default=False, description="show the solution instead")


Text = Annotated[str, Field(max_length=LONGEST, description="a position as in docs/position.md")]


class ShowPosition(_Request):
    """A position to be looked at."""

    position: Text


class StartPosition(RuleOptions):
    """The start of a game, to be changed by hand."""

    map: Slug
    players: Annotated[int, Field(ge=2, le=5)]


class AnalysePosition(_Request):
    """A position to be searched, with one of the numbers of simulations that a page goes through."""

    position: Text
    simulations: Literal[200, 1000, 4000, 16000]


class OpenLesson(_Request):
    """A table at a prepared position of the tutorial."""

    name: Name | None = Field(default=None, description="the table's; its board's if left out")
    player: Name | None = Field(default=None, description="the learner's")


class RenameTable(_Request):
    """The table's new name."""

    name: Name


class ArchiveTable(_Request):
    """Put a table away, or take it out again."""

    archived: bool


class JoinTable(_Request):
    """Take an open seat by invitation: this one, or the first that is free."""

    name: Name
    seat: Annotated[int, Field(ge=0, le=4)] | None = None
    color: Color | None = None


class ChangeSeat(_Request):
    """Owners change `name` and `color` of their seat; the host, in the lobby, also `kind` and `level` of any not taken by others."""

    name: Name | None = None
    color: Color | None = None
    kind: Literal["me", "hotseat", "bot", "open"] | None = None
    level: Level | None = None


class StartTable(_Request):
    """Start the game without waiting for more guests."""

    level: Level | None = Field(
        default=None, description="bots of this level take the seats still open, if any are"
    )


class ReplaceSeat(_Request):
    """Let a bot take over a seat."""

    level: Level = Field(
        description="the bot that takes over; the owner may come back with `claim`"
    )


class Decide(_Request):
    """One decision, or one whole step of a record (`move land roma massilia~roma`), on top of the tentative turn."""

    version: Version
    decision: Words


class Versioned(_Request):
    """Undo, redo, restart, end and hint need only the version that the client saw."""

    version: Version


class Empty(_Request):
    """An empty object: `{}`."""


# Chosen by the client, to tell answers apart.
_RequestId = Annotated[int, Field(ge=0, lt=2**53)]


class LiveDecide(Decide):
    """A message on the table's socket, answered as `POST …/decide` is."""

    type: Literal["decide"]
    id: _RequestId


class LiveControl(Versioned):
    """A message on the table's socket, answered as `POST …/undo`, `/redo`, `/restart` and `/end` are."""

    type: Literal["undo", "redo", "restart", "end"]
    id: _RequestId


class Ping(_Request):
    """A message on the table's socket that keeps proxies from closing it."""

    type: Literal["ping"]
