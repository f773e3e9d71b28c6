"""Distilling: a small network learns to say what others say on average, which together would be too slow for a search.

It needs no search and no result: the others answer for any position. So the positions are those that a search asks about, good
and bad: after turns of all kinds from the positions of stored games.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import torch
from librt.vecs import vec
from torch.nn import functional

from praefectus.bots import weights
from praefectus.bots.evaluation import Evaluator
from praefectus.bots.indices import INPUTS
from praefectus.bots.net import Net
from praefectus.bots.turns import Generator
from praefectus.rules.ids import AT_LAST_TURNS, AT_PHASE, PHASE_PLAY
from praefectus.rules.state import State
from praefectus.rules.turn import apply
from praefectus.training import store
from praefectus.training.samples import NOBODY
from praefectus.training.seat_model import SeatModel
from praefectus.training.selfplay import PlayedGame
from praefectus.training.store import SEATS, Array

HELD_OUT = 20  # of so many positions one is held out
BATCH = 512
RATE = 1e-2
LENGTH = 4  # turns from a position of a game, at most
GOOD = 6  # of the turns by worth: half of the time one of these is taken


@dataclass
class Lessons:
    """Positions with what the teachers say, one per row, by seat."""

    inputs: Array
    scores: Array
    exists: Array
    corrections: Array


def lessons(
    paths: Iterable[Path], teachers: Sequence[tuple[float, Net]], per_root: float, seed: int
) -> Lessons:
    """Return positions around those of stored games, with the sum of the teachers' corrections, each times its part."""
    vector = vec[float](list(weights.load("greedy")))
    rows: list[Array] = []
    for game in store.read_all(paths):
        rng = Random(f"{seed} {game.seed}")
        rows += [
            np.array(found, np.float32).reshape(game.players, INPUTS + 1)
            for found in _around(game, vector, per_root, rng)
        ]
    count = len(rows)
    result = Lessons(
        np.zeros((count, SEATS, INPUTS), np.float32),
        np.full((count, SEATS), NOBODY, np.float32),
        np.zeros((count, SEATS), np.float32),
        np.zeros((count, SEATS), np.float32),
    )
    for at, found in enumerate(rows):
        players = len(found)
        inputs = found[:, :INPUTS]
        result.inputs[at, :players] = inputs
        result.scores[at, :players] = found[:, INPUTS]
        result.exists[at, :players] = 1.0
        flat = inputs.ravel().tolist()
        said = np.sum(
            [part * np.array(net.corrections(flat, players)) for part, net in teachers], 0
        )
        # What all seats have in common changes no chance.
        result.corrections[at, :players] = said - said.mean()
    return result


def _around(
    played: PlayedGame, vector: vec[float], per_root: float, rng: Random
) -> Iterable[list[float]]:
    """Give the features of positions a few turns away from those of a game."""
    game = played.beginning()
    evaluator = Evaluator(game.position.deal, vector)
    generator = Generator(evaluator)
    for _ in played.searched(game):
        for _ in range(int(per_root + rng.random())):
            state = game.position.copy()
            for _ in range(rng.randint(0, LENGTH)):
                _move(state, generator, rng)
            if state.cells[AT_LAST_TURNS] < 0 and state.cells[AT_PHASE] == PHASE_PLAY:
                yield evaluator.features(state)


def _move(state: State, generator: Generator, rng: Random) -> None:
    """Take a turn, if the game is not about to end: a good one or any."""
    if state.cells[AT_LAST_TURNS] >= 0 or state.cells[AT_PHASE] != PHASE_PLAY:
        return
    turns = generator.out
    generator.generate(state, turns)
    numbers = list(range(turns.count))
    if rng.random() < 0.5:
        numbers.sort(key=lambda number: -turns.worth[number])
        numbers = numbers[:GOOD]
    for action in turns.turn(rng.choice(numbers)):
        apply(state, action)
    generator.settle_keeps(state)


def distil(
    data: Lessons,
    hidden: int,
    wide: int,
    epochs: int,
    *,
    seed: int = 1,
    report: Callable[[str], None] = lambda _: None,
) -> tuple[SeatModel, dict[str, float]]:
    """Train a network of this size to say the same; return it and how near it comes."""
    parts = [
        torch.from_numpy(each) for each in (data.inputs, data.scores, data.exists, data.corrections)
    ]
    held = torch.arange(len(data.inputs)) % HELD_OUT == HELD_OUT - 1
    learn, judged = [each[~held] for each in parts], [each[held] for each in parts]
    torch.manual_seed(seed)
    model = SeatModel(hidden, wide)
    optimizer = torch.optim.AdamW(model.parameters(), RATE, weight_decay=1e-4)
    count = len(learn[0])
    steps = math.ceil(count / BATCH)
    found: dict[str, float] = {}
    for epoch in range(epochs):
        order = torch.randperm(count)
        for step in range(steps):
            done = (epoch * steps + step) / (epochs * steps)
            for group in optimizer.param_groups:
                group["lr"] = RATE * 0.5 * (1 + math.cos(math.pi * done))
            rows = order[step * BATCH : (step + 1) * BATCH]
            divergence, error = apart(model, [each[rows] for each in learn])
            loss = divergence + 0.1 * error
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
        with torch.no_grad():
            divergence, error = apart(model, judged)
        found = {"divergence": float(divergence), "error": float(error.sqrt())}
        report(f"epoch {epoch + 1}: {found}")
    return model, found


def apart(model: SeatModel, data: list[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return how far the chances and the corrections are from what the teachers say."""
    inputs, scores, exists, corrections = data
    found = model(inputs, scores, exists)
    logs = functional.log_softmax(found, 1)
    wanted = functional.log_softmax(scores + corrections, 1)
    divergence = (wanted.exp() * (wanted - logs) * exists).sum(1).mean()
    said = (found - scores) * exists
    middle = said.sum(1, keepdim=True) / exists.sum(1, keepdim=True)
    error = (((said - middle - corrections) * exists).square().sum(1) / exists.sum(1)).mean()
    return divergence, error
