"""The chances that a review shows, made of what a search found: the one place for it."""

from collections.abc import Sequence

from praefectus.bots import calibration
from praefectus.rules.ids import AT_PHASE, PHASE_FINISHED
from praefectus.rules.scoring import ranking
from praefectus.rules.state import State

_PARTS = 2**20


def shown(found: Sequence[float], state: State) -> list[float]:
    """Return the chances of all seats in a position, which sum to 1, from the means of a search: calibrated."""
    return exact(calibration.shown_all(found, calibration.stage(state)))


def exact(chances: Sequence[float]) -> list[float]:
    """Return the chances as multiples of 2**-20 that sum to 1: they can be added and subtracted without rounding."""
    total = sum(chances)
    parts = [round(each / total * _PARTS) for each in chances]
    parts[parts.index(max(parts))] += _PARTS - sum(parts)
    return [part / _PARTS for part in parts]


def result(state: State) -> list[float] | None:
    """Return the chances in a finished game: 1 for the winner, 0 for the others. None if it goes on."""
    if state.cells[AT_PHASE] != PHASE_FINISHED:
        return None
    winner = ranking(state)[0]
    return [1.0 if seat == winner else 0.0 for seat in range(int(state.deal.players))]
