"""What both `simulate` and `tournament` print: progress, failures of bots, tables of figures."""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, TypedDict

import typer
from rich import box
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from rich.progress import Progress as ProgressBar
from rich.table import Table

from praefectus.arena import GameResult, Progress, Session, Tally

INTERRUPTED = 130  # what shells report for a command ended by Ctrl-C
TELLINGS = 3  # how often the same failure of a bot is reported while games are played


class Endings(TypedDict):
    """How many games ended in which way."""

    houses: int
    cards: int


class Share(NamedTuple):
    """A win rate with its 95 % interval."""

    win_rate: float
    low: float
    high: float


def endings_json(endings: "Counter[str]") -> Endings:
    """Return what machines read."""
    return {"houses": endings["houses"], "cards": endings["cards"]}


def share(tally: Tally) -> Share:
    """Return a win rate with its interval, rounded for machines."""
    low, high = tally.interval
    return Share(round(tally.win_rate, 4), round(low, 4), round(high, 4))


def percentages(tally: Tally) -> tuple[str, str]:
    """Word a win rate and its 95 % interval for a column each."""
    low, high = tally.interval
    return f"{100 * tally.win_rate:.1f}", f"{100 * low:.1f}–{100 * high:.1f}"


def count_games(games: int) -> str:
    """Word a number of games."""
    return f"{games:,} game{'' if games == 1 else 's'}"


def columns(heading: str, *names: str) -> Table:
    """Make a table of names and numbers; in a narrow terminal names are folded, never numbers."""
    table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
    table.add_column(heading, overflow="fold")
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    return table


@contextmanager
def progress_bar() -> Iterator[Callable[[Progress], None]]:
    """Give a progress display on standard error, which draws nothing if that is not a terminal."""
    console = Console(stderr=True)
    with ProgressBar(
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
    ) as bar:
        task = bar.add_task("", total=None, rate="")

        def show(progress: Progress) -> None:
            rate = f"{progress.per_second:,.1f} games/s" if progress.per_second else ""
            bar.update(task, total=progress.games, completed=progress.done, rate=rate)

        yield show


def tell_troubles() -> Callable[[GameResult], None]:
    """Return a function that reports failed bots on standard error, the same failure only a few times."""
    told: Counter[str] = Counter()

    def tell(result: GameResult) -> None:
        for trouble in result.troubles:
            told[trouble] += 1
            if told[trouble] <= TELLINGS:
                typer.echo(f"praefectus: game {result.index + 1}: {trouble}", err=True)

    return tell


def end(session: Session, games: int, advice: str = "") -> None:
    """Report what stopped a session early, if anything did, and exit with the matching code."""
    if session.stopped:
        typer.echo(
            f"praefectus: {session.stopped} after {session.summary.games} of {games} games{advice}",
            err=True,
        )
        raise typer.Exit(INTERRUPTED if session.interrupted else 1)
