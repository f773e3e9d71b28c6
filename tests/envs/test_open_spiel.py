"""The OpenSpiel game, by OpenSpiel's own tests."""

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

import praefectus.envs.open_spiel
from praefectus import Game
from praefectus.envs.layout import layout_of
from praefectus.errors import PraefectusError

TABLES = [("imperium", n) for n in (3, 4, 5)] + [("italia", n) for n in (2, 3, 4)]


def load(map, players, **options):
    return pyspiel.load_game(
        praefectus.envs.open_spiel.NAME, {"map": map, "players": players, **options}
    )


def set_up(game, rng):
    """Return a state after all draws of the set-up."""
    state = game.new_initial_state()
    while state.is_chance_node():
        apply_chance(state, rng)
    return state


def apply_chance(state, rng):
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    assert sum(chances) == pytest.approx(1)
    state.apply_action(rng.choices(outcomes, chances)[0])


def play_on(state, rng, decisions):
    for _ in range(decisions):
        if state.is_terminal():
            return
        if state.is_chance_node():
            apply_chance(state, rng)
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def test_it_is_registered():
    assert "python_concordia" in pyspiel.registered_names()
    assert pyspiel.load_game("python_concordia").num_players() == 4


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_openspiel_random_sim_test(map, players):
    pyspiel.random_sim_test(load(map, players, max_turns=4), 1, serialize=False, verbose=False)


def test_openspiel_random_sim_test_with_serialisation():
    pyspiel.random_sim_test(load("italia", 2, max_turns=6), 1, serialize=True, verbose=False)


@pytest.mark.parametrize(("map", "players"), [("imperium", 3), ("italia", 2)])
def test_openspiel_games_sim_test(map, players):
    # It imports all of OpenSpiel's games, and SciPy with them: more than a second for every process that collects tests.
    from open_spiel.python.tests import games_sim_test

    games_sim_test.GamesSimTest().sim_game(load(map, players))


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_a_whole_game(map, players):
    rng = random.Random(players)
    state = set_up(load(map, players), rng)
    assert state.current_player() == 0
    play_on(state, rng, 10**6)
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) == 1
    assert state.legal_actions() == []


def test_its_mcts_bot_plays_it():
    rng = random.Random(1)
    game = load("italia", 2, max_turns=6)
    state = set_up(game, rng)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, 4, evaluator, random_state=np.random.RandomState(1))
    while not state.is_terminal():
        if state.is_chance_node():
            apply_chance(state, rng)
        else:
            state.apply_action(bot.step(state))
    assert sorted(state.returns()) == [-1, 1]


def test_turned_up_cards_are_chance_nodes_over_the_deck_on_top():
    rng = random.Random(2)
    game = load("imperium", 3)
    state = set_up(game, rng)
    seen = 0
    while not state.is_terminal() and seen < 5:
        if state.is_chance_node():
            seen += 1
            outcomes = state.chance_outcomes()
            texts = [state.action_to_string(pyspiel.PlayerId.CHANCE, n) for n, _ in outcomes]
            assert all(text.startswith("card: ") for text in texts)
            assert len({chance for _, chance in outcomes}) == 1
            assert len(outcomes) <= 8
        play_on(state, rng, 1)
    assert seen == 5


def test_what_a_seat_is_told_does_not_depend_on_the_order_of_the_deck():
    rng = random.Random(3)
    game = load("imperium", 5)
    first = set_up(game, rng)
    play_on(first, rng, 60)
    while first.is_chance_node():
        play_on(first, rng, 1)
    second = first.clone()
    second.progress.position = Game(second.progress.position).determinize(0, rng).position
    observation = make_observation(game)
    for seat in range(5):
        assert first.information_state_string(seat) == second.information_state_string(seat)
        assert first.observation_string(seat) == second.observation_string(seat)
        observation.set_from(first, seat)
        before = observation.tensor.copy()
        observation.set_from(second, seat)
        assert np.array_equal(before, observation.tensor)
        assert before.any()


def test_observations_have_the_named_parts():
    game = load("italia", 3)
    observation = make_observation(game)
    state = game.new_initial_state()
    observation.set_from(state, 0)
    assert not observation.tensor.any()
    state = set_up(game, random.Random(1))
    observation.set_from(state, 1)
    assert list(observation.dict) == list(layout_of("italia").parts)
    assert observation.dict["seat"].tolist() == [0, 1, 0, 0, 0]
    with pytest.raises(PraefectusError, match="parameters"):
        game.make_py_observer(None, {"x": 1})


def test_clones_go_their_own_way():
    rng = random.Random(4)
    state = set_up(load("italia", 2), rng)
    play_on(state, rng, 30)
    before = str(state)
    clone = state.clone()
    play_on(clone, rng, 30)
    assert str(state) == before
    assert str(clone) != before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"map": "gallia", "players": 3}, "map"),
        ({"map": "imperium", "players": 2}, "players"),
        ({"map": "imperium", "players": 3, "max_turns": 0}, "max_turns"),
        ({"map": "imperium", "players": 3, "edition": "third"}, "edition"),
    ],
)
def test_wrong_parameters_are_refused(options, message):
    with pytest.raises(PraefectusError, match=message):
        praefectus.envs.open_spiel.ConcordiaGame(options)
