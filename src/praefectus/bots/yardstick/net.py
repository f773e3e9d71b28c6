"""A small network that corrects the evaluation by what it learned from self-play.

For every seat it reads features of the position and says how much better or worse the seat stands
than the evaluation thinks, on the scale of the logarithm of chances: one hidden layer of rectified
units, and a linear part. `learning.py` reads and writes its file, `scripts/train_net.py` trains it.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.yardstick.indices import INPUTS


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
