"""The learner: trains a network on stored games, with checkpoints from which it continues after its end.

The target of the chances is the winner, mixed with what the search found at the position: the winner is right but noisy,
the search is smooth but has the faults of the network that guided it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypedDict

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from praefectus.training.calibrating import calibration_error
from praefectus.training.files import whole
from praefectus.training.model import POINTS_SCALE, TURNS_SCALE, TableModel
from praefectus.training.recipe import Recipe
from praefectus.training.samples import Samples, Trials

HELD_OUT = 10  # of so many games one is held out


@dataclass(frozen=True)
class Report:
    """How a network does on games that it never saw."""

    positions: int
    loss: float  # the cross-entropy with the winner
    search_loss: float  # with what the search found
    brier: float
    calibration_error: float
    points_error: float  # root mean square, per god
    turns_error: float  # the same, per player

    def as_json(self) -> dict[str, float]:
        """Return it as plain data."""
        return {name: round(value, 5) for name, value in asdict(self).items()}


class Progress(TypedDict):
    """How far a training is: epochs done, the best held-out loss, and the parameters that gave it."""

    epoch: int
    best: float
    kept: dict[str, Tensor]


class Batches:
    """Positions as tensors."""

    def __init__(self, samples: Samples) -> None:
        self.inputs = torch.from_numpy(samples.inputs)
        self.scores = torch.from_numpy(samples.scores)
        self.exists = torch.from_numpy(samples.exists)
        self.winners = torch.from_numpy(samples.winners)
        total = np.maximum(samples.values.sum(1, keepdims=True), 1e-6)
        self.values = torch.from_numpy(samples.values / total)
        self.points = torch.from_numpy(samples.points / POINTS_SCALE)
        turns = samples.turns_left / samples.players / TURNS_SCALE
        self.turns = torch.from_numpy(turns.astype(np.float32))

    def __len__(self) -> int:
        return len(self.inputs)


class TrialBatches:
    """Positions after tried turns, as tensors."""

    def __init__(self, trials: Trials) -> None:
        self.inputs = torch.from_numpy(trials.inputs)
        self.scores = torch.from_numpy(trials.scores)
        self.exists = torch.from_numpy(trials.exists)
        self.seats = torch.from_numpy(trials.seats).long().unsqueeze(1)
        self.chances = torch.from_numpy(trials.chances)

    def __len__(self) -> int:
        return len(self.inputs)

    def loss(self, model: TableModel, rows: Tensor) -> Tensor:
        """Return the cross-entropy of the seats' chances with what the search found."""
        answer = model(self.inputs[rows], self.scores[rows], self.exists[rows])
        chances = functional.softmax(answer.scores, 1).gather(1, self.seats[rows]).squeeze(1)
        return functional.binary_cross_entropy(chances.clamp(1e-6, 1 - 1e-6), self.chances[rows])


def split(samples: Samples) -> tuple[Samples, Samples]:
    """Return the positions to learn from and those held out, by whole games.

    In the last round the network is not asked: what is there can be counted.
    """
    usable = samples.where(~samples.last_round)
    held = usable.games % HELD_OUT == HELD_OUT - 1
    return usable.where(~held), usable.where(held)


