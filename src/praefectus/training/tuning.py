"""Tuning: a network learns to tell the turns of one position apart as the search does, and stays near what its teachers say.

Who wins is decided by differences of a hundredth between the turns of a position, which are lost in the luck of whole games. A search
with many simulations has found them. So the network's chances after turns that were tried at one root are compared with what the search
found, each as a difference from the mean of the root.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from dataclasses import asdict, dataclass

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from praefectus.training.distilling import Lessons, apart
from praefectus.training.learner import HELD_OUT
from praefectus.training.samples import Samples, Trials
from praefectus.training.seat_model import SeatModel
from praefectus.training.store import Array

LEAST_VISITS = 4  # a turn tried less often tells too little about differences
MOST_WEIGHT = 2.0  # of a turn
FULL_VISITS = 16.0  # visits that give a turn the weight 1
ROOTS_PER_POSITION = 0.25


@dataclass(frozen=True)
class TuningRecipe:
    """How a network is tuned."""

    epochs: int = 2
    batch: int = 256
    rate: float = 2e-3
    decay: float = 1e-3
    later: float = 0.5  # the part of what came later in the target; the rest is the own search
    memory: float = 0.97  # how much of what comes later counts from turn to turn
    differences: float = 300.0  # the weight of the differences between turns of a root
    chances: float = 0.5  # the weight of the chances after tried turns
    teachers: float = 3.0  # the weight of what the teachers say
    seed: int = 1


@dataclass(frozen=True)
class Report:
    """How a network does on games that it never saw."""

    positions: int
    turns: int
    winner_loss: float  # the cross-entropy with the winner
    search_loss: float  # with what the search found
    difference_error: float  # root mean square, of chances between turns of a root
    correlation: float  # of these differences with the search's

    def as_json(self) -> dict[str, float]:
        """Return it as plain data."""
        return {name: round(value, 5) for name, value in asdict(self).items()}


class Roots:
    """The turns that were tried, by the position they were tried in."""

    def __init__(self, trials: Trials, *, held: bool) -> None:
        data = trials.where((trials.games % HELD_OUT == HELD_OUT - 1) == held)
        order = np.argsort(data.roots, kind="stable")
        data = data.where(order)
        self.inputs = torch.from_numpy(data.inputs)
        self.scores = torch.from_numpy(data.scores)
        self.exists = torch.from_numpy(data.exists)
        self.seats = torch.from_numpy(data.seats).long().unsqueeze(1)
        self.chances = torch.from_numpy(data.chances)
        weights = np.minimum(data.visits / FULL_VISITS, MOST_WEIGHT).astype(np.float32)
        self.weights = torch.from_numpy(weights)
        self.starts = np.flatnonzero(np.diff(data.roots, prepend=-1))
        self.counts = np.diff(self.starts, append=len(data.roots))

    def __len__(self) -> int:
        return len(self.starts)

    def compared(self, model: SeatModel, roots: Array) -> tuple[Tensor, Tensor, Tensor]:
        """Return of some roots' turns the network's chances, the rows, and the number of each one's root."""
        counts = self.counts[roots]
        first = np.repeat(self.starts[roots] - np.cumsum(counts) + counts, counts)
        rows = torch.from_numpy(first + np.arange(len(first)))
        scores = model(self.inputs[rows], self.scores[rows], self.exists[rows])
        chances = functional.softmax(scores, 1).gather(1, self.seats[rows]).squeeze(1)
        return chances, rows, torch.from_numpy(np.repeat(np.arange(len(roots)), counts))

    def differences(self, values: Tensor, rows: Tensor, root: Tensor) -> Tensor:
        """Return by how much values differ from the weighted mean of their root."""
        weights = self.weights[rows]
        empty = torch.zeros(int(root.max()) + 1)
        mean = empty.index_add(0, root, weights * values) / empty.index_add(0, root, weights)
        return values - mean[root]


def targets(samples: Samples, recipe: TuningRecipe) -> Array:
    """Return what to learn of each position: its search, and what came later, which ends with the winner."""
    own = samples.values / np.maximum(samples.values.sum(1, keepdims=True), 1e-6)
    later = np.empty_like(own)
    for at in range(len(own) - 1, -1, -1):
        is_last = at + 1 == len(own) or samples.games[at + 1] != samples.games[at]
        after = samples.winners[at] if is_last else later[at + 1]
        later[at] = (1 - recipe.memory) * own[at] + recipe.memory * after
    mixed: Array = recipe.later * later + (1 - recipe.later) * own
    return mixed


