"""Weights and inputs keep their places: files that were written for them still mean the same."""

import json
from importlib.resources import files

import pytest

from praefectus.bots import indices, learning, weights
from praefectus.rules.ids import FACE_NAMES, GOD_NAMES, GOOD_NAMES

# The first weight of each run, by its name in files.
RUNS = {
    "CARD_GROWTH": [f"card_growth.{god}" for god in GOD_NAMES],
    "VALUE_GROWTH": [f"value_growth.{god}" for god in GOD_NAMES],
    "PRODUCTION": [f"production.{good}" for good in GOOD_NAMES],
    "GOOD_WORTH": [f"good.{good}" for good in GOOD_NAMES],
    "HAND_CARD": [f"hand.{face}" for face in FACE_NAMES],
}
# The inputs in the order of the networks that were trained, with how many numbers each has.
TRAINED = (
    *(("CARDS", 5), ("MINERVA", 5), ("HOUSES", 5), ("PROVINCES", 1), ("BUILT", 1)),
    *(("COLONISTS", 1), ("GOODS", 5), ("MONEY", 1), ("HAND", 17), ("PILE", 1), ("BESIDE", 1)),
    *(("REACH", 1), ("ROOM", 1), ("REMAINING", 1), ("SOON", 1), ("WORTH", 1), ("LEAD", 1)),
    *(("ABOVE", 1), ("WAIT", 1), ("MAGNUS", 1), ("CONCORDIA", 1), ("PLAYERS", 1), ("SCORE", 1)),
    *(("FOR_SALE", 1), ("HOUSES_LEFT", 1), ("RIVALS_HOUSES", 1)),
)


def shipped(format: str) -> list[str]:
    folder = files("praefectus") / "data" / "bots"
    documents = [file.read_text("utf-8") for file in folder.iterdir() if file.is_file()]
    return [text for text in documents if json.loads(text)["format"] == format]


def weight_indices() -> dict[str, int]:
    """Return every weight's name, as files write it, with its index."""
    names = {
        name: value
        for name, value in vars(indices).items()
        if name.isupper() and isinstance(value, int) and not name.startswith("IN")
    }
    sizes = {"GODS", "CARD_GODS", "GOODS", "FACES", "WEIGHT_COUNT"}
    sizes |= {"GOD_COUNT", "GOOD_COUNT", "FACE_COUNT", "MINERVA"}
    found: dict[str, int] = {}
    for name, first in names.items():
        if name not in sizes:
            run = RUNS.get(name, [name.lower()])
            found |= {each: first + n for n, each in enumerate(run)}
    return found


def test_the_name_of_a_weight_has_the_place_of_its_constant():
    found = weight_indices()
    assert sorted(found, key=lambda name: found[name]) == list(weights.NAMES)
    assert sorted(found.values()) == list(range(indices.WEIGHT_COUNT))


def test_shipped_weights_have_exactly_these_names():
    texts = shipped(weights.FORMAT)
    assert len(texts) == 2
    for text in texts:
        document = json.loads(text)["weights"]
        assert list(document) == list(weights.NAMES)
        assert weights.parse(text, "here") == tuple(document.values())


def test_inputs_stand_where_the_shipped_networks_expect_them():
    at = 0
    for name, size in TRAINED:
        assert getattr(indices, f"IN_{name}") == at, name
        at += size
    assert at == indices.INPUTS
    texts = [text for format in learning.FORMATS for text in shipped(format)]
    assert len(texts) >= 2
    for text in texts:
        assert len(json.loads(text)["linear"]) == indices.INPUTS


@pytest.mark.parametrize("name", ["first", "learned", "second", "third", "fourth", "fifth"])
def test_shipped_networks_load(name):
    assert learning.load(name) is not None
