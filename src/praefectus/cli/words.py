"""Words that several sub-commands use."""

from collections.abc import Sequence

ENDINGS = {"houses": "ended by the 15th house", "cards": "ended by the last card"}


def seat_name(names: Sequence[str], seat: int) -> str:
    """Name a seat by its player, or by its number if the player has no name."""
    return names[seat] or f"seat {seat}"
