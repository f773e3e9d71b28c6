"""The measurements of `praefectus bench`, each on one core, repeated for a given time."""

import random
import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import praefectus
from praefectus import record
from praefectus.rules import playout

MAP = "imperium"
PLAYERS = 4
SLICES = 5


def measure(seconds: float) -> dict[str, Any]:
    """Measure everything, about `seconds` for each figure."""
    return {
        "playout_decisions_per_s": round(playout_rate(seconds)),
        "loop_decisions_per_s": round(loop_rate(seconds)),
        "copy_ns": round(copy_time(seconds) * 1e9),
        "state_bytes": state_size(),
        "replay_games_per_s": round(replay_rate(seconds)),
        "compiled": is_compiled(),
    }


def is_compiled() -> bool:
    """Say whether the rules that were imported are compiled."""
    return not str(playout.__file__).endswith(".py")


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Call `work(round)` for some seconds; give how much of what it counts was done a second.

    Time is what this process had of its core, cut into slices of which the best counts: what else
    the machine does only ever slows.
    """
    best = 0.0
    rounds = 0
    for _ in range(SLICES):
        done = 0
        began = now = time.process_time()
        while now - began < seconds / SLICES:
            done += work(rounds)
            rounds += 1
            now = time.process_time()
        best = max(best, done / (now - began))
    return best


def new_game(seed: int) -> praefectus.Game:
    """Set up the game that is measured."""
    return praefectus.Game.new(map=MAP, players=PLAYERS, seed=seed)


def play_at_random(game: praefectus.Game, seed: int) -> int:
    """Play a game to its end by a Python loop; give the decisions it took."""
    draw = random.Random(seed).random
    decisions = 0
    while not game.is_over:
        legal = game.legal_actions
        game.push(legal[int(draw() * len(legal))])
        decisions += 1
    return decisions


def playout_rate(seconds: float) -> float:
    """Give the decisions a second of random games inside the engine."""
    return rate(lambda seed: int(playout.playouts(new_game(seed).position, 10, seed)), seconds)


def loop_rate(seconds: float) -> float:
    """Give the decisions a second of `legal_actions` and `push` called from Python."""
    return rate(lambda seed: play_at_random(new_game(seed), seed), seconds)


def middle_of_a_game() -> praefectus.Game:
    """Give a position with houses, colonists and cards about."""
    game = new_game(7)
    total = play_at_random(game, 7)
    for _ in range(total // 2):
        game.pop()
    return game


def copy_time(seconds: float) -> float:
    """Give the seconds that a copy of a position takes."""
    copy = middle_of_a_game().copy

    def work(_: int) -> int:
        for _ in range(1000):
            copy()
        return 1000

    return 1 / rate(work, seconds)


def state_size() -> int:
    """Give the bytes that one more copy of a position takes."""
    game = middle_of_a_game()
    count = 1000
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        copies = [game.copy() for _ in range(count)]
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return (after - before) // len(copies)


def replay_rate(seconds: float) -> float:
    """Give the records a second that are read from text and checked."""
    texts = []
    for seed in range(20):
        game = new_game(seed)
        play_at_random(game, seed)
        texts.append(record.dumps(game))

    def work(round_: int) -> int:
        record.loads(texts[round_ % len(texts)])
        return 1

    return rate(work, seconds)
