"""`bots.net.SeatNet` as PyTorch trains it: a first layer that sees nothing but what a seat has."""

from __future__ import annotations

import json
from collections.abc import Mapping

import torch
from torch import Tensor, nn
from torch.nn import functional

from praefectus.bots import learning
from praefectus.bots.indices import IN_REMAINING, IN_SOON, INPUTS
from praefectus.bots.net import HEADS, LEAK
from praefectus.errors import PraefectusError

SHARED = INPUTS - IN_REMAINING


class SeatModel(nn.Module):
    """The network with the parameters that `bots.net.SeatNet` names."""

    def __init__(self, hidden: int, wide: int) -> None:
        super().__init__()
        self.hidden = hidden
        self.wide = wide
        gain = nn.init.calculate_gain("leaky_relu", LEAK)
        self.first = nn.Parameter(torch.randn(IN_REMAINING, hidden) * gain * IN_REMAINING**-0.5)
        self.biases = nn.Parameter(torch.zeros(hidden))
        second = torch.randn(hidden, HEADS + 2 * wide) * gain * hidden**-0.5
        second[:, :HEADS] = torch.randn(hidden, HEADS) * 0.01
        self.second = nn.Parameter(second)
        self.shared = nn.Parameter(torch.randn(SHARED, wide) * gain * IN_REMAINING**-0.5)
        self.wide_biases = nn.Parameter(torch.zeros(wide))
        # The correction begins near zero: the evaluation alone is the starting point.
        self.last = nn.Parameter(torch.randn(wide) * 0.01)
        self.linear = nn.Parameter(torch.zeros(INPUTS))

    @staticmethod
    def of(text: str) -> SeatModel:
        """Return the network of a file, without its policy. Raises PraefectusError for one of another format."""
        document = json.loads(text)
        if document["format"] not in (learning.SEAT_FORMAT, learning.POLICY_FORMAT):
            raise PraefectusError("only a network that distil or tune made can learn more")
        model = SeatModel(int(document["hidden"]), int(document["wide"]))
        with torch.no_grad():
            for name, parameter in model.named_parameters():
                parameter.copy_(torch.tensor(document[name]).view_as(parameter))
        return model

    def forward(self, inputs: Tensor, scores: Tensor, exists: Tensor) -> Tensor:
        """Return the corrected scores by seat; the chances are their softmax."""
        own, shared = inputs[..., :IN_REMAINING], inputs[..., IN_REMAINING:]
        units = functional.leaky_relu(own @ self.first + self.biases, LEAK)
        begin = units @ self.second * exists.unsqueeze(2)
        heads, mine = begin[..., :HEADS], begin[..., HEADS : HEADS + self.wide]
        theirs = begin[..., HEADS + self.wide :]
        mean = (theirs.sum(1, keepdim=True) - theirs) / (exists.sum(1) - 1).view(-1, 1, 1)
        wide = functional.leaky_relu(mine + mean + shared @ self.shared + self.wide_biases, LEAK)
        fading = heads[..., 0]
        fading = fading + heads[..., 1] * inputs[..., IN_REMAINING]
        fading = fading + heads[..., 2] * inputs[..., IN_SOON]
        found: Tensor = scores + fading + wide @ self.last + inputs @ self.linear
        return found

    def export(self, provenance: Mapping[str, object]) -> str:
        """Return the text of the network's file."""
        format = learning.SEAT_FORMAT
        parts = {
            name: getattr(self, name).detach().flatten().tolist()
            for name in learning.layers(format, self.hidden, self.wide)
        }
        return learning.dump(self.hidden, self.wide, parts, provenance, format)
