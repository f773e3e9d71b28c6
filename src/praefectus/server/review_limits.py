"""What reviews may cost the server."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ReviewLimits:
    """What a review may cost."""

    simulations: int = 2000
    # Longer games are not reviewed: no game of people comes near it.
    turns: int = 500
    # Turns of one job: about a second.
    part: int = 4
    # Seconds that a part may take, and those that reviews of dropped records are kept.
    seconds: float = 60.0
    kept_seconds: float = 7.0 * 24 * 3600
    # Unfinished reviews of dropped records that one address may have.
    waiting: int = 2
