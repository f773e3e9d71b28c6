"""`praefectus tournament`: bots play every seating equally often and are ranked."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

import typer

from praefectus.cli.options import (
    SEED_HELP,
    BotsOption,
    GamesOption,
    JsonOption,
    MapOption,
    PlayersOption,
    Rules,
    WorkersOption,
    at_least,
    check_workers,
    seat_bots,
    spell_rules,
    with_rule_options,
)

if TYPE_CHECKING:
    from praefectus.arena import Contest, Rating, StateFile, Summary
    from praefectus.cli.report import Endings
    from praefectus.wire.statistics import Spread


class RatingJson(TypedDict):
    """A rating with its 95 % interval."""

    mu: float
    sigma: float
    low: float
    high: float


class BotJson(TypedDict):
    """The results of one bot."""

    bot: str
    games: int
    wins: int
    win_rate: float
    low: float
    high: float
    points: float
    ms_per_turn: float
    points_by_god: dict[str, float]
    troubles: int
    rating: NotRequired[RatingJson]


class WinnersJson(TypedDict):
    """The points of whoever won."""

    mean: float
    deviation: float
    min: int
    max: int
    by_god: dict[str, float]


class ResultsJson(TypedDict):
    """The results of all games."""

    bots: list[BotJson]
    endings: "Endings"
    turns: "Spread"
    winner_points: WinnersJson


class AskedJson(TypedDict):
    """What was asked for besides the options, and how much of it was played."""

    seed: int
    games: int
    asked: int
    seatings: int


@with_rule_options
def tournament(
    bots: BotsOption,
    games: GamesOption = 100,
    map: MapOption = "imperium",
    players: PlayersOption = None,
    *,
    rules: Rules,
    seed: Annotated[int, typer.Option("--seed", "-s", metavar="N", help=SEED_HELP)] = 1,
    workers: WorkersOption = 1,
    state: Annotated[
        Path | None,
        typer.Option(
            "--state",
            metavar="FILE",
            help="Keep finished games in FILE and continue from them. Without FILE they are kept in "
            "the cache until all games are played.",
        ),
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", metavar="", help="Start again, whatever was played before.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot", metavar="FILE", help="Draw win rates and points into FILE (.png, .svg)."
        ),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Let bots play a seat-balanced tournament and rank them.

    Every seating of the bots is played equally often, on common set-ups. The games depend on the
    seed, not on the number of workers; bots with a budget of time depend on the machine too. After
    Ctrl-C the same command continues where it stopped.
    """
    at_least("--games", games, 1)
    check_workers(workers)
    at_least("--seed", seed, 0)
    from praefectus.arena import Contest, hold
    from praefectus.cli.report import end, progress_bar, tell_troubles

    if plot is not None:
        check_plotting(plot)
    options, seats = seat_bots(bots, map, players, rules)
    contest = Contest(options, seats, seed, every_seating=True)
    contest.check()
    seatings = len(contest.seatings)
    if games % seatings:
        typer.echo(
            f"praefectus: {games} games do not contain all {seatings} seatings equally often; "
            f"{games + -games % seatings} would",
            err=True,
        )
    kept = open_state(contest, state, fresh)
    with progress_bar() as progress:
        session = hold(
            contest, games, workers=workers, state=kept, each=[tell_troubles()], progress=progress
        )
    report(session.summary, games, json_)
    if plot is not None:
        draw(session.summary, plot)
    end(session, games, "; the same command continues from there")
    if state is None:
        kept.path.unlink(missing_ok=True)


def open_state(contest: "Contest", path: Path | None, fresh: bool) -> "StateFile":
    """Return the state file: the one named, or one in the user's cache that belongs to the contest."""
    from praefectus.arena import StateFile
    from praefectus.arena.state_file import cache_path, remove

    if path is None:
        path = cache_path(contest)
    if fresh:
        remove(path)
    kept = StateFile(path, contest)
    if kept.numbers:
        typer.echo(
            f"praefectus: continuing after {len(kept.numbers)} games played before", err=True
        )
    return kept


def report(summary: "Summary", games: int, json_: bool) -> None:
    """Print the results, for people or for machines."""
    ratings = summary.ratings()
    if json_:
        document = {
            **results_json(summary, ratings or {}),
            **summary.contest.options.as_json(),
            **asked_json(summary, games),
        }
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return
    show_summary(summary, ratings or {})
    if ratings is None:
        typer.echo('praefectus: ratings need openskill: pip install "praefectus[data]"', err=True)


def results_json(summary: "Summary", ratings: "dict[str, Rating]") -> ResultsJson:
    """Return the results of all games, for machines."""
    from praefectus.arena import PARTS
    from praefectus.cli.report import endings_json

    winners = summary.winners
    return {
        "bots": [bot_json(summary, bot, ratings.get(bot)) for bot in summary.bots],
        "endings": endings_json(summary.endings),
        "turns": summary.turns.as_json(),
        "winner_points": {
            **winners.points.as_json(),
            "by_god": {part: round(winners.mean_points(part), 2) for part in PARTS},
        },
    }


