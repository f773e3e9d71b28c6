"""A small random generator (xoshiro128**) whose numbers are the same on every platform and version.

All arithmetic stays within 63 bits, so that it gives the same numbers compiled and uncompiled.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

MASK: Final = 0xFFFFFFFF


def _scramble(x: int) -> int:
    """Mix the bits of a seed (the finaliser of splitmix64, on Python ints)."""
    x = (x + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return x ^ (x >> 31)


class Rng:
    """A stream of random numbers that depends on its seed alone."""

    def __init__(self, seed: int) -> None:
        """Start the stream of `seed`, any int from 0 up; equal seeds give equal streams."""
        low: int = _scramble(seed)
        high: int = _scramble(low ^ (seed >> 64))
        self.a: i64 = low & 0xFFFFFFFF
        self.b: i64 = low >> 32
        self.c: i64 = high & 0xFFFFFFFF
        # An all-zero state would stay zero.
        self.d: i64 = (high >> 32) | 1

    def next32(self) -> i64:
        """Return the next number, 0 <= n < 2**32."""
        b: i64 = self.b
        x: i64 = (b * 5) & MASK
        x = (x << 7 | x >> 25) & MASK
        result: i64 = (x * 9) & MASK
        t: i64 = (b << 9) & MASK
        c: i64 = self.c ^ self.a
        d: i64 = self.d ^ b
        self.b = b ^ c
        self.a = self.a ^ d
        self.c = c ^ t
        self.d = (d << 11 | d >> 21) & MASK
        return result

    def below(self, n: i64) -> i64:
        """Return a number 0 <= k < n for n up to 2**16 (the bias is below n / 2**32)."""
        return (self.next32() * n) >> 32
