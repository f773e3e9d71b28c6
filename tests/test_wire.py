"""The declarations of documents say what the rules and the shipped JSON Schemas say."""

import json
from importlib.resources import files
from typing import Any

import pytest
from pydantic import TypeAdapter

from praefectus.document import POINTS
from praefectus.rules.ids import GOOD_NAMES, KIND_NAMES
from praefectus.wire.position import Colonists, Goods, Points, StateDocument
from praefectus.wire.record import RecordDocument


@pytest.mark.parametrize(
    ("declared", "words"), [(Points, POINTS), (Goods, GOOD_NAMES), (Colonists, KIND_NAMES)]
)
def test_fields_that_are_words_of_the_rules(declared, words):
    assert tuple(declared.__annotations__) == words


@pytest.mark.parametrize(
    ("declared", "name"), [(StateDocument, "state"), (RecordDocument, "record")]
)
def test_the_json_schema_has_the_same_fields(declared, name):
    path = files("praefectus").joinpath(f"data/schema/{name}.schema.json")
    schema: dict[str, Any] = json.loads(path.read_text("utf-8"))
    made = TypeAdapter(declared).json_schema()
    assert made["properties"].keys() == schema["properties"].keys()
    if name == "state":
        player = schema["$defs"]["player"]
        assert set(made["required"]) == set(schema["required"])
        assert made["$defs"]["PlayerDocument"]["properties"].keys() == player["properties"].keys()
