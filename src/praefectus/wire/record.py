"""The record of a game, as docs/record.md describes it."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from praefectus.wire.declare import closed, with_rule_options


@closed
class SetupDocument(TypedDict):
    """What set-up drew."""

    cities: dict[str, str]
    """the good of every city but Roma"""
    cards: list[str]
    """the cards for sale, from the top"""


@closed
class TurnDocument(TypedDict):
    """One turn."""

    seat: int
    play: str
    """the card"""
    steps: list[str]
    open: NotRequired[bool]
    """only the last turn may be open, in a game that is not over"""
    unfinished: NotRequired[list[str]]
    """decisions of an open turn that do not make a whole step yet"""


@closed
class ResultDocument(TypedDict):
    """How it ended."""

    points: list[int]
    winner: int


@with_rule_options
@closed
class RecordDocument(TypedDict):
    """A whole record."""

    format: Literal["concordia-record/1"]
    rules: NotRequired[str]
    """the version of the rules that the game was played by"""
    map: str
    players: list[str]
    """names, in turn order"""
    setup: SetupDocument
    turns: list[TurnDocument]
    result: NotRequired[ResultDocument]
    """only if the game is over"""
