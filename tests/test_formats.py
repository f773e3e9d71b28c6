"""The schemas of record and state document agree with the engine: what it writes passes, what they refuse it refuses."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from praefectus import Game, RecordError, record
from praefectus.rules.facts import DECKS, SALE_NAMES
from praefectus.rules.ids import FACE_NAMES, GOOD_NAMES, PHASE_NAMES
from tests.conformance.mutations import mutants
from tests.schemas import complaints, read_schema, validator
from tests.support import EXAMPLES, TABLES, stroll

TESTS = Path(__file__).parent
RECORDS = [*EXAMPLES, *sorted((TESTS / "golden").glob("*.concordia.json"))]
STATES = sorted((TESTS / "fixtures").rglob("*.states.jsonl"))
ITALIA = json.loads(next(p for p in EXAMPLES if p.name == "italia-3.concordia.json").read_bytes())
every_table = pytest.mark.parametrize(("map", "players"), TABLES)


@pytest.mark.parametrize("name", ["record", "state"])
def test_the_schemas_are_schemas(name):
    jsonschema.Draft202012Validator.check_schema(read_schema(name))


def test_the_schemas_know_the_names_of_the_engine():
    schemas = [read_schema("record"), read_schema("state")]
    for schema in schemas:
        assert set(schema["$defs"]["face"]["enum"]) == set(FACE_NAMES)
        assert set(schema["$defs"]["sale"]["enum"]) == {
            SALE_NAMES[card] for deck in DECKS for card in deck
        }
    assert schemas[0]["$defs"]["good"]["enum"] == list(GOOD_NAMES)
    assert schemas[1]["properties"]["phase"]["enum"] == list(PHASE_NAMES)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.partition(".")[0])
def test_every_record_of_the_tests_keeps_to_the_schema(path):
    assert complaints("record", json.loads(path.read_bytes())) == []


@pytest.mark.parametrize("path", STATES, ids=lambda path: path.name.partition(".")[0])
def test_every_state_document_of_the_tests_keeps_to_the_schema(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        assert complaints("state", json.loads(line)) == []


@every_table
def test_what_the_engine_writes_keeps_to_the_schemas(map, players):
    """State documents at many decisions, records that stop anywhere, and whole ones."""
    game = Game.new(map, players, 4, edition="first", intermediate_scoring=True)
    rng = random.Random(4)
    for number, _ in enumerate(stroll(game, rng)):
        if number % 7 == 0:
            assert complaints("state", game.state()) == []
        if number % 97 == 0:
            assert complaints("record", record.dump(game)) == []
    assert complaints("state", game.state()) == []
    assert complaints("record", record.dump(game)) == []


def test_every_phase_keeps_to_the_schema():
    seen = set()
    for seed in range(6):
        game = Game.new("italia", 2, seed)
        for _ in stroll(game, random.Random(seed)):
            if game.phase not in seen:
                seen.add(game.phase)
                assert complaints("state", game.state()) == []
                assert complaints("record", record.dump(game)) == []
        seen.add(game.phase)
    assert seen == set(PHASE_NAMES)


def spoiled(document: Any, path: tuple[Any, ...], value: object) -> Any:
    """Return the document with another value at the path; `...` takes it out."""
    wrong = copy.deepcopy(document)
    at = wrong
    for key in path[:-1]:
        at = at[key]
    if value is ...:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return wrong


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), ...),
        (("format",), "concordia-record/2"),
        (("format",), 1),
        (("rules",), 1),
        (("rules",), None),
        (("rules",), ""),
        (("map",), ...),
        (("map",), "Italia"),
        (("map",), ["italia"]),
        (("edition",), "second"),
        (("edition",), None),
        (("intermediate_scoring",), 0),
        (("intermediate_scoring",), "false"),
        (("players",), ...),
        (("players",), "Livia"),
        (("players",), ["Livia"]),
        (("players",), ["a", "b", "c", "d", "e", "f"]),
        (("players", 1), 7),
        (("setup",), ...),
        (("setup",), []),
        (("setup", "cities"), ...),
        (("setup", "cities"), {}),
        (("setup", "cities", "cosa"), "salt"),
        (("setup", "cities", "Cosa"), "wine"),
        (("setup", "cards"), []),
        (("setup", "cards", 0), "tribune"),
        (("setup", "cards", 0), "diplomat-saturnus"),
        (("setup", "cards", 0), None),
        (("turns",), ...),
        (("turns",), {}),
        (("turns", 0), "tribune"),
        (("turns", 0, "seat"), ...),
        (("turns", 0, "seat"), 5),
        (("turns", 0, "seat"), -1),
        (("turns", 0, "seat"), True),
        (("turns", 0, "seat"), "0"),
        (("turns", 0, "play"), ...),
        (("turns", 0, "play"), "augur"),
        (("turns", 0, "play"), "diplomat-saturnus-tool"),
        (("turns", 0, "steps"), ...),
        (("turns", 0, "steps"), "cash"),
        (("turns", 0, "steps"), [None]),
        (("turns", 0, "steps"), ["end"]),
        (("turns", 0, "steps"), ["build"]),
        (("turns", 0, "steps"), ["build Cosa"]),
        (("turns", 0, "steps"), ["move land roma"]),
        (("turns", 0, "steps"), ["move air roma cosa~roma"]),
        (("turns", 0, "steps"), ["sell wine 0"]),
        (("turns", 0, "steps"), ["sell wine 01"]),
        (("turns", 0, "steps"), ["purchase 8"]),
        (("turns", 0, "steps"), ["keep 0"]),
        (("turns", 0, "steps"), ["copy 5"]),
        (("turns", 0, "steps"), [" cash"]),
        (("turns", 0, "open"), "yes"),
        (("turns", 0, "open"), 1),
        (("result",), None),
        (("result",), [1]),
        (("result", "points"), ...),
        (("result", "points"), [1]),
        (("result", "points", 0), "88"),
        (("result", "winner"), ...),
        (("result", "winner"), 5),
        (("result", "winner"), None),
    ],
)
def test_the_schema_and_the_reader_refuse_the_same(path, value):
    document = spoiled(ITALIA, path, value)
    assert not validator("record").is_valid(document)
    with pytest.raises(RecordError):
        record.replay(document)


def test_a_result_of_an_unfinished_game_is_refused_even_if_it_is_null():
    document = {**ITALIA, "turns": [], "result": None}
    assert not validator("record").is_valid(document)
    with pytest.raises(RecordError, match="'result' is given"):
        record.replay(document)


def test_unknown_keys_are_allowed_everywhere():
    document = copy.deepcopy(ITALIA)
    for place in (document, document["setup"], document["turns"][0], document["result"]):
        place["comment"] = {"anything": [1, None]}
    assert complaints("record", document) == []
    assert record.replay(document).game.is_over


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name.partition(".")[0])
def test_what_the_schema_refuses_the_reader_refuses(path):
    refused = 0
    for what, mutant in mutants(json.loads(path.read_bytes()), random.Random(5), count=300):
        if not validator("record").is_valid(mutant):
            refused += 1
            with pytest.raises(RecordError):
                pytest.fail(f"read in spite of the schema: {what}: {record.replay(mutant)}")
    assert refused > 3


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("turn",), -1),
        (("to_play",), None),
        (("phase",), "finished"),
        (("phase",), "augur"),
        (("finished",), True),
        (("praefectus_magnus",), None),
        (("concordia",), "none"),
        (("markers", "venetia"), "wine"),
        (("display",), []),
        (("display", 0), "tribune"),
        (("deck",), 24),
        (("players",), []),
        (("players", 0, "money"), -1),
        (("players", 0, "goods", "wine"), 13),
        (("players", 0, "goods", "salt"), 1),
        (("players", 0, "goods", "wine"), ...),
        (("players", 0, "storehouse", "land"), 4),
        (("players", 0, "colonists", 0), "roma"),
        (("players", 0, "houses"), ["cosa", "cosa"]),
        (("players", 0, "hand", 0), "augur"),
        (("players", 0, "points", "total"), ...),
        (("intermediate",), 3),
        (("comment",), "?"),
    ],
)
def test_the_schema_refuses_wrong_state_documents(path, value):
    document = Game.new("italia", 3, 1).state()
    assert complaints("state", document) == []
    assert not validator("state").is_valid(spoiled(document, path, value))
