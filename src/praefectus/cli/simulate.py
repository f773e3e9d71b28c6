"""`praefectus simulate`: bots play many games, and the results are summed up."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypedDict

import typer

from praefectus.cli.options import (
    BotsOption,
    GamesOption,
    JsonOption,
    MapOption,
    PlayersOption,
    Rules,
    SeedOption,
    WorkersOption,
    at_least,
    check_workers,
    new_seed,
    seat_bots,
    spell_rules,
    with_rule_options,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from praefectus.arena import Contest, Session, Summary, Tally
    from praefectus.cli.report import Endings
    from praefectus.dataset import DatasetWriter
    from praefectus.wire.statistics import Spread


class TallyJson(TypedDict):
    """The results of one seat or one bot."""

    games: int
    wins: int
    win_rate: float
    low: float
    high: float
    points: "Spread"


class BotJson(TallyJson):
    """The results of one bot."""

    bot: str


class SeatJson(BotJson):
    """The results of the bot in one seat."""

    seat: int


class SummaryJson(TypedDict):
    """What `--json` prints after the options."""

    seed: int
    games: int
    interrupted: bool
    seats: list[SeatJson]
    bots: list[BotJson]
    winner_points: "Spread"
    turns: "Spread"
    decisions: "Spread"
    endings: "Endings"


@with_rule_options
def simulate(
    games: GamesOption = 100,
    bots: BotsOption = "random",
    map: MapOption = "imperium",
    players: PlayersOption = None,
    *,
    rules: Rules,
    seed: SeedOption = None,
    workers: WorkersOption = 1,
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
    """Let bots play many games and sum up the results.

    The results depend on the seed, not on the number of workers. Ctrl-C ends the run and prints the
    results so far.
    """
    at_least("--games", games, 1)
    check_workers(workers)
    at_least("--seed", seed or 0, 0)
    from contextlib import nullcontext

    from praefectus.arena import Contest, Keep, hold
    from praefectus.cli.report import end, progress_bar, tell_troubles

    options, seats = seat_bots(bots, map, players, rules)
    contest = Contest(options, seats, new_seed() if seed is None else seed)
    contest.check()
    keep = Keep(actions=dataset is not None, times=False, records=save)
    keep.prepare()
    with (
        nullcontext() if dataset is None else open_dataset(contest, dataset, rows) as writer,
        progress_bar() as progress,
    ):
        session = hold(
            contest,
            games,
            workers=workers,
            cluster=ray,
            keep=keep,
            each=[tell_troubles()] if writer is None else [tell_troubles(), writer.add],
            progress=progress,
        )
    if json_:
        document = {**options.as_json(), **summary_json(session.summary, games)}
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False))
    else:
        show_summary(session)
    end(session, games)


def open_dataset(contest: "Contest", path: Path, rows: str) -> "DatasetWriter":
    """Open the file that all games are written to."""
    from praefectus.dataset import DatasetWriter

    return DatasetWriter(path, contest.new_game, contest.bots, rows)


def summary_json(summary: "Summary", asked: int) -> SummaryJson:
    """Return what `--json` prints after the options; `asked` is how many games were to be played."""
    from praefectus.cli.report import endings_json

    contest = summary.contest
    return {
        "seed": contest.seed,
        "games": summary.games,
        "interrupted": summary.games < asked,
        "seats": [
            {"seat": seat, "bot": contest.bots[seat], **tally_json(tally)}
            for seat, tally in enumerate(summary.seats)
        ],
        "bots": [{"bot": bot, **tally_json(tally)} for bot, tally in summary.bots.items()],
        "winner_points": summary.winners.points.as_json(),
        "turns": summary.turns.as_json(),
        "decisions": summary.decisions.as_json(),
        "endings": endings_json(summary.endings),
    }


def tally_json(tally: "Tally") -> TallyJson:
    """Return what machines read of a seat or bot."""
    from praefectus.cli.report import share

    rate = share(tally)
    return {
        "games": tally.games,
        "wins": tally.wins,
        "win_rate": rate.win_rate,
        "low": rate.low,
        "high": rate.high,
        "points": tally.points.as_json(),
    }


def show_summary(session: "Session") -> None:
    """Print the tables of results."""
    from rich.console import Console

    from praefectus.cli.report import count_games

    summary = session.summary
    contest = summary.contest
    console = Console()
    console.print(
        f"{count_games(summary.games)} on {contest.options.map} with {len(contest.bots)} players"
        f"{spell_rules(contest.options)}, seed {contest.seed}: "
        f"{session.seconds:.1f} s, {summary.games / max(session.seconds, 1e-9):,.1f} games/s",
        highlight=False,
    )
    if not summary.games:
        return
    seats = [(f"{seat} {contest.bots[seat]}", tally) for seat, tally in enumerate(summary.seats)]
    console.print(wins_of("seat", seats))
    if len(summary.bots) > 1:
        console.print(wins_of("bot (per seat)", list(summary.bots.items())))
    console.print(lengths_and_endings(summary))


def wins_of(heading: str, rows: "list[tuple[str, Tally]]") -> "RenderableType":
    """Draw wins with their 95 % intervals, and points."""
    from praefectus.cli.report import columns, percentages

    table = columns(heading, "games", "wins", "win %", "95 %", "points", "±", "min", "max")
    for name, tally in rows:
        table.add_row(
            name,
            f"{tally.games:,}",
            f"{tally.wins:,}",
            *percentages(tally),
            f"{tally.points.mean:.1f}",
            f"{tally.points.deviation:.1f}",
            f"{tally.points.least}",
            f"{tally.points.most}",
        )
    return table


def lengths_and_endings(summary: "Summary") -> "RenderableType":
    """Draw how long the games were and what ended them."""
    from praefectus.cli.report import columns
    from praefectus.cli.wording import ENDINGS

    table = columns("games", "mean", "±", "min", "max")
    for name, numbers in (
        ("turns", summary.turns),
        ("decisions", summary.decisions),
        ("winner's points", summary.winners.points),
    ):
        table.add_row(
            name,
            f"{numbers.mean:.1f}",
            f"{numbers.deviation:.1f}",
            f"{numbers.least}",
            f"{numbers.most}",
        )
    table.add_section()
    for reason, words in ENDINGS.items():
        share = 100 * summary.endings[reason] / summary.games
        table.add_row(words, f"{share:.1f} %", "", "", "")
    return table
