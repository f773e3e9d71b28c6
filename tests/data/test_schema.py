"""The data files keep to their schemas, and the schemas refuse what they should."""

import copy
import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

DATA = Path(__file__).parents[2] / "src" / "praefectus" / "data"
FILES = [(path, "map") for path in sorted(DATA.glob("maps/*.json"))] + [
    (path, "cards") for path in sorted(DATA.glob("cards/*.json"))
]


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def schema(kind: str) -> Any:
    return read(DATA / "schema" / f"{kind}.schema.json")


def validator(kind: str) -> jsonschema.protocols.Validator:
    return jsonschema.Draft202012Validator(schema(kind))


def test_there_are_two_boards_and_one_set_of_cards():
    assert [path.stem for path, _ in FILES] == ["imperium", "italia", "base"]


@pytest.mark.parametrize("kind", ["map", "cards"])
def test_the_schemas_are_schemas(kind):
    jsonschema.Draft202012Validator.check_schema(schema(kind))


@pytest.mark.parametrize(("path", "kind"), FILES, ids=lambda value: getattr(value, "stem", value))
def test_every_file_keeps_to_its_schema(path, kind):
    assert [error.message for error in validator(kind).iter_errors(read(path))] == []
    assert read(path)["meta"]["id"] == path.stem


def spoil(document: Any, *path: Any) -> Any:
    """Return the document with a wrong value at the path."""
    spoiled = copy.deepcopy(document)
    at = spoiled
    for key in path[:-2]:
        at = at[key]
    at[path[-2]] = path[-1]
    return spoiled


@pytest.mark.parametrize(
    ("kind", "name", "path"),
    [
        ("map", "maps/italia", ("meta", "players", [])),
        ("map", "maps/italia", ("meta", "players", [6])),
        ("map", "maps/italia", ("topology", "capital", "Roma Aeterna")),
        ("map", "maps/italia", ("topology", "lines", 0, "kind", "air")),
        ("map", "maps/italia", ("topology", "lines", 0, "between", ["roma"])),
        ("map", "maps/italia", ("topology", "lines", 0, "between", ["roma", "roma"])),
        ("map", "maps/italia", ("topology", "cities", 1, "letter", "E")),
        ("map", "maps/italia", ("topology", "cities", 1, "lat", 91)),
        ("map", "maps/italia", ("topology", "roads", [])),
        ("cards", "cards/base", ("goods", 0, "price", 0)),
        ("cards", "cards/base", ("goods", 0, "id", "salt")),
        ("cards", "cards/base", ("for_sale", "VI", [])),
        ("cards", "cards/base", ("for_sale", "I", 0, "god", "pluto")),
        ("cards", "cards/base", ("display_cost", [[]])),
        ("cards", "cards/base", ("city_tokens", "A", "salt", 1)),
        ("cards", "cards/base", ("concordia_points", "seven")),
    ],
)
def test_the_schemas_refuse_what_is_wrong(kind, name, path):
    document = read(DATA / f"{name}.json")
    assert validator(kind).is_valid(document)
    assert not validator(kind).is_valid(spoil(document, *path))
