"""A board is one file: found, checked, and offered wherever games are played."""

import copy
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

import praefectus
from praefectus import maps, record, schema
from praefectus.rules import facts

FOLDER = Path(__file__).parent / "fixtures/maps"
HISPANIA: Any = json.loads((FOLDER / "hispania.json").read_text(encoding="utf-8"))


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is offered here is forgotten afterwards."""
    praefectus.maps.names()
    before = facts.map_files()
    monkeypatch.setenv(maps.VARIABLE, "")
    yield
    known = facts._MAPS
    for name in set(known) - set(before):
        del known[name]
        facts._BOARDS.pop(name, None)


@pytest.fixture
def hispania(alone: None) -> str:
    assert maps.add_folder(FOLDER) == ["hispania"]
    return "hispania"


def play(game: praefectus.Game, seed: int = 3) -> praefectus.Game:
    rng = random.Random(seed)
    while not game.is_over:
        game.play(rng.choice(list(game.legal_actions)))
    return game


def python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_board_of_a_folder_is_played_and_recorded(hispania):
    assert maps.names() == ["hispania", "imperium", "italia"]
    game = play(praefectus.Game.new(map=hispania, players=3, seed=1))
    again = record.loads(record.dumps(game, ["Livia", "Cato", "Varro"])).game
    assert again.state() == game.state()


def test_its_refusals_use_its_own_names(hispania):
    game = praefectus.Game.new(map=hispania, players=2, seed=1)
    game.play("play architect")
    game.play("move land tarraco")
    game.play("to land caesaraugusta~tarraco")
    [action] = game.parse("build carthago-nova")
    assert "Carthago Nova" in str(game.explain(action))


def test_the_environment_variable_offers_folders_also_to_other_processes():
    code = "import praefectus; print(praefectus.Game.new(map='hispania', players=2, seed=1).map)"
    folders = os.pathsep.join(["", str(FOLDER)])
    assert python(code, **{maps.VARIABLE: folders}).stdout == "hispania\n"
    assert "must be one of imperium, italia, not 'hispania'" in python(code).stderr


def test_processes_started_later_know_a_folder_that_was_added(alone):
    maps.add_folder(FOLDER)
    code = "import praefectus; print(praefectus.maps.names())"
    assert "hispania" in python(code).stdout


def test_a_folder_may_be_added_twice(hispania):
    assert maps.add_folder(FOLDER) == ["hispania"]
    assert os.environ[maps.VARIABLE].count(str(FOLDER)) == 1


def test_a_board_of_the_environments_is_any_board(hispania):
    gym = pytest.importorskip("praefectus.envs.gym")
    env = gym.ConcordiaEnv(hispania, 2)
    _, info = env.reset(seed=1)
    rng = random.Random(1)
    for _ in range(50):
        _, _, over, _, info = env.step(rng.choice(info["action_mask"].nonzero()[0]))
        if over:
            break
    assert env.game.map == hispania


def change(*path: Any) -> Callable[[Any], None]:
    """Set what is at a path to the last argument; `...` takes it away."""

    def changed(data: Any) -> None:
        *way, last, value = path
        for key in way:
            data = data[key]
        if value is ...:
            del data[last]
        else:
            data[last] = value

    return changed


def add_line(kind: str, *between: str) -> Callable[[Any], None]:
    return lambda data: data["topology"]["lines"].append({"kind": kind, "between": list(between)})


def without_lines(wanted: Callable[[Any], bool]) -> Callable[[Any], None]:
    def changed(data: Any) -> None:
        data["topology"]["lines"] = [x for x in data["topology"]["lines"] if not wanted(x)]

    return changed


# fmt: off
FAULTS: list[tuple[Callable[[Any], None], str]] = [
    (change("meta", "id", "Hispania"), "meta.id must match ^[a-z]+(-[a-z]+)*$, not 'Hispania'"),
    (change("meta", "id", "iberia"), "meta.id must be the file's name, 'hispania', not 'iberia'"),
    (change("meta", "players", ...), "meta.players is missing"),
    (change("meta", "players", [2, 6]), "meta.players[1] must be at most 5, not 6"),
    (change("meta", "author", "me"), "meta.author is not known"),
    (change("topology", "cities", 3, "lat", "north"), "topology.cities[3].lat must be of type number, not 'north'"),
    (change("topology", "cities", 3, "letter", "E"), "topology.cities[3].letter must be one of A, B, C, D, null, not 'E'"),
    (change("topology", "cities", 3, "letter", "A"), "topology.cities must have 7 cities of letter A or none, as there are tokens, not 8"),
    (change("topology", "cities", 3, "letter", None), "topology.cities[3].letter must be null for the capital, and only for it"),
    (change("topology", "cities", 3, "id", "gades"), "topology.cities has 'gades' 2 times"),
    (change("topology", "capital", "roma"), "topology.capital is 'roma', which is not a city of the board"),
    (change("topology", "provinces", 0, "number", 2), "topology.provinces must be numbered 1 to 5, each once"),
    (change("topology", "provinces", 0, "cities", ["corduba", "gades"]), "topology.provinces must list 'malaca' under 'baetica', as its city says"),
    (change("topology", "provinces", 0, "cities", ["corduba", "gades", "malaca", "roma"]), "topology.provinces must list each city but the capital once, and nothing else"),
    (change("topology", "lines", 0, "between", ["tarraco", "roma"]), "topology.lines has 'roma', which is not a city of the board"),
    (add_line("land", "valentia", "tarraco"), "topology.lines has land tarraco~valentia 2 times"),
    (add_line("sea", "corduba", "toletum"), "topology.lines: sea corduba~toletum cannot be reached from the capital by sea"),
    (without_lines(lambda line: line["kind"] == "sea"), "topology.lines must lead from the capital by sea"),
    (without_lines(lambda line: "emerita" in line["between"]), "topology.lines must touch 'emerita'"),
    (change("drawing", {"cities": {"roma": {"label": "n"}}}), "drawing.cities has 'roma', which topology.cities lacks"),
    (change("drawing", {"lines": {"gades": {"bend": 1}}}), "drawing.lines.gades is not an allowed name"),
    (change("topology", "cities", 5, "name", "Lisboa"), "topology.cities[5].name must be 'Olisipo', the name of 'olisipo' on imperium, or have another id"),
]
# fmt: on


@pytest.mark.parametrize(("spoil", "sentence"), FAULTS, ids=[fault for _, fault in FAULTS])
def test_a_file_that_is_no_board_is_refused_in_one_sentence(alone, tmp_path, spoil, sentence):
    data = copy.deepcopy(HISPANIA)
    spoil(data)
    (tmp_path / "hispania.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(praefectus.MapError) as refused:
        maps.add_folder(tmp_path)
    assert str(refused.value) == f"hispania.json: {sentence}"
    assert maps.names() == ["imperium", "italia"]


def test_what_is_no_json_or_no_folder_is_refused(alone, tmp_path):
    with pytest.raises(praefectus.MapError, match="is not a folder of map files"):
        maps.add_folder(tmp_path / "nowhere")
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    with pytest.raises(praefectus.MapError, match=r"bad\.json: is not JSON"):
        maps.add_folder(tmp_path)
    (tmp_path / "bad.json").write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(praefectus.MapError, match=r"bad\.json: is nested too deeply"):
        maps.add_folder(tmp_path)


def test_another_board_of_the_same_id_is_refused(alone, tmp_path):
    data = json.loads((Path(maps.__file__).parent / "data/maps/italia.json").read_text("utf-8"))
    data["meta"]["name"] = "Another"
    (tmp_path / "italia.json").write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(praefectus.MapError, match="another board has that id"):
        maps.add_folder(tmp_path)


def test_the_command_line_takes_a_folder_and_refuses_a_bad_one(tmp_path):
    def command(*words: str) -> subprocess.CompletedProcess[str]:
        code = f"import sys; from praefectus.cli import run; sys.exit(run({list(words)!r}))"
        return python(code)

    simulate = ("simulate", "--map", "hispania", "--games", "4", "--workers", "2", "--json")
    played = command(*simulate, "--maps", str(FOLDER))
    assert played.returncode == 0, played.stderr
    (tmp_path / "bad.json").write_text("[]", encoding="utf-8")
    refused = command(*simulate, "--maps", str(tmp_path))
    assert refused.returncode == 2
    assert refused.stderr == "praefectus: bad.json: the file must be of type object, not []\n"


def spoiled(value: Any) -> Iterator[Any]:
    """Give wrong values for a value, and the value with each of its parts wrong or gone."""
    yield from (None, True, -1, "", "x y", [], {}, [value, value])
    if isinstance(value, dict):
        for name, inner in list(value.items())[:6]:
            yield {key: each for key, each in value.items() if key != name}
            for wrong in spoiled(inner):
                yield {**value, name: wrong}
        yield {**value, "something": 1}
    elif isinstance(value, list):
        for wrong in spoiled(value[0]) if value else ():
            yield [wrong, *value[1:]]


@pytest.mark.parametrize("name", ["italia", "hispania"])
def test_the_checker_of_schemas_says_what_the_package_for_it_says(alone, name):
    maps.add_folder(FOLDER)
    document = facts.map_file(name)
    judge = Draft202012Validator(maps._schema())
    judged = 0
    for wrong in spoiled(document):
        assert (schema.find_fault(wrong, maps._schema()) is None) == judge.is_valid(wrong)
        judged += 1
    assert judged > 200
