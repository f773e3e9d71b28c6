"""`praefectus bench`: how fast the engine is here."""

import json
from typing import Annotated, Any

import typer

from praefectus.cli.options import JsonOption

# What the project promises on one core: the least, or the most where less is better.
TARGETS = {
    "playout_decisions_per_s": (5e6, "decisions a second, random playouts inside the engine"),
    "loop_decisions_per_s": (1e6, "decisions a second, a Python loop of legal_actions and push"),
    "copy_ns": (500, "nanoseconds to copy a position"),
    "state_bytes": (4096, "bytes of a position"),
    "replay_games_per_s": (1000, "records a second, read and checked"),
}
SMALLER_IS_BETTER = ("copy_ns", "state_bytes")


def bench(
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="S", help="How long to take for each figure.")
    ] = 2.0,
    json_: JsonOption = False,
) -> None:
    """Measure the engine on one core: four players on Imperium, the full rules."""
    if not 0 < seconds <= 600:
        raise typer.BadParameter(f"--seconds must be above 0 and at most 600, not {seconds}")
    from praefectus.cli.measure import measure

    figures = measure(seconds)
    if json_:
        typer.echo(json.dumps(figures))
    else:
        show_figures(figures)


def show_figures(figures: dict[str, Any]) -> None:
    """Print the figures beside what the project promises."""
    from rich.console import Console
    from rich.table import Table

    table = Table(caption="compiled" if figures["compiled"] else "not compiled: plain Python")
    table.add_column("measured", justify="right")
    table.add_column("")
    table.add_column("goal", justify="right")
    for key, (goal, words) in TARGETS.items():
        value = figures[key]
        smaller = key in SMALLER_IS_BETTER
        met = value <= goal if smaller else value >= goal
        table.add_row(
            f"[{'green' if met else 'red'}]{value:,.0f}[/]",
            words,
            f"{'≤' if smaller else '≥'} {goal:,.0f}",
        )
    Console().print(table)
