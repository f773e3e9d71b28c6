"""Options are declared once: wherever options are named, every declared one is."""

import inspect
import json
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import praefectus
from praefectus import Game, Options, Setup, SetupError, record
from praefectus.messages import OPTIONS
from praefectus.options import RULE_OPTIONS, RuleOption, from_json, make
from praefectus.rules.facts import load_board
from tests.support import TABLES

ROOT = Path(__file__).parent.parent
every_option = pytest.mark.parametrize("option", RULE_OPTIONS, ids=lambda option: option.name)


def other(option: RuleOption) -> str | bool:
    """Return a value that is not the default."""
    return option.choices[-1] if option.choices else not option.default


def options_with(option: RuleOption) -> Options:
    return make("italia", 3, {option.name: other(option)})


# Values.


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_options_have_a_json_form(map, players):
    options = make(map, players, {option.name: other(option) for option in RULE_OPTIONS})
    document = options.as_json()
    assert list(document) == ["map", "players", *(option.name for option in RULE_OPTIONS)]
    assert from_json(json.loads(json.dumps(document))) == options
    assert hash(from_json(document)) == hash(options)
    assert pickle.loads(pickle.dumps(options)) == options


def test_what_is_not_said_is_as_usual():
    assert from_json({}) == Options() == Game.new().options
    for map, counts in (("imperium", 4), ("italia", 3)):
        assert from_json({"map": map}).players == counts


def test_options_and_set_ups_do_not_change():
    game = Game.new("italia", 3, 1)
    with pytest.raises(AttributeError):
        game.options.players = 2  # type: ignore[misc]
    setup = game.setup
    with pytest.raises(AttributeError):
        setup.cards = ()  # type: ignore[misc]
    assert game.setup == setup
    assert hash(game.setup) == hash(setup)


def test_options_are_given_whole_or_one_by_one():
    options = Options("italia", 2, "first")
    assert Game.new(options, seed=3) == Game.new("italia", 2, 3, edition="first")
    with pytest.raises(SetupError, match="whole or one by one, not both"):
        Game.new(options, 3)
    with pytest.raises(SetupError, match="whole or one by one, not both"):
        Game.new(options, edition="first")


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (3, "options must be an object, not 3"),
        ({"map": 3}, "the map must be one of"),
        ({"players": "3"}, "the number of players must be a whole number, not '3'"),
        ({"players": True}, "the number of players must be a whole number"),
        ({"map": "italia", "players": 5}, r"Italia is for 2 to 4 players, not 5 \(R1\.1\)"),
        ({"garum": True}, "there is no option 'garum': there are edition, "),
    ],
)
def test_options_that_do_not_exist_are_refused_in_one_sentence(document, message):
    with pytest.raises(SetupError, match=message):
        from_json(document)


def test_a_set_up_has_the_form_of_a_record():
    game = Game.new("imperium", 5, 3)
    document = record.dump(game)
    assert game.setup.as_json() == document["setup"]
    again = Setup.from_json(game.options, json.loads(json.dumps(document["setup"])))
    assert again == game.setup
    assert Game.from_setup(again) == game


@pytest.mark.parametrize("document", [None, [], {}, {"cities": {}}, {"cities": [], "cards": []}])
def test_a_set_up_of_another_form_is_refused(document):
    with pytest.raises(SetupError):
        Setup.from_json(Options(), document)


# Wherever options are named, every declared one is.


@every_option
def test_it_has_words(option):
    for key in ("", ".text", *(f".{choice}" for choice in option.choices)):
        assert OPTIONS[f"option.{option.name}{key}"]


@every_option
def test_a_game_can_be_played_with_it_and_a_wrong_value_is_refused(option):
    game = Game.new("italia", 3, 1, **{option.name: other(option)})
    assert getattr(game.options, option.name) == other(option)
    assert game != Game.new("italia", 3, 1)
    assert pickle.loads(pickle.dumps(game)).options == game.options
    with pytest.raises(SetupError, match=option.name):
        make("italia", 3, {option.name: 3})


@every_option
def test_records_have_it(option):
    game = Game.new(options_with(option), seed=1)
    document: dict[str, object] = {**record.dump(game)}
    assert document[option.name] == other(option)
    keys = list(document)
    assert keys.index("map") < keys.index(option.name) < keys.index("players")
    assert record.loads(record.dumps(game)).game == game
    del document[option.name]
    assert getattr(record.replay(document).game.options, option.name) == option.default
    with pytest.raises(praefectus.RecordError, match=option.name):
        record.replay({**document, option.name: 3})


@every_option
def test_positions_as_text_have_it(option):
    game = Game.new(options_with(option), seed=1)
    assert option.name in game.position_text()
    assert Game.from_position(game.position_text(hidden=True)) == game


