"""What a table tells about the puzzle at it."""

from typing import Literal

from typing_extensions import TypedDict

from praefectus.wire.declare import closed

Theme = Literal["ending", "saturnus", "minerva", "line", "praefectus", "diplomat"]


@closed
class PuzzleClue(TypedDict):
    """What a table with a puzzle tells about it."""

    id: str | None
    """of a shipped puzzle; None for a turn of one's own game"""
    theme: Theme | None
    """a first hint: what the best turn is about"""
    card: str
    """a second one: the card that it plays"""
