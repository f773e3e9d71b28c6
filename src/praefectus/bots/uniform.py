"""The random bot: every legal action is equally likely."""

from __future__ import annotations

from random import Random

from praefectus.bots.base import Legal, Position
from praefectus.game import Game


class Uniform:
    """Chooses uniformly among the legal actions."""

    def __init__(self, *, seed: int = 0) -> None:
        self._rng = Random(seed)

    def choose(self, position: Position | Game, legal: Legal) -> int:  # noqa: ARG002
        """Return any legal action."""
        return legal[self._rng.randrange(len(legal))]
