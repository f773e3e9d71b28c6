"""Small networks that correct the evaluation by what they learned from games.

For every seat a network reads features of the position and says how much better or worse the seat stands
than the evaluation thinks, on the scale of the logarithm of chances. `Net` looks at each seat by itself: one
hidden layer of rectified units, and a linear part. `TableNet` has a second layer that sees what the first
made of the seat and, on average, of its opponents. `SeatNet` does nearly all of its work once per player: what its
first layer sees can be remembered. A `Policy` says which turns to try. `learning.py` reads and writes their files, `praefectus.training` trains them.

The inputs before IN_REMAINING depend on nothing but what the seat has. What they come to is its *beginning* of `size`
numbers, which the evaluation remembers: the linear part, then the sum of each unit of the first layer.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.indices import (
    IN_FOR_SALE,
    IN_PLAYERS,
    IN_REMAINING,
    IN_SOON,
    INPUTS,
)

BLOCK: Final = 8  # sums that `add_rows` makes at a time, in registers
LEAK: Final = 0.1  # how much of a negative sum passes a unit of a TableNet, so that none can die
MOST_SEATS: Final = 5
ROUNDER: Final = 103079215104.0  # 1.5 * 2**36: added to a number and taken away again, it leaves a multiple of 2**-16
HEADS: Final = 3  # what a SeatNet says of a player at any time, while the game lasts, while a few turns are left


def add_rows(
    sums: vec[float],
    at: i64,
    width: i64,
    matrix: vec[float],
    rows: vec[i64],
    values: vec[float],
    count: i64,
) -> None:
    """Add rows of a matrix to sums[at : at + width], each times its value; rows[n] is where row n begins."""
    j: i64 = 0
    n: i64
    row: i64
    value: float
    while j + BLOCK <= width:
        to: i64 = at + j
        a: float = sums[to]
        b: float = sums[to + 1]
        c: float = sums[to + 2]
        d: float = sums[to + 3]
        e: float = sums[to + 4]
        f: float = sums[to + 5]
        g: float = sums[to + 6]
        h: float = sums[to + 7]
        for n in range(count):
            value = values[n]
            row = rows[n] + j
            a += value * matrix[row]
            b += value * matrix[row + 1]
            c += value * matrix[row + 2]
            d += value * matrix[row + 3]
            e += value * matrix[row + 4]
            f += value * matrix[row + 5]
            g += value * matrix[row + 6]
            h += value * matrix[row + 7]
        sums[to] = a
        sums[to + 1] = b
        sums[to + 2] = c
        sums[to + 3] = d
        sums[to + 4] = e
        sums[to + 5] = f
        sums[to + 6] = g
        sums[to + 7] = h
        j += BLOCK
    while j < width:
        a = sums[at + j]
        for n in range(count):
            a += values[n] * matrix[rows[n] + j]
        sums[at + j] = a
        j += 1


class Policy:
    """What a network thinks of a turn before anybody tries it: how much more or less it is worth than the evaluation says.

    It sees what the seat has after the turn and how much of the game remains. So it depends on nothing but what the worth of the turn
    depends on, and is remembered with it (`recall.py`). The turns of one position differ in few inputs: the first after `begin` is the base,
    and of the others only what differs from it is computed. There is a layer of `hidden` units and a linear part; both have the three heads of a
    `SeatNet`: `first` is inputs × hidden, `second` hidden × HEADS, `linear` inputs × HEADS.
    """

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
        self.rows: vec[i64] = vec[i64]([0] * IN_REMAINING)
        self.values: vec[float] = vec[float]([0.0] * IN_REMAINING)
        # The base: the time that remains, its inputs, its linear part and its sums; what each unit and input counts for at that time.
        self.has_base = False
        self.remaining: float = 0.0
        self.soon: float = 0.0
        self.base: vec[float] = vec[float]([0.0] * IN_REMAINING)
        self.base_total: float = 0.0
        self.base_sums: vec[float] = vec[float]([0.0] * hidden)
        self.of_unit: vec[float] = vec[float]([0.0] * hidden)
        self.of_input: vec[float] = vec[float]([0.0] * IN_REMAINING)

    def begin(self) -> None:
        """Make the next features the base."""
        self.has_base = False

    def preference(self, x: vec[float], start: i64, remaining: float, soon: float) -> float:
        """Return what to add to the worth of a turn after which its seat has the features at x[start:]."""
        if not self.has_base or remaining != self.remaining or soon != self.soon:
            self._begin_with(x, start, remaining, soon)
        hidden: i64 = self.hidden
        base = self.base
        of_input = self.of_input
        of_unit = self.of_unit
        sums = self.sums
        base_sums = self.base_sums
        rows = self.rows
        values = self.values
        count: i64 = 0
        total: float = self.base_total
        i: i64
        j: i64
        value: float
        for i in range(IN_REMAINING):
            value = x[start + i] - base[i]
            if value != 0.0:
                total += value * of_input[i]
                rows[count] = i * hidden
                values[count] = value
                count += 1
        for j in range(hidden):
            sums[j] = base_sums[j]
        add_rows(sums, 0, hidden, self.first, rows, values, count)
        for j in range(hidden):
            value = sums[j]
            if value < 0.0:
                value *= LEAK
            total += value * of_unit[j]
        # Sums that were added up from another base differ in their last bits. Turns that are remembered must be those found anew.
        return (total + ROUNDER) - ROUNDER

    def _begin_with(self, x: vec[float], start: i64, remaining: float, soon: float) -> None:
        """Make the features at x[start:] the base."""
        hidden: i64 = self.hidden
        rows = self.rows
        values = self.values
        base_sums = self.base_sums
        count: i64 = 0
        total: float = 0.0
        i: i64
        j: i64
        at: i64
        value: float
        for j in range(hidden):
            base_sums[j] = self.biases[j]
            at = j * HEADS
            self.of_unit[j] = (
                self.second[at] + self.second[at + 1] * remaining + self.second[at + 2] * soon
            )
        for i in range(IN_REMAINING):
            at = i * HEADS
            self.of_input[i] = (
                self.linear[at] + self.linear[at + 1] * remaining + self.linear[at + 2] * soon
            )
            value = x[start + i]
            self.base[i] = value
            if value != 0.0:
                total += value * self.of_input[i]
                rows[count] = i * hidden
                values[count] = value
                count += 1
        add_rows(base_sums, 0, hidden, self.first, rows, values, count)
        self.base_total = total
        self.remaining = remaining
        self.soon = soon
        self.has_base = True


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
        self.policy: Policy | None = None
        self.hidden: i64 = hidden
        self.size: i64 = 1 + hidden  # of a beginning
        self.first: vec[float] = first
        self.biases: vec[float] = biases
        self.second: vec[float] = second
        self.linear: vec[float] = linear
        self.sums: vec[float] = vec[float]([0.0] * hidden)
        # The rows of a matrix that count for certain inputs, and by how much.
        self.rows: vec[i64] = vec[i64]([0] * INPUTS)
        self.values: vec[float] = vec[float]([0.0] * INPUTS)

    def begin(self, x: vec[float], start: i64, beginnings: vec[float], at: i64) -> None:
        """Write the beginning for the features at x[start:] into `beginnings` from `at` on."""
        beginnings[at] = self._first_layer(x, start, beginnings, at + 1)

    def _first_layer(self, x: vec[float], start: i64, sums: vec[float], at: i64) -> float:
        """Write what the first layer sees of what a seat has into `sums` from `at` on; return the linear part."""
        biases = self.biases
        j: i64
        for j in range(self.hidden):
            sums[at + j] = biases[j]
        return self._see(x, start, 0, IN_REMAINING, sums, at, 0.0)

    def _see(
        self,
        x: vec[float],
        start: i64,
        first: i64,
        stop: i64,
        sums: vec[float],
        at: i64,
        total: float,
    ) -> float:
        """Add what the first layer makes of the inputs from `first` to `stop` to `sums`; return `total` and their linear part."""
        hidden: i64 = self.hidden
        linear = self.linear
        rows = self.rows
        values = self.values
        count: i64 = 0
        i: i64
        for i in range(first, stop):
            value: float = x[start + i]
            if value != 0.0:
                total += value * linear[i]
                rows[count] = i * hidden
                values[count] = value
                count += 1
        add_rows(sums, at, hidden, self.first, rows, values, count)
        return total

    def correct(
        self, x: vec[float], beginnings: vec[float], begin: vec[i64], out: vec[float]
    ) -> None:
        """Add to out[seat] the correction for the features at x[seat * INPUTS :].

        The beginning of each seat is in `beginnings` from begin[seat] on.
        """
        sums = self.sums
        seat: i64
        j: i64
        for seat in range(len(out)):
            total: float = self._read(x, seat * INPUTS, beginnings, begin[seat], sums, 0)
            for j in range(self.hidden):
                if sums[j] > 0.0:
                    total += sums[j] * self.second[j]
            out[seat] += total

    def _read(
        self,
        x: vec[float],
        start: i64,
        beginnings: vec[float],
        begin: i64,
        sums: vec[float],
        at: i64,
    ) -> float:
        """Write the sums of the first layer into `sums` from `at` on; return the linear part."""
        j: i64
        for j in range(self.hidden):
            sums[at + j] = beginnings[begin + 1 + j]
        return self._see(x, start, IN_REMAINING, INPUTS, sums, at, beginnings[begin])

    def corrections(self, x: list[float], players: int) -> list[float]:
        """Return the corrections for the features of all seats, for callers that are not compiled."""
        features: vec[float] = vec[float](x)
        size: i64 = self.size
        beginnings: vec[float] = vec[float]([0.0] * (players * size))
        begin: vec[i64] = vec[i64]([seat * int(size) for seat in range(players)])
        out: vec[float] = vec[float]([0.0] * players)
        seat: i64
        for seat in range(players):
            self.begin(features, seat * INPUTS, beginnings, begin[seat])
        self.correct(features, beginnings, begin, out)
        return list(out)


class TableNet(Net):
    """The network with a second layer of `wide` units.

    `own` and `others` (hidden × wide) weigh the first layer of the seat and the mean of its opponents';
    `wide_biases` and `last` belong to the second layer.
    """

    def __init__(
        self,
        hidden: i64,
        wide: i64,
        first: vec[float],
        biases: vec[float],
        own: vec[float],
        others: vec[float],
        wide_biases: vec[float],
        last: vec[float],
        linear: vec[float],
    ) -> None:
        super().__init__(hidden, first, biases, last, linear)
        self.wide: i64 = wide
        self.others: vec[float] = others
        self.wide_biases: vec[float] = wide_biases
        # The mean of the opponents is the sum of all seats without the own one, divided by how many they
        # are: what a seat takes from that sum is weighed once for all seats, the rest joins `own`.
        self.own: list[vec[float]] = []
        players: i64
        for players in range(MOST_SEATS + 1):
            part: float = 1.0 / float(players - 1) if players > 1 else 0.0
            self.own.append(vec[float]([a - b * part for a, b in zip(own, others, strict=True)]))
        self.unit_rows: vec[i64] = vec[i64]([unit * int(wide) for unit in range(int(hidden))])
        self.units: vec[float] = vec[float]([0.0] * (MOST_SEATS * hidden))
        self.shared: vec[float] = vec[float]([0.0] * wide)
        self.wide_sums: vec[float] = vec[float]([0.0] * wide)

    def correct(
        self, x: vec[float], beginnings: vec[float], begin: vec[i64], out: vec[float]
    ) -> None:
        """Add to out[seat] the correction for the features at x[seat * INPUTS :]."""
        hidden: i64 = self.hidden
        wide: i64 = self.wide
        players: i64 = len(out)
        units = self.units
        sums = self.sums
        seat: i64
        j: i64
        k: i64
        value: float
        for j in range(hidden):
            sums[j] = 0.0
        for seat in range(players):
            at: i64 = seat * hidden
            out[seat] += self._read(x, seat * INPUTS, beginnings, begin[seat], units, at)
            for j in range(hidden):
                if units[at + j] < 0.0:
                    units[at + j] *= LEAK
                sums[j] += units[at + j]
        part: float = 1.0 / float(players - 1)
        shared = self.shared
        for k in range(wide):
            shared[k] = self.wide_biases[k]
        for j in range(hidden):
            sums[j] *= part
        add_rows(shared, 0, wide, self.others, self.unit_rows, sums, hidden)
        own = self.own[players]
        wide_sums = self.wide_sums
        for seat in range(players):
            for k in range(wide):
                wide_sums[k] = shared[k]
            for j in range(hidden):
                sums[j] = units[seat * hidden + j]
            add_rows(wide_sums, 0, wide, own, self.unit_rows, sums, hidden)
            total: float = 0.0
            for k in range(wide):
                value = wide_sums[k]
                if value < 0.0:
                    value *= LEAK
                total += value * self.second[k]
            out[seat] += total


class SeatNet(Net):
    """The network whose first layer sees nothing but what a seat has, so that all it does is remembered.

    `second` (hidden × size) makes the beginning of the first layer's units: three heads, then what the second layer of `wide` units takes
    from the seat itself, then what it takes from it as an opponent. The heads are added to the score as they are, times the remaining time, and
    times the time in which goods are useful, as the evaluation has it. `shared` (the inputs from IN_REMAINING on × wide) are the
    other inputs of the second layer; `wide_biases` and `last` belong to it.
    """

    def __init__(
        self,
        hidden: i64,
        wide: i64,
        first: vec[float],
        biases: vec[float],
        second: vec[float],
        shared: vec[float],
        wide_biases: vec[float],
        last: vec[float],
        linear: vec[float],
    ) -> None:
        super().__init__(hidden, first, biases, second, linear)
        self.size = HEADS + 2 * wide
        self.wide: i64 = wide
        self.shared: vec[float] = shared
        self.wide_biases: vec[float] = wide_biases
        self.last: vec[float] = last
        self.unit_rows: vec[i64] = vec[i64]([unit * int(self.size) for unit in range(int(hidden))])
        self.common: vec[float] = vec[float]([0.0] * wide)
        self.wide_sums: vec[float] = vec[float]([0.0] * wide)

    def begin(self, x: vec[float], start: i64, beginnings: vec[float], at: i64) -> None:
        """Write the beginning for the features at x[start:] into `beginnings` from `at` on."""
        hidden: i64 = self.hidden
        size: i64 = self.size
        sums = self.sums
        total: float = self._first_layer(x, start, sums, 0)
        i: i64
        j: i64
        for i in range(size):
            beginnings[at + i] = 0.0
        beginnings[at] = total
        for j in range(hidden):
            if sums[j] < 0.0:
                sums[j] *= LEAK
        add_rows(beginnings, at, size, self.second, self.unit_rows, sums, hidden)

    def correct(
        self, x: vec[float], beginnings: vec[float], begin: vec[i64], out: vec[float]
    ) -> None:
        """Add to out[seat] the correction for the features at x[seat * INPUTS :]."""
        wide: i64 = self.wide
        players: i64 = len(out)
        shared = self.shared
        linear = self.linear
        common = self.common
        rows = self.rows
        values = self.values
        sums = self.wide_sums
        last = self.last
        part: float = 1.0 / float(players - 1)
        remaining: float = x[IN_REMAINING]
        soon: float = x[IN_SOON]
        for_sale: float = x[IN_FOR_SALE]
        of_players: float = x[IN_PLAYERS]
        seat: i64
        i: i64
        k: i64
        at: i64
        count: i64
        value: float
        # What is the same for all seats: all of them as opponents, and four inputs.
        for k in range(wide):
            value = 0.0
            for seat in range(players):
                value += beginnings[begin[seat] + HEADS + wide + k]
            common[k] = (
                self.wide_biases[k]
                + value * part
                + remaining * shared[k]
                + soon * shared[(IN_SOON - IN_REMAINING) * wide + k]
                + of_players * shared[(IN_PLAYERS - IN_REMAINING) * wide + k]
                + for_sale * shared[(IN_FOR_SALE - IN_REMAINING) * wide + k]
            )
        for seat in range(players):
            at = begin[seat]
            total: float = (
                beginnings[at] + beginnings[at + 1] * remaining + beginnings[at + 2] * soon
            )
            at += HEADS
            for k in range(wide):
                sums[k] = common[k] + beginnings[at + k] - beginnings[at + wide + k] * part
            count = 0
            for i in range(IN_REMAINING, INPUTS):
                value = x[seat * INPUTS + i]
                if value == 0.0:
                    continue
                total += value * linear[i]
                if i != IN_REMAINING and i != IN_SOON and i != IN_PLAYERS and i != IN_FOR_SALE:
                    rows[count] = (i - IN_REMAINING) * wide
                    values[count] = value
                    count += 1
            add_rows(sums, 0, wide, shared, rows, values, count)
            for k in range(wide):
                value = sums[k]
                if value < 0.0:
                    value *= LEAK
                total += value * last[k]
            out[seat] += total
