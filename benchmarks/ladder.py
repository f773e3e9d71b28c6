"""Plays the ladder and writes its tables and figure.

.venv/bin/python benchmarks/ladder.py [--games N] [--workers W] [--tables-only]

Finished games are kept in build/ladder, so that it goes on after Ctrl-C. All rows take about four hours of a core.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt

from praefectus import Options
from praefectus.arena import PARTS, Contest, GameResult, Progress, StateFile, Summary, Tally, hold

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "benchmarks" / "ladder.md"
FIGURE = ROOT / "docs" / "figures" / "ladder.png"
STATES = ROOT / "build" / "ladder"
SEED = 1
# The board, and the bots: the first is the one that is measured.
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
        self.state = StateFile(STATES / f"{name}.jsonl", self.contest)

    def play(self, workers: int) -> None:
        """Play what is missing."""
        session = hold(
            self.contest,
            self.games,
            workers=workers,
            state=self.state,
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
        bots = ",".join(self.contest.bots)
        return f"praefectus tournament {board}--bots {bots} --games {self.games} --seed {SEED}"

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
    figure, axes = plt.subplots(figsize=(9, 0.8 + 0.42 * len(rows)), layout="constrained")
    for place, row in enumerate(reversed(rows)):
        star, _ = measured(row.summary())
        rate = star.win_rate
        low, high = star.interval
        axes.barh(place, rate, color="#7a4b2a")
        axes.errorbar(rate, place, xerr=[[rate - low], [high - rate]], color="#222222", capsize=3)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=400, help="games per row, at least")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables-only", action="store_true", help="play nothing more")
    arguments = parser.parse_args()
    rows = [Row(*row, arguments.games) for row in ROWS]
    four = Row(*FOUR, arguments.games)
    if not arguments.tables_only:
        for row in (*rows, four):
            row.play(arguments.workers)
    played = [row for row in rows if row.state.numbers]
    page = PAGE.read_text(encoding="utf-8")
    page = put(page, "standings", standings_table(played))
    if four.state.numbers:
        page = put(page, "four", four_table(four))
    PAGE.write_text(page, encoding="utf-8")
    draw(played)


if __name__ == "__main__":
    main()
