"""How certain a figure is: intervals of rates, spread of numbers."""

from dataclasses import dataclass
from math import sqrt

from praefectus.wire.statistics import Spread

Z_95 = 1.959964  # two-sided 95 % of the normal distribution


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a rate by Wilson's score; 0 to 1 when nothing was played."""
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

    def merge(self, other: "Numbers") -> None:
        """Count all that another has counted."""
        if other.count:
            self.least = min(self.least, other.least) if self.count else other.least
            self.most = max(self.most, other.most) if self.count else other.most
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    @property
    def mean(self) -> float:
        """The mean; 0 if nothing was counted."""
        return self.total / self.count if self.count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of the sample."""
        if self.count < 2:
            return 0.0
        spread = self.squares * self.count - self.total**2
        return sqrt(spread / (self.count * (self.count - 1)))

    def as_json(self) -> Spread:
        """Return mean, deviation and range as plain data."""
        return {
            "mean": round(self.mean, 3),
            "deviation": round(self.deviation, 3),
            "min": self.least,
            "max": self.most,
        }
