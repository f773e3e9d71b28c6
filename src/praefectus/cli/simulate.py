"""`praefectus simulate`: bots play many games, and a table says how they fared."""

import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

from praefectus.cli.options import (
    DEFAULT_PLAYERS,
    EditionOption,
    IntermediateOption,
    JsonOption,
    MapOption,
    PlayersOption,
    SeedOption,
    at_least,
    new_seed,
)

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.progress import Progress

    from praefectus.cli.simulation import Job
    from praefectus.cli.summary import Numbers, Summary, Tally
    from praefectus.dataset import DatasetWriter

INTERRUPTED = 130


def simulate(
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games to play.")] = 100,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="A bot for every seat in turn order, or one for all.",
        ),
    ] = "random",
    map: MapOption = "imperium",
    players: PlayersOption = None,
    seed: SeedOption = None,
    edition: EditionOption = "revised",
    intermediate_scoring: IntermediateOption = False,
    workers: Annotated[
        int, typer.Option("--workers", "-w", metavar="N", help="Processes that share the work.")
    ] = 1,
    save: Annotated[
        Path | None,
        typer.Option("--save", metavar="DIR", help="Write the record of every game into DIR."),
    ] = None,
    dataset: Annotated[
        Path | None,
        typer.Option("--dataset", metavar="FILE", help="Write a Parquet file of all games."),
    ] = None,
    rows: Annotated[
        str,
        typer.Option(
            "--rows",
            metavar="KIND",
            help="What a row of the dataset is: decisions, observations (decisions with what the "
            "seat knew) or games.",
        ),
    ] = "decisions",
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="ADDRESS",
            help="Play on a Ray cluster; `local` starts one on this machine.",
        ),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Let bots play many games and say how they fared.

    The results depend on the seed and not on the number of workers. Ctrl-C ends the run and shows
    the results so far.
    """
    at_least("--games", games, 1)
    at_least("--workers", workers, 1)
    at_least("--seed", seed or 0, 0)
    from contextlib import nullcontext

    from praefectus.cli.simulation import Job

    job = Job(
        map=map,
        bots=seat_bots(bots, players, map),
        seed=new_seed() if seed is None else seed,
        edition=edition,
        intermediate_scoring=intermediate_scoring,
        save=save,
        keep_actions=dataset is not None,
    )
    job.check()
    with nullcontext() if dataset is None else open_dataset(job, dataset, rows) as writer:
        summary, seconds, stopped = play(job, games, workers, ray, writer)
    if json_:
        typer.echo(json.dumps(summary.as_json(games), indent=2, ensure_ascii=False))
    else:
        show_summary(summary, seconds)
    if stopped:
        typer.echo(f"praefectus: {stopped} after {summary.games} of {games} games", err=True)
        raise typer.Exit(INTERRUPTED if stopped == "interrupted" else 1)


def open_dataset(job: "Job", path: Path, rows: str) -> "DatasetWriter":
    """Begin the file that all games are written into."""
    from praefectus.dataset import DatasetWriter

    return DatasetWriter(path, job.new_game, job.bots, rows)


def seat_bots(bots: str, players: int | None, map: str) -> tuple[str, ...]:
    """Give every seat its bot: one named bot sits everywhere, several sit in the order named."""
    from praefectus.bots import split_specs

    names = tuple(split_specs(bots))
    if not names:
        raise typer.BadParameter("--bots must name at least one bot")
    if len(names) == 1:
        count = DEFAULT_PLAYERS.get(map, 4) if players is None else players
        return names * max(count, 1)
    if players is not None and players != len(names):
        raise typer.BadParameter(
            f"--bots must name one bot or one for each of the {players} players, not {len(names)}"
        )
    return names


class CtrlC:
    """Ctrl-C that raises KeyboardInterrupt, but never while a result is being counted."""

    def __init__(self) -> None:
        self.pressed = False
        self.counting = False

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._press)
        return self

    def __exit__(self, *exception: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _press(self, *_: object) -> None:
        self.pressed = True
        if not self.counting:
            raise KeyboardInterrupt


def play(
    job: "Job", games: int, workers: int, ray: str | None, writer: "DatasetWriter | None"
) -> "tuple[Summary, float, str]":
    """Play the games; give what they came to, the seconds, and what stopped them early, if so."""
    import time
    from concurrent.futures.process import BrokenProcessPool
    from contextlib import closing

    from praefectus.cli.simulation import run
    from praefectus.cli.summary import Summary

    if ray is None:
        playing = run(job, games, workers)
    else:
        from praefectus.cli.cluster import run_on_ray

        playing = run_on_ray(job, games, ray)
    summary = Summary(job)
    stopped = ""
    began = time.perf_counter()
    with progress_bar() as progress:
        task = progress.add_task("", total=games, rate="")
        try:
            with CtrlC() as ctrl_c, closing(playing) as results:
                for result in results:
                    ctrl_c.counting = True
                    summary.add(result)
                    if writer is not None:
                        writer.add(result)
                    rate = summary.games / max(time.perf_counter() - began, 1e-9)
                    progress.update(task, advance=1, rate=f"{rate:,.1f} games/s")
                    ctrl_c.counting = False
                    if ctrl_c.pressed:
                        raise KeyboardInterrupt
        except KeyboardInterrupt:
            stopped = "interrupted"
        except BrokenProcessPool:
            stopped = "a worker process died"
    return summary, time.perf_counter() - began, stopped


def progress_bar() -> "Progress":
    """Make a progress bar on standard error; it draws nothing where that is not a terminal."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    console = Console(stderr=True)
    return Progress(
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("ETA"),
        TimeRemainingColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
        expand=True,
    )