@every_option
@pytest.mark.parametrize("command", ["simulate", "show", "terminal", "tournament"])
def test_commands_have_it(option, command):
    from praefectus.cli import app

    wide = {"COLUMNS": "200", "TERMINAL_WIDTH": "200"}
    said = CliRunner().invoke(app, [command, "--help"], env=wide).output
    assert f"--{option.name.replace('_', '-')}" in said
    assert OPTIONS[f"option.{option.name}.text"] in said


@every_option
def test_environments_have_it(option):
    pytest.importorskip("pettingzoo")
    from praefectus.envs import ConcordiaEnv, VectorEnv, aec_env

    rules = {option.name: other(option)}
    for maker in (ConcordiaEnv, VectorEnv, aec_env):
        parameter = inspect.signature(maker).parameters[option.name]
        assert parameter.default == option.default
    assert ConcordiaEnv("italia", 3, **rules).game.options == options_with(option)
    assert aec_env("italia", 3, **rules).unwrapped.game.options == options_with(option)
    with pytest.raises(SetupError, match=option.name):
        VectorEnv(2, "italia", 3, **{option.name: 3})


@every_option
def test_observations_tell_it(option):
    pytest.importorskip("numpy")
    from praefectus.envs.layout import layout_of
    from praefectus.envs.observation import Observer

    part = layout_of("italia").parts["options"]
    seen = []
    for options in (make("italia", 3, {}), options_with(option)):
        observer = Observer(load_board("italia"), 1)
        observer.begin(0, Game.new(options, seed=1).position)
        seen.append(list(bytes(memoryview(observer.cells)))[part.slice])
    assert seen[0] != seen[1]
    assert not any(seen[0])


@every_option
def test_datasets_have_it(option):
    pytest.importorskip("pyarrow")
    from praefectus.dataset import schema

    assert option.name in schema("games").names


@every_option
def test_requests_answers_and_the_form_of_the_page_have_it(option):
    pytest.importorskip("fastapi")
    from praefectus.server.app import create_app
    from praefectus.server.reference import make_reference
    from praefectus.server.settings import Settings

    schemas = create_app(Settings(database_url="sqlite+aiosqlite://")).openapi()["components"]
    for name in ("CreateTable", "TableOptions", "GameOptions"):
        assert option.name in schemas["schemas"][name]["properties"]
    (shown,) = [each for each in make_reference()["options"] if each["name"] == option.name]
    assert shown["default"] == option.default
    assert other(option) in [choice["value"] for choice in shown["choices"]]
    assert shown["rule"] == option.rule


@every_option
def test_tables_keep_it(option):
    pytest.importorskip("fastapi")
    from praefectus.server import lobby
    from praefectus.server.requests import CreateTable

    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "open"}]
    request = {"map": "italia", "seats": seats, option.name: other(option)}
    table = lobby.create(CreateTable.model_validate(request), "me", "1", lambda _: True)
    assert table.options == options_with(option)


def test_an_option_is_named_in_few_places():
    named = [
        path
        for folder in ("src", "ui/src")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in {".py", ".json", ".ts", ".svelte", ".js"}
        and "static" not in path.parts
        and "intermediate_scoring" in path.read_text(encoding="utf-8")
    ]
    assert len(named) <= 10, named


# And so does a new one, of which nothing but its line and its words is written.


@pytest.mark.skipif("PRAEFECTUS_SALSA" in os.environ, reason="is what this runs")
def test_a_new_option_is_a_line_and_its_words(tmp_path):
    package = tmp_path / "praefectus"
    leave = shutil.ignore_patterns("*.so", "__pycache__", "static")
    shutil.copytree(ROOT / "src" / "praefectus", package, ignore=leave)
    line = '    intermediate_scoring: bool = _yes_no(rule="R11.4")\n'
    words = '    "option.off": "Off",\n'
    for path, old, new in (
        ("rules/options.py", line, '    salsa: bool = _yes_no(rule="R1.1")\n'),
        ("messages.py", words, '    "option.salsa": "Salsa",\n    "option.salsa.text": "Salt.",\n'),
    ):
        text = (package / path).read_text(encoding="utf-8")
        assert text.count(old) == 1
        (package / path).write_text(text.replace(old, old + new), encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(tmp_path), "PRAEFECTUS_SALSA": "1"}
    chosen = ["-k", "salsa", "-q", "-p", "no:cacheprovider", "-n", "0"]
    command = [sys.executable, "-m", "pytest", *chosen, str(Path(__file__))]
    run = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "13 passed" in run.stdout, run.stdout
