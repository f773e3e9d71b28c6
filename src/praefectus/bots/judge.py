"""Choosing among turns: each of the best is carried out, and the chances of all seats are compared."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.turns import MOST_LENGTH, Generator, Turns
from praefectus.rules.ids import AT_DECIDER, AT_PHASE, PHASE_KEEP
from praefectus.rules.state import State
from praefectus.rules.turn import apply

FINALISTS: Final = 8
SHORTER: Final = 1e-7  # what decides between equal chances: each decision less


def carry_out(s: State, turns: Turns, number: i64, generator: Generator) -> None:
    """Play a turn in `s` and let the others choose what to keep."""
    at: i64
    first: i64 = number * MOST_LENGTH
    for at in range(first, first + turns.length[number]):
        apply(s, turns.actions[at])
    if s.cells[AT_PHASE] == PHASE_KEEP:
        generator.settle_keeps(s)


def finalists(turns: Turns, most: i64, endings: i64 = 1) -> vec[i64]:
    """Return the numbers of the best turns by worth, best first, then of the best that set off the end."""
    found: vec[i64] = vec[i64]([0] * (most + endings))
    count: i64 = _best(turns, 0, found, 0, most)
    count += _best(turns, 1, found, count, endings)
    return found[:count]


def _best(turns: Turns, sets_off_end: i64, out: vec[i64], first: i64, most: i64) -> i64:
    """Write the numbers of up to `most` such turns into `out` from `first` on; return how many."""
    count: i64 = 0
    number: i64
    for number in range(turns.count):
        if turns.sets_off_end[number] != sets_off_end:
            continue
        at: i64 = first + count
        if count == most:
            at -= 1
            if turns.worth[out[at]] >= turns.worth[number]:
                continue
        else:
            count += 1
        while at > first and turns.worth[out[at - 1]] < turns.worth[number]:
            out[at] = out[at - 1]
            at -= 1
        out[at] = number
    return count


def best_turn(s: State, generator: Generator) -> list[int]:
    """Return the turn that leaves the seat that decides with the best chance; `s` stays as it is."""
    return best_turns(s, generator, 1)[0]


def best_turns(s: State, generator: Generator, most: i64) -> list[list[int]]:
    """Return the `most` turns that leave the seat that decides with the best chances, best first."""
    turns = generator.out
    generator.generate(s, turns)
    seat: i64 = s.cells[AT_DECIDER]
    numbers: vec[i64] = finalists(turns, FINALISTS)
    worth: vec[float] = vec[float]([0.0] * len(numbers))
    at: i64
    to: i64
    for at in range(len(numbers)):
        number: i64 = numbers[at]
        t = s.copy()
        carry_out(t, turns, number, generator)
        found: float = generator.evaluator.advantage(t, seat)
        to = at
        while to > 0 and worth[to - 1] < found:
            worth[to] = worth[to - 1]
            numbers[to] = numbers[to - 1]
            to -= 1
        worth[to] = found
        numbers[to] = number
    return [turns.turn(number) for number in list(numbers)[: int(most)]]


def best_by_chance(
    s: State, generator: Generator, turns: Turns, numbers: vec[i64], chances: vec[float]
) -> None:
    """Carry out the turns `numbers`; sort them and fill `chances`, best first, the shorter of two equals first."""
    seat: i64 = s.cells[AT_DECIDER]
    out: vec[float] = vec[float]([0.0] * generator.evaluator.players)
    at: i64
    to: i64
    for at in range(len(numbers)):
        number: i64 = numbers[at]
        t = s.copy()
        carry_out(t, turns, number, generator)
        generator.evaluator.chances(t, out)
        found: float = out[seat] - SHORTER * float(turns.length[number])
        to = at
        while to > 0 and chances[to - 1] < found:
            chances[to] = chances[to - 1]
            numbers[to] = numbers[to - 1]
            to -= 1
        chances[to] = found
        numbers[to] = number
