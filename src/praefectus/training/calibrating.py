"""Fits the curves of `bots.calibration`, and measures how far shown chances are from what happens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from praefectus.bots.calibration import FORMAT, LEAST, Curve
from praefectus.training.samples import Samples
from praefectus.training.store import Array

KNOTS = 4
# How strongly a curve is held to slope 1 and shift 0, in positions; and to its neighbours' mean.
TRUST = 20.0
STEPS = 50


@dataclass(frozen=True)
class Shown:
    """Chances as they would be shown, with the stage of the game and whether the seat won."""

    chances: Array
    won: Array
    remaining: Array
    players: Array
    games: Array

    def where(self, rows: Array) -> Shown:
        """Return some of the rows."""
        return Shown(
            self.chances[rows],
            self.won[rows],
            self.remaining[rows],
            self.players[rows],
            self.games[rows],
        )


def best_turns(samples: Samples) -> Shown:
    """Return what a hint says of the best turn, wherever the search had its full budget."""
    kept = samples.where(np.isfinite(samples.chance))
    won = kept.winners[np.arange(len(kept)), kept.seats]
    return Shown(kept.chance, won, kept.remaining, kept.players, kept.games)


def all_seats(samples: Samples) -> Shown:
    """Return the chances of all seats as a review shows them, from searches with their full budget."""
    kept = samples.where(np.isfinite(samples.chance))
    there = kept.exists > 0
    rows, _ = np.nonzero(there)
    return Shown(
        kept.values[there],
        kept.winners[there],
        kept.remaining[rows],
        kept.players[rows],
        kept.games[rows],
    )


def together(*parts: Shown) -> Shown:
    """Return several in one."""
    return Shown(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("chances", "won", "remaining", "players", "games")
        )
    )


def fit(shown: Shown) -> dict[int, Curve]:
    """Return for each number of players the curve under which what happened is most likely."""
    found: dict[int, Curve] = {}
    for players in sorted({int(each) for each in shown.players}):
        rows = shown.where(shown.players == players)
        odds = _log_odds(rows.chances)
        hats = _hats(rows.remaining)
        x = np.concatenate([hats * odds[:, None], hats], 1)
        start = np.concatenate([np.ones(KNOTS), np.zeros(KNOTS)])
        found[players] = _curve(_logistic(x, rows.won, start))
    return found


def _hats(remaining: Array) -> Array:
    """Return how much each knot has to say with that much of the game to come."""
    place = np.clip(remaining, 0, 1)[:, None] * (KNOTS - 1)
    hats: Array = np.maximum(0.0, 1.0 - np.abs(place - np.arange(KNOTS)))
    return hats


def _logistic(x: Array, won: Array, start: Array) -> Array:
    """Return the weights of a logistic regression that is held to `start`, by Newton's method."""
    weights = start.copy()
    for _ in range(STEPS):
        chances = 1.0 / (1.0 + np.exp(-(x @ weights)))
        gradient = x.T @ (chances - won) + TRUST * (weights - start)
        curvature = (x * (chances * (1 - chances))[:, None]).T @ x + TRUST * np.eye(len(start))
        step = np.linalg.solve(curvature, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def _curve(weights: Array) -> Curve:
    # No slope may change the order of turns.
    slopes = tuple(max(0.05, round(float(each), 4)) for each in weights[:KNOTS])
    return Curve(slopes, tuple(round(float(each), 4) for each in weights[KNOTS:]))


def apply(curves: Mapping[int, Curve], shown: Shown) -> Array:
    """Return the chances after the calibration."""
    odds = _log_odds(shown.chances)
    hats = _hats(shown.remaining)
    result = np.zeros(len(odds))
    for players, curve in curves.items():
        rows = shown.players == players
        slopes, shifts = hats[rows] @ np.array(curve.slopes), hats[rows] @ np.array(curve.shifts)
        result[rows] = 1.0 / (1.0 + np.exp(-(slopes * odds[rows] + shifts)))
    return result


def _log_odds(chances: Array) -> Array:
    kept = np.clip(chances.astype(np.float64), LEAST, 1 - LEAST)
    odds: Array = np.log(kept / (1 - kept))
    return odds


def dump(curves: Mapping[int, Curve], provenance: Mapping[str, object]) -> str:
    """Return the text of a calibration's file."""
    players = {
        str(number): {"slopes": list(curve.slopes), "shifts": list(curve.shifts)}
        for number, curve in curves.items()
    }
    document = {"format": FORMAT, "provenance": dict(provenance), "players": players}
    return json.dumps(document, indent=1) + "\n"


def measure(chances: Array, won: Array) -> dict[str, float]:
    """Return expected calibration error and Brier score of chances of single seats."""
    return {
        "positions": len(won),
        "calibration_error": round(calibration_error(chances, won), 4),
        "brier": round(float(np.mean((chances - won) ** 2)), 4),
    }


def calibration_error(chances: Array, won: Array, bins: int = 20) -> float:
    """Return the expected calibration error: |mean chance - share won| by bins of equal width."""
    at = np.minimum((chances * bins).astype(int), bins - 1)
    error = 0.0
    for number in range(bins):
        rows = at == number
        if rows.any():
            error += abs(float(chances[rows].mean()) - float(won[rows].mean())) * rows.mean()
    return float(error)
