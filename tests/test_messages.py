"""The English catalogue of refusals, and the names of places."""

import re
import string

import pytest

from praefectus import Explanation
from praefectus.messages import REFUSALS, title, word
from praefectus.rules.facts import load_board, map_names


@pytest.mark.parametrize(
    ("place", "name"),
    [
        ("roma", "Roma"),
        ("colonia-a", "Colonia A."),
        ("massilia~roma", "Massilia–Roma"),
        ("isca-d~londinium", "Isca D.–Londinium"),
        ("imperium", "Imperium"),
        ("aegyptus", "Aegyptus"),
        ("atlantis", "atlantis"),
    ],
)
def test_places_have_names(place, name):
    assert title(place) == name


@pytest.mark.parametrize("map", map_names())
def test_every_place_of_a_board_has_its_printed_name(map):
    board = load_board(map)
    for names, titles in (
        (board.city_names, board.city_titles),
        (board.province_names, board.province_titles),
    ):
        assert [title(name) for name in names] == titles
    assert title(map) == board.title


def test_values_are_worded_by_what_they_are():
    values: dict[str, str | int] = {"city": "colonia-a", "price": 10, "money": 3}
    assert word("architect.money", values) == (
        "a house in Colonia A. costs 10 sestertii, and there are 3"
    )
    assert word("architect.occupied", {"line": "massilia~roma", "kind": "sea"}) == (
        "a colonist stands on Massilia–Roma already"
    )


def test_an_explanation_words_itself():
    explanation = Explanation(False, "R5.6", "architect.capital", {"city": "roma"})
    assert str(explanation) == "no house can be built in Roma (R5.6)"


@pytest.mark.parametrize("key", sorted(REFUSALS))
def test_sentences_use_plain_fields(key):
    fields = [name for _, name, spec, conversion in string.Formatter().parse(REFUSALS[key]) if name]
    assert all(re.fullmatch(r"[a-z_]+", name) for name in fields)


def test_the_catalogue_is_in_order():
    keys = [key for key in REFUSALS if key != "legal"]
    assert keys == sorted(keys)
    assert all(re.fullmatch(r"[a-z]+\.[a-z-]+", key) for key in keys)
