"""Sums over profiles, by board and number of players; sums of parts can be added up in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from praefectus.document import POINTS
from praefectus.intervals import Numbers, wilson
from praefectus.statistics.profile import OPENING, Profile
from praefectus.wire.position import Points
from praefectus.wire.statistics import (
    CardRate,
    GodMeans,
    GroupStatistics,
    LeadRate,
    NamedRate,
    Rate,
    Statistics,
)

T = TypeVar("T")

# When a card is bought: from which round on, and up to which.
PERIODS: tuple[tuple[int, int | None], ...] = ((1, 5), (6, 10), (11, 15), (16, 20), (21, None))
# How large a lead is.
LEADS: tuple[tuple[int, int | None], ...] = ((1, 4), (5, 9), (10, 19), (20, None))


def part(number: int, parts: tuple[tuple[int, int | None], ...]) -> int:
    """Return in which of the parts, each from a number up to another, a number lies."""
    return next(at for at, (_, most) in enumerate(parts) if most is None or number <= most)


@dataclass
class Wins(Generic[T]):
    """How often something was done, and how often whoever did it won."""

    games: Counter[T] = field(default_factory=Counter)
    wins: Counter[T] = field(default_factory=Counter)

    def add(self, key: T, won: bool) -> None:
        """Count one more."""
        self.games[key] += 1
        self.wins[key] += won

    def merge(self, other: Wins[T]) -> None:
        """Count all that another has counted."""
        self.games.update(other.games)
        self.wins.update(other.wins)

    def rate(self, key: T) -> Rate:
        """Return the win rate with its interval."""
        games, wins = self.games[key], self.wins[key]
        low, high = wilson(wins, games)
        return {
            "games": games,
            "wins": wins,
            "rate": round(wins / max(games, 1), 4),
            "low": round(low, 4),
            "high": round(high, 4),
        }

    def by_name(self) -> list[NamedRate]:
        """Return everything that was done, most frequent first."""
        keys = sorted(self.games, key=lambda key: (-self.games[key], str(key)))
        return [{"name": str(key), **self.rate(key)} for key in keys]


@dataclass
class GodSums:
    """Points by god, summed over seats."""

    count: int = 0
    points: Counter[str] = field(default_factory=Counter)

    def add(self, points: Points) -> None:
        """Count one seat."""
        self.count += 1
        self.points.update(cast("dict[str, int]", points))

    def merge(self, other: GodSums) -> None:
        """Count all that another has counted."""
        self.count += other.count
        self.points.update(other.points)

    def means(self) -> GodMeans:
        """Return the mean points by god and in total."""
        count = max(self.count, 1)
        return cast("GodMeans", {part: round(self.points[part] / count, 2) for part in POINTS})


@dataclass
class Group:
    """The sums of games on one board with one number of players."""

    map: str
    players: int
    games: int = 0
    turns: Numbers = field(default_factory=Numbers)
    winner_points: Numbers = field(default_factory=Numbers)
    endings: Counter[str] = field(default_factory=Counter)
    everyone: GodSums = field(default_factory=GodSums)
    winners: GodSums = field(default_factory=GodSums)
    seats: Wins[int] = field(default_factory=Wins)
    first_cards: Wins[str] = field(default_factory=Wins)
    first_goods: Wins[str] = field(default_factory=Wins)
    first_cities: Wins[str] = field(default_factory=Wins)
    first_purchases: Wins[str] = field(default_factory=Wins)
    bought: Wins[tuple[str, int]] = field(default_factory=Wins)
    leads: Wins[tuple[int, int]] = field(default_factory=Wins)

    def add(self, game: Profile, seats: Iterable[int] | None = None) -> None:
        """Count a game; of what single seats did, only `seats` if they are given."""
        outcome = game.outcome
        winner = outcome.winner
        self.games += 1
        self.turns.add(game.turns)
        self.winner_points.add(outcome.points[winner]["total"])
        self.winners.add(outcome.points[winner])
        self.endings[outcome.reason] += 1
        counted = range(self.players) if seats is None else seats
        for seat in counted:
            self._add_seat(game, seat, seat == winner)
        for lead in game.leads:
            if lead.seat in counted:
                self.leads.add((lead.round, part(lead.points, LEADS)), lead.seat == winner)

    def _add_seat(self, game: Profile, seat: int, won: bool) -> None:
        mine = game.seats[seat]
        self.everyone.add(game.outcome.points[seat])
        self.seats.add(seat, won)
        if len(mine.cards) == OPENING:
            self.first_cards.add(" ".join(mine.cards), won)
        if len(mine.goods) == OPENING:
            # In which order two houses are built matters less than what they give together.
            self.first_goods.add(" ".join(sorted(mine.goods)), won)
        if mine.cities:
            self.first_cities.add(mine.cities[0], won)
        if mine.purchases:
            self.first_purchases.add(mine.purchases[0][0], won)
        for card, round in mine.purchases:
            self.bought.add((card, part(round, PERIODS)), won)

    def merge(self, other: Group) -> None:
        """Count all games that another has counted."""
        self.games += other.games
        self.endings.update(other.endings)
        for numbers, others in (
            (self.turns, other.turns),
            (self.winner_points, other.winner_points),
        ):
            numbers.merge(others)
        self.everyone.merge(other.everyone)
        self.winners.merge(other.winners)
        self.seats.merge(other.seats)
        self.first_cards.merge(other.first_cards)
        self.first_goods.merge(other.first_goods)
        self.first_cities.merge(other.first_cities)
        self.first_purchases.merge(other.first_purchases)
        self.bought.merge(other.bought)
        self.leads.merge(other.leads)

    def as_json(self) -> GroupStatistics:
        """Return the figures as plain data."""
        return {
            "map": self.map,
            "players": self.players,
            "games": self.games,
            "turns": self.turns.as_json(),
            "winner_points": self.winner_points.as_json(),
            "houses": self.endings["houses"],
            "cards": self.endings["cards"],
            "everyone": self.everyone.means(),
            "winners": self.winners.means(),
            "seats": [self.seats.rate(seat) for seat in range(self.players)],
            "first_cards": self.first_cards.by_name(),
            "first_goods": self.first_goods.by_name(),
            "first_cities": self.first_cities.by_name(),
            "first_purchases": self.first_purchases.by_name(),
            "bought": self._bought(),
            "leads": self._leads(),
        }

    def _bought(self) -> list[CardRate]:
        rates: list[CardRate] = []
        for card, period in sorted(self.bought.games):
            first, last = PERIODS[period]
            rate = self.bought.rate((card, period))
            rates.append({"name": card, "first_round": first, "last_round": last, **rate})
        return rates

    def _leads(self) -> list[LeadRate]:
        rates: list[LeadRate] = []
        for round, size in sorted(self.leads.games):
            least, most = LEADS[size]
            rate = self.leads.rate((round, size))
            rates.append({"round": round, "least": least, "most": most, **rate})
        return rates


class Sums:
    """The sums of all games, in groups."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, int], Group] = {}

    @property
    def games(self) -> int:
        """How many games were counted."""
        return sum(group.games for group in self._groups.values())

    def add(self, game: Profile, seats: Iterable[int] | None = None) -> None:
        """Count a game; of what single seats did, only `seats` if they are given."""
        self._group(game.map, game.players).add(game, seats)

    def merge(self, other: Sums) -> None:
        """Count all games that another has counted."""
        for group in other._groups.values():
            self._group(group.map, group.players).merge(group)

    def as_json(self) -> Statistics:
        """Return the figures as plain data, by board and number of players."""
        return {"groups": [self._groups[key].as_json() for key in sorted(self._groups)]}

    def _group(self, map: str, players: int) -> Group:
        return self._groups.setdefault((map, players), Group(map, players))
