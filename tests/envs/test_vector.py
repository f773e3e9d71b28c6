"""Many games at once: the same games as one by one, and Gymnasium's conventions."""

import gymnasium
import numpy as np
import pytest

from praefectus import Game
from praefectus.envs import VectorEnv
from praefectus.envs.layout import layout_of
from praefectus.envs.spaces import Eye
from praefectus.errors import IllegalActionError, PraefectusError

TABLES = [("imperium", n) for n in (3, 4, 5)] + [("italia", n) for n in (2, 3, 4)]


def choose(rng, masks):
    """Choose an allowed action in every row."""
    return np.argmax(rng.random(masks.shape, dtype=np.float32) * masks, axis=1)


@pytest.mark.parametrize(("map", "players"), TABLES)
@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_rows_are_the_games_of_the_engine(map, players, dtype):
    n = 6
    env = VectorEnv(n, map, players, dtype=dtype)
    observations, infos = env.reset(seed=3)
    rng = np.random.default_rng(3)
    games = [Game.new(map, players, int(seed)) for seed in infos["game_seed"]]
    eyes = [Eye(layout_of(map), dtype, "place") for _ in games]
    for eye, game in zip(eyes, games, strict=True):
        eye.begin(game)
    ended = 0
    for step in range(700):
        actions = choose(rng, infos["action_mask"])
        for game, action in zip(games, actions, strict=True):
            assert int(action) in game.legal_actions
            game.push(int(action))
        observations, rewards, terminations, truncations, infos = env.step(actions)
        assert not truncations.any()
        for row, game in enumerate(games):
            assert terminations[row] == game.is_over
            if game.is_over:
                ended += 1
                ranking = game.outcome().ranking
                places = [1 - 2 * ranking.index(seat) / (players - 1) for seat in range(players)]
                assert infos["rewards"][row].tolist() == pytest.approx(places)
                assert infos["_final_obs"][row]
                # The last decision was that of the seat before the one whose turn it would be.
                seat = (game.turn_seat - 1) % players
                if rewards[row] == places[seat]:
                    final = eyes[row].vector(game.position, seat)
                    assert np.array_equal(infos["final_obs"][row], final)
                games[row] = Game.new(map, players, int(infos["game_seed"][row]))
                eyes[row].begin(games[row])
            elif not terminations.any():
                assert rewards[row] == 0
            game = games[row]
            assert infos["seat"][row] == game.seat
            if step % 7 == 0:
                assert bytes(infos["action_mask"][row]) == game.mask()
                expected = eyes[row].vector(game.position, game.seat)
                assert np.array_equal(observations[row], expected)
    assert ended > 0


@pytest.mark.parametrize("workers", [0, 2])
def test_sampled_actions_are_legal_and_varied(workers):
    env = VectorEnv(16, "italia", 3, workers=workers)
    _, infos = env.reset(seed=9)
    seen = set()
    for _ in range(40):
        actions = env.sample_actions()
        assert (infos["action_mask"][np.arange(16), actions] == 1).all()
        seen.update(actions.tolist())
        *_, infos = env.step(actions)
    assert len(seen) > 30
    env.close()


def test_arrays_are_allocated_once_and_read_only():
    env = VectorEnv(4, "italia", 2, dtype="float32")
    first, infos = env.reset(seed=1)
    masks = infos["action_mask"]
    again, *_ = env.step(choose(np.random.default_rng(1), masks))
    assert again is first
    assert env.action_masks() is masks
    assert (first.dtype, masks.dtype) == (np.float32, np.int8)
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 1
    env = VectorEnv(4, "italia", 2, copy=True)
    first, infos = env.reset(seed=1)
    before = first.copy()
    env.step(choose(np.random.default_rng(1), infos["action_mask"]))
    assert np.array_equal(first, before)


def test_gymnasium_conventions():
    env = VectorEnv(5, "imperium", 4)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    assert env.num_envs == 5
    observations, infos = env.reset(seed=2)
    assert env.observation_space.contains(observations)
    actions = choose(np.random.default_rng(0), infos["action_mask"])
    assert env.action_space.contains(actions)
    _, rewards, terminations, truncations, _ = env.step(actions)
    assert rewards.shape == terminations.shape == truncations.shape == (5,)
    assert terminations.dtype == truncations.dtype == np.bool_
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(VectorEnv(5, "italia", 2))
    _, infos = wrapped.reset(seed=2)
    rng = np.random.default_rng(0)
    for _ in range(600):
        *_, infos = wrapped.step(choose(rng, infos["action_mask"]))
        if "episode" in infos:
            break
    else:
        pytest.fail("no episode was recorded")


@pytest.mark.parametrize("seat", [0, 2, "rotate"])
def test_one_learner_against_random_opponents(seat):
    env = VectorEnv(8, "italia", 3, opponents="random", seat=seat, skip_forced=True)
    _, infos = env.reset(seed=4)
    rng = np.random.default_rng(4)
    ended = 0
    learners = infos["seat"].copy()
    assert learners.tolist() == ([row % 3 for row in range(8)] if seat == "rotate" else [seat] * 8)
    for _ in range(300):
        assert np.array_equal(infos["seat"], learners)
        assert (infos["action_mask"].sum(axis=1) > 1).all()
        _, rewards, terminations, _, infos = env.step(choose(rng, infos["action_mask"]))
        for row in np.flatnonzero(terminations):
            ended += 1
            assert rewards[row] == infos["rewards"][row, learners[row]]
            assert rewards[row] in (1.0, 0.0, -1.0)
            if seat == "rotate":
                learners[row] = (learners[row] + 1) % 3
    assert ended > 5


