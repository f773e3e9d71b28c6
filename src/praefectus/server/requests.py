"""What clients send: the bodies of requests, strictly checked."""

import unicodedata
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model

from praefectus.options import RULE_OPTIONS, annotation
from praefectus.wire.table import Color, Hands

NAME_LENGTH = 32
# Between letters of Persian and of Indian scripts, and inside emoji.
_JOINERS = "\u200c\u200d"


def _tidy_name(name: str) -> str:
    """Return the name as it is stored: one normal form, single spaces, nothing unprintable."""
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    # Category C: control, format (bidi overrides among them), surrogate, private, unassigned.
    unprintable = any(unicodedata.category(c)[0] == "C" and c not in _JOINERS for c in tidy)
    if not tidy or len(tidy) > NAME_LENGTH or unprintable:
        raise ValueError(f"a name has 1 to {NAME_LENGTH} printable characters")
    return tidy


Name = Annotated[str, Field(min_length=1, max_length=NAME_LENGTH), AfterValidator(_tidy_name)]
TableId = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,40}$")]
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


class RenameTable(_Request):
    """The table's new name."""

    name: Name


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


class Ping(_Request):
    """The only message a client sends; it keeps proxies from closing the socket."""

    type: Literal["ping"]
