"""Words that several sub-commands use."""

from collections.abc import Sequence

ENDINGS = {"houses": "ended by the 15th house", "cards": "ended by the last card"}


def seat_name(names: Sequence[str], seat: int) -> str:
    """Name a seat by its player, and by its number where the name alone does not tell."""
    name = names[seat]
    if not name:
        return f"seat {seat}"
    return name if names.count(name) == 1 else f"{name} ({seat})"
