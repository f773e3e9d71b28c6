"""The counts that the rulebook prints, and what follows from the data files."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from praefectus.rules.facts import load_board, map_names
from praefectus.rules.ids import FACE_NAMES, GOD_NAMES, GOOD_NAMES

DATA = Path(__file__).parents[2] / "src" / "praefectus" / "data"
MAPS = {name: json.loads((DATA / f"maps/{name}.json").read_text()) for name in map_names()}
BASE = json.loads((DATA / "cards/base.json").read_text())
every_map = pytest.mark.parametrize("map", map_names())


def topology(map: str) -> Any:
    return MAPS[map]["topology"]


def ends(map: str, kind: str) -> list[frozenset[str]]:
    return [frozenset(line["between"]) for line in topology(map)["lines"] if line["kind"] == kind]


@pytest.mark.parametrize(
    ("map", "cities", "provinces", "land", "sea"),
    [("imperium", 30, 12, 44, 35), ("italia", 25, 11, 40, 23)],
)
def test_cities_provinces_and_lines_of_a_board(map, cities, provinces, land, sea):
    board = topology(map)
    assert len(board["cities"]) == cities + 1, "and Roma"
    assert len(board["provinces"]) == provinces
    assert len(ends(map, "land")) == land
    assert len(ends(map, "sea")) == sea


@pytest.mark.parametrize(("map", "players"), [("imperium", [3, 4, 5]), ("italia", [2, 3, 4])])
def test_the_players_of_a_board(map, players):
    """R1.1: Imperium is for 3-5 players, Italia for 2-4."""
    assert MAPS[map]["meta"]["players"] == players


@pytest.mark.parametrize(
    ("map", "letters"),
    [
        ("imperium", {"A": 7, "B": 8, "C": 10, "D": 5, None: 1}),
        ("italia", {"A": 7, "B": 8, "C": 10, None: 1}),
    ],
)
def test_cities_a_letter(map, letters):
    """R1.2: each letter has as many cities as tokens; Roma has none."""
    assert Counter(city["letter"] for city in topology(map)["cities"]) == letters
    for letter, count in letters.items():
        if letter is not None:
            assert sum(BASE["city_tokens"][letter].values()) == count


def test_tokens_a_letter():
    """R1.2: the tokens of the letters: 30 in all, of five goods."""
    tokens = BASE["city_tokens"]
    assert [sum(tokens[letter].values()) for letter in "ABCD"] == [7, 8, 10, 5]
    total = Counter[str]()
    for letter in tokens.values():
        assert list(letter) == list(GOOD_NAMES)
        total.update(letter)
    assert total == {"brick": 8, "food": 7, "tool": 6, "wine": 5, "cloth": 4}


@every_map
def test_every_city_but_roma_lies_in_one_province(map):
    board = topology(map)
    listed = [city for province in board["provinces"] for city in province["cities"]]
    assert sorted(listed) == sorted(c["id"] for c in board["cities"] if c["id"] != "roma")
    for city in board["cities"]:
        inside = [p["id"] for p in board["provinces"] if city["id"] in p["cities"]]
        assert inside == ([city["province"]] if city["province"] else [])
    numbers = [province["number"] for province in board["provinces"]]
    assert sorted(numbers) == list(range(1, len(numbers) + 1))
    assert {len(province["cities"]) for province in board["provinces"]} == {2, 3}
    assert board["capital"] == "roma"


@every_map
def test_no_line_is_there_twice_and_all_ends_are_cities(map):
    cities = {city["id"] for city in topology(map)["cities"]}
    for kind in ("land", "sea"):
        lines = ends(map, kind)
        assert len(set(lines)) == len(lines)
        assert all(line <= cities and len(line) == 2 for line in lines)


@pytest.mark.parametrize(("map", "twins"), [("imperium", 16), ("italia", 8)])
def test_twins_by_land_and_sea(map, twins):
    """R5.3: some cities are joined by a land and a sea line."""
    assert len(set(ends(map, "land")) & set(ends(map, "sea"))) == twins


@every_map
@pytest.mark.parametrize("kind", ["land", "sea"])
def test_all_lines_of_a_kind_hang_together(map, kind):
    """R5.2: from every line all lines of its kind can be reached."""
    lines = ends(map, kind)
    reached = {"roma"}
    for _ in lines:
        for line in lines:
            if line & reached:
                reached |= line
    assert reached == set().union(*lines)


@pytest.mark.parametrize(
    ("map", "no_land", "no_sea"),
    [
        (
            "imperium",
            [],
            ["lutetia", "memphis", "napoca", "novaria", "petra", "sirmium", "vindobona"],
        ),
        (
            "italia",
            ["aleria", "olbia"],
            [
                *("bauzanum", "casinum", "comum", "florentia", "luceria", "mutina", "potentia"),
                *("segusio", "spoletum", "verona"),
            ],
        ),
    ],
)
def test_cities_without_lines_of_a_kind(map, no_land, no_sea):
    """R7.1: where no line of a kind touches a city, no colonist of it is placed."""
    cities = {city["id"] for city in topology(map)["cities"]}
    assert sorted(cities - set().union(*ends(map, "land"))) == no_land
    assert sorted(cities - set().union(*ends(map, "sea"))) == no_sea


def test_goods_and_their_prices():
    """R8.1: brick 3, food 4, tool 5, wine 6, cloth 7."""
    assert [(good["id"], good["price"]) for good in BASE["goods"]] == [
        *(("brick", 3), ("food", 4), ("tool", 5), ("wine", 6), ("cloth", 7))
    ]


def test_what_houses_cost():
    """R5.7: brick 1 and food; other goods 2 to 5, brick and the good."""
    assert [(good["house"]["money"], good["house"]["goods"]) for good in BASE["goods"]] == [
        (1, ["food"]),
        (2, ["brick", "food"]),
        (3, ["brick", "tool"]),
        (4, ["brick", "wine"]),
        (5, ["brick", "cloth"]),
    ]


def test_the_coins_on_markers():
    """R6.2: two coins on every marker but cloth, which has one."""
    assert [good["marker_coins"] for good in BASE["goods"]] == [2, 2, 2, 2, 1]


def test_cards_a_deck():
    """R1.4: 8, 7, 6, 5 and 4 cards; seven to start with."""
    assert [len(BASE["for_sale"][deck]) for deck in ("I", "II", "III", "IV", "V")] == [
        8,
        7,
        6,
        5,
        4,
    ]
    assert list(BASE["for_sale"]) == ["I", "II", "III", "IV", "V"]
    assert len(BASE["starting_hand"]) == 7


def test_what_slots_cost():
    """R10.1: nothing, any, any, cloth, cloth, any and cloth, two cloth."""
    assert BASE["display_cost"] == [
        *([], ["any"], ["any"], ["cloth"], ["cloth"], ["any", "cloth"], ["cloth", "cloth"])
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_pantheon_table(players):
    """R11.2: cards for sale of each god, by number of players."""
    decks = list(BASE["for_sale"].values())[:players]
    gods = Counter(card["god"] for deck in decks for card in deck)
    for god, count in BASE["pantheon_check"][str(players)].items():
        assert gods[god] == count
    assert gods["minerva"] == 5
    assert gods["vesta"] == 0
    assert set(gods) <= set(GOD_NAMES)


def test_the_printed_pantheon_table():
    """R11.2: the table as it is printed."""
    assert BASE["pantheon_check"] == {
        "2": {"jupiter": 3, "saturnus": 3, "mercurius": 2, "mars": 2},
        "3": {"jupiter": 5, "saturnus": 5, "mercurius": 3, "mars": 3},
        "4": {"jupiter": 7, "saturnus": 6, "mercurius": 4, "mars": 4},
        "5": {"jupiter": 8, "saturnus": 7, "mercurius": 5, "mars": 5},
    }


def test_specialists():
    """R11.2: Mason, Farmer and Smith 3, Vintner 4, Weaver 5."""
    found = {
        card["card"]: (card["good"], card["points"])
        for deck in BASE["for_sale"].values()
        for card in deck
        if card["god"] == "minerva"
    }
    assert found == {
        "mason": ("brick", 3),
        "farmer": ("food", 3),
        "smith": ("tool", 3),
        "vintner": ("wine", 4),
        "weaver": ("cloth", 5),
    }


def test_concordia_brings_7_points():
    """R11.1: the Concordia card: 7 points."""
    assert BASE["concordia_points"] == 7


def test_every_card_has_a_name_and_a_text():
    cards = {card["card"] for deck in BASE["for_sale"].values() for card in deck}
    cards |= {card["card"] for card in BASE["starting_hand"]}
    assert {card["id"] for card in BASE["cards"]} == cards
    assert {face.split("-")[0] for face in FACE_NAMES} == cards


@every_map
def test_the_board_in_the_engine_is_the_board_in_the_file(map):
    board = load_board(map)
    land = sorted("~".join(sorted(line)) for line in ends(map, "land"))
    sea = sorted("~".join(sorted(line)) for line in ends(map, "sea"))
    assert sorted(board.line_names[: board.land_lines]) == land
    assert sorted(board.line_names[board.land_lines :]) == sea
    assert board.city_names == [city["id"] for city in topology(map)["cities"]]
    for number, line in enumerate(board.line_names):
        a, b = board.city_names[board.line_a[number]], board.city_names[board.line_b[number]]
        assert "~".join(sorted([a, b])) == line
