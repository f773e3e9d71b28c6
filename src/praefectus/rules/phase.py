"""What a phase is: the actions it allows, what they do, and why others are refused."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.facts import lowest
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.state import State


class Actions:
    """Action numbers in a buffer that is reused."""

    def __init__(self, capacity: i64) -> None:
        self.numbers: vec[i64] = vec[i64]([0] * capacity)
        self.count: i64 = 0

    def add(self, action: i64) -> None:
        """Append an action; rules add them in ascending order."""
        self.numbers[self.count] = action
        self.count += 1

    def add_range(self, first: i64, count: i64) -> None:
        """Append `count` actions from `first` on."""
        numbers = self.numbers
        at: i64 = self.count
        action: i64
        for action in range(first, first + count):
            numbers[at] = action
            at += 1
        self.count = at

    def add_mask(self, first: i64, mask: i64) -> None:
        """Append `first` + n for every bit n of a mask."""
        numbers = self.numbers
        at: i64 = self.count
        while mask != 0:
            numbers[at] = first + lowest(mask)
            mask &= mask - 1
            at += 1
        self.count = at

    def add_held(self, first: i64, amounts: vec[i64], start: i64, count: i64) -> None:
        """Append `first` + n for every n below `count` of which `amounts`, from `start` on, has any."""
        numbers = self.numbers
        at: i64 = self.count
        n: i64
        for n in range(count):
            if amounts[start + n] > 0:
                numbers[at] = first + n
                at += 1
        self.count = at


class Phase:
    """One phase of the game. Cards override what they need."""

    def legal(self, s: State, out: Actions) -> None:
        """Add the actions allowed now, ascending."""

    def apply(self, s: State, action: i64) -> None:
        """Carry out an action that is allowed; `end` is handled elsewhere."""

    def refuse(self, s: State, action: i64) -> Refusal:
        """Return why `action` is not allowed now."""
        return refusal("R2.1", "turn.not-now")

    def begin(self, s: State) -> None:
        """Start the action of the card, after it was played or copied."""
