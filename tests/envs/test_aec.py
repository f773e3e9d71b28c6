"""The PettingZoo environment, by PettingZoo's own tests and by its conventions."""

import random
import sys

import numpy as np
import pytest
from pettingzoo.test import api_test, performance_benchmark, seed_test

from praefectus.envs import aec_env
from praefectus.errors import IllegalActionError, PraefectusError

TABLES = [("imperium", n) for n in (3, 4, 5)] + [("italia", n) for n in (2, 3, 4)]
# PettingZoo knows by name which of its own environments have masks in the observation.
DICT_WARNING = "ignore:Observation (space for each agent probably|is not a NumPy array):UserWarning"


def play(env, choose=None, seed=1):
    """Play a game and return the rewards of all agents."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    steps = 0
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        totals[agent] += reward
        action = None
        if not terminated and not truncated:
            legal = np.flatnonzero(observation["action_mask"])
            action = int(rng.choice(legal))
            steps += 1
        env.step(action)
    return totals, steps


@pytest.mark.parametrize(("map", "players"), TABLES)
@pytest.mark.filterwarnings(DICT_WARNING)
def test_pettingzoo_api_test(map, players, capsys):
    api_test(aec_env(map=map, players=players), num_cycles=300)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_pettingzoo_seed_test(map, players):
    seed_test(lambda: aec_env(map=map, players=players, max_turns=30), num_cycles=60)


@pytest.mark.parametrize("dtype", ["float32", "int8"])
@pytest.mark.filterwarnings(DICT_WARNING)
def test_pettingzoo_api_test_with_all_options(dtype, capsys):
    env = aec_env(
        "italia",
        3,
        edition="first",
        intermediate_scoring=True,
        reward="margin",
        max_turns=20,
        dtype=dtype,
        illegal="terminate",
    )
    api_test(env, num_cycles=200)


def test_pettingzoo_performance_benchmark_runs(monkeypatch, capsys):
    module = sys.modules[performance_benchmark.__module__]
    clock = iter(range(10**9))
    monkeypatch.setattr(module.time, "time", lambda: next(clock) * 0.05)
    performance_benchmark(aec_env("italia", 2))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_games_end_with_rewards_for_all(map, players):
    totals, steps = play(aec_env(map, players, reward="place"))
    assert steps > 50
    expected = [1 - 2 * place / (players - 1) for place in range(players)]
    assert sorted(totals.values(), reverse=True) == pytest.approx(expected)


def test_rewards_by_choice():
    env = aec_env("italia", 3, reward="win")
    totals, _ = play(env)
    outcome = env.unwrapped.game.outcome()
    assert [totals[f"player_{seat}"] for seat in range(3)] == [
        1.0 if seat == outcome.winner else -1.0 for seat in range(3)
    ]
    env = aec_env("italia", 3, reward="margin")
    totals, _ = play(env)
    points = [player["total"] for player in env.unwrapped.game.outcome().points]
    for seat in range(3):
        others = points[:seat] + points[seat + 1 :]
        assert totals[f"player_{seat}"] == points[seat] - max(others)


def test_shaping_adds_up_to_the_lead():
    env = aec_env("italia", 3, reward="place", shaping=0.1)
    totals, _ = play(env)
    plain, _ = play(aec_env("italia", 3, reward="place"))
    points = [player["total"] for player in env.unwrapped.game.outcome().points]
    for seat in range(3):
        lead = points[seat] - sum(points) / 3
        agent = f"player_{seat}"
        # All seats start with the same points but for their money, which is below 10.
        assert totals[agent] - plain[agent] == pytest.approx(0.1 * lead, abs=0.1)


@pytest.mark.parametrize("turns", [1, 4, 25])
def test_truncation_after_so_many_turns(turns):
    env = aec_env("imperium", 4, max_turns=turns)
    env.reset(seed=1)
    rng = random.Random(1)
    while env.agents and not any(env.truncations.values()):
        mask = env.last()[0]["action_mask"]
        env.step(int(rng.choice(np.flatnonzero(mask))))
    assert env.unwrapped.game.turn == turns
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert max(env.rewards.values()) == 1


def test_only_the_selected_agent_has_actions():
    env = aec_env("imperium", 4)
    env.reset(seed=1)
    masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
    assert masks.pop(env.agent_selection).any()
    assert not any(mask.any() for mask in masks.values())


def test_observations_are_the_callers_own():
    env = aec_env("italia", 2)
    env.reset(seed=1)
    first = env.last()[0]
    before = {name: array.copy() for name, array in first.items()}
    env.step(int(np.flatnonzero(first["action_mask"])[0]))
    env.last()
    assert all(np.array_equal(first[name], before[name]) for name in first)


def test_illegal_actions_raise_and_change_nothing():
    env = aec_env("italia", 2)
    env.reset(seed=1)
    before = env.last()[0]["observation"]
    with pytest.raises(IllegalActionError, match=r"R2\.1"):
        env.step(0)
    with pytest.raises(PraefectusError, match="from 0 to"):
        env.step(100_000)
    with pytest.raises(PraefectusError, match="from 0 to"):
        env.step(None)
    assert np.array_equal(env.last()[0]["observation"], before)


def test_illegal_actions_end_the_game_if_so_chosen(caplog):
    env = aec_env("italia", 2, illegal="terminate")
    env.reset(seed=1)
    env.step(0)
    assert "Illegal" in caplog.text
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1.0, "player_1": 0}


def test_dead_agents_step_only_with_none(caplog):
    env = aec_env("italia", 2, max_turns=1)
    env.reset(seed=1)
    rng = random.Random(1)
    while not any(env.truncations.values()):
        env.step(int(rng.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    with pytest.raises(ValueError, match="None"):
        env.step(3)
    env.step(None)
    env.step(None)
    assert env.agents == []
    env.step(None)
    assert "reset()" in caplog.text


def test_nothing_works_before_reset():
    env = aec_env("italia", 2)
    with pytest.raises(AttributeError, match="before reset"):
        _ = env.agent_selection
    with pytest.raises(AttributeError, match="before reset"):
        env.step(0)
    with pytest.raises(AttributeError, match="before reset"):
        env.last()


def test_render_draws_the_position(capsys):
    env = aec_env("italia", 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.game)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"map": "gallia"}, "map"),
        ({"players": 7}, "players"),
        ({"reward": "gold"}, "place, win, margin"),
        ({"dtype": "float64"}, "float32 or int8"),
        ({"max_turns": 0}, "max_turns"),
        ({"illegal": "forgive"}, "raise, terminate"),
        ({"render_mode": "rgb"}, "render_mode"),
        ({"edition": "third"}, "edition"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(PraefectusError, match=message):
        aec_env(**options)
