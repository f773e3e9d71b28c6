"""Measures the search: simulations per second of processor time, at several moments of a game.

.venv/bin/python benchmarks/search_speed.py [--bot learned-1]
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from praefectus import Game, bots


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sims", type=int, default=20_000)
    parser.add_argument("--bot", default="search")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    game = Game.new(map="imperium", players=4, seed=3)
    seats = [bots.make("greedy", seed=seat) for seat in range(4)]
    more = "," if ":" in arguments.bot else ":"
    rates: dict[int, int] = {}
    for turn in (0, 20, 40, 60, 80):
        while game.turn < turn and not game.is_over:
            game.push(seats[game.seat].choose(bots.Position(game), game.legal_actions))
        searcher: Any = bots.make(f"{arguments.bot}{more}sims={arguments.sims}", seed=1)
        began = time.process_time()
        # A search that is solved ends before its budget is used up.
        simulations = searcher.search(bots.Position(game)).simulations
        rates[turn] = round(simulations / (time.process_time() - began))
    total = round(len(rates) / sum(1 / rate for rate in rates.values()))
    if arguments.json:
        print(json.dumps({"sims_per_s": total, "by_turn": rates}))
        return
    for turn, rate in rates.items():
        print(f"turn {turn:2}: {rate:7,} simulations per second")
    print(f"overall: {total:6,} simulations per second of one core")


if __name__ == "__main__":
    main()
