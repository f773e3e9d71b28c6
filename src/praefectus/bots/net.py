"""A small network that corrects the evaluation by what it learned from self-play.

For every seat it reads features of the position and says how much better or worse the seat stands
than the evaluation thinks, on the scale of the logarithm of chances: one hidden layer of rectified
units, and a linear part. `learning.py` reads and writes its file, `scripts/train_net.py` trains it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

INPUTS: Final = 58
# Where the features begin; `Evaluator.features` fills them, each roughly between 0 and 1.
IN_CARDS: Final = 0  # five gods
IN_MINERVA: Final = 5  # points a house, five goods
IN_HOUSES: Final = 10  # houses, five goods
IN_PROVINCES: Final = 15
IN_BUILT: Final = 16
IN_COLONISTS: Final = 17
IN_GOODS: Final = 18  # five goods
IN_MONEY: Final = 23
IN_HAND: Final = 24  # seventeen faces
IN_PILE: Final = 41
IN_BESIDE: Final = 42
IN_REACH: Final = 43
IN_ROOM: Final = 44
IN_REMAINING: Final = 45
IN_SOON: Final = 46
IN_WORTH: Final = 47
IN_LEAD: Final = 48  # over the best of the others
IN_ABOVE: Final = 49  # the mean
IN_WAIT: Final = 50  # turns until this seat plays
IN_MAGNUS: Final = 51
IN_CONCORDIA: Final = 52
IN_PLAYERS: Final = 53
IN_SCORE: Final = 54  # the lead as the evaluation weighs it
IN_FOR_SALE: Final = 55
IN_HOUSES_LEFT: Final = 56
IN_RIVALS_HOUSES: Final = 57


class Net:
    """The network: `first` is inputs × hidden, then the biases, the second layer, the linear part."""

    def __init__(
        self,
        hidden: i64,
        first: vec[float],
        biases: vec[float],
        second: vec[float],
        linear: vec[float],
    ) -> None:
        self.hidden: i64 = hidden
        self.first: vec[float] = first
        self.biases: vec[float] = biases
        self.second: vec[float] = second
        self.linear: vec[float] = linear
        self.sums: vec[float] = vec[float]([0.0] * hidden)

    def answer(self, x: vec[float], start: i64) -> float:
        """Return the correction for the features at x[start:]."""
        hidden: i64 = self.hidden
        sums = self.sums
        first = self.first
        linear = self.linear
        i: i64
        j: i64
        for j in range(hidden):
            sums[j] = self.biases[j]
        total: float = 0.0
        for i in range(INPUTS):
            value: float = x[start + i]
            if value != 0.0:
                total += value * linear[i]
                row: i64 = i * hidden
                for j in range(hidden):
                    sums[j] += value * first[row + j]
        for j in range(hidden):
            if sums[j] > 0.0:
                total += sums[j] * self.second[j]
        return total
