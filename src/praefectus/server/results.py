"""What is kept of a finished game beside its actions: the outcome and the record, readable without the rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from praefectus import record as records
from praefectus.game import Game
from praefectus.view import outcome_view
from praefectus.wire.position import OutcomeDocument


@dataclass(frozen=True)
class Result:
    """How a game ended, and its record as a text."""

    outcome: OutcomeDocument
    record: str


def result_of(game: Game, names: Sequence[str]) -> Result:
    """Return the result of a game with its whole history. Raises ValueError if it isn't over."""
    outcome = outcome_view(game)
    if outcome is None:
        raise ValueError("the game isn't over")
    return Result(outcome, records.dumps(game, list(names)))
