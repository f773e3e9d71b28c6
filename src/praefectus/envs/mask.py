"""Action masks: a row of bytes a game, 1 for every action allowed now."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from praefectus.rules.decision import Actions
from praefectus.rules.state import State
from praefectus.rules.tables import Board
from praefectus.rules.turn import legal


class Masks:
    """Masks of several games of one board, and the actions behind them."""

    def __init__(self, board: Board, rows: i64) -> None:
        self.size: i64 = board.action_count
        self.cells: vec[u8] = vec[u8]([0] * (rows * self.size))
        self.legal: list[Actions] = [Actions(board.action_count) for _ in range(rows)]

    def clear(self, row: i64) -> None:
        """Forget the actions of a row."""
        out = self.legal[row]
        base: i64 = row * self.size
        n: i64
        for n in range(out.count):
            self.cells[base + out.numbers[n]] = 0
        out.count = 0

    def find(self, row: i64, s: State) -> i64:
        """Find the actions allowed in `s`, for a row that was cleared; return how many they are."""
        out = self.legal[row]
        legal(s, out)
        return out.count

    def show(self, row: i64) -> None:
        """Write the actions that were found into the row."""
        out = self.legal[row]
        base: i64 = row * self.size
        n: i64
        for n in range(out.count):
            self.cells[base + out.numbers[n]] = 1

    def update(self, row: i64, s: State) -> None:
        """Clear, find and show."""
        self.clear(row)
        self.find(row, s)
        self.show(row)

    def allows(self, row: i64, action: int) -> bool:
        """Tell whether an action is allowed; any number may be asked for."""
        if not 0 <= action < self.size:
            return False
        number: i64 = action
        return self.cells[row * self.size + number] != 0

    def pick(self, row: i64, at: i64) -> i64:
        """Return the allowed action number `at`, counted from 0."""
        return self.legal[row].numbers[at]
