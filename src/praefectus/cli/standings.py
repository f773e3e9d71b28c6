"""What a tournament came to: wins with intervals, ratings, points by god, time a turn."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from praefectus.bots.ladder import GameResult
from praefectus.cli.summary import Z_95, Numbers, wilson
from praefectus.rules.ids import GOD_NAMES

PARTS = (*GOD_NAMES, "concordia")


@dataclass
class Standing:
    """One bot's results; a bot in several seats counts once for each."""

    bot: str
    games: int = 0
    wins: int = 0
    points: Numbers = field(default_factory=Numbers)
    by_god: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    seconds: float = 0.0
    troubles: int = 0
    rating: tuple[float, float] | None = None

    def as_json(self) -> dict[str, Any]:
        """Give what machines read."""
        low, high = wilson(self.wins, self.games)
        document: dict[str, Any] = {
            "bot": self.bot,
            "games": self.games,
            "wins": self.wins,
            "win_rate": round(self.wins / self.games, 4) if self.games else 0.0,
            "low": round(low, 4),
            "high": round(high, 4),
            "points": round(self.points.mean, 2),
            "ms_per_turn": round(self.ms_per_turn, 3),
            "points_by_god": {
                god: round(self.by_god[god] / max(self.games, 1), 2) for god in PARTS
            },
            "troubles": self.troubles,
        }
        if self.rating is not None:
            mu, sigma = self.rating
            document["rating"] = {
                "mu": round(mu, 3),
                "sigma": round(sigma, 3),
                "low": round(mu - Z_95 * sigma, 3),
                "high": round(mu + Z_95 * sigma, 3),
            }
        return document

    @property
    def ms_per_turn(self) -> float:
        """Give the milliseconds the bot thought a turn of its own."""
        return 1000 * self.seconds / max(self.turns, 1)


class Standings:
    """The results so far; they do not depend on the order in which games finished."""

    def __init__(self, bots: Iterable[str], results: Iterable[GameResult]) -> None:
        self.bots = {bot: Standing(bot) for bot in bots}
        self.results = sorted(results, key=lambda result: result.index)
        self.endings: Counter[str] = Counter()
        self.turns = Numbers()
        self.winners = Numbers()
        self.winners_by_god: Counter[str] = Counter()
        for result in self.results:
            self._add(result)
        self.rated = self._rate()

    def _add(self, result: GameResult) -> None:
        winner = result.ranking[0]
        self.endings[result.reason] += 1
        self.turns.add(result.turns)
        self.winners.add(result.points[winner]["total"])
        for god in PARTS:
            self.winners_by_god[god] += result.points[winner][god]
        for seat, bot in enumerate(result.seating):
            standing = self.bots[bot]
            standing.games += 1
            standing.wins += seat == winner
            standing.points.add(result.points[seat]["total"])
            for god in PARTS:
                standing.by_god[god] += result.points[seat][god]
            standing.turns += result.turns_taken[seat]
            standing.seconds += result.seconds[seat]
        for trouble in result.troubles:
            for bot, standing in self.bots.items():
                standing.troubles += trouble.startswith(f"bot {bot} ")

    def _rate(self) -> bool:
        """Rate the bots by Plackett-Luce, if the library is there; tell whether it is."""
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            return False
        if len(self.bots) < 2:
            return True
        model = PlackettLuce()
        ratings = {bot: model.rating(name=bot) for bot in self.bots}
        for result in self.results:
            places = {seat: place for place, seat in enumerate(result.ranking)}
            rated = model.rate(
                [[ratings[bot]] for bot in result.seating],
                ranks=[float(places[seat]) for seat in range(len(result.seating))],
            )
            # The same bot in several seats: its rating goes by the mean of what they say.
            for bot, old in ratings.items():
                new = [
                    team[0]
                    for team, seated in zip(rated, result.seating, strict=True)
                    if seated == bot
                ]
                old.mu = sum(one.mu for one in new) / len(new)
                old.sigma = sum(one.sigma for one in new) / len(new)
        for bot, rating in ratings.items():
            self.bots[bot].rating = (rating.mu, rating.sigma)
        return True

    def ranked(self) -> list[Standing]:
        """Give the bots, best win rate first."""
        return sorted(self.bots.values(), key=lambda one: -one.wins / max(one.games, 1))

    def as_json(self) -> dict[str, Any]:
        """Give what `--json` prints, less what was asked for."""
        games = max(len(self.results), 1)
        return {
            "bots": [standing.as_json() for standing in self.bots.values()],
            "endings": {reason: self.endings[reason] for reason in ("houses", "cards")},
            "turns": self.turns.as_json(),
            "winner_points": {
                **self.winners.as_json(),
                "by_god": {god: round(self.winners_by_god[god] / games, 2) for god in PARTS},
            },
        }
