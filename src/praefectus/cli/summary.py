"""What many results come to: wins with intervals, points, turns, endings."""

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from praefectus.cli.simulation import GameResult, Job

Z_95 = 1.959964  # two-sided 95 % of the normal distribution


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Give the 95 % interval of a rate by Wilson's score; 0 to 1 when nothing was played."""
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    centre = rate + Z_95**2 / (2 * games)
    half = Z_95 * sqrt(rate * (1 - rate) / games + Z_95**2 / (4 * games**2))
    scale = 1 + Z_95**2 / games
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)


@dataclass
class Numbers:
    """Mean, spread and range of integers, from sums: the order they came in makes no difference."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int = 0
    most: int = 0

    def add(self, value: int) -> None:
        """Count one more."""
        self.least = min(self.least, value) if self.count else value
        self.most = max(self.most, value) if self.count else value
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        """Give the mean, 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """Give the standard deviation of the sample."""
        if self.count < 2:
            return 0.0
        spread = self.squares * self.count - self.total**2
        return sqrt(spread / (self.count * (self.count - 1)))

    def as_json(self) -> dict[str, float]:
        """Give what machines read."""
        return {
            "mean": round(self.mean, 3),
            "deviation": round(self.deviation, 3),
            "min": self.least,
            "max": self.most,
        }


@dataclass
class Tally:
    """Games, wins and points of one seat or one bot."""

    games: int = 0
    wins: int = 0
    points: Numbers = field(default_factory=Numbers)

    def add(self, won: bool, points: int) -> None:
        """Count one game."""
        self.games += 1
        self.wins += won
        self.points.add(points)

    def as_json(self) -> dict[str, Any]:
        """Give what machines read."""
        low, high = wilson(self.wins, self.games)
        return {
            "games": self.games,
            "wins": self.wins,
            "win_rate": round(self.wins / self.games, 4) if self.games else 0.0,
            "low": round(low, 4),
            "high": round(high, 4),
            "points": self.points.as_json(),
        }


class Summary:
    """The results of a job so far. The same results in any order give the same summary."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.games = 0
        self.seats = [Tally() for _ in job.bots]
        # A bot in several seats counts once for each: its win rate is for one of its seats.
        self.bots = {bot: Tally() for bot in job.bots}
        self.winners = Numbers()
        self.turns = Numbers()
        self.decisions = Numbers()
        self.endings: Counter[str] = Counter()

    def add(self, result: GameResult) -> None:
        """Count one game."""
        self.games += 1
        for seat, points in enumerate(result.points):
            won = seat == result.winner
            self.seats[seat].add(won, points)
            self.bots[self.job.bots[seat]].add(won, points)
        self.winners.add(result.points[result.winner])
        self.turns.add(result.turns)
        self.decisions.add(result.decisions)
        self.endings[result.reason] += 1

    def as_json(self, asked: int) -> dict[str, Any]:
        """Give what `--json` prints; `asked` is how many games were to be played."""
        return {
            "map": self.job.map,
            "players": len(self.job.bots),
            "edition": self.job.edition,
            "intermediate_scoring": self.job.intermediate_scoring,
            "seed": self.job.seed,
            "games": self.games,
            "interrupted": self.games < asked,
            "seats": [
                {"seat": seat, "bot": self.job.bots[seat], **tally.as_json()}
                for seat, tally in enumerate(self.seats)
            ],
            "bots": [{"bot": bot, **tally.as_json()} for bot, tally in self.bots.items()],
            "winner_points": self.winners.as_json(),
            "turns": self.turns.as_json(),
            "decisions": self.decisions.as_json(),
            "endings": {reason: self.endings[reason] for reason in ("houses", "cards")},
        }
