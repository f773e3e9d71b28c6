"""Chances that mean what they say: of positions shown with 0.7, seven in ten are won.

What a search finds is sharpened or softened on the scale of the logarithm of odds, by how many play and how
much of the game is to come; `data/bots/calibration.json` says how much, fitted on self-play games
(`praefectus.training.calibrating`). Hints, reviews and the page show chances through `shown` or `shown_all`; bots decide
without it, since it changes no order.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, isfinite, log

from praefectus.bots import files
from praefectus.bots.registry import BotError
from praefectus.rules.ids import AT_LAST_TURNS, HOUSES_PER_PLAYER, OF_HOUSES_LEFT
from praefectus.rules.market import cards_to_buy
from praefectus.rules.state import State, block

FORMAT = "praefectus-calibration/1"
LEAST = 1e-4  # chances are kept this far from 0 and 1, where odds end


@dataclass(frozen=True)
class Curve:
    """For one number of players: slope and shift of the log-odds at each knot, the end of the game first."""

    slopes: tuple[float, ...]
    shifts: tuple[float, ...]

    def at(self, remaining: float) -> tuple[float, float]:
        """Return slope and shift with that much of the game to come, between knots by proportion."""
        place = min(max(remaining, 0.0), 1.0) * (len(self.slopes) - 1)
        knot = min(int(place), len(self.slopes) - 2)
        part = place - knot
        return (
            self.slopes[knot] * (1 - part) + self.slopes[knot + 1] * part,
            self.shifts[knot] * (1 - part) + self.shifts[knot + 1] * part,
        )


def shown(chance: float, players: int, remaining: float) -> float:
    """Return the chance to show for one that a search found; `stage` gives `remaining`."""
    slope, shift = curves()[players].at(remaining)
    return 1.0 / (1.0 + exp(-(slope * log_odds(chance) + shift)))


def shown_all(chances: Sequence[float], remaining: float) -> list[float]:
    """Return the chances to show for those of all seats; they sum to 1."""
    found = [shown(chance, len(chances), remaining) for chance in chances]
    total = sum(found)
    return [chance / total for chance in found]


def stage(state: State) -> float:
    """Return how much of the game is to come: 1 at the start, 0 once the end is set off."""
    cells = state.cells
    if cells[AT_LAST_TURNS] >= 0:
        return 0.0
    players = int(state.deal.players)
    houses = min(int(cells[block(seat) + OF_HOUSES_LEFT]) for seat in range(players))
    return min(houses / HOUSES_PER_PLAYER, int(cards_to_buy(state)) / len(state.deal.stack))


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds of a chance."""
    kept = min(max(chance, LEAST), 1.0 - LEAST)
    return log(kept / (1.0 - kept))


@cache
def curves() -> dict[int, Curve]:
    """Return the curves of the package by number of players."""
    return parse(*files.read("calibration", "a calibration", FORMAT))


def parse(text: str, where: str) -> dict[int, Curve]:
    """Return the curves of a file by number of players. Raises BotError."""
    try:
        document = json.loads(text)
        if document["format"] != FORMAT:
            raise BotError(f"{where}: expected the format {FORMAT!r}, not {document['format']!r}")
        found = {
            int(players): Curve(
                tuple(float(each) for each in part["slopes"]),
                tuple(float(each) for each in part["shifts"]),
            )
            for players, part in document["players"].items()
        }
    except BotError:
        raise
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        raise BotError(f"{where}: not a file of a calibration") from None
    for curve in found.values():
        if len(curve.slopes) != len(curve.shifts) or len(curve.slopes) < 2:
            raise BotError(f"{where}: a curve has slope and shift at two knots or more")
        if not all(isfinite(each) for each in (*curve.slopes, *curve.shifts)):
            raise BotError(f"{where}: the numbers of a curve must be finite")
        if min(curve.slopes) <= 0:
            raise BotError(f"{where}: a slope of 0 or less would change the order of turns")
    return found
