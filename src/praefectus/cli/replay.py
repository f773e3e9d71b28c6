"""`praefectus replay`: check records and print their results, or the positions in one."""

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NotRequired, TypedDict

import typer
from typer.core import TyperCommand

from praefectus.cli.options import JsonOption
from praefectus.cli.record_file import check_is_file, go_to_turn, load

if TYPE_CHECKING:
    from praefectus import Game

LAST = "last"


class ResultJson(TypedDict):
    """What `--json` prints for one record."""

    file: str
    map: str
    edition: str
    players: list[str]
    turns: int
    finished: bool
    points: list[int]
    winner: NotRequired[int]
    reason: NotRequired[str]


class ReplayCommand(TyperCommand):
    """A command whose `--state` takes an optional number."""

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
            "--states", metavar="", help="Print the state document after every turn, one per line."
        ),
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Check records, decision by decision, and print their results.

    The exit code is 0 if all of them are legal. If not, it is 1, and standard error has one line
    per illegal record.
    """
    check_arguments(files, state, states)
    illegal = 0
    for path in files:
        try:
            names, game = load(path)
        except ValueError as error:
            illegal += 1
            typer.echo(error, err=True)
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


def print_state(game: "Game", state: str) -> None:
    """Print one state document: where the record ends, or after a turn."""
    if state != LAST:
        go_to_turn(game, int(state))
    typer.echo(json.dumps(game.state(), indent=2))


def print_states(game: "Game") -> None:
    """Print the state document after every turn, one per line."""
    actions = game.actions
    for _ in actions:
        game.pop()
    for action in actions:
        turn = game.turn
        game.push(action)
        if game.turn > turn:
            typer.echo(json.dumps(game.state()))


def result_json(path: Path, names: list[str], game: "Game") -> ResultJson:
    """Return what `--json` prints for one record."""
    result: ResultJson = {
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
    from praefectus.catalogue import catalogue
    from praefectus.cli.wording import ENDINGS, Wording

    name = Wording(catalogue(), names).seat
    points = ", ".join(
        f"{name(seat)} {player['points']['total']}"
        for seat, player in enumerate(game.state()["players"])
    )
    if game.is_over:
        outcome = game.outcome()
        end = f"{name(outcome.winner)} wins, {ENDINGS[outcome.reason]}"
    else:
        end = "not finished"
    return f"{path}: {game.map}, {game.turn} turns, {points}; {end}"
