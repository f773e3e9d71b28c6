import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import EXAMPLES, Cli, one_line

RECORDS = sorted(EXAMPLES.glob("*.concordia.json"))
ITALIA_2 = EXAMPLES / "italia-2.concordia.json"


def states_of(record: Path) -> list[object]:
    lines = Path(str(record).replace(".concordia.json", ".states.jsonl")).read_text().splitlines()
    return [json.loads(line) for line in lines]


def broken(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "broken.concordia.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_all_legal_records_give_their_results_and_exit_code_0(cli: Cli):
    ran = cli("replay", *RECORDS)
    assert ran.code == 0
    assert ran.err == ""
    assert f"{len(RECORDS)} of {len(RECORDS)} records are legal" in ran.out
    assert "Livia 196, Cato 53; Livia wins, ended by the 15th house" in ran.out


def test_json_gives_an_object_a_line(cli: Cli):
    ran = cli("replay", "--json", *RECORDS)
    results = [json.loads(line) for line in ran.out.splitlines()]
    assert [result["file"] for result in results] == [str(path) for path in RECORDS]
    for path, result in zip(RECORDS, results, strict=True):
        expected = json.loads(path.read_text())["result"]
        assert {key: result[key] for key in expected} == expected
        assert result["finished"]


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.name.partition(".")[0])
def test_states_prints_a_document_a_line_after_every_turn(cli: Cli, record: Path):
    ran = cli("replay", record, "--states")
    assert ran.code == 0
    assert [json.loads(line) for line in ran.out.splitlines()] == states_of(record)


@pytest.mark.parametrize(
    "args",
    [[ITALIA_2, "--state"], ["--state", ITALIA_2], ["--state=168", ITALIA_2]],
    ids=["after", "before", "number"],
)
def test_state_prints_the_document_after_the_last_turn(cli: Cli, args: list[object]):
    assert json.loads(cli("replay", *args).out) == states_of(ITALIA_2)[-1]


@pytest.mark.parametrize("turn", [1, 2, 77])
def test_state_n_prints_the_document_after_turn_n(cli: Cli, turn: int):
    states = states_of(ITALIA_2)
    assert json.loads(cli("replay", ITALIA_2, "--state", turn).out) == states[turn - 1]
    assert json.loads(cli("replay", "--state", turn, ITALIA_2).out) == states[turn - 1]


def test_state_0_is_the_start(cli: Cli):
    state = json.loads(cli("replay", ITALIA_2, "--state", 0).out)
    assert state["turn"] == 0
    assert state["phase"] == "play"
    assert [player["money"] for player in state["players"]] == [5, 6]


def open_record(tmp_path: Path) -> Path:
    document = json.loads(ITALIA_2.read_text())
    del document["result"]
    for number, turn in enumerate(document["turns"]):
        if turn["play"] == "architect" and turn["steps"] and number > 5:
            document["turns"] = document["turns"][: number + 1]
            turn["steps"] = turn["steps"][:1]
            turn["open"] = True
            break
    path = tmp_path / "open.concordia.json"
    path.write_text(json.dumps(document))
    return path


def test_an_open_turn_has_no_line_in_states_but_ends_state(cli: Cli, tmp_path: Path):
    path = open_record(tmp_path)
    turns = len(json.loads(path.read_text())["turns"]) - 1
    assert len(cli("replay", path, "--states").out.splitlines()) == turns
    last = json.loads(cli("replay", path, "--state").out)
    assert last["turn"] == turns
    assert last["phase"] == "architect"
    before = json.loads(cli("replay", path, "--state", turns).out)
    assert before["phase"] == "play"
    assert before == states_of(ITALIA_2)[turns - 1]
    assert "not finished" in cli("replay", path).out


def illegal_record(tmp_path: Path) -> Path:
    document = json.loads(ITALIA_2.read_text())
    document["turns"][13] = {"seat": 1, "play": "architect", "steps": ["build roma"]}
    return broken(tmp_path, json.dumps(document))


def test_an_illegal_record_is_named_on_standard_error_and_the_others_go_on(
    cli: Cli, tmp_path: Path
):
    bad = illegal_record(tmp_path)
    ran = cli("replay", ITALIA_2, bad, ITALIA_2)
    assert ran.code == 1
    assert ran.out.count("Livia wins") == 2
    assert "2 of 3 records are legal" in ran.out
    assert one_line(ran.err)
    assert re.match(re.escape(str(bad)) + r": turn 14.*\(R\d+\.\d+\)$", ran.err)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("{", id="truncated"),
        pytest.param(ITALIA_2.read_text()[:5000], id="cut off"),
        pytest.param("[]", id="a list"),
        pytest.param("null", id="null"),
        pytest.param('{"format": "concordia-record/2"}', id="another version"),
        pytest.param(b"\xff\xfe\x00", id="not text"),
        pytest.param("[" * 100_000, id="nested deeply"),
        pytest.param(ITALIA_2.read_text().replace("italia", "atlantis", 1), id="unknown map"),
        pytest.param(ITALIA_2.read_text().replace('"seat"', '"chair"', 1), id="missing key"),
        pytest.param(" " * 20_000_000, id="huge"),
        pytest.param(
            ITALIA_2.read_text().replace('"steps": [', '"steps": [1, ', 1), id="wrong type"
        ),
    ],
)
def test_a_file_that_is_no_record_gives_one_line_and_exit_code_1(
    cli: Cli, tmp_path: Path, text: str | bytes
):
    path = broken(tmp_path, text)
    for options in ([], ["--states"], ["--state", "3"]):
        ran = cli("replay", path, *options)
        assert ran.code == 1
        assert ran.out == ""
        assert one_line(ran.err)
        assert ran.err.startswith(f"{path}: ")


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["nowhere.json"], "nowhere.json: there is no such file"),
        ([EXAMPLES], "this is a directory"),
        ([ITALIA_2, ITALIA_2, "--state"], "--state takes exactly one record, not 2"),
        ([ITALIA_2, ITALIA_2, "--states"], "--states takes exactly one record, not 2"),
        ([ITALIA_2, "--state", "--states"], "exclude each other"),
        ([ITALIA_2, "--state", "169"], "the turn must be 0 to 168, not 169"),
        ([ITALIA_2, "--state", "-1"], "a turn from 0 up, not '-1'"),
        ([ITALIA_2, "--state=soon"], "a turn from 0 up, not 'soon'"),
        ([], "missing argument"),
    ],
)
def test_wrong_arguments_give_one_sentence_and_exit_code_2(cli: Cli, args: list[object], says: str):
    ran = cli("replay", *args)
    assert ran.code == 2
    assert ran.out == ""
    assert one_line(ran.err)
    assert says in ran.err


def test_a_record_of_other_rules_is_reported_with_its_result(cli: Cli, tmp_path: Path):
    document = json.loads(RECORDS[0].read_text(encoding="utf-8"))
    path = tmp_path / "other.concordia.json"
    path.write_text(json.dumps({**document, "rules": "0-augurs"}), encoding="utf-8")
    ran = cli("replay", path)
    assert ran.code == 1
    assert ran.err.startswith(f"{path}: the game was played by rules version '0-augurs' and ")
    assert str(document["result"]["points"]) in ran.err
    assert ran.err.count("\n") == 1