def tune(
    model: SeatModel,
    samples: Samples,
    trials: Trials,
    lessons: Lessons,
    recipe: TuningRecipe,
    report: Callable[[str], None] = lambda _: None,
) -> Report:
    """Tune a network in place; return how it does."""
    wanted = torch.from_numpy(targets(samples, recipe))
    # In the last round the network is not asked: what is there can be counted.
    learn = np.flatnonzero(~samples.last_round & (samples.games % HELD_OUT != HELD_OUT - 1))
    inputs, scores = torch.from_numpy(samples.inputs), torch.from_numpy(samples.scores)
    exists = torch.from_numpy(samples.exists)
    roots = Roots(trials, held=False)
    taught = [
        torch.from_numpy(each)
        for each in (lessons.inputs, lessons.scores, lessons.exists, lessons.corrections)
    ]
    draws = np.random.default_rng(recipe.seed)
    optimizer = torch.optim.AdamW(model.parameters(), recipe.rate, weight_decay=recipe.decay)
    steps = math.ceil(len(learn) / recipe.batch)
    held_out = judge(model, samples, trials)
    for epoch in range(recipe.epochs):
        order = torch.from_numpy(draws.permutation(learn))
        for step in range(steps):
            done = (epoch * steps + step) / (recipe.epochs * steps)
            for group in optimizer.param_groups:
                group["lr"] = recipe.rate * 0.5 * (1 + math.cos(math.pi * done))
            rows = order[step * recipe.batch : (step + 1) * recipe.batch]
            found = functional.log_softmax(model(inputs[rows], scores[rows], exists[rows]), 1)
            loss = -(wanted[rows] * found * exists[rows]).sum(1).mean()
            some = draws.integers(len(roots), size=int(recipe.batch * ROOTS_PER_POSITION))
            loss = loss + _loss_of_turns(model, roots, some, recipe)
            drawn = torch.from_numpy(draws.integers(len(taught[0]), size=recipe.batch))
            divergence, error = apart(model, [each[drawn] for each in taught])
            loss = loss + recipe.teachers * (divergence + 0.1 * error)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        held_out = judge(model, samples, trials)
        report(f"epoch {epoch + 1}: {json.dumps(held_out.as_json())}")
    return held_out


def _loss_of_turns(model: SeatModel, roots: Roots, some: Array, recipe: TuningRecipe) -> Tensor:
    chances, rows, root = roots.compared(model, some)
    weights = roots.weights[rows]
    apart_by = roots.differences(chances - roots.chances[rows], rows, root)
    wrong = functional.binary_cross_entropy(
        chances.clamp(1e-6, 1 - 1e-6), roots.chances[rows], reduction="none"
    )
    loss: Tensor = (
        recipe.differences * (weights * apart_by.square()).mean()
        + recipe.chances * (weights * wrong).mean()
    )
    return loss


def judge(model: SeatModel, samples: Samples, trials: Trials) -> Report:
    """Return how a network does on the games that are held out."""
    held = samples.where(~samples.last_round & (samples.games % HELD_OUT == HELD_OUT - 1))
    roots = Roots(trials, held=True)
    with torch.no_grad():
        inputs, scores = torch.from_numpy(held.inputs), torch.from_numpy(held.scores)
        logs = functional.log_softmax(model(inputs, scores, torch.from_numpy(held.exists)), 1)
        logs = logs * torch.from_numpy(held.exists)
        chances, rows, root = roots.compared(model, np.arange(len(roots)))
        mine = roots.differences(chances, rows, root)
        theirs = roots.differences(roots.chances[rows], rows, root)
    weights = roots.weights[rows]

    def mean(values: Tensor) -> float:
        return float((weights * values).sum() / weights.sum())

    spread = math.sqrt(mean(mine.square()) * mean(theirs.square()))
    return Report(
        positions=len(held),
        turns=len(rows),
        winner_loss=-float((torch.from_numpy(held.winners) * logs).sum(1).mean()),
        search_loss=-float((torch.from_numpy(held.values) * logs).sum(1).mean()),
        difference_error=math.sqrt(mean((mine - theirs).square())),
        correlation=mean(mine * theirs) / max(spread, 1e-12),
    )
