"""Preferring: a policy learns which turns a search tries most, so that the next search tries them first.

In the stored games every full search has its turns and how often it tried each. The policy sees what the seat has after a turn and
corrects the turn's worth; the shares of tries are what the corrected worths should come to in a softmax, as the tree makes a prior of them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from praefectus.bots.greedy import Thinker
from praefectus.bots.indices import IN_REMAINING, IN_SOON, INPUTS
from praefectus.bots.net import HEADS, LEAK
from praefectus.bots.search import Settings
from praefectus.bots.tree import PRIOR_OF_ENDING
from praefectus.rules.ids import AT_LAST_TURNS
from praefectus.rules.turn import apply
from praefectus.training import store
from praefectus.training.learner import HELD_OUT
from praefectus.training.selfplay import PlayedGame
from praefectus.training.store import Array

FEWER = 60.0  # turns that are worth so much less than the best are all alike
NOTHING = -1e9


@dataclass
class Choices:
    """Turns that searches chose among, one per row, those of a position one after the other."""

    inputs: Array  # of the seat after the turn, as far as they depend on what it has
    worth: Array  # as the evaluation has it, without a policy
    sets_off_end: Array
    tries: Array
    remaining: Array
    soon: Array
    roots: Array  # a number for each position
    games: Array  # a number for each game

    def __len__(self) -> int:
        return len(self.roots)


@dataclass(frozen=True)
class Report:
    """How a policy does on games that it never saw."""

    positions: int
    loss: float  # the cross-entropy with the shares of tries
    loss_of_worth: float  # the same without a policy
    best_first: float  # the share of positions in which it likes the turn best that was tried most
    among_rivals: float  # in which that turn is among those that a tree considers for an opponent

    def as_json(self) -> dict[str, float]:
        """Return it as plain data."""
        return {name: round(value, 4) for name, value in asdict(self).items()}


class PolicyModel(nn.Module):
    """`bots.net.Policy` as PyTorch trains it."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        self.hidden = hidden
        self.first = nn.Parameter(torch.randn(IN_REMAINING, hidden) * IN_REMAINING**-0.5)
        self.biases = nn.Parameter(torch.zeros(hidden))
        # It begins near zero: the evaluation alone is the starting point.
        self.second = nn.Parameter(torch.randn(hidden, HEADS) * 0.02)
        self.linear = nn.Parameter(torch.zeros(IN_REMAINING, HEADS))

    def forward(self, inputs: Tensor, remaining: Tensor, soon: Tensor) -> Tensor:
        """Return what to add to the worth of turns."""
        units = functional.leaky_relu(inputs @ self.first + self.biases, LEAK)
        heads = units @ self.second + inputs @ self.linear
        found: Tensor = heads[:, 0] + heads[:, 1] * remaining + heads[:, 2] * soon
        return found

    def parts(self) -> dict[str, list[float]]:
        """Return its layers as the network's file has them."""
        return {
            f"policy_{name}": parameter.detach().flatten().tolist()
            for name, parameter in self.named_parameters()
        }


def load(paths: Iterable[Path], weights: str = Settings.weights) -> Choices:
    """Return the turns that the full searches of stored games chose among."""
    rows: dict[str, list[Any]] = {each.name: [] for each in fields(Choices)}
    thinker = Thinker(weights)
    for number, game in enumerate(store.read_all(paths)):
        _replay(game, number, thinker, rows)
    return Choices(**{name: np.array(values) for name, values in rows.items()})


def _replay(played: PlayedGame, number: int, thinker: Thinker, rows: dict[str, list[Any]]) -> None:
    game = played.beginning()
    for root in played.searched(game):
        state = game.position
        # In the last round no policy is asked: what is there can be counted.
        if len(root.turns) < 2 or state.cells[AT_LAST_TURNS] >= 0:
            continue
        exact = thinker.exact(state)
        exact.generate(state, exact.out)
        known = {tuple(exact.out.turn(at)): at for at in range(exact.out.count)}
        place = rows["roots"][-1] + 1 if rows["roots"] else 0
        for turn, tries in zip(root.turns, root.visits, strict=True):
            at = known.get(tuple(turn))
            if at is None:
                continue
            after = state.copy()
            for action in turn[:-1]:
                apply(after, action)
            features = exact.evaluator.features(after)
            own = features[game.seat * (INPUTS + 1) :]
            rows["inputs"].append(np.array(own[:IN_REMAINING], np.float32))
            rows["worth"].append(np.float32(exact.out.worth[at]))
            rows["sets_off_end"].append(exact.out.sets_off_end[at] != 0)
            rows["tries"].append(np.float32(tries))
            rows["remaining"].append(np.float32(exact.evaluator.remaining(state)))
            rows["soon"].append(np.float32(own[IN_SOON]))
            rows["roots"].append(place)
            rows["games"].append(number)