def show_summary(summary: "Summary", seconds: float) -> None:
    """Print the tables of results."""
    from rich.console import Console

    job = summary.job
    console = Console()
    options = [] if job.edition == "revised" else [f"{job.edition} edition"]
    if job.intermediate_scoring:
        options.append("intermediate scoring")
    console.print(
        f"{summary.games:,} games on {job.map} with {len(job.bots)} players"
        f"{''.join(', ' + option for option in options)}, seed {job.seed}: "
        f"{seconds:.1f} s, {summary.games / max(seconds, 1e-9):,.1f} games/s",
        highlight=False,
    )
    if not summary.games:
        return
    console.print(
        wins_table(
            "seat",
            [(f"{seat} {job.bots[seat]}", tally) for seat, tally in enumerate(summary.seats)],
        )
    )
    if len(summary.bots) > 1:
        console.print(wins_table("bot (a seat)", list(summary.bots.items())))
    console.print(game_table(summary))


def wins_table(heading: str, rows: "list[tuple[str, Tally]]") -> "RenderableType":
    """Draw wins with their 95 % intervals, and points."""
    from praefectus.cli.summary import wilson
    from praefectus.cli.tables import numbers_table

    table = numbers_table(heading, "games", "wins", "win %", "95 %", "points", "±", "min", "max")
    for name, tally in rows:
        low, high = wilson(tally.wins, tally.games)
        table.add_row(
            name,
            f"{tally.games:,}",
            f"{tally.wins:,}",
            f"{100 * tally.wins / tally.games:.1f}",
            f"{100 * low:.1f}–{100 * high:.1f}",
            f"{tally.points.mean:.1f}",
            f"{tally.points.deviation:.1f}",
            f"{tally.points.least}",
            f"{tally.points.most}",
        )
    return table


def game_table(summary: "Summary") -> "RenderableType":
    """Draw how long the games were and what ended them."""
    from praefectus.cli.tables import numbers_table

    table = numbers_table("games", "mean", "±", "min", "max")

    def add(name: str, numbers: "Numbers") -> None:
        table.add_row(
            name,
            f"{numbers.mean:.1f}",
            f"{numbers.deviation:.1f}",
            f"{numbers.least}",
            f"{numbers.most}",
        )

    add("turns", summary.turns)
    add("decisions", summary.decisions)
    add("winner's points", summary.winners)
    table.add_section()
    for reason, words in (
        ("houses", "ended by the 15th house"),
        ("cards", "ended by the last card"),
    ):
        count = summary.endings[reason]
        table.add_row(words, f"{100 * count / summary.games:.1f} %", "", "", "")
    return table