def test_truncation_rewards_the_standing():
    env = VectorEnv(3, "imperium", 4, max_turns=5, reward="win")
    _, infos = env.reset(seed=4)
    rng = np.random.default_rng(4)
    while True:
        _, _, terminations, truncations, infos = env.step(choose(rng, infos["action_mask"]))
        assert not terminations.any()
        if truncations.any():
            break
    row = int(np.flatnonzero(truncations)[0])
    assert sorted(infos["rewards"][row]) == [-1, -1, -1, 1]
    turn_part = layout_of("imperium").parts["round"]
    assert infos["final_obs"][row][turn_part.slice][0] == 1


def test_shaping_is_zero_sum_at_every_step():
    env = VectorEnv(4, "italia", 3, shaping=0.05)
    _, infos = env.reset(seed=4)
    rng = np.random.default_rng(4)
    totals = np.zeros((4, 3))
    for _ in range(150):
        *_, infos = env.step(choose(rng, infos["action_mask"]))
        assert infos["rewards"].sum(axis=1) == pytest.approx(np.zeros(4), abs=1e-9)
        totals += infos["rewards"]
    assert np.abs(totals).max() > 0.05


def test_rows_do_not_depend_on_the_number_of_rows():
    small, large = VectorEnv(2, "italia", 2), VectorEnv(9, "italia", 2)
    a, _ = small.reset(seed=6)
    b, _ = large.reset(seed=6)
    assert np.array_equal(a, b[:2])


def test_workers_give_the_same_results():
    alone = VectorEnv(7, "italia", 3, opponents="random", max_turns=60)
    shared = VectorEnv(7, "italia", 3, opponents="random", max_turns=60, workers=2)
    try:
        first, infos = alone.reset(seed=8)
        second, other = shared.reset(seed=8)
        rng = np.random.default_rng(8)
        for _ in range(120):
            assert np.array_equal(first, second)
            for name in ("action_mask", "seat", "rewards", "game_seed"):
                assert np.array_equal(infos[name], other[name]), name
            actions = choose(rng, infos["action_mask"])
            first, *ends, infos = alone.step(actions)
            second, *others, other = shared.step(actions)
            assert all(np.array_equal(a, b) for a, b in zip(ends, others, strict=True))
            assert ("final_obs" in infos) == ("final_obs" in other)
        with pytest.raises(PraefectusError, match="game 6"):
            shared.step(np.append(choose(rng, infos["action_mask"])[:6], 400))
    finally:
        shared.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        shared.step(actions)


def test_a_dead_worker_is_reported():
    env = VectorEnv(4, "italia", 2, workers=2)
    _, infos = env.reset(seed=1)
    actions = choose(np.random.default_rng(1), infos["action_mask"])
    env._rows._processes[0].kill()
    env._rows._processes[0].join()
    with pytest.raises(PraefectusError, match="died"):
        env.step(actions)
    env.close()


def test_illegal_actions_raise_and_change_nothing():
    env = VectorEnv(3, "italia", 2)
    observations, infos = env.reset(seed=1)
    before = observations.copy()
    actions = choose(np.random.default_rng(1), infos["action_mask"])
    actions[2] = 0
    with pytest.raises(IllegalActionError, match=r"game 2: end.*R2\.1"):
        env.step(actions)
    actions[2] = 9999
    with pytest.raises(PraefectusError, match="game 2: the action must be a number from 0 to"):
        env.step(actions)
    assert np.array_equal(observations, before)


@pytest.mark.parametrize("actions", [[1, 2], [[1, 2, 3]], [1.0, 2.0, 3.0], 1, ["a", "b", "c"]])
def test_wrong_shapes_are_refused(actions):
    env = VectorEnv(3, "italia", 2)
    env.reset(seed=1)
    with pytest.raises(PraefectusError, match="3 whole numbers"):
        env.step(np.array(actions))


def test_steps_before_reset_are_refused():
    with pytest.raises(gymnasium.error.ResetNeeded):
        VectorEnv(3, "italia", 2).step(np.zeros(3, int))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "1 or more"),
        ({"n": 2, "map": "gallia"}, "map"),
        ({"n": 2, "players": 9}, "players"),
        ({"n": 2, "opponents": "greedy"}, "ConcordiaEnv"),
        ({"n": 2, "seat": 8}, "0 to 3"),
        ({"n": 2, "workers": 3}, "0 to 2"),
        ({"n": 2, "dtype": "int16"}, "float32 or int8"),
        ({"n": 2, "reward": "gold"}, "place, win, margin"),
        ({"n": 2, "max_turns": -1}, "max_turns"),
    ],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(PraefectusError, match=message):
        VectorEnv(**options)
    with pytest.raises(PraefectusError, match="seed"):
        VectorEnv(1).reset(seed=-1)