def train(
    samples: Samples,
    trials: Trials,
    recipe: Recipe,
    checkpoint: Path | None = None,
    report: Callable[[str], None] = lambda _: None,
) -> tuple[TableModel, Report]:
    """Train a network; return that of the best epoch by held-out loss, and how it does.

    With a `checkpoint` the state is kept there after each epoch, and training continues from it.
    """
    learn, held = (Batches(part) for part in split(samples))
    tried = TrialBatches(trials.where(trials.games % HELD_OUT != HELD_OUT - 1))
    torch.manual_seed(recipe.seed)
    model = TableModel(recipe.hidden, recipe.wide)
    optimizer = torch.optim.AdamW(model.parameters(), recipe.rate, weight_decay=recipe.decay)
    state: Progress = {"epoch": 0, "best": math.inf, "kept": _copy(model)}
    if checkpoint is not None and checkpoint.exists():
        saved = torch.load(checkpoint, weights_only=True)
        if saved["recipe"] == asdict(recipe) and saved["positions"] == len(learn):
            model.load_state_dict(saved["model"])
            optimizer.load_state_dict(saved["optimizer"])
            state = saved["state"]
            report(f"continues after epoch {state['epoch']}")
    steps = math.ceil(len(learn) / recipe.batch)
    for epoch in range(state["epoch"], recipe.epochs):
        draws = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        order = torch.randperm(len(learn), generator=draws)
        model.train()
        for step in range(steps):
            done = (epoch * steps + step) / (recipe.epochs * steps)
            for group in optimizer.param_groups:
                group["lr"] = recipe.rate * 0.5 * (1 + math.cos(math.pi * done))
            rows = order[step * recipe.batch : (step + 1) * recipe.batch]
            loss = _loss(model, learn, rows, recipe)
            if len(tried):
                some = torch.randint(len(tried), (len(rows),), generator=draws)
                loss = loss + recipe.trials * tried.loss(model, some)
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        found = judge(model, held)
        # Chosen by what it learns from, so that the few held-out games do not decide by their luck.
        mixed = recipe.winner * found.loss + (1 - recipe.winner) * found.search_loss
        state["epoch"] = epoch + 1
        if mixed < state["best"]:
            state["best"], state["kept"] = mixed, _copy(model)
        report(f"epoch {epoch + 1}: winner {found.loss:.4f}, search {found.search_loss:.4f}")
        if checkpoint is not None:
            saved = {
                "recipe": asdict(recipe),
                "positions": len(learn),
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "state": state,
            }
            with whole(checkpoint) as file:
                torch.save(saved, file)
    model.load_state_dict(state["kept"])
    return model, judge(model, held)


def _loss(model: TableModel, data: Batches, rows: Tensor, recipe: Recipe) -> Tensor:
    exists = data.exists[rows]
    answer = model(data.inputs[rows], data.scores[rows], exists)
    target = recipe.winner * data.winners[rows] + (1 - recipe.winner) * data.values[rows]
    logs = functional.log_softmax(answer.scores, 1) * exists
    loss = -(target * logs).sum(1).mean()
    errors = (answer.points - data.points[rows]).square().mean(2)
    loss = loss + recipe.points * (errors * exists).sum() / exists.sum()
    turns = functional.smooth_l1_loss(answer.turns_left, data.turns[rows])
    whole: Tensor = loss + recipe.turns * turns
    return whole


def judge(model: TableModel, data: Batches) -> Report:
    """Return how a network does on positions."""
    model.eval()
    with torch.no_grad():
        answer = model(data.inputs, data.scores, data.exists)
        logs = functional.log_softmax(answer.scores, 1) * data.exists
        chances = logs.exp() * data.exists
        loss = -(data.winners * logs).sum(1).mean()
        search = -(data.values * logs).sum(1).mean()
        brier = ((chances - data.winners).square() * data.exists).sum(1).mean()
        points = ((answer.points - data.points).square().mean(2) * data.exists).sum()
        turns = (answer.turns_left - data.turns).square().mean()
    there = data.exists.numpy() > 0
    return Report(
        positions=len(data),
        loss=float(loss),
        search_loss=float(search),
        brier=float(brier),
        calibration_error=calibration_error(chances.numpy()[there], data.winners.numpy()[there]),
        points_error=float((points / data.exists.sum()).sqrt()) * POINTS_SCALE,
        turns_error=float(turns.sqrt()) * TURNS_SCALE,
    )


def _copy(model: TableModel) -> dict[str, Tensor]:
    return {name: value.detach().clone() for name, value in model.state_dict().items()}
