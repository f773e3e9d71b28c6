"""`praefectus hint`: what a bot would do in a saved game, and what it expects of it."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from praefectus.cli.options import JsonOption, at_least

if TYPE_CHECKING:
    from praefectus import Game
    from praefectus.bots import Candidate


def hint(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game, which is a record.")],
    turn: Annotated[
        int | None,
        typer.Option("--turn", "-t", metavar="N", help="The position after turn N of the record."),
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", "-b", metavar="NAME", help="The bot that is asked.")
    ] = "search:time=1",
    count: Annotated[
        int, typer.Option("--count", "-n", metavar="N", help="How many turns to print.")
    ] = 3,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help="The bot's seed.")] = 1,
    json_: JsonOption = False,
) -> None:
    """Print the best turns in a saved game, with expected points and the chance to win.

    The bot knows only what the seat may know: the order of the face-down cards stays hidden.
    """
    at_least("--count", count, 1)
    from praefectus import bots
    from praefectus.cli.record_file import check_is_file, go_to_turn, load

    check_is_file(file)
    names, game = load(file)
    if turn is not None:
        go_to_turn(game, turn)
    if game.is_over:
        raise typer.BadParameter(f"{file}: the game is over; --turn N goes back to an earlier turn")
    adviser = bots.make(bot, seed=seed)
    ask = getattr(adviser, "candidates", None)
    if ask is None:
        able = [name for name in bots.names() if hasattr(bots.make(name), "candidates")]
        raise typer.BadParameter(f"the bot {bot!r} gives no hints; {', '.join(able)} do")
    candidates: list[bots.Candidate] = ask(bots.Position(game), count)
    if json_:
        document = {
            "turn": game.turn,
            "seat": game.seat,
            "phase": game.phase,
            "bot": bot,
            "candidates": [candidate.as_json() for candidate in candidates],
        }
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    show(game, names, candidates)


def show(game: "Game", names: list[str], candidates: "list[Candidate]") -> None:
    """Print the candidates for people."""
    from rich.console import Console
    from rich.table import Table

    from praefectus.cli.wording import seat_name

    console = Console(highlight=False)
    console.print(f"turn {game.turn + 1}, {seat_name(names, game.seat)} to decide ({game.phase})")
    table = Table()
    table.add_column("")
    table.add_column("turn")
    table.add_column("win %", justify="right")
    table.add_column("points", justify="right")
    table.add_column("expected by god")
    for number, candidate in enumerate(candidates, 1):
        steps = "; ".join(text for text in candidate.texts if text != "end")
        parts = ", ".join(
            f"{god} {points:.0f}"
            for god, points in candidate.points.items()
            if god != "total" and round(points)
        )
        table.add_row(
            str(number),
            steps or "end the turn",
            f"{100 * candidate.win_chance:.1f}",
            f"{candidate.points['total']:.0f}",
            parts,
        )
    console.print(table)
