"""The sequential test of a match: it ends as soon as the result is clear.

A match is a series of pairs of games on one set-up, in which candidate and champion change places. A pair's
score is the share of its games that the candidate won: 0, 1/2 or 1, and 1/2 on average for equal players at
any table. The test is the generalised sequential probability ratio test (GSPRT) of two mean
scores, the variance taken from the pairs themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from praefectus.intervals import Z_95

PRIOR = 0.5  # of a pair of each score, added to what was seen: no variance is 0 after a few pairs


@dataclass(frozen=True)
class Bounds:
    """What is tested: the mean score `even` against `better`, with these chances of error."""

    even: float = 0.5
    better: float = 0.54
    false_promotion: float = 0.05
    false_refusal: float = 0.05

    @property
    def upper(self) -> float:
        """The log-likelihood ratio from which the candidate is better."""
        return log((1 - self.false_refusal) / self.false_promotion)

    @property
    def lower(self) -> float:
        """The log-likelihood ratio from which it is not."""
        return log(self.false_refusal / (1 - self.false_promotion))


@dataclass(frozen=True)
class Tally:
    """How many pairs the candidate lost, shared and won."""

    lost: int = 0
    shared: int = 0
    won: int = 0

    def add(self, wins: int) -> Tally:
        """Return the tally with one more pair, of which the candidate won so many games."""
        return Tally(
            self.lost + (wins == 0),
            self.shared + (wins == 1),
            self.won + (wins == 2),
        )

    @property
    def pairs(self) -> int:
        """How many pairs were played."""
        return self.lost + self.shared + self.won

    @property
    def score(self) -> float:
        """The mean score."""
        return (self.shared / 2 + self.won) / self.pairs if self.pairs else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean score, for a match of a length that was fixed before."""
        if not self.pairs:
            return 0.0, 1.0
        half = Z_95 * sqrt(_moments(self)[1] / self.pairs)
        return max(0.0, self.score - half), min(1.0, self.score + half)

    def ratio(self, bounds: Bounds) -> float:
        """Return the log-likelihood ratio of `better` to `even`."""
        if not self.pairs:
            return 0.0
        mean, variance = _moments(self)
        middle = (bounds.better + bounds.even) / 2
        return self.pairs * (bounds.better - bounds.even) * (mean - middle) / variance

    def verdict(self, bounds: Bounds) -> bool | None:
        """Tell whether the candidate is better; None as long as that is open."""
        ratio = self.ratio(bounds)
        if ratio >= bounds.upper:
            return True
        return False if ratio <= bounds.lower else None


def _moments(tally: Tally) -> tuple[float, float]:
    """Return mean and variance of a pair's score."""
    counts = (tally.lost + PRIOR, tally.shared + PRIOR, tally.won + PRIOR)
    total = sum(counts)
    mean = (counts[1] / 2 + counts[2]) / total
    square = (counts[1] / 4 + counts[2]) / total
    return mean, square - mean * mean
