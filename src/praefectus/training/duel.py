"""A match of two networks at equal simulations, or of any two bots: pairs of games in which the two change places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TypedDict

from praefectus import bots
from praefectus.bots.search import Search
from praefectus.game import Game
from praefectus.parallel import derive_seed
from praefectus.rules.scoring import ranking
from praefectus.training.crew import Crew
from praefectus.training.networks import Network
from praefectus.training.selfplay import MOST_TURNS, TABLES
from praefectus.training.sequential import Bounds, Tally

REPORT_PAIRS = 20
ALL_TABLES = tuple((board, players) for board, players, _ in TABLES)


@dataclass(frozen=True)
class Duel:
    """Who plays whom, with how many simulations per turn. Pair number n depends on it and n alone."""

    candidate: Network
    champion: Network
    sims: int
    seed: int
    tables: tuple[tuple[str, int], ...] = ALL_TABLES

    def make(self, seed: int, *, candidate: bool) -> bots.Bot:
        """Make a bot of either side."""
        net = self.candidate if candidate else self.champion
        return Search(sims=self.sims, net=net.path(), seed=seed)


@dataclass(frozen=True)
class BotDuel:
    """The same for two bots, by their specs: settings of the search, or budgets that take equal time."""

    candidate: str
    champion: str
    seed: int
    tables: tuple[tuple[str, int], ...] = ALL_TABLES

    def make(self, seed: int, *, candidate: bool) -> bots.Bot:
        """Make a bot of either side."""
        return bots.make(self.candidate if candidate else self.champion, seed=seed)


class VerdictDocument(TypedDict):
    """A `Verdict` as plain data."""

    better: bool | None
    pairs: int
    score: float
    interval: list[float]
    lost_shared_won: list[int]
    by_table: dict[str, float]


@dataclass
class Verdict:
    """How a match went: the pairs of all tables, those of each, and whether the candidate is better."""

    better: bool | None
    all: Tally
    by_table: dict[str, Tally] = field(default_factory=dict)

    def as_json(self) -> VerdictDocument:
        """Return it as plain data."""
        low, high = self.all.interval
        return {
            "better": self.better,
            "pairs": self.all.pairs,
            "score": round(self.all.score, 4),
            "interval": [round(low, 4), round(high, 4)],
            "lost_shared_won": [self.all.lost, self.all.shared, self.all.won],
            "by_table": {name: round(tally.score, 3) for name, tally in self.by_table.items()},
        }


def play_pair(duel: Duel | BotDuel, number: int) -> tuple[str, int]:
    """Play both games of a pair; return the table and how many the candidate won."""
    board, players = duel.tables[number % len(duel.tables)]
    rng = Random(derive_seed(duel.seed, number, "seats"))
    # With an odd number of seats the larger part goes to either side.
    size = (players + rng.randint(0, 1)) // 2
    seats = set(rng.sample(range(players), size))
    wins = 0
    for swapped in (False, True):
        mine = set(range(players)) - seats if swapped else seats
        wins += _winner(duel, number, board, players, mine) in mine
    return f"{board} {players}", wins


def _winner(duel: Duel | BotDuel, number: int, board: str, players: int, mine: set[int]) -> int:
    game = Game.new(map=board, players=players, seed=derive_seed(duel.seed, number, "setup"))
    seats = [
        duel.make(derive_seed(duel.seed, number, f"seat {seat}"), candidate=seat in mine)
        for seat in range(players)
    ]
    while not game.is_over and game.turn < MOST_TURNS * players:
        game.push(seats[game.seat].choose(bots.Position(game), game.legal_actions))
    return int(ranking(game.position)[0])


def fight(
    crew: Crew, duel: Duel | BotDuel, bounds: Bounds, most: int, report: Callable[[str], None]
) -> Verdict:
    """Play pairs until the test has decided, at most `most`.

    Pairs count in their order, so that short games, which are reported first, do not decide.
    """
    tally = Tally()
    tables: dict[str, Tally] = {}
    ready: dict[int, tuple[str, int]] = {}
    expected = 0
    work = crew.do(partial(_numbered, duel), range(most))
    try:
        for number, result in work:
            ready[number] = result
            while expected in ready:
                table, wins = ready.pop(expected)
                expected += 1
                tally = tally.add(wins)
                tables[table] = tables.get(table, Tally()).add(wins)
                if expected % REPORT_PAIRS == 0:
                    report(f"{expected} pairs, score {tally.score:.3f}")
                if tally.verdict(bounds) is not None:
                    return Verdict(tally.verdict(bounds), tally, tables)
    finally:
        work.close()
    return Verdict(None, tally, tables)


def _numbered(duel: Duel | BotDuel, number: int) -> tuple[int, tuple[str, int]]:
    return number, play_pair(duel, number)
