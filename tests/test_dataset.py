"""Datasets: what is written, that it is written in groups, and that it can be read back."""

import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow.parquet as pq
import pytest

import praefectus
from praefectus import Game, Options, Setup, dataset
from praefectus.envs.layout import layout_of
from praefectus.envs.spaces import Eye
from praefectus.extras import MissingExtraError

ROOT = Path(__file__).parent.parent


def simulate(*args):
    """Run `praefectus simulate`."""
    import praefectus.cli

    return praefectus.cli.run(["simulate", *map(str, args), "--json"])


@pytest.mark.parametrize("workers", [1, 2])
def test_rows_are_the_decisions_of_the_games(tmp_path, workers, capsys):
    path = tmp_path / "decisions.parquet"
    assert simulate("-n", 6, "--seed", 5, "-w", workers, "--dataset", path, "--save", tmp_path) == 0
    table = pl.read_parquet(path)
    assert table.columns == dataset.schema("decisions").names
    assert table["game"].unique().to_list() == list(range(6))
    assert table["game"].is_sorted()
    for number, file in enumerate(sorted(tmp_path.glob("*.concordia.json"))):
        played = praefectus.record.load(file).game
        rows = table.filter(pl.col("game") == number)
        assert rows["action"].to_list() == played.actions
        assert rows["decision"].to_list() == list(range(len(played.actions)))
        again = Game.from_setup(played.setup)
        outcome = played.outcome()
        for row in rows.iter_rows(named=True):
            assert row["seat"] == again.seat
            assert row["turn_seat"] == again.turn_seat
            assert row["turn"] == again.turn
            assert row["phase"] == again.phase
            assert row["legal"] == list(again.legal_actions)
            assert row["text"] == again.text(row["action"])
            assert row["place"] == outcome.ranking.index(row["seat"]) + 1
            assert row["points"] == outcome.points[row["seat"]]["total"]
            again.push(row["action"])


def test_rows_can_be_games(tmp_path, capsys):
    path = tmp_path / "games.parquet"
    options = ("--map", "italia", "-p", 3, "--edition", "first", "--rows", "games")
    assert simulate("-n", 5, "--seed", 5, "--dataset", path, *options) == 0
    table = pl.read_parquet(path)
    assert table.columns == dataset.schema("games").names
    assert len(table) == 5
    for row in table.iter_rows(named=True):
        cities = (
            {entry["key"]: entry["value"] for entry in row["cities"]}
            if isinstance(row["cities"], list)
            else dict(row["cities"])
        )
        game = Game.from_setup(Setup(Options("italia", 3, row["edition"]), cities, row["cards"]))
        for action in row["actions"]:
            game.play(action)
        outcome = game.outcome()
        assert row["winner"] == outcome.winner
        assert row["points"] == [points["total"] for points in outcome.points]
        assert row["saturnus"] == [points["saturnus"] for points in outcome.points]
        assert (row["reason"], row["turns"]) == (outcome.reason, game.turn)
        assert row["bots"] == ["random"] * 3


def test_rows_can_carry_observations(tmp_path, capsys):
    path = tmp_path / "observations.parquet"
    assert simulate("-n", 2, "--seed", 5, "--dataset", path, "--rows", "observations") == 0
    table = pl.read_parquet(path)
    size = int(layout_of("imperium").size)
    first = table.filter(pl.col("game") == 1)
    # The set-up is not in these rows; what does not change is in the observation.
    vectors = np.stack([np.frombuffer(row, np.int8) for row in first["observation"]])
    assert vectors.shape == (len(first), size)
    seats = vectors[:, layout_of("imperium").parts["seat"].slice].argmax(axis=1)
    assert seats.tolist() == first["seat"].to_list()


def test_rows_are_written_in_groups(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(dataset.GROUP, "decisions", 1000)
    path = tmp_path / "decisions.parquet"
    assert simulate("-n", 12, "--seed", 5, "--dataset", path) == 0
    groups = pq.ParquetFile(path).metadata
    assert groups.num_row_groups >= 3
    for number in range(groups.num_row_groups - 1):
        assert 1000 <= groups.row_group(number).num_rows < 2500


class Made:
    """A game as `DatasetWriter` takes it."""

    def __init__(self, index, actions):
        self.index, self.actions = index, actions


def test_memory_does_not_grow_with_the_number_of_games(tmp_path, monkeypatch):
    monkeypatch.setitem(dataset.GROUP, "decisions", 2000)
    game = Game.new("italia", 2, 1)
    rng = np.random.default_rng(1)
    while not game.is_over:
        legal = game.legal_actions
        game.push(legal[int(rng.integers(len(legal)))])
    actions = game.actions
    new_game = lambda index: Game.new("italia", 2, 1)  # noqa: E731
    with dataset.DatasetWriter(tmp_path / "x.parquet", new_game, ["a", "b"], "decisions") as out:
        for index in range(20):
            out.add(Made(index, actions))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for index in range(20, 150):
            out.add(Made(index, actions))
            assert len(out._columns["game"]) < 4000
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 30_000  # kB
    assert pq.ParquetFile(tmp_path / "x.parquet").metadata.num_rows == 150 * len(actions)


def test_games_that_come_out_of_order_are_written_in_order(tmp_path):
    game = Game.new("italia", 2, 1)
    rng = np.random.default_rng(1)
    while not game.is_over:
        legal = game.legal_actions
        game.push(legal[int(rng.integers(len(legal)))])
    new_game = lambda index: Game.new("italia", 2, 1)  # noqa: E731
    path = tmp_path / "x.parquet"
    with dataset.DatasetWriter(path, new_game, ["a", "b"], "games") as out:
        for index in (2, 0, 1, 5, 3):
            out.add(Made(index, game.actions))
    assert pl.read_parquet(path)["game"].to_list() == [0, 1, 2, 3, 5]


def test_bad_input_is_one_sentence(tmp_path, capsys):
    assert simulate("-n", 1, "--dataset", tmp_path / "no" / "such.parquet") != 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert simulate("-n", 1, "--dataset", tmp_path / "x.parquet", "--rows", "turns") == 2
    said = capsys.readouterr().err
    assert "decisions, observations, games" in said


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'praefectus\[data\]'"):
        dataset.schema("decisions")


def test_the_example_reads_it(tmp_path, capsys):
    path = tmp_path / "decisions.parquet"
    assert simulate("-n", 5, "--seed", 5, "--dataset", path) == 0
    done = subprocess.run(
        [sys.executable, ROOT / "examples" / "read_dataset.py", path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "play senator" in done.stdout


def test_observations_in_rows_are_those_of_the_environment(tmp_path, capsys):
    game = Game.new("italia", 2, 3)
    columns: dict[str, list[object]] = {name: [] for name in dataset.schema("observations").names}
    rng = np.random.default_rng(1)
    played = game.copy()
    while not played.is_over:
        legal = played.legal_actions
        played.push(legal[int(rng.integers(len(legal)))])
    dataset.add_decisions(columns, game.copy(), Made(0, played.actions))
    eye = Eye(layout_of("italia"), "int8", "place")
    eye.begin(game)
    for row, action in zip(columns["observation"], played.actions, strict=True):
        assert row == eye.vector(game.position, game.seat).tobytes()
        game.push(action)
