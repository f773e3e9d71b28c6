"""Rows of numbers that compiled code writes and NumPy arrays show without copying.

A `vec` lets others read its memory, so `np.frombuffer` gives an array over it once and for all, and
whatever is written here is seen there. There is no vec of float32; one of i32 holds their bits.
"""

from __future__ import annotations

import struct
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from praefectus.envs.layout import MOST

WIDTH: Final = 128
assert WIDTH == MOST + 1
# i64 to u8 by a table: compiled, the conversion itself makes a Python int on the way.
BYTE: Final[vec[u8]] = vec[u8](list(range(WIDTH)))


def _float_bits() -> list[int]:
    """Return the bits of value / top as float32, at [top * WIDTH + value]."""
    bits: list[int] = [0] * WIDTH
    for top in range(1, WIDTH):
        bits += struct.unpack(
            f"{WIDTH}i", struct.pack(f"{WIDTH}f", *[value / top for value in range(WIDTH)])
        )
    return bits


FLOAT_BITS: Final[vec[i32]] = vec[i32](_float_bits())
ONE: Final[vec[i32]] = vec[i32]([FLOAT_BITS[WIDTH + 1]])


class Sheet:
    """Numbers from 0 to a top, in some form; `at` counts from the start of the first row."""

    def number(self, at: i64, value: i64, top: i64) -> None:
        """Write one number, at most `MOST`."""
        raise NotImplementedError

    def numbers(self, at: i64, source: vec[i64], first: i64, count: i64, top: i64) -> None:
        """Write source[first : first + count], none above `MOST`."""
        raise NotImplementedError

    def mark(self, at: i64) -> None:
        """Write a 1."""
        raise NotImplementedError

    def move(self, at: i64, old: i64, new: i64) -> None:
        """Of places that hold one 1 at most, take it from place `old` to `new`; -1 is nowhere."""
        raise NotImplementedError

    def flip(self, at: i64, mask: i64, changed: i64) -> None:
        """Of places that show the bits of a mask, lowest first, write those that have changed."""
        raise NotImplementedError

    def clear(self, at: i64, count: i64) -> None:
        """Write `count` times 0."""
        raise NotImplementedError

    def buffer(self) -> object:
        """Return the memory, as an object with the buffer protocol."""
        raise NotImplementedError


class Bytes(Sheet):
    """Numbers as they are, one byte each."""

    def __init__(self, size: i64) -> None:
        self.cells: vec[u8] = vec[u8]([0] * size)

    def number(self, at: i64, value: i64, top: i64) -> None:  # noqa: ARG002
        """Write one number."""
        self.cells[at] = BYTE[value]

    def numbers(self, at: i64, source: vec[i64], first: i64, count: i64, top: i64) -> None:  # noqa: ARG002
        """Write several numbers."""
        cells = self.cells
        n: i64
        for n in range(count):
            cells[at + n] = BYTE[source[first + n]]

    def mark(self, at: i64) -> None:
        """Write a 1."""
        self.cells[at] = 1

    def move(self, at: i64, old: i64, new: i64) -> None:
        """Take the 1 from one place to another."""
        cells = self.cells
        if old >= 0:
            cells[at + old] = 0
        if new >= 0:
            cells[at + new] = 1

    def flip(self, at: i64, mask: i64, changed: i64) -> None:
        """Write the changed bits of a mask."""
        cells = self.cells
        while changed != 0:
            if changed & 1 != 0:
                cells[at] = BYTE[mask & 1]
            changed >>= 1
            mask >>= 1
            at += 1

    def clear(self, at: i64, count: i64) -> None:
        """Write zeros."""
        cells = self.cells
        n: i64
        for n in range(at, at + count):
            cells[n] = 0

    def buffer(self) -> object:
        """Return the memory."""
        return self.cells


class Floats(Sheet):
    """Numbers divided by their tops, as the bits of a float32 each."""

    def __init__(self, size: i64) -> None:
        self.cells: vec[i32] = vec[i32]([0] * size)

    def number(self, at: i64, value: i64, top: i64) -> None:
        """Write one number."""
        self.cells[at] = FLOAT_BITS[top * WIDTH + value]

    def numbers(self, at: i64, source: vec[i64], first: i64, count: i64, top: i64) -> None:
        """Write several numbers."""
        cells = self.cells
        table = FLOAT_BITS
        row: i64 = top * WIDTH
        n: i64
        for n in range(count):
            cells[at + n] = table[row + source[first + n]]

    def mark(self, at: i64) -> None:
        """Write a 1."""
        self.cells[at] = ONE[0]

    def move(self, at: i64, old: i64, new: i64) -> None:
        """Take the 1 from one place to another."""
        cells = self.cells
        if old >= 0:
            cells[at + old] = 0
        if new >= 0:
            cells[at + new] = ONE[0]

    def flip(self, at: i64, mask: i64, changed: i64) -> None:
        """Write the changed bits of a mask."""
        cells = self.cells
        while changed != 0:
            if changed & 1 != 0:
                cells[at] = FLOAT_BITS[WIDTH + (mask & 1)]
            changed >>= 1
            mask >>= 1
            at += 1

    def clear(self, at: i64, count: i64) -> None:
        """Write zeros."""
        cells = self.cells
        n: i64
        for n in range(at, at + count):
            cells[n] = 0

    def buffer(self) -> object:
        """Return the memory."""
        return self.cells
