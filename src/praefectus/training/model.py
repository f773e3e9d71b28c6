"""The network as PyTorch trains it: the layers of `bots.net.TableNet`, and heads that only training has.

The heads guess the points of each seat by god and the turns that are left: what they teach the layers is
about how games go, not only about who wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from praefectus.bots import learning
from praefectus.bots.indices import INPUTS
from praefectus.bots.net import LEAK
from praefectus.training.store import GODS

POINTS_SCALE = 20.0
TURNS_SCALE = 10.0  # per player
DEAD = 1e-3


class Answer(NamedTuple):
    """What the network says of a batch of positions."""

    scores: Tensor  # by seat: the evaluation's, corrected; the chances are their softmax
    points: Tensor  # by seat and god, divided by POINTS_SCALE
    turns_left: Tensor  # per player, divided by TURNS_SCALE


class TableModel(nn.Module):
    """The network with the parameters that `bots.net.TableNet` names."""

    def __init__(self, hidden: int, wide: int) -> None:
        super().__init__()
        self.hidden = hidden
        self.wide = wide
        gain = nn.init.calculate_gain("leaky_relu", LEAK)
        self.first = nn.Parameter(torch.randn(INPUTS, hidden) * gain * INPUTS**-0.5)
        self.biases = nn.Parameter(torch.zeros(hidden))
        self.own = nn.Parameter(torch.randn(hidden, wide) * gain * hidden**-0.5)
        self.others = nn.Parameter(torch.randn(hidden, wide) * gain * hidden**-0.5)
        self.wide_biases = nn.Parameter(torch.zeros(wide))
        # The correction begins near zero: the evaluation alone is the starting point.
        self.last = nn.Parameter(torch.randn(wide) * 0.01)
        self.linear = nn.Parameter(torch.zeros(INPUTS))
        self.points = nn.Linear(wide, GODS)
        self.turns = nn.Linear(wide, 1)

    def forward(self, inputs: Tensor, scores: Tensor, exists: Tensor) -> Answer:
        """Answer for a batch: inputs by seat, the evaluation's scores, which seats exist."""
        there = exists.unsqueeze(2)
        units = functional.leaky_relu(inputs @ self.first + self.biases, LEAK) * there
        rivals = (exists.sum(1) - 1).view(-1, 1, 1)
        mean = (units.sum(1, keepdim=True) - units) / rivals
        wide = functional.leaky_relu(units @ self.own + mean @ self.others + self.wide_biases, LEAK)
        turns = (self.turns(wide).squeeze(2) * exists).sum(1) / exists.sum(1)
        corrected = scores + wide @ self.last + inputs @ self.linear
        return Answer(corrected, self.points(wide), turns)

    def export(self, provenance: Mapping[str, object]) -> str:
        """Return the text of the network's file."""
        parts = {
            name: getattr(self, name).detach().flatten().tolist()
            for name in learning.layers(learning.TABLE_FORMAT, self.hidden, self.wide)
        }
        return learning.dump(self.hidden, self.wide, parts, provenance)

    def dead_units(self, inputs: Tensor) -> int:
        """Return how many units of the first layer say the same of all these seats."""
        with torch.no_grad():
            units = functional.leaky_relu(inputs @ self.first + self.biases, LEAK)
        return int((units.std(0) < DEAD).sum())
