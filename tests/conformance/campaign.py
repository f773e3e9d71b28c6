"""The long version of test_differential.py: as many games as one likes, on every table.

    python -m tests.conformance.campaign --games 1000 --first-seed 5000

Prints what was compared; stops at the first difference with the seed that shows it.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

from praefectus import record as records
from tests.conformance.compare import (
    Difference,
    agree,
    engine_record,
    lockstep,
    lockstep_from,
    refusals,
    states_of_engine,
)
from tests.conformance.make_golden import TABLES, options
from tests.conformance.mutations import mutants
from tests.conformance.players import new_record, random_styles
from tests.conformance.positions import random_pair
from tests.conformance.reference import replay


def one(board: str, players: int, seed: int, illegal: int) -> tuple[int, int, list[Any]]:
    """Compare the games of one seed; return states, steps and the citations that differ."""
    rng = random.Random(f"campaign {board} {players} {seed}")
    start = new_record(board, players, seed, **options(seed))
    played = lockstep(start, random_styles(players, rng), rng)
    states = len(played["turns"])
    steps = sum(len(turn["steps"]) + 2 for turn in played["turns"])
    replayed = records.replay(played)
    if records.dump(replayed.game, played["players"]) != played:
        raise Difference("the record changes when it is read and written")
    random_record, engine_states = engine_record(start, rng)
    if list(replay(random_record)) != engine_states:
        raise Difference("the states of a game of the engine differ")
    if states_of_engine(random_record) != engine_states:
        raise Difference("the engine replays its own game differently")
    states += len(engine_states)
    differing = []
    for kind, mutant in mutants({**played}, rng, illegal):
        engine, reference = refusals(mutant)
        if not agree(engine, reference):
            differing.append((kind, mutant["turns"][-1:], engine, reference))
    return states, steps, differing


def rare(board: str, players: int, seed: int) -> int:
    """Compare on from a made-up position; return the number of turns."""
    rng = random.Random(f"campaign {board} {players} {seed}")
    referee, game = random_pair(board, players, seed, **options(seed))
    return len(lockstep_from(referee, game, random_styles(players, rng), rng, max_turns=20))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--illegal", type=int, default=20, help="wrong records a game")
    parser.add_argument(
        "--positions", type=int, default=0, help="made-up positions instead of games"
    )
    arguments = parser.parse_args()
    started = time.time()
    games = states = steps = 0
    for number in range(arguments.positions):
        board, players = TABLES[number % len(TABLES)]
        seed = arguments.first_seed + number // len(TABLES)
        try:
            states += rare(board, players, seed)
        except Exception:
            print(f"at {board}, {players} players, position {seed}:", flush=True)
            raise
    if arguments.positions:
        print(
            f"{arguments.positions} positions, {states} turns, {time.time() - started:.0f} seconds"
        )
        return
    seen: dict[str, int] = {}
    for number in range(arguments.games):
        board, players = TABLES[number % len(TABLES)]
        seed = arguments.first_seed + number // len(TABLES)
        try:
            more = one(board, players, seed, arguments.illegal)
        except Exception:
            print(f"at {board}, {players} players, seed {seed}:", flush=True)
            raise
        games += 2
        states += more[0]
        steps += more[1]
        for kind, turn, engine, reference in more[2]:
            key = f"{engine} / {reference}"
            seen[key] = seen.get(key, 0) + 1
            if seen[key] <= 3:
                print(f"{kind} {turn}\n  engine    {engine}\n  reference {reference}", flush=True)
    print(f"{games} games, {states} states, {steps} points with all legal steps compared,")
    print(
        f"{arguments.games * arguments.illegal} wrong records, {sum(seen.values())} refused differently,"
    )
    print(f"{time.time() - started:.0f} seconds")


if __name__ == "__main__":
    main()
