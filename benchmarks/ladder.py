"""Plays the ladder and writes its tables and figure.

.venv/bin/python benchmarks/ladder.py [--only SECTION] [--rows TEXT] [--games N] [--workers W] [--processor-time] [--portion K/N] [--tables-only]

Finished games are kept in benchmarks/games, so that it goes on after Ctrl-C, on another machine, and with more games if --games grows. The sections are
`yardstick` (the strongest against `learned-1`), `levels` (each against the next below; gives the ratings), `standings` and
`four`; --rows confines them to rows whose file in benchmarks/games has TEXT in its name. With --processor-time budgets of time count the time
of the processor rather than of the clock, so that other work on the machine takes nothing from them. With --portion 1/2 and 2/2 two processes, each
pinned to a core, play half of the games each. With 400 games per row all of it takes more than a day of a core; the tables say how many games were played.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from contextlib import nullcontext
from functools import cached_property
from itertools import pairwise
from math import hypot, log10
from pathlib import Path
from unittest.mock import patch

from praefectus import Options, bots
from praefectus.arena import (
    PARTS,
    WHOLE,
    Contest,
    GameResult,
    Portion,
    Progress,
    StateFile,
    Summary,
    Tally,
    hold,
)

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "benchmarks" / "ladder.md"
FIGURE = ROOT / "docs" / "figures" / "ladder.png"
STATES = ROOT / "benchmarks" / "games"
RATINGS = ROOT / "src" / "praefectus" / "data" / "bots" / "ratings.json"
AT_TABLE = 4  # players of the rows that give ratings
LOWEST = 1000.0  # the rating of the lowest level
SEED = 1
# The board, and the bots: the first is the one that is measured.
TABLES = (
    *(("imperium", players) for players in (4, 3, 5)),
    *(("italia", players) for players in (3, 2, 4)),
)
STRONGEST = "champion"
# Equal time; then equal simulations.
BUDGETS = (
    (f"{STRONGEST}:time=0.25", "learned-1:time=0.25"),
    (f"{STRONGEST}:sims=1000", "learned-1:sims=1000"),
)
# Who was the strongest before: shown as far as they came, and not played on.
FORMER_BUDGETS = (
    ("champion:reserve=0,time=0.25", "learned-1:time=0.25"),
    ("learned:net=fourth,temperature=1.0,time=0.25", "learned-1:time=0.25"),
    ("learned:net=fourth,time=0.25", "learned-1:time=0.25"),
    ("learned:sims=2500", "learned-1:sims=1000"),
    ("learned:sims=1000", "learned-1:sims=1000"),
)
YARDSTICK, FORMER = (
    tuple(
        (map, star, [other] * (players - 1)) for star, other in budgets for map, players in TABLES
    )
    for budgets in (BUDGETS, FORMER_BUDGETS)
)
LOWEST_LEVEL = bots.levels()[0]
LEVELS = (
    ("imperium", "naive", ["beginner"] * 3),
    *(
        (map, level, [below] * (players - 1))
        for map, players in TABLES
        for below, level in pairwise(bots.levels())
    ),
    # Last, since its turns take seconds.
    *((map, "champion", ["master"] * (players - 1)) for map, players in TABLES),
)
ROWS = (
    ("imperium", "greedy", ["random"] * 3),
    ("imperium", "search:sims=1000", ["greedy"] * 3),
    ("imperium", "search:time=0.1", ["greedy"] * 3),
    ("imperium", "search:time=1.0", ["greedy"] * 3),
    ("imperium", "learned:sims=1000", ["greedy"] * 3),
    ("imperium", "learned:sims=8000", ["search:sims=1000"] * 3),
    ("italia", "greedy", ["random"] * 2),
    ("italia", "search:sims=1000", ["greedy"] * 2),
    ("italia", "learned:sims=1000", ["search:sims=1000"] * 2),
    ("italia", "greedy", ["random"]),
    ("italia", "search:sims=1000", ["greedy"]),
)
FOUR = ("imperium", "learned:sims=1000", ["learned:sims=1000"] * 3)


class Row:
    """One tournament of the ladder."""

    def __init__(self, map: str, star: str, others: list[str], games: int) -> None:
        options = Options(map, len(others) + 1)
        self.contest = Contest(options, (star, *others), SEED, every_seating=True)
        self.games = games + -games % len(self.contest.seatings)
        name = re.sub(r"[^a-z0-9]+", "-", f"{map}-{len(others) + 1}-{star}-against-{others[0]}")
        self.name = name
        self.path = STATES / f"{name}.jsonl"

    @cached_property
    def state(self) -> StateFile:
        """The games so far; a file is begun for them if there is none."""
        return StateFile(self.path, self.contest)

    def play(self, workers: int, portion: Portion) -> None:
        """Play what is missing of a portion of the games."""
        session = hold(
            self.contest,
            self.games,
            workers=workers,
            state=self.state,
            portion=portion,
            each=[self.tell_troubles],
            progress=self.tell_progress,
        )
        if session.stopped:
            raise SystemExit(f"\n{session.stopped}")
        print(f"\r{self.label}: played      ", file=sys.stderr)

    def tell_troubles(self, result: GameResult) -> None:
        """Say which bots failed."""
        for trouble in result.troubles:
            print(f"\n{trouble}", file=sys.stderr)

    def tell_progress(self, progress: Progress) -> None:
        """Say how many games are played."""
        print(f"\r{self.label}: {progress.done} of {progress.games}  ", end="", file=sys.stderr)

    @property
    def is_shown(self) -> bool:
        """Whether every seating was played: fewer games say more about seats than about bots."""
        return self.path.exists() and len(self.state.numbers) >= len(self.contest.seatings)

    @property
    def label(self) -> str:
        """Who plays whom where, in words."""
        star, *others = self.contest.bots
        return f"{star} against {len(others)} × {others[0]}, {self.contest.options.map}"

    @property
    def command(self) -> str:
        """What plays this row again."""
        board = (
            "" if self.contest.options.map == "imperium" else f"--map {self.contest.options.map} "
        )
        specs = ",".join(self.contest.bots)
        games = min(len(self.state.numbers), self.games)
        return f"praefectus tournament {board}--bots {specs} --games {games} --seed {SEED}"

    def summary(self) -> Summary:
        """Return what the games so far came to."""
        summary = Summary(self.contest)
        for result in self.state.results():
            if result.index < self.games:
                summary.add(result)
        return summary


def standings_table(rows: list[Row]) -> str:
    lines = [
        "| table | bots | games | wins | win rate | 95 % | points | turns | ms per turn |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        summary = row.summary()
        bots = row.contest.bots
        star, other = measured(summary)
        low, high = star.interval
        lines.append(
            f"| {row.contest.options.map.capitalize()}, {len(bots)} "
            f"| **{bots[0]}**, {len(bots) - 1} × {bots[1]} "
            f"| {star.games} | {star.wins} | {100 * star.win_rate:.1f} % "
            f"| {100 * low:.1f}–{100 * high:.1f} "
            f"| {star.points.mean:.1f} : {other.points.mean:.1f} "
            f"| {summary.turns.mean:.0f} "
            f"| {star.ms_per_turn:.1f} : {other.ms_per_turn:.1f} |"
        )
    commands = "\n".join(f"    {row.command}" for row in rows)
    return "\n".join(lines) + f"\n\n{commands}"


def measured(summary: Summary) -> tuple[Tally, Tally]:
    star, other, *_ = summary.contest.bots
    return summary.bots[star], summary.bots[other]


def ratings(rows: list[Row]) -> dict[str, dict[str, float]]:
    """Return the ratings that the rows with four players on Imperium give, each with its interval.

    Who wins against others with odds of ten to one to each of them is 400 points better. The errors of the steps from the
    lowest level add up.
    """
    found = {LOWEST_LEVEL: {"rating": LOWEST, "low": LOWEST, "high": LOWEST}}
    for row in rows:
        star, below, *_ = row.contest.bots
        on_imperium = row.contest.options.map == "imperium" and len(row.contest.bots) == AT_TABLE
        if not on_imperium or not row.state.numbers or below not in found or star in found:
            continue
        tally, _ = measured(row.summary())
        rate, low, high = (step(share) for share in (tally.win_rate, *tally.interval))
        base = found[below]
        rating = base["rating"] + rate
        found[star] = {
            "rating": round(rating, 1),
            "low": round(rating - hypot(rate - low, base["rating"] - base["low"]), 1),
            "high": round(rating + hypot(high - rate, base["high"] - base["rating"]), 1),
        }
    return found


def step(share: float) -> float:
    """Return by how much somebody is better who wins that share of games against three equal others."""
    within = min(max(share, 0.005), 0.995)
    return 400 * log10(3 * within / (1 - within))


def ratings_table(found: dict[str, dict[str, float]]) -> str:
    lines = ["| bot | rating | 95 % |", "| --- | --- | --- |"]
    lines += [
        f"| `{name}` | {one['rating']:.0f} | {one['low']:.0f}–{one['high']:.0f} |"
        for name, one in sorted(found.items(), key=lambda item: item[1]["rating"])
    ]
    return "\n".join(lines)


def four_table(row: Row) -> str:
    summary = row.summary()
    (everyone,) = summary.bots.values()
    words = (
        f"{summary.games} games of {summary.turns.least} to {summary.turns.most} turns, on average "
        f"{summary.turns.mean:.0f}; {summary.endings['cards']} ended by the last card, "
        f"{summary.endings['houses']} by the 15th house. Wins by seat: "
        f"{', '.join(str(seat.wins) for seat in summary.seats)}."
    )
    lines = [
        f"    {row.command}",
        "",
        f"| | {' | '.join(PARTS)} | all |",
        f"| --- |{' --- |' * (len(PARTS) + 1)}",
        points_row("winners", summary.winners),
        points_row("everyone", everyone),
        "",
        words,
    ]
    return "\n".join(lines)


def points_row(who: str, tally: Tally) -> str:
    cells = " | ".join(f"{tally.mean_points(part):.1f}" for part in PARTS)
    return f"| {who} | {cells} | {tally.points.mean:.1f} |"


def draw(rows: list[Row]) -> None:
    """Draw the win rates with their intervals, each beside par."""
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 0.8 + 0.42 * len(rows)), layout="constrained")
    for place, row in enumerate(reversed(rows)):
        star, _ = measured(row.summary())
        rate = star.win_rate
        low, high = star.interval
        axes.barh(place, rate, color="#7a4b2a")
        axes.errorbar(
            rate,
            place,
            xerr=[[max(rate - low, 0)], [max(high - rate, 0)]],
            color="#222222",
            capsize=3,
        )
        axes.plot(
            [1 / len(row.contest.bots)] * 2, [place - 0.4, place + 0.4], "--", color="#999999"
        )
    axes.set_yticks(range(len(rows)), [row.label for row in reversed(rows)])
    axes.set_xlim(0, 1)
    axes.set_xlabel("win rate, 95 % interval; dashed: par")
    figure.savefig(FIGURE, dpi=110)
    plt.close(figure)


def put(page: str, name: str, text: str) -> str:
    """Put a text between the marks that the page has for it."""
    mark, end = f"<!-- {name}: written by benchmarks/ladder.py -->", "<!-- end -->"
    before, found, rest = page.partition(mark)
    if not found:
        raise SystemExit(f"{PAGE} lacks the mark {mark}")
    return f"{before}{mark}\n{text}\n{end}{rest.partition(end)[2]}"


def count_processor_time() -> None:
    """Let the clock of bots, guards and results stand still while another process has the processor."""
    for name in ("time.perf_counter", "praefectus.arena.game.perf_counter"):
        patch(name, time.process_time).start()
    # The alarm of the guard goes by the clock; what it limits is still measured after each decision.
    patch("praefectus.bots.guard._alarm", lambda _: nullcontext()).start()


def portion(text: str) -> Portion:
    """Read which portion of the games is played."""
    number, _, portions = text.partition("/")
    if not (number.isdecimal() and portions.isdecimal() and 1 <= int(number) <= int(portions)):
        raise argparse.ArgumentTypeError(f"expected a portion, as in 1/2, not {text!r}")
    return Portion(int(number) - 1, int(portions))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--only", choices=["yardstick", "levels", "standings", "four"])
    parser.add_argument("--games", type=int, default=400, help="games per row, at least")
    parser.add_argument("--rows", default="", metavar="TEXT", help="only rows with this name")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--processor-time", action="store_true", help="what budgets of time count")
    parser.add_argument(
        "--portion", type=portion, default=WHOLE, metavar="K/N", help="of the games"
    )
    parser.add_argument("--tables-only", action="store_true", help="play nothing more")
    arguments = parser.parse_args()
    if arguments.processor_time:
        if arguments.workers > 1:
            parser.error("--processor-time needs --workers 1")
        count_processor_time()
    sections = {"yardstick": YARDSTICK, "levels": LEVELS, "standings": ROWS, "four": (FOUR,)}
    rows = {
        name: [Row(*row, arguments.games) for row in section] for name, section in sections.items()
    }
    if not arguments.tables_only:
        for name, section in rows.items():
            for row in section if arguments.only in (None, name) else ():
                if arguments.rows in row.name:
                    row.play(arguments.workers, arguments.portion)
    rows["yardstick"] += [Row(*row, arguments.games) for row in FORMER]
    played = {name: [row for row in section if row.is_shown] for name, section in rows.items()}
    page = PAGE.read_text(encoding="utf-8")
    for name in ("yardstick", "levels", "standings"):
        if played[name]:
            page = put(page, name, standings_table(played[name]))
    if played["four"]:
        page = put(page, "four", four_table(*played["four"]))
    if played["levels"]:
        found = ratings(played["levels"])
        page = put(page, "ratings", ratings_table(found))
        write_ratings(found)
    PAGE.write_text(page, encoding="utf-8")
    if played["standings"]:
        draw([*played["yardstick"], *played["standings"]])


def write_ratings(found: dict[str, dict[str, float]]) -> None:
    """Write the ratings where the server reads them."""
    scale = f"{LOWEST_LEVEL} is {LOWEST:.0f}; 400 points: ten to one"
    document = {"format": "praefectus-ratings/1", "scale": scale, "ratings": found}
    RATINGS.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
