"""Plays the ladder and writes its tables and figure.

.venv/bin/python benchmarks/ladder.py [--games N] [--workers W] [--tables-only]

Finished games are kept in build/ladder, so that it goes on after Ctrl-C. All rows take about four hours of a core.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from pathlib import Path

import matplotlib as mpl

mpl.use("Agg")
import matplotlib.pyplot as plt

from praefectus.bots.ladder import StateFile, Tournament, run, seatings
from praefectus.cli.standings import PARTS, Standing, Standings
from praefectus.cli.summary import wilson

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
        self.contest = Tournament(map=map, bots=(star, *others), seed=SEED)
        self.games = games + -games % len(seatings(self.contest.bots))
        name = re.sub(r"[^a-z0-9]+", "-", f"{map}-{len(others) + 1}-{star}-against-{others[0]}")
        self.state = StateFile(STATES / f"{name}.jsonl", self.contest)

    def play(self, workers: int) -> None:
        """Play what is missing."""
        todo = [index for index in range(self.games) if index not in self.state.results]
        for done, result in enumerate(run(self.contest, todo, workers), 1):
            self.state.add(result)
            for trouble in result.troubles:
                print(f"\n{trouble}", file=sys.stderr)
            print(f"\r{self.label}: {done} of {len(todo)}  ", end="", file=sys.stderr)
        print(f"\r{self.label}: played      ", file=sys.stderr)

    @property
    def label(self) -> str:
        """Who plays whom where, in words."""
        star, *others = self.contest.bots
        return f"{star} against {len(others)} × {others[0]}, {self.contest.map}"

    @property
    def command(self) -> str:
        """What plays this row again."""
        board = "" if self.contest.map == "imperium" else f"--map {self.contest.map} "
        bots = ",".join(self.contest.bots)
        return f"praefectus tournament {board}--bots {bots} --games {self.games} --seed {SEED}"

    def standings(self) -> Standings:
        """Return what the games so far came to."""
        played = [one for one in self.state.results.values() if one.index < self.games]
        return Standings(dict.fromkeys(self.contest.bots), played)


def standings_table(rows: list[Row]) -> str:
    lines = [
        "| table | bots | games | wins | win rate | 95 % | points | turns | ms a turn |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    for row in rows:
        standings = row.standings()
        star, other = measured(row, standings)
        low, high = wilson(star.wins, star.games)
        lines.append(
            f"| {row.contest.map.capitalize()}, {len(row.contest.bots)} "
            f"| **{star.bot}**, {len(row.contest.bots) - 1} × {other.bot} "
            f"| {star.games} | {star.wins} | {100 * star.wins / star.games:.1f} % "
            f"| {100 * low:.1f}–{100 * high:.1f} "
            f"| {star.points.mean:.1f} : {other.points.mean:.1f} "
            f"| {standings.turns.mean:.0f} "
            f"| {star.ms_per_turn:.1f} : {other.ms_per_turn:.1f} |"
        )
    commands = "\n".join(f"    {row.command}" for row in rows)
    return "\n".join(lines) + f"\n\n{commands}"


def measured(row: Row, standings: Standings) -> tuple[Standing, Standing]:
    star, other, *_ = row.contest.bots
    return standings.bots[star], standings.bots[other]


def four_table(row: Row) -> str:
    standings = row.standings()
    results = standings.results
    seats = Counter(result.ranking[0] for result in results)
    (everyone,) = standings.bots.values()
    summary = (
        f"{len(results)} games of {standings.turns.least} to {standings.turns.most} turns, on average "
        f"{standings.turns.mean:.0f}; {standings.endings['cards']} ended by the last card, "
        f"{standings.endings['houses']} by the 15th house. Wins by seat: "
        f"{', '.join(str(seats[seat]) for seat in range(len(row.contest.bots)))}."
    )
    lines = [
        f"    {row.command}",
        "",
        f"| | {' | '.join(PARTS)} | all |",
        f"| --- |{' --- |' * (len(PARTS) + 1)}",
        points_row("winners", standings.winners_by_god, len(results), standings.winners.mean),
        points_row("everyone", everyone.by_god, everyone.games, everyone.points.mean),
        "",
        summary,
    ]
    return "\n".join(lines)


def points_row(who: str, by_god: Counter[str], count: int, mean: float) -> str:
    cells = " | ".join(f"{by_god[god] / count:.1f}" for god in PARTS)
    return f"| {who} | {cells} | {mean:.1f} |"


def draw(rows: list[Row]) -> None:
    """Draw the win rates with their intervals, each beside par."""
    figure, axes = plt.subplots(figsize=(9, 0.8 + 0.42 * len(rows)), layout="constrained")
    for place, row in enumerate(reversed(rows)):
        star, _ = measured(row, row.standings())
        rate = star.wins / star.games
        low, high = wilson(star.wins, star.games)
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
    parser.add_argument("--games", type=int, default=400, help="games a row, at least")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables-only", action="store_true", help="play nothing more")
    arguments = parser.parse_args()
    rows = [Row(*row, arguments.games) for row in ROWS]
    four = Row(*FOUR, arguments.games)
    if not arguments.tables_only:
        for row in (*rows, four):
            row.play(arguments.workers)
    played = [row for row in rows if row.state.results]
    page = PAGE.read_text(encoding="utf-8")
    page = put(page, "standings", standings_table(played))
    if four.state.results:
        page = put(page, "four", four_table(four))
    PAGE.write_text(page, encoding="utf-8")
    draw(played)


if __name__ == "__main__":
    main()
