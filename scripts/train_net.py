r"""Trains the network that corrects the evaluation, from games the greedy bot plays with itself.

    .venv/bin/python scripts/train_net.py --net first --games 60000 --hidden 32 --epochs 12 \
        --seed 2 --workers 2 --out learned.json

The recipe: greedy players (corrected by the network `--net` of an earlier generation, if one is given)
that slip now and then play games on all tables; of about every fourth turn
the features of all seats are kept (`Evaluator.features`). The network learns by gradient descent
(Adam) to correct the evaluation's scores, so that their softmax comes near the softmax of the final
points divided by `--tau` (a soft "who wins"). A tenth of the games is held out: its loss decides which
epoch is kept. Needs NumPy; playing with the result does not.
"""

from __future__ import annotations

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from praefectus import Game
from praefectus.bots import learning, weights
from praefectus.bots.indices import INPUTS
from praefectus.bots.match import sample_game

TABLES = (
    ("imperium", 4, 8),
    ("imperium", 3, 2),
    ("imperium", 5, 2),
    ("italia", 2, 2),
    ("italia", 3, 3),
    ("italia", 4, 2),
)
SEATS = 5
Array = np.ndarray[Any, np.dtype[np.float32]]


def play(arguments: argparse.Namespace) -> tuple[Array, Array, Array, Array, Array]:
    """Play the games; give features, scores, targets, which seats exist, and each row's game."""
    rows: list[Array] = []
    targets: list[Array] = []
    games: list[int] = []
    play_one = partial(
        play_game, arguments.seed, arguments.weights, arguments.net, float(arguments.tau)
    )
    with ProcessPoolExecutor(arguments.workers, mp_context=get_context("spawn")) as pool:
        played = pool.map(play_one, range(arguments.games), chunksize=20)
        for number, (samples, target) in enumerate(played):
            rows.extend(samples)
            targets.extend([target] * len(samples))
            games.extend([number] * len(samples))
            if number % 1000 == 999:
                print(f"{number + 1} games", flush=True)
    data = np.stack(rows)
    return (
        data[:, :, :INPUTS],
        data[:, :, INPUTS],
        np.stack(targets),
        (data[:, :, INPUTS] > -1e8).astype(np.float32),
        np.array(games, np.float32),
    )


def play_game(
    seed: int, weights_name: str, net: str, tau: float, number: int
) -> tuple[list[Array], Array]:
    """Play game `number`; give its samples and their target."""
    rng = random.Random(f"{seed}/{number}")
    tables = [(board, players) for board, players, often in TABLES for _ in range(often)]
    board, players = rng.choice(tables)
    game = Game.new(map=board, players=players, seed=rng.getrandbits(48))
    samples: list[list[float]] = []
    slips = rng.choice((0.0, 0.1, 0.3))
    base = list(weights.load(weights_name))
    *points, _ = sample_game(
        game.position, base, learning.load(net), rng.getrandbits(48), slips, 4.0, samples
    )
    target = np.zeros(SEATS, np.float32)
    soft = np.exp((np.array(points) - max(points)) / tau)
    target[:players] = soft / soft.sum()
    rows: list[Array] = []
    for sample in samples:
        row = np.zeros((SEATS, INPUTS + 1), np.float32)
        row[:players] = np.array(sample, np.float32).reshape(players, INPUTS + 1)
        row[players:, INPUTS] = -1e9
        rows.append(row)
    return rows, target


