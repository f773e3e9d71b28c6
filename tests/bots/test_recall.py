"""What a search remembers is what it would find again."""

import random

import pytest
from librt.vecs import vec

import praefectus
from praefectus import bots
from praefectus.bots import learning, weights
from praefectus.bots.evaluation import Evaluator
from praefectus.bots.greedy import Thinker
from praefectus.bots.keys import player_key
from praefectus.bots.recall import Recall
from praefectus.bots.turns import Generator, Turns
from praefectus.rules.ids import (
    AT_PHASE,
    COLONIST,
    FACE_COUNT,
    OF_HAND,
    OF_PILE,
    OF_PILE_SIZE,
    PHASE_FINISHED,
)
from praefectus.rules.state import State, block

GAMES = [("imperium", 4), ("imperium", 5), ("italia", 2), ("italia", 3)]


def evaluator(state: State, net: str = "learned") -> Evaluator:
    return Evaluator(state.deal, vec[float](list(weights.load("greedy"))), learning.load(net))


def branching(map: str, players: int) -> list[State]:
    """Return positions of a game and, as in a tree, of turns tried from them."""
    game = praefectus.Game.new(map=map, players=players, seed=5)
    seats = [bots.make("greedy", seed=seat) for seat in range(players)]
    rng = random.Random(1)
    found = []
    while not game.is_over:
        if game.phase == "play":
            for _ in range(3):
                trial = game.copy()
                while not trial.is_over and trial.turn < game.turn + 3:
                    trial.push(rng.choice(trial.legal_actions))
                    found.append(trial.position.copy())
        game.push(seats[game.seat].choose(bots.Position(game), game.legal_actions))
        found.append(game.position.copy())
    return [state for state in found if state.cells[AT_PHASE] != PHASE_FINISHED]


def listed(turns: Turns) -> list[tuple[list[int], float, int]]:
    return [
        (turns.turn(number), turns.worth[number], turns.sets_off_end[number])
        for number in range(turns.count)
    ]


@pytest.mark.parametrize(("map", "players"), GAMES)
def test_remembered_turns_are_those_found_anew(map, players):
    positions = branching(map, players)
    # With a policy, which corrects what turns are worth.
    fresh = Generator(evaluator(positions[0], "fifth"))
    recall = Recall(fresh.evaluator)
    given = 0
    for state in positions:
        fresh.generate(state, fresh.out)
        before = list(recall.known)
        recall.generate(state, recall.out)
        given += recall.known == before
        assert listed(recall.out) == listed(fresh.out)
    assert given > len(positions) / 10  # positions of which everything was known


@pytest.mark.parametrize("net", ["", "learned", "second", "third", "fourth", "fifth"])
def test_remembered_players_are_worth_as_much_as_new_ones(net):
    positions = branching("imperium", 4)[::7]
    one = evaluator(positions[0], net)
    for state in positions:
        known, anew = vec[float]([0.0] * 4), vec[float]([0.0] * 4)
        one.chances(state, known)
        one.chances(state, known)
        evaluator(state, net).chances(state, anew)
        assert list(known) == list(anew)
        assert sum(known) == pytest.approx(1, abs=0.1)


def test_nothing_is_remembered_of_games_with_other_options():
    """The income of a Colonist depends on the edition."""
    thinker = Thinker("greedy", "learned")
    for edition in ("revised", "first"):
        state = praefectus.Game.new("italia", 2, 5, edition=edition).position
        state.cells[block(0) + OF_HAND + COLONIST] = 1
        recall, fresh = thinker.recall(state), Generator(evaluator(state))
        recall.generate(state, recall.out)
        fresh.generate(state, fresh.out)
        assert listed(recall.out) == listed(fresh.out), edition


def test_a_key_stands_for_all_that_a_player_has():
    state = praefectus.Game.new(map="imperium", players=4, seed=1).position
    first = block(1)
    before = player_key(state.cells, first)
    state.cells[first + OF_PILE_SIZE] = 2
    state.cells[first + OF_PILE] = FACE_COUNT - 1
    keys = {before, player_key(state.cells, first)}
    for at in range(first, first + OF_PILE + 2):
        if at == first + OF_PILE_SIZE:
            continue
        state.cells[at] += 1
        keys.add(player_key(state.cells, first))
        state.cells[at] -= 1
    # OF_INTERMEDIATE says what a seat was told, and nothing about what it has.
    assert len(keys) == OF_PILE + 2