def asked_json(summary: "Summary", asked: int) -> AskedJson:
    """Return what was asked for, for machines; `asked` is how many games were to be played."""
    return {
        "seed": summary.contest.seed,
        "games": summary.games,
        "asked": asked,
        "seatings": len(summary.contest.seatings),
    }


def bot_json(summary: "Summary", bot: str, rating: "Rating | None") -> BotJson:
    """Return what machines read of a bot."""
    from praefectus.arena import PARTS
    from praefectus.cli.report import share

    tally = summary.bots[bot]
    rate = share(tally)
    document: BotJson = {
        "bot": bot,
        "games": tally.games,
        "wins": tally.wins,
        "win_rate": rate.win_rate,
        "low": rate.low,
        "high": rate.high,
        "points": round(tally.points.mean, 2),
        "ms_per_turn": round(tally.ms_per_turn, 3),
        "points_by_god": {part: round(tally.mean_points(part), 2) for part in PARTS},
        "troubles": tally.troubles,
    }
    if rating is not None:
        document["rating"] = {
            "mu": round(rating.mu, 3),
            "sigma": round(rating.sigma, 3),
            "low": round(rating.mu - rating.half, 3),
            "high": round(rating.mu + rating.half, 3),
        }
    return document


def show_summary(summary: "Summary", ratings: "dict[str, Rating]") -> None:
    """Print the tables of results."""
    from rich.console import Console

    from praefectus.arena import PARTS
    from praefectus.cli.report import columns, count_games, percentages

    console = Console(highlight=False)
    contest = summary.contest
    games = summary.games
    seatings = len(contest.seatings)
    console.print(
        f"{count_games(games)} on {contest.options.map} with {len(contest.bots)} players"
        f"{spell_rules(contest.options)}, {seatings} seating{'s' if seatings > 1 else ''}, "
        f"seed {contest.seed}"
    )
    if not games:
        return
    wins = columns(
        "bot (per seat)", "games", "wins", "win %", "95 %", "rating, 95 %", "points", "ms/turn"
    )
    gods = columns("points by god", *PARTS)
    for bot, tally in summary.ranked():
        rating = ratings.get(bot)
        wins.add_row(
            bot,
            f"{tally.games:,}",
            f"{tally.wins:,}",
            *percentages(tally),
            f"{rating.mu:.1f} ± {rating.half:.1f}" if rating else "",
            f"{tally.points.mean:.1f}",
            f"{tally.ms_per_turn:.2f}",
        )
        gods.add_row(bot, *(f"{tally.mean_points(part):.1f}" for part in PARTS))
    console.print(wins)
    console.print(gods)
    console.print(
        f"winners: {summary.winners.points.mean:.1f} points; turns: {summary.turns.mean:.1f}; ended by "
        f"the 15th house {100 * summary.endings['houses'] / games:.1f} %, "
        f"by the last card {100 * summary.endings['cards'] / games:.1f} %"
    )
    for bot, tally in summary.bots.items():
        if tally.troubles:
            console.print(f"{bot} failed {tally.troubles:,} times: random choices were made for it")


def check_plotting(path: Path) -> None:
    """Refuse an impossible plot before the games are played."""
    from importlib.util import find_spec

    if find_spec("matplotlib") is None:
        raise typer.BadParameter('--plot needs matplotlib: pip install "praefectus[data]"')
    if not path.parent.is_dir():
        raise typer.BadParameter(f"--plot: there is no folder {str(path.parent)!r}")
    from matplotlib.backend_bases import FigureCanvasBase

    kinds = sorted(FigureCanvasBase.get_supported_filetypes())
    if path.suffix[1:].lower() not in kinds:
        raise typer.BadParameter(
            f"--plot: the name must end in one of .{', .'.join(kinds)}, not {path.suffix!r}"
        )


def draw(summary: "Summary", path: Path) -> None:
    """Draw win rates with their intervals, and points by god."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    from praefectus.arena import PARTS

    contest = summary.contest
    names = [bot for bot, _ in reversed(summary.ranked())]
    tallies = [summary.bots[bot] for bot in names]
    rates = [tally.win_rate for tally in tallies]
    errors = [
        [max(tally.win_rate - tally.interval[0], 0.0) for tally in tallies],
        [max(tally.interval[1] - tally.win_rate, 0.0) for tally in tallies],
    ]
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(11, 1.8 + 0.5 * len(names)), sharey=True, layout="constrained"
    )
    left.barh(names, rates, xerr=errors, color="#7a4b2a", ecolor="#222222", capsize=4)
    left.axvline(1 / len(contest.bots), color="#555555", linestyle="--", linewidth=1)
    left.set_xlim(0, 1)
    left.set_xlabel("win rate per seat, 95 % interval; dashed: par")
    start = [0.0] * len(names)
    for part in PARTS:
        points = [tally.mean_points(part) for tally in tallies]
        right.barh(names, points, left=start, label=part)
        start = [a + b for a, b in zip(start, points, strict=True)]
    right.set_xlabel("points by god")
    # Beside the bars, so that it covers none.
    right.legend(fontsize="small", frameon=False, loc="center left", bbox_to_anchor=(1, 0.5))
    figure.suptitle(f"{contest.options.map}, {len(contest.bots)} players, {summary.games} games")
    figure.savefig(path)
    plt.close(figure)
