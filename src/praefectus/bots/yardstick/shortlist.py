"""The best few of many choices, best first, in buffers that are reused."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64


class Shortlist:
    """Choices of one or two actions each (-1: none), in descending order of worth."""

    def __init__(self, most: i64) -> None:
        self.most: i64 = most
        self.count: i64 = 0
        self.worth: vec[float] = vec[float]([0.0] * most)
        self.first: vec[i64] = vec[i64]([0] * most)
        self.second: vec[i64] = vec[i64]([0] * most)

    def put(self, worth: float, first: i64, second: i64) -> None:
        """Insert a choice, unless the list is full of choices that are at least as good."""
        at: i64 = self.count
        if at == self.most:
            at -= 1
            if worth <= self.worth[at]:
                return
        else:
            self.count += 1
        while at > 0 and self.worth[at - 1] < worth:
            self.worth[at] = self.worth[at - 1]
            self.first[at] = self.first[at - 1]
            self.second[at] = self.second[at - 1]
            at -= 1
        self.worth[at] = worth
        self.first[at] = first
        self.second[at] = second
