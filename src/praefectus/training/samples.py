"""What the network learns from: the positions of stored games as arrays, made by replaying the games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from librt.vecs import vec

from praefectus.bots import weights
from praefectus.bots.evaluation import Evaluator
from praefectus.bots.indices import INPUTS
from praefectus.bots.turns import Generator
from praefectus.rules.ids import AT_LAST_TURNS
from praefectus.rules.state import State
from praefectus.rules.turn import apply
from praefectus.training import store
from praefectus.training.selfplay import PlayedGame
from praefectus.training.store import GODS, SEATS, Array

LEAST_VISITS = 2  # a turn tried less often says nothing new
NOBODY = -1e9  # the score of a seat that does not exist


@dataclass
class Samples:
    """Positions at the beginning of a turn, one per row."""

    inputs: Array  # by seat
    scores: Array  # by seat: the evaluation without a network
    values: Array  # by seat: what the search found
    winners: Array  # by seat: 1 for the winner
    points: Array  # by seat and god, at the end
    turns_left: Array
    remaining: Array  # how much of the game is to come, as the evaluation sees it
    seats: Array  # who is to play
    players: Array
    simulations: Array
    chance: Array  # of the turn that was tried most, for the seat that is to play
    last_round: Array  # whether the end was set off
    games: Array  # a number for each game

    def __len__(self) -> int:
        return len(self.games)

    def where(self, rows: Array) -> Samples:
        """Return some of the rows."""
        return Samples(**{each.name: getattr(self, each.name)[rows] for each in fields(self)})

    @property
    def exists(self) -> Array:
        """Which seats there are, as 0 and 1."""
        return _exists(self.players)


@dataclass
class Trials:
    """Positions after turns that a search tried, good ones and bad ones, one per row.

    Games contain what good players do; a search has to judge what they avoid as well.
    """

    inputs: Array  # by seat
    scores: Array  # by seat: the evaluation without a network
    seats: Array  # who took the turn
    chances: Array  # what the search found the turn to give that seat
    visits: Array  # how often it tried the turn
    players: Array
    games: Array  # a number for each game
    roots: Array  # a number for each position that the turns were tried in

    def __len__(self) -> int:
        return len(self.games)

    def where(self, rows: Array) -> Trials:
        """Return some of the rows."""
        return Trials(**{each.name: getattr(self, each.name)[rows] for each in fields(self)})

    @property
    def exists(self) -> Array:
        """Which seats there are, as 0 and 1."""
        return _exists(self.players)


def load(paths: Iterable[Path], weights_name: str = "greedy") -> Samples:
    """Return the positions of the games in some shards."""
    return load_with_trials(paths, 0, weights_name)[0]


def load_with_trials(
    paths: Iterable[Path],
    trials: int,
    weights_name: str = "greedy",
    least_visits: int = LEAST_VISITS,
) -> tuple[Samples, Trials]:
    """Return the positions of some shards, and up to `trials` turns of each full search that it tried so often."""
    rows: dict[str, list[Any]] = {each.name: [] for each in fields(Samples)}
    tried: dict[str, list[Any]] = {each.name: [] for each in fields(Trials)}
    vector = vec[float](list(weights.load(weights_name)))
    for number, game in enumerate(store.read_all(paths)):
        _replay(game, number, vector, rows, trials, tried, least_visits)
    return Samples(**_arrays(rows)), Trials(**_arrays(tried))


def _arrays(rows: dict[str, list[Any]]) -> dict[str, Array]:
    whole = {"seats", "players", "simulations", "games", "turns_left", "visits", "roots"}
    kinds: dict[str, type[np.generic]] = {
        name: np.int32 if name in whole else np.float32 for name in rows
    }
    kinds["last_round"] = np.bool_
    return {name: np.array(values, kinds[name]) for name, values in rows.items()}


def _exists(players: Array) -> Array:
    found: Array = (np.arange(SEATS) < players[:, None]).astype(np.float32)
    return found


def _replay(
    played: PlayedGame,
    number: int,
    vector: vec[float],
    rows: dict[str, list[Any]],
    trials: int,
    tried: dict[str, list[Any]],
    least_visits: int,
) -> None:
    game = played.beginning()
    evaluator = Evaluator(game.position.deal, vector)
    generator = Generator(evaluator)
    rng = Random(played.seed)
    players = played.players
    winners = np.zeros(SEATS, np.float32)
    winners[played.winner] = 1.0
    points = np.zeros((SEATS, GODS), np.float32)
    points[:players] = played.points
    turns: list[int] = []
    for root in played.searched(game):
        state = game.position
        inputs, scores = _features(evaluator, state)
        values = np.zeros(SEATS, np.float32)
        values[:players] = root.values
        turns.append(game.turn)
        rows["inputs"].append(inputs)
        rows["scores"].append(scores)
        rows["values"].append(values)
        rows["winners"].append(winners)
        rows["points"].append(points)
        rows["remaining"].append(evaluator.remaining(state))
        rows["seats"].append(game.seat)
        rows["players"].append(players)
        rows["simulations"].append(root.simulations)
        rows["chance"].append(_best_chance(root.visits, root.totals))
        rows["last_round"].append(state.cells[AT_LAST_TURNS] >= 0)
        rows["games"].append(number)
        known = [at for at, visits in enumerate(root.visits) if visits >= least_visits]
        for at in rng.sample(known, min(trials, len(known))):
            after = state.copy()
            for action in root.turns[at]:
                apply(after, action)
            generator.settle_keeps(after)
            if after.cells[AT_LAST_TURNS] < 0:
                inputs, scores = _features(evaluator, after)
                tried["inputs"].append(inputs)
                tried["scores"].append(scores)
                tried["seats"].append(game.seat)
                tried["chances"].append(root.totals[at] / root.visits[at])
                tried["visits"].append(root.visits[at])
                tried["players"].append(players)
                tried["games"].append(number)
                tried["roots"].append(len(rows["games"]))
    for action in played.actions[len(game.actions) :]:
        game.push(action)
    rows["turns_left"].extend(game.turn - turn for turn in turns)


def _features(evaluator: Evaluator, state: State) -> tuple[Array, Array]:
    """Return the inputs and the scores of all seats."""
    players = int(state.deal.players)
    features = np.array(evaluator.features(state), np.float32).reshape(players, INPUTS + 1)
    inputs = np.zeros((SEATS, INPUTS), np.float32)
    inputs[:players] = features[:, :INPUTS]
    scores = np.full(SEATS, NOBODY, np.float32)
    scores[:players] = features[:, INPUTS]
    return inputs, scores


def _best_chance(visits: list[int], totals: list[float]) -> float:
    """Return the chance that is shown for the best turn; NaN where the candidates were not kept."""
    if not visits:
        return float("nan")
    best = max(range(len(visits)), key=visits.__getitem__)
    return totals[best] / max(visits[best], 1)
