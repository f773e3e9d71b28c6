"""`praefectus replay`: check records and print their results, or the positions in one."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from praefectus.cli.options import JsonOption

if TYPE_CHECKING:
    from praefectus import Game

LAST = "last"


class ReplayCommand(TyperCommand):
    """A command whose `--state` may stand with or without a number."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give a bare `--state` its value before the options are read."""
        return super().parse_args(ctx, complete_state(args))


def complete_state(args: list[str]) -> list[str]:
    """Write `--state` as `--state=last` where no number follows."""
    completed: list[str] = []
    for position, arg in enumerate(args):
        follows = args[position + 1] if position + 1 < len(args) else ""
        bare = arg == "--state" and not re.fullmatch(r"-?\d+", follows)
        completed.append(f"--state={LAST}" if bare else arg)
    return completed


def replay(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Records to check.")],
    state: Annotated[
        str | None,
        typer.Option(
            "--state",
            metavar="[TURN]",
            help="Print the state document after the last turn, or after TURN (0 is the start).",
        ),
    ] = None,
    states: Annotated[
        bool,
        typer.Option(
            "--states", metavar="", help="Print a state document a line, after every turn."
        ),
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Check records, move by move, and print their results.

    The exit code is 0 if all of them are legal and 1 if not; then the errors are on standard
    error, a line each.
    """
    check_arguments(files, state, states)
    illegal = 0
    for path in files:
        try:
            names, game = load(path)
        except ValueError as error:
            illegal += 1
            typer.echo(f"{path}: {error}", err=True)
            continue
        if state is not None:
            print_state(game, state)
        elif states:
            print_states(game)
        elif json_:
            typer.echo(json.dumps(result_json(path, names, game), ensure_ascii=False))
        else:
            typer.echo(result_line(path, names, game))
    if len(files) > 1 and not json_:
        typer.echo(f"{len(files) - illegal} of {len(files)} records are legal")
    if illegal:
        raise typer.Exit(1)


def check_arguments(files: list[Path], state: str | None, states: bool) -> None:
    """Refuse arguments that make no sense, before any file is read."""
    if state is not None and states:
        raise typer.BadParameter("--state and --states exclude each other")
    if (state is not None or states) and len(files) != 1:
        raise typer.BadParameter(
            f"--state{'s' if states else ''} takes exactly one record, not {len(files)}"
        )
    if state not in (None, LAST) and not re.fullmatch(r"\d+", str(state)):
        raise typer.BadParameter(f"--state must be a turn from 0 up, not {state!r}")
    for path in files:
        check_is_file(path)


def check_is_file(path: Path) -> None:
    """Refuse a path that names no readable file."""
    if path.is_dir():
        raise typer.BadParameter(f"{path}: expected a record file, this is a directory")
    if not path.exists():
        raise typer.BadParameter(f"{path}: there is no such file")


def load(path: Path) -> "tuple[list[str], Game]":
    """Read a record and replay it: the players' names and the position it ends in."""
    from praefectus import record

    found = record.load(path)
    return found.players, found.game


def go_to_turn(game: "Game", turn: int) -> None:
    """Take a game back to where `turn` turns were done and the next not begun."""
    if not 0 <= turn <= game.turn:
        raise typer.BadParameter(f"the turn must be 0 to {game.turn}, not {turn}")
    while game.turn > turn or game.phase not in ("play", "finished"):
        game.pop()


def print_state(game: "Game", state: str) -> None:
    """Print one state document: where the record ends, or after a turn."""
    if state != LAST:
        go_to_turn(game, int(state))
    typer.echo(json.dumps(game.state(), indent=2))


def print_states(game: "Game") -> None:
    """Print the state document after every turn, a line each."""
    actions = game.actions
    for _ in actions:
        game.pop()
    for action in actions:
        turn = game.turn
        game.push(action)
        if game.turn > turn:
            typer.echo(json.dumps(game.state()))


def result_json(path: Path, names: list[str], game: "Game") -> dict[str, Any]:
    """Give what `--json` prints for one record."""
    result: dict[str, Any] = {
        "file": str(path),
        "map": game.map,
        "edition": game.options.edition,
        "players": names,
        "turns": game.turn,
        "finished": game.is_over,
        "points": [player["points"]["total"] for player in game.state()["players"]],
    }
    if game.is_over:
        outcome = game.outcome()
        result["winner"] = outcome.winner
        result["reason"] = outcome.reason
    return result


def result_line(path: Path, names: list[str], game: "Game") -> str:
    """Word the result of one record."""
    from praefectus.cli.words import ENDINGS, seat_name

    points = ", ".join(
        f"{seat_name(names, seat)} {player['points']['total']}"
        for seat, player in enumerate(game.state()["players"])
    )
    if game.is_over:
        outcome = game.outcome()
        end = f"{seat_name(names, outcome.winner)} wins, {ENDINGS[outcome.reason]}"
    else:
        end = "not finished"
    return f"{path}: {game.map}, {game.turn} turns, {points}; {end}"
