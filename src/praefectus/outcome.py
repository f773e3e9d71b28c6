"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from praefectus.document import points
from praefectus.rules.ids import AT_ENDED_BY, ENDING_NAMES, Ending
from praefectus.rules.scoring import ranking
from praefectus.rules.state import State
from praefectus.wire.position import Points


@dataclass(frozen=True)
class Outcome:
    """The result of a finished game.

    `points` has each seat's points by god, `concordia` and `total`. `ranking` lists the seats,
    best first, ties broken as in R11.3. `reason` says what set off the end: `houses` or `cards`.
    """

    points: list[Points]
    ranking: list[int]
    reason: Ending

    @property
    def winner(self) -> int:
        """Return the seat that won."""
        return self.ranking[0]


def outcome(state: State) -> Outcome:
    """Return the outcome of a finished game."""
    return Outcome(
        points=[points(state, seat) for seat in range(int(state.deal.players))],
        ranking=ranking(state),
        reason=cast("Ending", ENDING_NAMES[int(state.cells[AT_ENDED_BY])]),
    )