class Positions:
    """The choices of some positions, as tensors."""

    def __init__(self, choices: Choices, temperature: float) -> None:
        self.starts = np.flatnonzero(np.diff(choices.roots, prepend=-1))
        self.counts = np.diff(self.starts, append=len(choices))
        place = np.repeat(np.arange(len(self.starts)), self.counts)
        best = np.full(len(self.starts), NOTHING, np.float32)
        lasting = ~choices.sets_off_end
        np.maximum.at(best, place[lasting], choices.worth[lasting])
        tried = np.zeros(len(self.starts), np.float32)
        np.add.at(tried, place, choices.tries)
        self.inputs = torch.from_numpy(choices.inputs)
        self.worth = torch.from_numpy(np.clip(choices.worth - best[place], -FEWER, FEWER))
        self.sets_off_end = torch.from_numpy(choices.sets_off_end)
        self.shares = torch.from_numpy(choices.tries / np.maximum(tried[place], 1))
        self.remaining = torch.from_numpy(choices.remaining)
        self.soon = torch.from_numpy(choices.soon)
        self.games = choices.games[self.starts]
        self.temperature = temperature

    def __len__(self) -> int:
        return len(self.starts)

    def rows(self, some: Array) -> tuple[Tensor, Tensor]:
        """Return the rows of some positions, and the number of each one's position."""
        counts = self.counts[some]
        first = np.repeat(self.starts[some] - np.cumsum(counts) + counts, counts)
        rows = torch.from_numpy(first + np.arange(len(first)))
        return rows, torch.from_numpy(np.repeat(np.arange(len(some)), counts))

    def priors(self, model: PolicyModel | None, some: Array) -> tuple[Tensor, Tensor, Tensor]:
        """Return the logarithms of the priors that a tree makes of corrected worths, the shares of tries, and the positions."""
        rows, place = self.rows(some)
        worth = self.worth[rows]
        if model is not None:
            worth = worth + model(self.inputs[rows], self.remaining[rows], self.soon[rows])
        ends = self.sets_off_end[rows]
        nothing = torch.full((len(some),), NOTHING)
        best = nothing.scatter_reduce(0, place, torch.where(ends, NOTHING, worth), "amax")
        scaled = (worth - best[place]) / self.temperature
        scaled = torch.where(ends, math.log(PRIOR_OF_ENDING), scaled)
        sums = torch.zeros(len(some)).index_add(0, place, scaled.exp())
        return scaled - sums[place].log(), self.shares[rows], place


def train(
    choices: Choices,
    hidden: int,
    epochs: int,
    *,
    batch: int = 256,
    rate: float = 5e-3,
    temperature: float = Settings.temperature,
    seed: int = 1,
    report: Callable[[str], None] = lambda _: None,
) -> tuple[PolicyModel, Report]:
    """Train a policy; return it and how it does on games that are held out."""
    positions = Positions(choices, temperature)
    is_held = positions.games % HELD_OUT == HELD_OUT - 1
    learn, held = np.flatnonzero(~is_held), np.flatnonzero(is_held)
    torch.manual_seed(seed)
    draws = np.random.default_rng(seed)
    model = PolicyModel(hidden)
    optimizer = torch.optim.AdamW(model.parameters(), rate, weight_decay=1e-3)
    steps = math.ceil(len(learn) / batch)
    found = judge(model, positions, held)
    for epoch in range(epochs):
        order = draws.permutation(learn)
        for step in range(steps):
            done = (epoch * steps + step) / (epochs * steps)
            for group in optimizer.param_groups:
                group["lr"] = rate * 0.5 * (1 + math.cos(math.pi * done))
            logs, shares, place = positions.priors(model, order[step * batch : (step + 1) * batch])
            loss = -(shares * logs).sum() / (int(place[-1]) + 1)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        found = judge(model, positions, held)
        report(f"epoch {epoch + 1}: {json.dumps(found.as_json())}")
    return model, found


def judge(model: PolicyModel, positions: Positions, some: Array) -> Report:
    """Return how a policy does in some positions."""
    with torch.no_grad():
        logs, shares, place = positions.priors(model, some)
        plain, _, _ = positions.priors(None, some)
    count = max(len(some), 1)
    starts = np.flatnonzero(np.diff(place.numpy(), prepend=-1))
    first = among = 0
    for start, stop in zip(starts, [*starts[1:], len(place)], strict=True):
        tried_most = int(shares[start:stop].argmax())
        better = int((logs[start:stop] > logs[start + tried_most]).sum())
        first += better == 0
        among += better < Settings.rival_width
    return Report(
        positions=len(some),
        loss=-float((shares * logs).sum()) / count,
        loss_of_worth=-float((shares * plain).sum()) / count,
        best_first=first / count,
        among_rivals=among / count,
    )
