"""Self-play: one numbered game by search bots, with what each search found at its root.

A game depends on its plan and its number alone. Most turns get a small budget; some get a full one, and
only those keep their candidate turns, so that more games are played in the same time. The first turns are
drawn by visits, and now and then a later one too, so that games differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from praefectus import bots
from praefectus.bots.search import Findings, Search, Settings
from praefectus.game import Game
from praefectus.parallel import derive_seed
from praefectus.rules.ids import GOD_COUNT
from praefectus.rules.scoring import points_by_god, ranking
from praefectus.training.networks import Network

MOST_TURNS = 100  # per player; a game that is not over by then is dropped
# The tables, each with how often it is played.
TABLES = (
    ("imperium", 4, 6),
    ("imperium", 3, 2),
    ("imperium", 5, 3),
    ("italia", 2, 3),
    ("italia", 3, 4),
    ("italia", 4, 3),
)


@dataclass(frozen=True)
class Plan:
    """How games are played; `nets` are the champion's network and older ones."""

    seed: int
    nets: tuple[Network, ...]
    sims: int = 256
    quick: int = 48
    full: float = 0.3  # the share of turns with all simulations
    league: float = 0.2  # the share of games in which older networks play some of the seats
    temperature: float = Settings.temperature  # of the search
    rivals: int = Settings.rival_width  # turns that the search considers for an opponent
    tables: tuple[tuple[str, int, int], ...] = TABLES
    opening: float = 3.0  # turns per player that are drawn by visits, at most
    slips: float = 0.03  # the share of later turns that are drawn by visits


@dataclass(frozen=True)
class Root:
    """What a search found: the chances of the seats and, with a full budget, each turn's visits."""

    at: int  # how many actions of the game came before
    values: list[float]
    simulations: int
    turns: list[list[int]] = field(default_factory=list)
    visits: list[int] = field(default_factory=list)
    totals: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class PlayedGame:
    """A finished game: what is needed to replay it, its result, and its searches."""

    number: int
    map: str
    players: int
    seed: int
    nets: list[str]  # of the seats
    actions: list[int]
    points: list[list[int]]  # of the seats by god, Concordia last
    winner: int
    roots: list[Root]

    def beginning(self) -> Game:
        """Return the game as it began."""
        return Game.new(map=self.map, players=self.players, seed=self.seed)

    def searched(self, game: Game) -> Iterator[Root]:
        """Give the searches in their order; `game`, which is as it began, is played on to the position of each."""
        done = 0
        for root in self.roots:
            for action in self.actions[done : root.at]:
                game.push(action)
            done = root.at
            yield root


def table(plan: Plan, rng: Random) -> tuple[str, int]:
    """Draw a table."""
    names = [(board, players) for board, players, often in plan.tables for _ in range(often)]
    return rng.choice(names)


def seat_nets(plan: Plan, players: int, rng: Random) -> list[Network]:
    """Draw who plays: the champion everywhere, or older networks in some seats."""
    champion, *older = plan.nets
    seats = [champion] * players
    if older and rng.random() < plan.league:
        rival = rng.choice(older)
        for seat in rng.sample(range(players), rng.randint(1, players - 1)):
            seats[seat] = rival
    return seats


def play(plan: Plan, number: int) -> PlayedGame | None:
    """Play game `number`; None if it is not over after very many turns."""
    rng = Random(derive_seed(plan.seed, number, "self-play"))
    board, players = table(plan, rng)
    seed = derive_seed(plan.seed, number, "setup")
    game = Game.new(map=board, players=players, seed=seed)
    nets = seat_nets(plan, players, rng)
    makers = {net: _searchers(plan, net, rng) for net in dict.fromkeys(nets)}
    drawn = rng.uniform(0.0, plan.opening) * players
    roots: list[Root] = []
    while not game.is_over:
        if game.turn >= MOST_TURNS * players:
            return None
        full, quick = makers[nets[game.seat]]
        position = bots.Position(game)
        if game.phase != "play":
            turn = quick.plan(position)
        else:
            thorough = rng.random() < plan.full
            findings = (full if thorough else quick).search(position)
            roots.append(_root(findings, len(game.actions), thorough=thorough))
            if game.turn < drawn or rng.random() < plan.slips:
                turn = rng.choices(findings.turns, findings.visits)[0]
            else:
                turn = findings.turns[findings.order()[0]]
        for action in turn:
            game.push(action)
    state = game.position
    points = [list(points_by_god(state, seat))[: GOD_COUNT + 1] for seat in range(players)]
    return PlayedGame(
        number=number,
        map=board,
        players=players,
        seed=seed,
        nets=[f"{net.name} {net.digest}" for net in nets],
        actions=list(game.actions),
        points=[[int(part) for part in each] for each in points],
        winner=int(ranking(state)[0]),
        roots=roots,
    )


def _searchers(plan: Plan, net: Network, rng: Random) -> tuple[Search, Search]:
    """Make the bots of a network: one with all simulations, one with few."""

    def make(sims: int) -> Search:
        return Search(
            sims=sims,
            net=net.path(),
            temperature=plan.temperature,
            rivals=plan.rivals,
            seed=rng.getrandbits(48),
        )

    return make(plan.sims), make(plan.quick)


def _root(findings: Findings, at: int, *, thorough: bool) -> Root:
    if not thorough:
        return Root(at, findings.values, findings.simulations)
    return Root(
        at,
        findings.values,
        findings.simulations,
        findings.turns,
        findings.visits,
        findings.totals,
    )
