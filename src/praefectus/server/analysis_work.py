"""What workers do for the analysis board: one search of a position. Texts go in and out, so other machines can do it."""

import json

from praefectus.review.analysis import analyse


def analyse_position(position: str, simulations: int) -> str:
    """Return what a search finds in a position, as JSON."""
    return json.dumps(analyse(position, simulations))
