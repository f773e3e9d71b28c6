"""Measures which turns the search leaves out: its candidates against all turns that the rules allow.

.venv/bin/python benchmarks/missed_turns.py [--bot learned] [--positions N] [--json]
.venv/bin/python benchmarks/missed_turns.py --mine 216 48

A turn is judged by the bot's evaluation after it. A position is missed if the best turn is better by more than 0.01 than
the best candidate; an ending is missed if a turn sets off the end of the game and no candidate does. `--mine` plays games
of greedy and writes the stored positions anew: so many of all kinds, and so many with a turn that sets off the end.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from librt.vecs import vec

from praefectus import Game, bots
from praefectus.bots.every import every_turn
from praefectus.bots.greedy import Thinker
from praefectus.rules.ids import (
    AT_CONCORDIA,
    AT_DECIDER,
    AT_ENDED_BY,
    AT_LAST_TURNS,
    ENDED_BY_CARDS,
    ENDED_BY_HOUSES,
    OF_HOUSES_LEFT,
)
from praefectus.rules.market import cards_to_buy
from praefectus.rules.state import State, block
from praefectus.rules.turn import apply

STORED = Path(__file__).parent.parent / "tests" / "fixtures" / "bots" / "positions.json"
TABLES = (
    *(("imperium", players) for players in (3, 4, 5)),
    *(("italia", players) for players in (2, 3, 4)),
)
MOST = 20_000  # positions within a turn: a turn with more is left out
MARGIN = 0.01
FEW_HOUSES = 4
FEW_CARDS = 2


@dataclass(frozen=True)
class Comparison:
    """The best turn of a position and the best candidate, by the chance after them."""

    best: float
    best_turn: list[str]
    found: float
    can_end: bool
    finds_end: bool

    @property
    def is_missed(self) -> bool:
        """Whether the best turn is better than every candidate by more than the margin."""
        return self.best - self.found > MARGIN


def compare(text: str, bot: str) -> Comparison:
    """Compare the candidates of a bot in a position with all turns."""
    game = Game.from_position(text, random.Random(0))
    state = game.position
    searcher: Any = bots.make(bot, seed=1)
    thinker = Thinker(searcher.settings.weights, searcher.settings.net)
    turns = every_turn(state, MOST)
    if turns is None:
        raise ValueError(f"too many turns: {text}")
    best, best_turn = max((chance(state, after, thinker), turn) for turn, after in turns)
    found, finds_end = 0.0, False
    for turn in searcher.considered(game):
        after = carried_out(state, turn)
        found = max(found, chance(state, after, thinker))
        finds_end = finds_end or after.cells[AT_CONCORDIA] >= 0
    trial = game.copy()
    texts = []
    for action in best_turn:
        texts.append(trial.text(action))
        trial.push(action)
    can_end = any(after.cells[AT_CONCORDIA] >= 0 for _, after in turns)
    return Comparison(best, texts, found, can_end, finds_end)


def carried_out(state: State, turn: list[int]) -> State:
    after = state.copy()
    for action in turn:
        apply(after, action)
    return after


def chance(state: State, after: State, thinker: Thinker) -> float:
    generator = thinker.generator(state)
    settled = after.copy()
    generator.settle_keeps(settled)
    chances = vec[float]([0.0] * int(state.deal.players))
    generator.evaluator.chances(settled, chances)
    return float(chances[state.cells[AT_DECIDER]])


# Mining


def positions(seed: int) -> Iterator[Game]:
    """Yield the positions between turns of games of greedy on all tables."""
    while True:
        for map, players in TABLES:
            game = Game.new(map=map, players=players, seed=seed)
            seats = [bots.make("greedy:slips=0.1", seed=seed + seat) for seat in range(players)]
            while not game.is_over:
                if game.phase == "play":
                    yield game
                game.push(seats[game.seat].choose(bots.Position(game), game.legal_actions))
            seed += 1


def may_end(state: State) -> bool:
    """Tell whether a turn might set off the end: few houses or cards are left."""
    if state.cells[AT_LAST_TURNS] >= 0:
        return False
    houses = state.cells[block(state.cells[AT_DECIDER]) + OF_HOUSES_LEFT]
    return bool(houses <= FEW_HOUSES or cards_to_buy(state) <= FEW_CARDS)


def mine(any_kind: int, endings: int) -> None:
    """Write the stored positions: the tables in turn, at random moments."""
    rng = random.Random(14)
    texts: dict[str, list[str]] = {"any": [], "endings": []}
    by_table = dict.fromkeys(TABLES, 0)
    by_cards = 0
    for game in positions(1):
        table = (game.map, game.players)
        wanted = by_table[table] < any_kind // len(TABLES) and rng.random() < 0.04
        if wanted and every_turn(game.position, MOST) is not None:
            by_table[table] += 1
            texts["any"].append(game.position_text())
        elif len(texts["endings"]) < endings and may_end(game.position) and rng.random() < 0.5:
            # Half of the endings are by the last house: those by the last card are easier to find.
            turns = every_turn(game.position, MOST) or []
            ways = {int(after.cells[AT_ENDED_BY]) for _, after in turns}
            if ENDED_BY_HOUSES in ways or (ENDED_BY_CARDS in ways and by_cards < endings // 2):
                by_cards += ENDED_BY_HOUSES not in ways
                texts["endings"].append(game.position_text())
        done = sum(by_table.values())
        if done >= any_kind // len(TABLES) * len(TABLES) and len(texts["endings"]) >= endings:
            break
    STORED.write_text(json.dumps(texts, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--bot", default="learned")
    parser.add_argument("--positions", type=int, help="so many of each list only")
    parser.add_argument("--mine", type=int, nargs=2, metavar=("ANY", "ENDINGS"))
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    if arguments.mine:
        mine(*arguments.mine)
        return
    stored: dict[str, list[str]] = json.loads(STORED.read_text(encoding="utf-8"))
    compared: dict[str, list[Comparison]] = {}
    for kind, texts in stored.items():
        compared[kind] = []
        for text in texts[: arguments.positions]:
            one = compare(text, arguments.bot)
            compared[kind].append(one)
            if not arguments.json and (one.is_missed or (one.can_end and not one.finds_end)):
                print(f"{one.found:.3f} instead of {one.best:.3f}: {', '.join(one.best_turn)}")
                print(f"    {text}")
    every = [one for ones in compared.values() for one in ones]
    enders = [one for one in every if one.can_end]
    figures = {
        "positions": len(compared["any"]),
        "missed": sum(one.is_missed for one in compared["any"]),
        "of_endings_missed": sum(one.is_missed for one in compared["endings"]),
        "endings": len(enders),
        "endings_without_a_candidate": sum(not one.finds_end for one in enders),
    }
    if arguments.json:
        print(json.dumps(figures))
        return
    for name, number in figures.items():
        print(f"{name.replace('_', ' ')}: {number}")


if __name__ == "__main__":
    main()
