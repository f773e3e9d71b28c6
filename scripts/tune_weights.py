"""Tunes the weights of the greedy bot by self-play, and writes them with their provenance.

An evolution strategy with mirrored samples: a random direction is added to the weights for some seats
and taken from them for the others, both seatings play the same set-up, and the side that does
better pulls the weights its way. Run it again with the same arguments for the same result:

    .venv/bin/python scripts/tune_weights.py --generations 60 --seed 1 --out weights.json

The start is any file of weights; `--check N` plays N games of the result against the start.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path

from praefectus import Game
from praefectus.bots import weights
from praefectus.bots.match import greedy_game

# The tables of the tuning, by how often each is drawn.
TABLES = (
    ("imperium", 4, 8),
    ("imperium", 3, 2),
    ("imperium", 5, 2),
    ("italia", 2, 2),
    ("italia", 3, 3),
    ("italia", 4, 2),
)
WIN = 15.0  # points that winning counts on top of the margin
MOST_TURNS = 400
# What the evaluation needs to stay meaningful, whatever the tuning says.
LEAST = {"soon": 0.02, "spread_end": 0.3, "spread_start": 0.3, "good_curve": 0.0, "money_high": 0.0}


def compare(job: tuple[str, int, int, list[float], list[float]]) -> float:
    """Play one set-up twice with seats of both sides; give the margin of the first side."""
    board, players, seed, plus, minus = job
    margin = 0.0
    for turned in range(2):
        sides = [(seat + turned) % 2 for seat in range(players)]
        game = Game.new(map=board, players=players, seed=seed)
        *points, winner = greedy_game(
            game.position, [(plus, minus)[side] for side in sides], MOST_TURNS
        )
        mine = [p for p, side in zip(points, sides, strict=True) if side == 0]
        theirs = [p for p, side in zip(points, sides, strict=True) if side == 1]
        margin += sum(mine) / len(mine) - sum(theirs) / len(theirs)
        # With an odd number of seats the sides are uneven; over both seatings that evens out.
        margin += WIN if sides[winner] == 0 else -WIN
    return margin / 2


def bounded(values: list[float]) -> list[float]:
    """Keep weights within what makes sense."""
    return [
        max(LEAST.get(name, value), value)
        for name, value in zip(weights.NAMES, values, strict=True)
    ]


def jobs(
    rng: random.Random, samples: int, mean: list[float], scale: list[float], sigma: float
) -> Iterator[tuple[list[float], tuple[str, int, int, list[float], list[float]]]]:
    names = [(board, players) for board, players, often in TABLES for _ in range(often)]
    for _ in range(samples):
        direction = [rng.gauss(0, 1) for _ in mean]
        step = [sigma * d * s for d, s in zip(direction, scale, strict=True)]
        plus = bounded([m + d for m, d in zip(mean, step, strict=True)])
        minus = bounded([m - d for m, d in zip(mean, step, strict=True)])
        board, players = rng.choice(names)
        yield direction, (board, players, rng.getrandbits(48), plus, minus)


def tune(arguments: argparse.Namespace, pool: Executor | None) -> list[float]:
    """Run the generations; give the tuned weights."""
    rng = random.Random(arguments.seed)
    mean = list(weights.load(arguments.start))
    # Steps are in proportion to a weight, and never tiny.
    scale = [max(abs(value), 0.3) for value in mean]
    momentum = [0.0] * len(mean)
    for generation in range(arguments.generations):
        began = time.perf_counter()
        batch = list(jobs(rng, arguments.samples, mean, scale, arguments.sigma))
        todo = [job for _, job in batch]
        margins = list(pool.map(compare, todo, chunksize=4)) if pool else [compare(j) for j in todo]
        spread = (sum(m * m for m in margins) / len(margins)) ** 0.5 or 1.0
        for i in range(len(mean)):
            gradient = sum(
                m * direction[i] for m, (direction, _) in zip(margins, batch, strict=True)
            ) / (spread * len(margins))
            momentum[i] = 0.8 * momentum[i] + gradient
            mean[i] += arguments.rate * scale[i] * momentum[i]
        mean = bounded(mean)
        print(
            f"generation {generation + 1}: mean margin {sum(margins) / len(margins):+.2f}, "
            f"spread {spread:.1f}, {time.perf_counter() - began:.0f} s",
            flush=True,
        )
        if arguments.out is not None and (generation + 1) % 5 == 0:
            save(arguments, mean, generation + 1)
    return mean


def save(arguments: argparse.Namespace, mean: list[float], generations: int) -> None:
    provenance = {
        "method": "evolution strategy with mirrored samples, scripts/tune_weights.py",
        "start": arguments.start,
        "seed": arguments.seed,
        "generations": generations,
        "samples": arguments.samples,
        "games": 2 * generations * arguments.samples,
        "sigma": arguments.sigma,
        "rate": arguments.rate,
        "tables": [f"{board} with {players}" for board, players, _ in TABLES],
    }
    arguments.out.write_text(weights.dump(tuple(mean), provenance), encoding="utf-8")


def check(start: tuple[float, ...], tuned: list[float], games: int, seed: int) -> None:
    """Print how one seat by the tuned weights does against three by the start."""
    wins, points, theirs = 0, 0, 0
    for number in range(games):
        game = Game.new(map="imperium", players=4, seed=seed + number // 4)
        seats = [list(start)] * 4
        seats[number % 4] = tuned
        *scores, winner = greedy_game(game.position, seats, MOST_TURNS)
        wins += winner == number % 4
        points += scores[number % 4]
        theirs += sum(scores) - scores[number % 4]
    report = {"games": games, "wins": wins, "points": points / games, "others": theirs / games / 3}
    print(json.dumps(report))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--start", default="hand", help="a name in data/bots, or a .json file")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--samples", type=int, default=100)
    parser.add_argument("--sigma", type=float, default=0.15)
    parser.add_argument("--rate", type=float, default=0.08)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--check", type=int, default=0, metavar="GAMES")
    arguments = parser.parse_args()
    start = weights.load(arguments.start)
    if arguments.workers > 1:
        with ProcessPoolExecutor(arguments.workers) as pool:
            tuned = tune(arguments, pool)
    else:
        tuned = tune(arguments, None)
    if arguments.out is not None:
        save(arguments, tuned, arguments.generations)
    if arguments.check:
        check(start, tuned, arguments.check, 1_000_000)


if __name__ == "__main__":
    main()