class Trainer:
    """The network as NumPy arrays, with Adam."""

    def __init__(self, hidden: int, rng: np.random.Generator, decay: float) -> None:
        self.decay = decay
        self.parts = [
            (rng.normal(size=(INPUTS, hidden)) * (0.5 / INPUTS**0.5)).astype(np.float32),
            np.zeros(hidden, np.float32),
            np.zeros(hidden, np.float32),
            np.zeros(INPUTS, np.float32),
        ]
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.parts]
        self.steps = 0

    def scores(self, x: Array, base: Array) -> tuple[Array, Array]:
        """Give the corrected scores and the hidden layer."""
        first, biases, second, linear = self.parts
        hidden = np.maximum(x @ first + biases, 0)
        return base + hidden @ second + x @ linear, hidden

    def loss(self, x: Array, base: Array, target: Array) -> float:
        """Give the cross-entropy of the corrected scores."""
        scores, _ = self.scores(x, base)
        return cross_entropy(scores, target)

    def step(self, x: Array, base: Array, target: Array, exists: Array, rate: float) -> None:
        """Take one step of Adam on a batch."""
        first, _, second, _ = self.parts
        scores, hidden = self.scores(x, base)
        gradient = (softmax(scores) - target) * exists / len(x)
        back = gradient[:, :, None] * second * (hidden > 0)
        flat = x.reshape(-1, INPUTS)
        gradients = [
            flat.T @ back.reshape(-1, back.shape[-1]) + self.decay * first,
            back.sum((0, 1)),
            np.einsum("bs,bsh->h", gradient, hidden) + self.decay * second,
            np.einsum("bs,bsi->i", gradient, x) + self.decay * self.parts[3],
        ]
        self.steps += 1
        for part, (mean, square), each in zip(self.parts, self.moments, gradients, strict=True):
            mean[...] += 0.1 * (each - mean)
            square[...] += 0.001 * (each * each - square)
            fast = mean / (1 - 0.9**self.steps)
            part[...] -= rate * fast / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


def softmax(scores: Array) -> Array:
    powers = np.exp(scores - scores.max(1, keepdims=True))
    result: Array = powers / powers.sum(1, keepdims=True)
    return result


def cross_entropy(scores: Array, target: Array) -> float:
    return float(-(target * np.log(softmax(scores) + 1e-9)).sum(1).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--hidden", type=int, default=24)
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--decay", type=float, default=1e-4)
    parser.add_argument("--tau", type=float, default=5.0)
    parser.add_argument("--weights", default="greedy")
    parser.add_argument("--net", default="", help="network of the players, to go on from it")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    began = time.perf_counter()
    x, base, target, exists, game = play(arguments)
    held = game >= 0.9 * arguments.games
    print(f"{len(x)} positions in {time.perf_counter() - began:.0f} s", flush=True)
    rng = np.random.default_rng(arguments.seed)
    trainer = Trainer(arguments.hidden, rng, arguments.decay)
    before = cross_entropy(base[held], target[held])
    best, kept, kept_epoch = before, [part.copy() for part in trainer.parts], 0
    print(f"held out: {before:.4f} by the evaluation alone", flush=True)
    learn = np.flatnonzero(~held)
    for epoch in range(1, arguments.epochs + 1):
        rng.shuffle(learn)
        rate = arguments.rate * (1 - epoch / (arguments.epochs + 1))
        for start in range(0, len(learn), 256):
            at = learn[start : start + 256]
            trainer.step(x[at], base[at], target[at], exists[at], rate)
        loss = trainer.loss(x[held], base[held], target[held])
        print(f"epoch {epoch}: {loss:.4f}", flush=True)
        if loss < best:
            best, kept, kept_epoch = loss, [part.copy() for part in trainer.parts], epoch
    provenance = {
        "method": "scripts/train_net.py: greedy self-play, correction of the evaluation's scores",
        "weights": arguments.weights,
        "players_net": arguments.net,
        "games": arguments.games,
        "positions": len(x),
        "seed": arguments.seed,
        "epochs": kept_epoch,
        "tau": arguments.tau,
        "held_out_loss": {"evaluation": round(before, 4), "network": round(best, 4)},
        "seconds": round(time.perf_counter() - began),
    }
    first, biases, second, linear = (part.ravel().tolist() for part in kept)
    text = learning.dump(arguments.hidden, first, biases, second, linear, provenance)
    arguments.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
