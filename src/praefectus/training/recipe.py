"""How a network is trained, as plain data: who only asks for it needs no PyTorch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """How a network is trained."""

    hidden: int = 48
    wide: int = 16
    epochs: int = 12
    batch: int = 512
    rate: float = 3e-3
    decay: float = 1e-2
    winner: float = 0.5  # the part of the winner in the target; the rest is the search's
    points: float = 0.1  # the weight of the points' loss
    turns: float = 0.05  # the weight of the turns' loss
    trials: float = 1.0  # the weight of the tried turns' loss
    seed: int = 1
