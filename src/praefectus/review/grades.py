"""How good a turn was: by the share of its chance that a player gave away, against what the levels of bots give away.

`data/review/grades.json` has the limits, and says where they come from; `benchmarks/review_levels.py` measures them.
"""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final, get_args

from praefectus.wire.review import Grade

FILE: Final = Path(__file__).parent.parent / "data" / "review" / "grades.json"
FORMAT: Final = "praefectus-grades/2"
GRADES: Final[tuple[Grade, ...]] = get_args(Grade)
# A game with a smaller chance is nearly lost. It can hardly be spoilt: no turn is worse than this grade.
HOPELESS: Final = 0.05
WORST_OF_HOPELESS: Final[Grade] = "slip"


@cache
def limits() -> tuple[float, ...]:
    """Return the highest loss of every grade but the last."""
    document = json.loads(FILE.read_text("utf-8"))
    return (0.0, *(float(document["limits"][grade]) for grade in GRADES[1:-1]))


def loss(best: float, played: float) -> float:
    """Return the share of the best turn's chance that the played turn gave away, 0 to 1."""
    return max(1.0 - played / best, 0.0) if best > 0.0 else 0.0


def grade(lost: float, best: float) -> Grade:
    """Return the grade of a turn by its loss and the chance of the best turn."""
    found = next(
        (name for name, limit in zip(GRADES, limits(), strict=False) if lost <= limit), GRADES[-1]
    )
    if best < HOPELESS:
        return min(found, WORST_OF_HOPELESS, key=GRADES.index)
    return found


def accuracy(losses: Sequence[float]) -> float:
    """Return how well somebody played: the share of the chance that their turns kept on average, 0 to 100."""
    if not losses:
        return 100.0
    return 100.0 * (1.0 - sum(losses) / len(losses))
