"""Rewards: what the end of a game, or its course, is worth to each seat.

- `place`: in equal steps from +1 for the first to -1 for the last (ties as in R11.3); the sum is 0.
- `win`: +1 for the winner, -1 for the others.
- `margin`: own points less those of the best other seat.

Shaping, if enabled, rewards every step with the change of a seat's lead: its points less the mean of all,
as if the game ended there. The sum over the seats is 0 at every step.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.errors import PraefectusError
from praefectus.rules.scoring import ranking, total_points
from praefectus.rules.state import State

REWARDS: Final = ("place", "win", "margin")
PLACE: Final = 0
WIN: Final = 1


def reward_number(name: str) -> int:
    """Return the number of a kind of reward. Raises PraefectusError if there is none."""
    if name not in REWARDS:
        raise PraefectusError(f"the reward must be one of {', '.join(REWARDS)}, not {name!r}")
    return REWARDS.index(name)


def add_final(s: State, kind: i64, out: vec[float], at: i64) -> None:
    """Add to out[at : at + players] the reward of a finished game, or of its standing."""
    players: i64 = s.deal.players
    seat: i64
    if kind in (PLACE, WIN):
        for place, ranked in enumerate(ranking(s)):
            seat = ranked
            if kind == PLACE:
                out[at + seat] += 1.0 - 2.0 * place / float(players - 1)
            else:
                out[at + seat] += 1.0 if place == 0 else -1.0
        return
    best: i64 = -1
    second: i64 = -1
    points: vec[i64] = vec[i64]([0] * players)
    for seat in range(players):
        points[seat] = total_points(s, seat)
        if points[seat] > best:
            second = best
            best = points[seat]
        elif points[seat] > second:
            second = points[seat]
    for seat in range(players):
        other: i64 = second if points[seat] == best else best
        out[at + seat] += float(points[seat] - other)


def leads(s: State, out: vec[float], at: i64) -> None:
    """Write to out[at : at + players] every seat's points less the mean of all."""
    players: i64 = s.deal.players
    total: i64 = 0
    seat: i64
    for seat in range(players):
        points: i64 = total_points(s, seat)
        out[at + seat] = float(points)
        total += points
    for seat in range(players):
        out[at + seat] -= float(total) / float(players)
