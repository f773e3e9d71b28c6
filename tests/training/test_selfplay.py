"""Self-play games: reproducible, stored without loss, and replayed into what the network learns from."""

from dataclasses import replace

import numpy as np
import pytest

from praefectus import PraefectusError
from praefectus.bots.indices import INPUTS
from praefectus.training import commands, samples, store
from praefectus.training.networks import Network
from praefectus.training.selfplay import Plan, play, seat_nets, table

PLAN = Plan(seed=5, nets=(Network.of("learned"), Network.of("first")), sims=12, quick=4)


@pytest.fixture(scope="module")
def games():
    return [play(PLAN, number) for number in (0, 1)]


def test_a_game_depends_on_its_plan_and_number_alone(games):
    assert play(PLAN, 1) == games[1]
    assert games[0].actions != games[1].actions


def test_games_come_back_from_disk(games, tmp_path):
    path = tmp_path / "games" / "000000.npz"
    store.write(path, games)
    (again, other) = store.read(path)
    assert replace(again, roots=[]) == replace(games[0], roots=[])
    for read, wrote in zip(other.roots, games[1].roots, strict=True):
        assert (read.at, read.turns, read.visits) == (wrote.at, wrote.turns, wrote.visits)
        assert read.values == pytest.approx(wrote.values, abs=1e-6)
        assert read.totals == pytest.approx(wrote.totals, rel=1e-6)
    assert store.shards(path.parent) == [path]
    assert len(list(path.parent.iterdir())) == 1


def test_a_file_that_is_no_shard_is_one_sentence(tmp_path):
    path = tmp_path / "x.npz"
    path.write_bytes(b"nothing")
    with pytest.raises(PraefectusError, match="cannot be read"):
        list(store.read(path))
    np.savez(path, format=np.array("other"))
    with pytest.raises(PraefectusError, match="not a file of games"):
        list(store.read(path))
    path.write_bytes(path.read_bytes()[:-30])
    with pytest.raises(PraefectusError, match="cannot be read"):
        list(store.read(path))


def test_replayed_positions_know_the_result(games, tmp_path):
    path = tmp_path / "000000.npz"
    store.write(path, games)
    found = samples.load([path])
    assert len(found) == sum(len(game.roots) for game in games)
    first = found.where(found.games == 0)
    game = games[0]
    assert first.inputs.shape == (len(game.roots), store.SEATS, INPUTS)
    assert set(first.winners.argmax(1)) == {game.winner}
    assert (first.points[:, : game.players].sum(2)[0] == [sum(each) for each in game.points]).all()
    # A turn is left for the last position of the game, and one less after each.
    assert (np.diff(first.turns_left) == -1).all()
    assert first.turns_left[-1] == 1
    assert first.last_round[-1]
    assert not first.last_round[0]
    kept = np.isfinite(first.chance)
    assert kept.sum() == sum(bool(root.turns) for root in game.roots)


def test_tried_turns_are_carried_out(games, tmp_path):
    path = tmp_path / "000000.npz"
    store.write(path, games)
    found, tried = samples.load_with_trials([path], 2)
    full = [root for game in games for root in game.roots if root.turns]
    assert 0 < len(tried) <= 2 * len(full)
    assert len(samples.load_with_trials([path], 0)[1]) == 0
    assert set(tried.players) <= {game.players for game in games}
    assert ((tried.chances > 0) & (tried.chances < 1)).all()
    # A turn changes something for the seat that takes it.
    start = found.inputs[0, found.seats[0]]
    assert not any(
        (row[seat] == start).all() for row, seat in zip(tried.inputs, tried.seats, strict=True)
    )


def test_all_tables_are_played_and_older_networks_sit_at_some():
    from random import Random

    rng = Random(1)
    assert {table(PLAN, rng) for _ in range(300)} >= {
        ("imperium", 5),
        ("italia", 2),
        ("imperium", 4),
    }
    seatings = [seat_nets(PLAN, 4, rng) for _ in range(200)]
    mixed = [seats for seats in seatings if len(set(seats)) == 2]
    assert 20 < len(mixed) < 70
    assert all(PLAN.nets[0] in seats for seats in mixed)


def test_a_plan_may_confine_the_tables():
    plan = replace(PLAN, tables=(("italia", 2, 1),))
    played = play(plan, 0)
    assert played is not None
    assert (played.map, played.players) == ("italia", 2)


def test_the_settings_of_the_search_belong_to_the_plan(games):
    """How many turns it considers for an opponent, and how much it prefers the better ones."""
    for other in (replace(PLAN, rivals=1), replace(PLAN, temperature=0.1)):
        changed = play(other, 0)
        assert changed is not None
        assert changed.seed == games[0].seed
        assert [root.values for root in changed.roots] != [root.values for root in games[0].roots]


def test_tables_are_read_from_the_command_line():
    found = commands.tables("imperium-5=6,italia-3")
    assert found == (("imperium", 5, 6), ("italia", 3, 1))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("imperium", "expected a table, as in imperium-5=2, not 'imperium'"),
        ("gallia-3", "the map must be one of imperium, italia"),
        ("italia-5", "players"),
        ("italia-3=0", "expected a whole number above 0, not '0'"),
    ],
)
def test_a_table_that_there_is_not_is_one_sentence(text, why, capsys, tmp_path):
    with pytest.raises(SystemExit):
        commands.main(["play", "--out", str(tmp_path), "--tables", text])
    assert why in capsys.readouterr().err


@pytest.mark.parametrize("share", ["2", "-0.1", "nan", "all"])
def test_a_share_is_from_0_to_1(share, capsys, tmp_path):
    with pytest.raises(SystemExit):
        commands.main(["play", "--out", str(tmp_path), f"--league={share}"])
    assert f"--league: expected a number from 0 to 1, not '{share}'" in capsys.readouterr().err
