"""`praefectus tournament`: bots play every seating equally often, and a table says who is better."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from praefectus.cli.options import (
    DEFAULT_PLAYERS,
    EditionOption,
    JsonOption,
    MapOption,
    PlayersOption,
    SeedOption,
    at_least,
)

if TYPE_CHECKING:
    from praefectus.bots.ladder import StateFile, Tournament
    from praefectus.cli.standings import Standings

INTERRUPTED = 130
TELLINGS = 3  # how often the same trouble of a bot is told while games are played


def tournament(
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            metavar="A,B,…",
            help="A bot for every seat; every seating is played. One alone sits everywhere.",
        ),
    ],
    games: Annotated[int, typer.Option("--games", "-n", metavar="N", help="Games to play.")] = 100,
    map: MapOption = "imperium",
    players: PlayersOption = None,
    seed: SeedOption = 1,
    edition: EditionOption = "revised",
    workers: Annotated[
        int, typer.Option("--workers", "-w", metavar="N", help="Processes that share the work.")
    ] = 1,
    state: Annotated[
        Path | None,
        typer.Option(
            "--state",
            metavar="FILE",
            help="Keep finished games in FILE and go on from there; else in the cache until all are played.",
        ),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", metavar="", help="Begin anew, whatever was played before.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot", metavar="FILE", help="Draw win rates and points into FILE (.png, .svg)."
        ),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Let bots play a seat-balanced tournament and say who is better.

    Every seating of the bots is played equally often, on common set-ups. The games depend on the
    seed and not on the number of workers (bots with a budget of time depend on the machine). After
    Ctrl-C the same command goes on where it stopped.
    """
    at_least("--games", games, 1)
    at_least("--workers", workers, 1)
    from praefectus.bots import split_specs
    from praefectus.bots.ladder import Tournament, seatings

    seats = tuple(split_specs(bots))
    if not seats:
        raise typer.BadParameter("--bots must name at least one bot")
    if len(seats) == 1:
        seats *= DEFAULT_PLAYERS.get(map, 4) if players is None else max(players, 1)
    if players is not None and players != len(seats):
        raise typer.BadParameter(
            f"--bots must name one bot or one for each of the {players} players, not {len(seats)}"
        )
    if plot is not None:
        check_plotting(plot)
    contest = Tournament(map=map, bots=seats, seed=1 if seed is None else seed, edition=edition)
    contest.check()
    orders = len(seatings(seats))
    if games % orders:
        typer.echo(
            f"praefectus: {games} games do not hold all {orders} seatings equally often; "
            f"{games + -games % orders} would",
            err=True,
        )
    kept = open_state(contest, state, fresh)
    stopped = play(contest, kept, games, workers)
    from praefectus.cli.standings import Standings

    standings = Standings(
        dict.fromkeys(seats), [result for result in kept.results.values() if result.index < games]
    )
    report(contest, standings, games, json_)
    if plot is not None:
        draw(standings, contest, plot)
    if stopped:
        typer.echo(
            f"praefectus: {stopped} after {len(standings.results)} of {games} games; "
            "the same command goes on from there",
            err=True,
        )
        raise typer.Exit(INTERRUPTED if stopped == "interrupted" else 1)
    if state is None:
        kept.path.unlink(missing_ok=True)


def open_state(contest: "Tournament", path: Path | None, fresh: bool) -> "StateFile":
    """Give the state file: the one named, or one in the user's cache that belongs to the contest."""
    import hashlib
    import os
    from dataclasses import astuple

    from praefectus.bots.ladder import StateFile

    if path is None:
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        name = hashlib.blake2b(repr(astuple(contest)).encode(), digest_size=10).hexdigest()
        path = cache / "praefectus" / "tournaments" / f"{name}.jsonl"
    if fresh:
        path.unlink(missing_ok=True)
    kept = StateFile(path, contest)
    if kept.results:
        typer.echo(f"praefectus: going on after {len(kept.results)} games played before", err=True)
    return kept


def play(contest: "Tournament", kept: "StateFile", games: int, workers: int) -> str:
    """Play the games that are not in the state file yet; give what stopped them early, if so."""
    from collections import Counter
    from concurrent.futures.process import BrokenProcessPool
    from contextlib import closing

    from praefectus.bots.ladder import run
    from praefectus.cli.simulate import progress_bar

    todo = [index for index in range(games) if index not in kept.results]
    told: Counter[str] = Counter()
    with progress_bar() as progress:
        task = progress.add_task("", total=games, completed=games - len(todo), rate="")
        try:
            with closing(run(contest, todo, workers)) as results:
                for result in results:
                    kept.add(result)
                    for trouble in result.troubles:
                        told[trouble] += 1
                        if told[trouble] <= TELLINGS:
                            typer.echo(f"praefectus: game {result.index + 1}: {trouble}", err=True)
                    progress.update(task, advance=1)
        except KeyboardInterrupt:
            return "interrupted"
        except BrokenProcessPool:
            return "a worker process died"
    return ""


