"""Plays games and prints what they went through, to be compared between processes.

    python -m tests.determinism.trajectory SEED...

A line a game: its name, its length and a hash over every position, legal list and document.
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

from praefectus import Game, record
from praefectus.rules.playout import playouts
from praefectus.rules.rng import Rng

TABLES = [("imperium", n) for n in (3, 4, 5)] + [("italia", n) for n in (2, 3, 4)]


def trajectory(game: Game, rng: random.Random) -> tuple[int, str]:
    """Play a game to its end; return its length and the hash of all it went through."""
    seen = hashlib.sha256()
    seen.update(json.dumps(game.setup.as_json()).encode())
    length = 0
    while not game.is_over:
        legal = list(game.legal_actions)
        seen.update(game.position.key())
        seen.update(json.dumps(legal).encode())
        if length % 25 == 0:
            seen.update(json.dumps(game.state()).encode())
            refused = [game.explain(action) for action in range(0, game.action_count, 7)]
            seen.update("".join(map(str, refused)).encode())
            other = game.determinize(game.seat, random.Random(length))
            seen.update(json.dumps(other.setup.as_json()).encode())
            seen.update(str(game).encode())
        game.push(rng.choice(legal))
        length += 1
    seen.update(record.dumps(game).encode())
    return length, seen.hexdigest()


def main(seeds: list[int]) -> None:
    """Print the trajectories of all boards and player counts."""
    rng = Rng(7)
    print("rng", [int(rng.below(1000)) for _ in range(12)])
    print("playouts", playouts(Game.new("italia", 2, 1).position, 3, 5))
    for seed in seeds:
        for map, players in TABLES:
            edition = "first" if seed % 2 else "revised"
            game = Game.new(
                map, players, seed, edition=edition, intermediate_scoring=bool(seed % 2)
            )
            length, digest = trajectory(game, random.Random(seed))
            print(map, players, seed, length, digest)


if __name__ == "__main__":
    main([int(seed) for seed in sys.argv[1:]])
