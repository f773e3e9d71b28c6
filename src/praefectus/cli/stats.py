"""`praefectus stats`: what many games have in common, from datasets and records."""

import json
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from praefectus.cli.options import JsonOption, WorkersOption, check_workers

if TYPE_CHECKING:
    from rich.console import RenderableType

    from praefectus.opening import Setup
    from praefectus.statistics import Sums
    from praefectus.wire.statistics import GroupStatistics, NamedRate, Rate

RECORDS = "*.concordia.json"
ROWS_SHOWN = 8  # of openings, the most frequent ones


def stats(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="DATASET…",
            help="Parquet files of games (`praefectus simulate --rows games`), records, or folders of records.",
        ),
    ],
    plots: Annotated[
        Path | None,
        typer.Option("--plots", metavar="DIR", help="Draw the figures into DIR."),
    ] = None,
    workers: WorkersOption = 1,
    json_: JsonOption = False,
) -> None:
    """Sum up many games: points by god, seats, openings, cards, leads, lengths and endings."""
    check_workers(workers)
    if plots is not None:
        check_plotting(plots)
    sums = collect(files, workers)
    document = sums.as_json()
    if not sums.games:
        raise typer.BadParameter("there is no finished game in these files")
    if json_:
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        from rich.console import Console

        console = Console()
        for group in document["groups"]:
            for shown in tables(group):
                console.print(shown, highlight=False)
    if plots is not None:
        from praefectus.cli.stats_plots import draw_all

        for path in draw_all(document, plots):
            typer.echo(f"praefectus: {path}", err=True)


def check_plotting(folder: Path) -> None:
    """Refuse an impossible place for figures before the games are read."""
    from praefectus.extras import need

    need("data", "matplotlib")
    folder.mkdir(parents=True, exist_ok=True)


def collect(files: list[Path], workers: int) -> "Sums":
    """Sum up the games of all files, showing progress on standard error."""
    from rich.console import Console
    from rich.progress import track

    from praefectus.arena.runner import by_processes
    from praefectus.statistics import Sums

    parts = list(work(files))
    console = Console(stderr=True)
    sums = Sums()
    results = by_processes(partial(count, parts), range(len(parts)), workers)
    for result in track(
        results,
        "Reading games",
        total=len(parts),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    ):
        sums.merge(result)
    return sums


def work(files: list[Path]) -> Iterator[tuple[Path, int | None]]:
    """Give everything that is read at once: a record, or a group of rows of a Parquet file."""
    from praefectus.dataset import GameRows

    for path in files:
        if path.is_dir():
            found = sorted(path.glob(RECORDS))
            if not found:
                raise typer.BadParameter(f"{path}: there is no record ({RECORDS}) in this folder")
            yield from ((record, None) for record in found)
        elif not path.exists():
            raise typer.BadParameter(f"{path}: there is no such file")
        elif path.suffix == ".json":
            yield path, None
        else:
            yield from ((path, group) for group in range(GameRows(path).groups))


def count(parts: list[tuple[Path, int | None]], number: int) -> "Sums":
    """Sum up one of the parts that `work` gives."""
    from praefectus import Game
    from praefectus.errors import PraefectusError
    from praefectus.statistics import Sums, profile

    sums = Sums()
    path, group = parts[number]
    try:
        for setup, actions in games(path, group):
            sums.add(profile(Game.from_setup(setup), actions))
    except PraefectusError as error:
        raise PraefectusError(f"{path}: {error}") from None
    return sums


def games(path: Path, group: int | None) -> "Iterator[tuple[Setup, list[int]]]":
    """Give the set-up and all decisions of each finished game of a part."""
    from praefectus import record
    from praefectus.dataset import GameRows

    if group is not None:
        yield from GameRows(path).games(group)
        return
    game = record.load(path).game
    # The record of a game that goes on is no mistake: a folder may hold some.
    if game.is_over:
        yield game.setup, game.actions


def tables(group: "GroupStatistics") -> "Iterator[RenderableType]":
    """Give the tables of games on one board with one number of players."""
    from praefectus.cli.report import columns, count_games
    from praefectus.messages import title

    games = group["games"]
    turns, points = group["turns"], group["winner_points"]
    yield (
        f"[bold]{title(group['map'])}, {group['players']} players[/]: {count_games(games)} of {turns['min']} to "
        f"{turns['max']} turns (mean {turns['mean']:.1f}); winners have {points['mean']:.1f} points; "
        f"{100 * group['cards'] / games:.1f} % end by the last card, "
        f"{100 * group['houses'] / games:.1f} % by the fifteenth house"
    )
    gods = columns("points", *group["everyone"])
    for who, means in (("winners", group["winners"]), ("everyone", group["everyone"])):
        gods.add_row(who, *(f"{value:.1f}" for value in means.values()))
    yield gods
    seats = [(f"seat {number + 1}", rate) for number, rate in enumerate(group["seats"])]
    yield rates("seat", seats)
    yield openings("first two cards", group["first_cards"])
    yield openings("first two houses produce", group["first_goods"])
    yield openings("first house in", group["first_cities"])
    yield openings("first purchase", group["first_purchases"])
    yield rates(
        "card, by the round it was bought in",
        [
            (f"{rate['name']}, {span(rate['first_round'], rate['last_round'])}", rate)
            for rate in group["bought"]
        ],
    )
    yield rates(
        "lead, by points",
        [
            (f"after round {rate['round']}: {span(rate['least'], rate['most'])}", rate)
            for rate in group["leads"]
        ],
    )


def span(least: int, most: int | None) -> str:
    """Word a range of numbers."""
    return f"{least} or more" if most is None else f"{least}–{most}"


def openings(heading: str, named: "list[NamedRate]") -> "RenderableType":
    """Draw the most frequent ways to begin."""
    return rates(heading, [(rate["name"], rate) for rate in named[:ROWS_SHOWN]])


def rates(heading: str, rows: "Sequence[tuple[str, Rate]]") -> "RenderableType":
    """Draw win rates with their 95 % intervals."""
    from praefectus.cli.report import columns

    table = columns(heading, "seats", "win %", "95 %")
    for name, rate in rows:
        table.add_row(
            name,
            f"{rate['games']:,}",
            f"{100 * rate['rate']:.1f}",
            f"{100 * rate['low']:.1f}–{100 * rate['high']:.1f}",
        )
    return table
