"""`praefectus stats`: datasets and records in, tables, JSON and figures out."""

import json

import pytest

from tests.cli.conftest import EXAMPLES, one_line


@pytest.fixture
def dataset(cli, tmp_path):
    path = tmp_path / "games.parquet"
    ran = cli(
        *("simulate", "-n", 8, "--seed", 3, "--map", "italia", "-p", 2),
        *("--dataset", path, "--rows", "games", "--save", tmp_path / "records"),
    )
    assert ran.code == 0
    return path


def test_a_dataset_and_its_records_say_the_same(cli, dataset, tmp_path):
    from_dataset = cli("stats", dataset, "--json")
    from_records = cli("stats", tmp_path / "records", "--json", "--workers", 2)
    assert from_dataset.code == from_records.code == 0
    document = json.loads(from_dataset.out)
    assert json.loads(from_records.out) == document
    (group,) = document["groups"]
    assert (group["map"], group["players"], group["games"]) == ("italia", 2, 8)


def test_tables_for_people(cli):
    ran = cli("stats", EXAMPLES)
    assert ran.code == 0, ran.err
    for words in ("Imperium, 4 players", "points", "seat 1", "first two cards", "after round 5"):
        assert words in ran.out


def test_figures(cli, dataset, tmp_path):
    ran = cli("stats", dataset, "--plots", tmp_path / "figures")
    assert ran.code == 0
    (figure,) = (tmp_path / "figures").iterdir()
    assert figure.name == "statistics-italia-2.png"
    assert figure.read_bytes().startswith(b"\x89PNG")
    assert figure.name in ran.err


def test_wrong_files_get_a_sentence(cli, tmp_path):
    (tmp_path / "no.parquet").write_text("no")
    (tmp_path / "half.concordia.json").write_text("{")
    decisions = tmp_path / "decisions.parquet"
    assert cli("simulate", "-n", 1, "--seed", 1, "--dataset", decisions).code == 0
    for path, words in (
        (tmp_path / "missing.parquet", "there is no such file"),
        (tmp_path / "no.parquet", "not a Parquet file"),
        (decisions, "expected one row per game"),
        (tmp_path / "half.concordia.json", "half.concordia.json"),
    ):
        ran = cli("stats", path)
        assert ran.code == 2
        assert words in ran.err
        assert one_line(ran.err), ran.err
    (tmp_path / "empty").mkdir()
    assert "no record" in cli("stats", tmp_path / "empty").err


def altered(dataset, target, **columns):
    """Write a dataset again with other values in some columns of its first game."""
    parquet = pytest.importorskip("pyarrow.parquet")
    arrow = pytest.importorskip("pyarrow")
    table = parquet.read_table(dataset)
    for name, change in columns.items():
        values = table.column(name).to_pylist()
        values[0] = change(values[0])
        at = table.schema.get_field_index(name)
        field = table.schema.field(name)
        table = table.set_column(at, field, arrow.array(values, type=field.type))
    parquet.write_table(table, target)
    return target


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"actions": lambda actions: actions[:-9]}, "the game is not over"),
        ({"actions": lambda actions: [*actions, 0]}, "over"),
        ({"actions": lambda actions: [actions[1], *actions]}, "illegal action"),
        ({"actions": lambda actions: [-1, *actions]}, "number from 0"),
        ({"actions": lambda actions: [32000, *actions]}, "number from 0"),
        ({"actions": lambda actions: [None, *actions]}, "incomplete"),
        ({"actions": lambda _: None}, "incomplete"),
        ({"cities": lambda _: None}, "incomplete"),
        ({"cities": lambda _: [("atlantis", "wine")]}, "atlantis"),
        ({"cards": lambda cards: cards[:3]}, "R1"),
        ({"cards": lambda cards: ["emperor", *cards[1:]]}, "emperor"),
        ({"map": lambda _: "atlantis"}, "atlantis"),
        ({"players": lambda _: 7}, "R1"),
        ({"players": lambda _: None}, "incomplete"),
    ],
)
def test_games_that_cannot_be_get_a_sentence(cli, dataset, tmp_path, columns, says):
    path = altered(dataset, tmp_path / "altered.parquet", **columns)
    ran = cli("stats", path)
    assert (ran.code, ran.out) == (2, "")
    assert one_line(ran.err), ran.err
    assert says in ran.err
    assert path.name in ran.err


def test_any_purchase_that_cannot_be_gets_a_sentence(cli, dataset, tmp_path):
    """One that the display does not offer is refused by the rules, and not looked up before."""
    from praefectus.rules.actions import is_purchase

    every = [action for action in range(32000) if is_purchase(action)]
    for action in (every[0], every[-1]):
        path = altered(
            dataset,
            tmp_path / "bought.parquet",
            actions=lambda actions, action=action: [action, *actions],
        )
        ran = cli("stats", path)
        assert (ran.code, ran.out) == (2, "")
        assert "illegal action" in ran.err


def test_damaged_datasets_get_a_sentence(cli, dataset, tmp_path):
    data = dataset.read_bytes()
    for name, damaged in (
        ("empty", b""),
        ("short", data[: len(data) // 2]),
        ("headless", data[100:]),
        ("holed", data[:200] + bytes(len(data) // 2) + data[200 + len(data) // 2 :]),
    ):
        path = tmp_path / f"{name}.parquet"
        path.write_bytes(damaged)
        ran = cli("stats", path)
        assert (ran.code, ran.out) == (2, ""), (name, ran.err)
        assert one_line(ran.err), (name, ran.err)


def test_columns_of_another_kind_get_a_sentence(cli, tmp_path):
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    from praefectus.dataset import schema

    names = schema("games").names
    path = tmp_path / "words.parquet"
    parquet.write_table(arrow.table({name: ["a"] for name in names}), path)
    ran = cli("stats", path)
    assert ran.code == 2
    assert "expected one row per game" in ran.err
