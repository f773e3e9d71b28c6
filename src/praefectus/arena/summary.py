"""A summary of many results: wins with intervals, points by god, time, turns, endings, ratings."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from praefectus.arena.contest import Contest
from praefectus.arena.game import GameResult
from praefectus.arena.rating import Rating, rate
from praefectus.document import SCORED
from praefectus.intervals import Numbers, wilson

PARTS = SCORED  # what points are made of


@dataclass
class Tally:
    """The results of one seat or one bot. A bot in several seats counts once per seat."""

    games: int = 0
    wins: int = 0
    points: Numbers = field(default_factory=Numbers)
    by_god: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    seconds: float = 0.0
    troubles: int = 0

    def add(self, result: GameResult, seat: int) -> None:
        """Count the result of one seat of a game."""
        self.games += 1
        self.wins += seat == result.winner
        points = result.points[seat]
        self.points.add(points["total"])
        for part in PARTS:
            self.by_god[part] += points[part]
        self.turns += result.turns_taken[seat]
        self.seconds += result.seconds[seat]

    @property
    def win_rate(self) -> float:
        """Wins per game; 0 if nothing was played."""
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return wilson(self.wins, self.games)

    @property
    def ms_per_turn(self) -> float:
        """How many milliseconds the bot took per own turn."""
        return 1000 * self.seconds / max(self.turns, 1)

    def mean_points(self, part: str) -> float:
        """Return the points per game that a god, or the Concordia card, brought."""
        return self.by_god[part] / max(self.games, 1)


class Summary:
    """The results of a contest so far. The same results in any order give the same summary.

    It keeps sums and the ranking of each game, so that 100,000 games take about 10 MB.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.seats = [Tally() for _ in contest.bots]
        self.bots = {bot: Tally() for bot in contest.bots}
        self.winners = Tally()  # whoever won
        self.turns = Numbers()
        self.decisions = Numbers()
        self.endings: Counter[str] = Counter()
        self._rankings: dict[int, tuple[int, ...]] = {}
        self._same: dict[tuple[int, ...], tuple[int, ...]] = {}

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.winners.games

    def add(self, result: GameResult) -> None:
        """Count one game."""
        for seat, bot in enumerate(result.seating):
            self.seats[seat].add(result, seat)
            self.bots[bot].add(result, seat)
        for trouble in result.troubles:
            for bot, tally in self.bots.items():
                tally.troubles += trouble.startswith(f"bot {bot} ")
        self.winners.add(result, result.winner)
        self.turns.add(result.turns)
        if result.decisions:
            self.decisions.add(result.decisions)
        self.endings[result.reason] += 1
        ranking = tuple(result.ranking)
        self._rankings[result.index] = self._same.setdefault(ranking, ranking)

    def ranked(self) -> list[tuple[str, Tally]]:
        """Return the bots with their results, best win rate first."""
        return sorted(self.bots.items(), key=lambda one: -one[1].win_rate)

    def ratings(self) -> dict[str, Rating] | None:
        """Return the bots' ratings, game by game in the order of their numbers.

        None if openskill is not installed. It takes about ten seconds for 100,000 games.
        """
        return rate(
            (self.contest.seating(index), ranking)
            for index, ranking in sorted(self._rankings.items())
        )