def report(contest: "Tournament", standings: "Standings", games: int, json_: bool) -> None:
    """Print the standings, for people or for machines."""
    from praefectus.bots.ladder import seatings

    if json_:
        document = {
            **standings.as_json(),
            "map": contest.map,
            "players": len(contest.bots),
            "edition": contest.edition,
            "seed": contest.seed,
            "games": len(standings.results),
            "asked": games,
            "seatings": len(seatings(contest.bots)),
        }
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    show_standings(contest, standings)
    if not standings.rated:
        typer.echo('praefectus: ratings need openskill: pip install "praefectus[bots]"', err=True)


def show_standings(contest: "Tournament", standings: "Standings") -> None:
    """Print the tables of results."""
    from rich.console import Console

    from praefectus.bots.ladder import seatings
    from praefectus.cli.standings import PARTS
    from praefectus.cli.summary import Z_95, wilson
    from praefectus.cli.tables import numbers_table

    console = Console(highlight=False)
    count = len(standings.results)
    console.print(
        f"{count:,} games on {contest.map} with {len(contest.bots)} players, "
        f"{len(seatings(contest.bots))} seatings, seed {contest.seed}"
    )
    if not count:
        return
    table = numbers_table(
        "bot (a seat)", "games", "wins", "win %", "95 %", "rating, 95 %", "points", "ms/turn"
    )
    gods = numbers_table("points by god", *PARTS)
    for one in standings.ranked():
        low, high = wilson(one.wins, one.games)
        mu, sigma = one.rating or (0.0, 0.0)
        table.add_row(
            one.bot,
            f"{one.games:,}",
            f"{one.wins:,}",
            f"{100 * one.wins / one.games:.1f}",
            f"{100 * low:.1f}–{100 * high:.1f}",
            f"{mu:.1f} ± {Z_95 * sigma:.1f}" if one.rating else "",
            f"{one.points.mean:.1f}",
            f"{one.ms_per_turn:.2f}",
        )
        gods.add_row(one.bot, *(f"{one.by_god[god] / one.games:.1f}" for god in PARTS))
    console.print(table)
    console.print(gods)
    console.print(
        f"winners: {standings.winners.mean:.1f} points; turns: {standings.turns.mean:.1f}; ended by "
        f"the 15th house {100 * standings.endings['houses'] / count:.1f} %, "
        f"by the last card {100 * standings.endings['cards'] / count:.1f} %"
    )
    for one in standings.bots.values():
        if one.troubles:
            console.print(
                f"{one.bot} failed {one.troubles:,} times: random choices were made for it"
            )


def check_plotting(path: Path) -> None:
    """Refuse to plot before the games are played, if it cannot be done."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise typer.BadParameter('--plot needs matplotlib: pip install "praefectus[bots]"')
    if not path.parent.is_dir():
        raise typer.BadParameter(f"--plot: there is no folder {str(path.parent)!r}")
    from matplotlib.backend_bases import FigureCanvasBase

    kinds = sorted(FigureCanvasBase.get_supported_filetypes())
    if path.suffix[1:].lower() not in kinds:
        raise typer.BadParameter(
            f"--plot: the name must end in one of .{', .'.join(kinds)}, not {path.suffix!r}"
        )


def draw(standings: "Standings", contest: "Tournament", path: Path) -> None:
    """Draw win rates with their intervals, and points by god."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    from praefectus.cli.standings import PARTS
    from praefectus.cli.summary import wilson

    ranked = standings.ranked()[::-1]
    names = [one.bot for one in ranked]
    rates = [one.wins / max(one.games, 1) for one in ranked]
    bounds = [wilson(one.wins, one.games) for one in ranked]
    errors = [
        [max(rate - low, 0.0) for rate, (low, _) in zip(rates, bounds, strict=True)],
        [max(high - rate, 0.0) for rate, (_, high) in zip(rates, bounds, strict=True)],
    ]
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(11, 1.8 + 0.5 * len(ranked)), sharey=True, layout="constrained"
    )
    left.barh(names, rates, xerr=errors, color="#7a4b2a", ecolor="#222222", capsize=4)
    left.axvline(1 / len(contest.bots), color="#555555", linestyle="--", linewidth=1)
    left.set_xlim(0, 1)
    left.set_xlabel("win rate a seat, 95 % interval; dashed: par")
    start = [0.0] * len(ranked)
    for god in PARTS:
        each = [one.by_god[god] / max(one.games, 1) for one in ranked]
        right.barh(names, each, left=start, label=god)
        start = [a + b for a, b in zip(start, each, strict=True)]
    right.set_xlabel("points by god")
    # Beside the bars, where it covers none.
    right.legend(fontsize="small", frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.suptitle(f"{contest.map}, {len(contest.bots)} players, {len(standings.results)} games")
    figure.savefig(path)
    plt.close(figure)
