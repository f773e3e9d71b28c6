"""Record files given to commands: found, read, and taken back to a turn."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from praefectus import Game


def check_is_file(path: Path) -> None:
    """Refuse a path that names no readable file."""
    if path.is_dir():
        raise typer.BadParameter(f"{path}: expected a record file, this is a directory")
    if not path.exists():
        raise typer.BadParameter(f"{path}: there is no such file")


def load(path: Path) -> "tuple[list[str], Game]":
    """Read a record and replay it: the players' names and the position it ends in.

    Raises RecordError with the name of the file.
    """
    from praefectus import RecordError, record

    try:
        found = record.load(path)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None
    return found.players, found.game


def go_to_turn(game: "Game", turn: int) -> None:
    """Take a game back to the position after `turn` turns."""
    if not 0 <= turn <= game.turn:
        raise typer.BadParameter(f"the turn must be 0 to {game.turn}, not {turn}")
    while game.turn > turn or game.phase not in ("play", "finished"):
        game.pop()
