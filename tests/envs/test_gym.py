"""The Gymnasium environment, by Gymnasium's own checker and by its conventions."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import praefectus.envs.gym
from praefectus import bots
from praefectus.envs import ConcordiaEnv
from praefectus.errors import IllegalActionError, PraefectusError

TABLES = [("imperium", n) for n in (3, 4, 5)] + [("italia", n) for n in (2, 3, 4)]


def play(env, seed):
    """Play a game; return its trajectory."""
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    rng = np.random.default_rng(seed)
    steps = [observation]
    while True:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        steps.append(observation)
        if terminated or truncated:
            assert 1 <= info["place"] <= env.game.players
            return steps, reward, terminated, truncated
        assert reward == 0


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_gymnasium_check_env(map, players):
    env = gymnasium.make("praefectus/Concordia-v0", map=map, players=players)
    check_env(env.unwrapped)


def test_gymnasium_check_env_with_all_options():
    env = gymnasium.make(
        "praefectus/Concordia-v0",
        map="italia",
        players=3,
        opponents=["random", "greedy"],
        seat=1,
        edition="first",
        intermediate_scoring=True,
        reward="margin",
        shaping=0.01,
        max_turns=40,
        skip_forced=True,
        dtype="int8",
        render_mode="ansi",
    )
    check_env(env.unwrapped)


def test_it_can_be_made_without_importing_first():
    env = gymnasium.make("praefectus.envs.gym:praefectus/Concordia-v0", map="italia", players=2)
    assert isinstance(env.unwrapped, ConcordiaEnv)
    assert praefectus.envs.gym.ENV_ID in gymnasium.registry


def test_same_seed_same_game():
    env = ConcordiaEnv("italia", 3)
    first, second, other = play(env, 5), play(env, 5), play(env, 6)
    assert len(first[0]) == len(second[0])
    assert all(np.array_equal(a, b) for a, b in zip(first[0], second[0], strict=True))
    assert first[1:] == second[1:]
    assert len(first[0]) != len(other[0]) or not np.array_equal(first[0][0], other[0][0])


def test_a_game_ends_with_the_reward_of_the_learners_place():
    env = ConcordiaEnv("italia", 3, seat=2)
    _, reward, terminated, truncated = play(env, 3)
    assert (terminated, truncated) == (True, False)
    assert reward == 1 - env.game.outcome().ranking.index(2)


def test_opponents_are_shown_what_their_seat_may_know(monkeypatch):
    """Not the game itself, from which a bot of somebody else's could read the deck."""
    shown = set()

    class Spy:
        def choose(self, position, legal):
            shown.add(type(position))
            return legal[0]

    monkeypatch.setattr(bots, "make", lambda *_, **__: Spy())
    play(ConcordiaEnv("italia", 2), 3)
    assert shown == {bots.Position}


def test_truncation():
    env = ConcordiaEnv("italia", 3, max_turns=12)
    _, reward, terminated, truncated = play(env, 3)
    assert (terminated, truncated) == (False, True)
    assert env.game.turn == 12
    assert reward in (1, 0, -1)


def test_the_seat_rotates_or_stays():
    env = ConcordiaEnv("imperium", 4)
    env.reset(seed=1)
    seats = [env.seat] + [env.reset()[1]["seat"] for _ in range(5)]
    assert seats == [0, 1, 2, 3, 0, 1]
    env = ConcordiaEnv("imperium", 4, seat=2)
    assert [env.reset(seed=n)[1]["seat"] for n in range(3)] == [2, 2, 2]


def test_only_the_learner_is_asked():
    env = ConcordiaEnv("imperium", 4, seat=1)
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(60):
        assert env.game.seat == 1
        masks = env.action_masks()
        assert masks.dtype == bool
        assert np.flatnonzero(masks).tolist() == list(env.game.legal_actions)
        _, _, terminated, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        if terminated:
            break


def test_forced_decisions_can_be_skipped():
    env = ConcordiaEnv("italia", 2, skip_forced=True)
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    while True:
        assert info["action_mask"].sum() > 1
        _, _, terminated, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        if terminated:
            break


def test_samples_are_legal():
    env = ConcordiaEnv("italia", 2)
    env.reset(seed=1)
    for _ in range(40):
        _, _, terminated, _, _ = env.step(env.action_space.sample())
        if terminated:
            env.reset()


def test_shaping_pays_the_change_of_the_lead():
    env = ConcordiaEnv("italia", 2, shaping=1.0, seat=0, reward="margin")
    env.reset(seed=4)
    total = 0.0
    rng = np.random.default_rng(4)
    while True:
        _, reward, terminated, _, _ = env.step(rng.choice(np.flatnonzero(env.action_masks())))
        total += reward
        if terminated:
            break
    points = [player["total"] for player in env.game.outcome().points]
    margin = points[0] - points[1]
    assert total == pytest.approx(margin + margin / 2, abs=1.0)


def test_illegal_actions_raise_and_change_nothing():
    env = ConcordiaEnv("italia", 2)
    before, _ = env.reset(seed=1)
    with pytest.raises(IllegalActionError, match=r"R2\.1"):
        env.step(0)
    with pytest.raises(PraefectusError, match="from 0 to"):
        env.step(-5)
    assert np.array_equal(env._observe(), before)


def test_a_finished_game_asks_for_reset():
    env = ConcordiaEnv("italia", 2, max_turns=2)
    play(env, 1)
    with pytest.raises(PraefectusError, match="reset"):
        env.step(1)
    wrapped = gymnasium.make("praefectus/Concordia-v0")
    with pytest.raises(gymnasium.error.ResetNeeded):
        wrapped.step(1)


def test_render():
    env = ConcordiaEnv("italia", 2, render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.game)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"map": "gallia"}, "map"),
        ({"players": 2}, "players"),
        ({"opponents": ["random"]}, "3 for 4 players, not 1"),
        ({"opponents": "caesar"}, "caesar"),
        ({"seat": 4}, "0 to 3"),
        ({"seat": "last"}, "rotate"),
        ({"reward": "gold"}, "place, win, margin"),
        ({"dtype": "float64"}, "float32 or int8"),
        ({"render_mode": "rgb"}, "render_mode"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(PraefectusError, match=message):
        ConcordiaEnv(**options)


def test_gymnasium_knows_the_environment_without_an_import_of_ours():
    """`praefectus.pth` beside the package sees to it, at the start of Python."""
    code = (
        "import sys; assert 'praefectus' not in sys.modules; import gymnasium;"
        "assert 'praefectus' not in sys.modules, 'nothing is loaded before it is needed';"
        "env = gymnasium.make('praefectus/Concordia-v0'); env.reset(seed=1); env.close()"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code], check=True, timeout=120)


def test_python_starts_where_there_is_no_gymnasium():
    code = (
        "import sys; sys.path[:] = [p for p in sys.path if 'site-packages' not in p];"
        "import importlib.util; assert importlib.util.find_spec('gymnasium') is None"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)
