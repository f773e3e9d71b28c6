"""Action masks: one row of bytes per game, 1 for every action allowed now."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from praefectus.rules.facts import Board
from praefectus.rules.phase import Actions
from praefectus.rules.state import State
from praefectus.rules.turn import legal

MOST_LEGAL: Final = 128  # more than any position allows: a Mercator's trades are the most


class Masks:
    """Masks of several games of one board, and the actions that they show."""

    def __init__(self, board: Board, rows: i64) -> None:
        self.size: i64 = board.action_count
        self.cells: vec[u8] = vec[u8]([0] * (rows * self.size))
        self.legal: vec[i16] = vec[i16]([0] * (rows * MOST_LEGAL))
        self.counts: vec[i64] = vec[i64]([0] * rows)
        self.found = Actions(board.action_count)

    def clear(self, row: i64) -> None:
        """Forget the actions that a row shows."""
        cells = self.cells
        numbers = self.legal
        base: i64 = row * self.size
        first: i64 = row * MOST_LEGAL
        n: i64
        for n in range(first, first + self.counts[row]):
            cells[base + i64(numbers[n])] = 0
        self.counts[row] = 0

    def find(self, s: State) -> i64:
        """Find the actions allowed in `s`; return how many they are."""
        legal(s, self.found)
        return self.found.count

    def pick(self, at: i64) -> i64:
        """Return one of the actions that were found."""
        return self.found.numbers[at]

    def show(self, row: i64) -> None:
        """Write the actions that were found into a row that was cleared."""
        cells = self.cells
        numbers = self.legal
        found: vec[i64] = self.found.numbers
        count: i64 = self.found.count
        base: i64 = row * self.size
        first: i64 = row * MOST_LEGAL
        n: i64
        for n in range(count):
            cells[base + found[n]] = 1
            numbers[first + n] = i16(found[n])
        self.counts[row] = count

    def update(self, row: i64, s: State) -> None:
        """Clear, find and show."""
        self.clear(row)
        self.find(s)
        self.show(row)

    def allows(self, row: i64, action: int) -> bool:
        """Tell whether a row shows an action as allowed; any number may be asked for."""
        if not 0 <= action < self.size:
            return False
        number: i64 = action
        return self.cells[row * self.size + number] != 0

    def shown(self, row: i64, at: i64) -> i64:
        """Return one of the actions that a row shows."""
        return i64(self.legal[row * MOST_LEGAL + at])
