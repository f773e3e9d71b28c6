"""The facts of `data/`, turned once into flat tables of ints.

`Board` holds what differs between boards; the module itself holds what all boards share:
prices, cards, tokens. `praefectus.maps` finds the files of boards.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.ids import (
    BOARD_ACTIONS,
    FACE_COUNT,
    FACE_NAMES,
    GOD_NAMES,
    GOOD_COUNT,
    GOOD_NAMES,
    KIND_COUNT,
    KIND_NAMES,
    LAND,
    MOST_POINTS,
    SALE_COUNT,
    SEA,
)

if TYPE_CHECKING:
    from collections.abc import Callable

FAR: Final = 99  # a distance no colonist can walk


_DATA: Final = Path(sys.modules["praefectus"].__path__[0], "data")


def _read(name: str) -> Any:
    return json.loads((_DATA / f"{name}.json").read_text(encoding="utf-8"))


_CARDS: Final[Any] = _read("cards/base")

# 2**n for every n a mask needs. A literal 1 that is shifted may be computed as a 32-bit int in C.
BIT: Final[vec[i64]] = vec[i64]([2**n for n in range(62)])
# No two powers of two up to 2**65 leave the same remainder when divided by this prime.
_TELLING: Final = 67
_BIT_NUMBER: Final[vec[i64]] = vec[i64](
    [next((n for n in range(62) if 2**n % _TELLING == rest), -1) for rest in range(_TELLING)]
)

PRICE: Final[vec[i64]] = vec[i64]([good["price"] for good in _CARDS["goods"]])
MARKER_COINS: Final[vec[i64]] = vec[i64]([good["marker_coins"] for good in _CARDS["goods"]])
HOUSE_MONEY: Final[vec[i64]] = vec[i64]([good["house"]["money"] for good in _CARDS["goods"]])
# HOUSE_GOODS[city's good * GOOD_COUNT + good]: units to pay for a house.
HOUSE_GOODS: Final[vec[i64]] = vec[i64](
    [good["house"]["goods"].count(paid) for good in _CARDS["goods"] for paid in GOOD_NAMES]
)
CONCORDIA_POINTS: Final[i64] = _CARDS["concordia_points"]

# The display: SLOT_GOODS[slot * GOOD_COUNT + good], and whether the slot asks for one "any".
SLOT_GOODS: Final[vec[i64]] = vec[i64](
    [cost.count(good) for cost in _CARDS["display_cost"] for good in GOOD_NAMES]
)
SLOT_ANY: Final[vec[i64]] = vec[i64]([cost.count("any") for cost in _CARDS["display_cost"]])

LETTERS: Final[list[str]] = list(_CARDS["city_tokens"])
# CITY_TOKENS[letter]: the tokens of a letter, as goods.
CITY_TOKENS: Final[list[list[int]]] = [
    [good for good in range(GOOD_COUNT) for _ in range(tokens[GOOD_NAMES[good]])]
    for tokens in _CARDS["city_tokens"].values()
]


def _face_name(card: Any) -> str:
    """Return the face of a card of the data file, as in records."""
    name: str = card["card"]
    if name == "mercator":
        return f"{name}-{card['income']}"
    if name == "diplomat":
        return f"{name}-{card['god']}"
    return name


def _sale_name(card: Any) -> str:
    """Return the id of a card for sale: its face, with the price where two prices exist."""
    face = _face_name(card)
    return f"{face}-{card['cost'][0]}" if face == "diplomat-saturnus" else face


SALE_NAMES: Final[list[str]] = [
    "diplomat-saturnus-tool" if face == "diplomat-saturnus" else face for face in FACE_NAMES
] + ["diplomat-saturnus-food"]
SALE_FACE: Final[vec[i64]] = vec[i64](
    list(range(FACE_COUNT)) + [FACE_NAMES.index("diplomat-saturnus")]
)
SALE_NUMBER: Final[dict[str, int]] = {name: n for n, name in enumerate(SALE_NAMES)}
FACE_NUMBER: Final[dict[str, int]] = {name: n for n, name in enumerate(FACE_NAMES)}
GOOD_NUMBER: Final[dict[str, int]] = {name: n for n, name in enumerate(GOOD_NAMES)}

# DECKS[tier]: the cards of deck I, II, ... as sale numbers.
DECKS: Final[list[list[int]]] = [
    [SALE_NUMBER[_sale_name(card)] for card in deck] for deck in _CARDS["for_sale"].values()
]
STARTING_HAND: Final[list[int]] = [
    FACE_NUMBER[_face_name(card)] for card in _CARDS["starting_hand"]
]


def _all_cards() -> list[Any]:
    return list(_CARDS["starting_hand"]) + [c for deck in _CARDS["for_sale"].values() for c in deck]


def _face_table(field: str, values: dict[str, int]) -> list[int]:
    """Return for every face what `values` says of the card's `field`, or -1."""
    table = [-1] * FACE_COUNT
    for card in _all_cards():
        if field in card:
            table[FACE_NUMBER[_face_name(card)]] = values[str(card[field])]
    return table


def _sale_goods() -> list[int]:
    table = [0] * (SALE_COUNT * GOOD_COUNT)
    for deck in _CARDS["for_sale"].values():
        for card in deck:
            number = SALE_NUMBER[_sale_name(card)]
            for good in range(GOOD_COUNT):
                table[number * GOOD_COUNT + good] = card["cost"].count(GOOD_NAMES[good])
    return table


_NUMBERS: Final[dict[str, int]] = {str(n): n for n in range(100)}
# SALE_GOODS[sale number * GOOD_COUNT + good]: the goods printed on a card for sale.
SALE_GOODS: Final[vec[i64]] = vec[i64](_sale_goods())
FACE_GOD: Final[vec[i64]] = vec[i64](
    _face_table("god", {god: n for n, god in enumerate(GOD_NAMES)})
)
# Of specialists: the good they deal in, and the points for each house; of Mercators: the income.
FACE_GOOD: Final[vec[i64]] = vec[i64](_face_table("good", GOOD_NUMBER))
FACE_POINTS: Final[vec[i64]] = vec[i64](_face_table("points", _NUMBERS))
FACE_INCOME: Final[vec[i64]] = vec[i64](_face_table("income", _NUMBERS))


def lowest(mask: i64) -> i64:
    """Return the number of the lowest bit of a mask, which must not be 0."""
    return _BIT_NUMBER[(mask & -mask) % _TELLING]


def count_bits(mask: i64) -> i64:
    """Return how many bits of a mask of up to 62 are set."""
    # No number here has more than 62 bits: mypyc would make a Python int of it, and read that each time.
    x: i64 = mask
    x = x - ((x >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    x = x + (x >> 32)
    return x & 0x7F


def house_goods(city_good: i64, good: i64) -> i64:
    """Return how many units of `good` a house in a city of `city_good` costs (R5.7)."""
    return HOUSE_GOODS[city_good * GOOD_COUNT + good]


def card_goods(card: i64, good: i64) -> i64:
    """Return how many units of `good` are printed on a card for sale (R10.1)."""
    return SALE_GOODS[card * GOOD_COUNT + good]


def slot_goods(slot: i64, good: i64) -> i64:
    """Return how many units of `good` stand under a slot of the display, from 0 (R10.1)."""
    return SLOT_GOODS[slot * GOOD_COUNT + good]


class Board:
    """One map: its cities, lines and provinces, which of them touch, and its action numbers.

    A *place* is where a colonist can stand: city 0..cities-1, or cities + line. Lines are
    numbered land first; a line mask has one bit per line of its kind, from 0.
    """

    def __init__(self, data: Any) -> None:
        topology: Any = data["topology"]
        self.name: str = data["meta"]["id"]
        self.title: str = data["meta"]["name"]
        self.player_counts: list[int] = list(data["meta"]["players"])
        self.city_names: list[str] = [city["id"] for city in topology["cities"]]
        self.city_titles: list[str] = [city["name"] for city in topology["cities"]]
        self.province_names: list[str] = [p["id"] for p in topology["provinces"]]
        self.province_titles: list[str] = [p["name"] for p in topology["provinces"]]
        lines: list[Any] = [
            line for kind in KIND_NAMES for line in topology["lines"] if line["kind"] == kind
        ]
        self.line_names: list[str] = ["~".join(sorted(line["between"])) for line in lines]
        self.cities: i64 = len(self.city_names)
        self.provinces: i64 = len(self.province_names)
        self.lines: i64 = len(lines)
        self.land_lines: i64 = sum(line["kind"] == "land" for line in lines)
        self.capital: i64 = self.city_names.index(topology["capital"])
        self.places: i64 = self.cities + self.lines

        self.city_letter: vec[i64] = vec[i64](
            [LETTERS.index(c["letter"]) if c["letter"] else -1 for c in topology["cities"]]
        )
        self.city_province: vec[i64] = vec[i64](
            [
                self.province_names.index(c["province"]) if c["province"] else -1
                for c in topology["cities"]
            ]
        )
        self.province_mask: vec[i64] = vec[i64](
            [
                sum(2**city for city, of in enumerate(topology["cities"]) if of["province"] == name)
                for name in self.province_names
            ]
        )
        # The cities of province p: province_cities[province_start[p] : province_start[p + 1]].
        members: list[list[int]] = [
            [city for city, of in enumerate(topology["cities"]) if of["province"] == province]
            for province in self.province_names
        ]
        self.province_cities: vec[i64] = vec[i64]([city for row in members for city in row])
        self.province_start: vec[i64] = vec[i64](
            [sum(len(row) for row in members[:p]) for p in range(len(members) + 1)]
        )
        ends: list[list[int]] = [
            [self.city_names.index(city) for city in line["between"]] for line in lines
        ]
        self.line_a: vec[i64] = vec[i64]([min(pair) for pair in ends])
        self.line_b: vec[i64] = vec[i64]([max(pair) for pair in ends])
        # The cities beside a place where a colonist may build: none for one in a city (R5.5).
        self.beside: vec[i64] = vec[i64](
            [0] * len(self.city_names) + [2 ** pair[0] | 2 ** pair[1] for pair in ends]
        )
        self._measure(ends)
        self._number_actions()

    def _measure(self, ends: list[list[int]]) -> None:
        """Fill the distance tables: the fewest points from every place to every line (R5.1)."""
        cities: int = len(self.city_names)
        first: list[int] = [0, int(self.land_lines)]
        count: list[int] = [int(self.land_lines), len(ends) - int(self.land_lines)]
        self.first_line: vec[i64] = vec[i64](first)
        self.line_count: vec[i64] = vec[i64](count)
        places: int = cities + len(ends)
        # distance[(kind * places + place) * lines + line], `line` counted over all lines.
        distance: list[int] = [FAR] * (KIND_COUNT * places * len(ends))
        reach: list[int] = [0] * (KIND_COUNT * places * (MOST_POINTS + 1))
        touched: list[int] = [0] * (KIND_COUNT * cities)
        for kind in range(KIND_COUNT):
            numbers = range(first[kind], first[kind] + count[kind])
            for city in range(cities):
                touched[kind * cities + city] = int(any(city in ends[line] for line in numbers))
            for place in range(places):
                for line, points in _spread(place, numbers, ends, cities).items():
                    distance[(kind * places + place) * len(ends) + line] = points
                    for budget in range(points, MOST_POINTS + 1):
                        row = (kind * places + place) * (MOST_POINTS + 1) + budget
                        reach[row] |= 2 ** (line - first[kind])
        self.distance: vec[i64] = vec[i64](distance)
        # reach[(kind * places + place) * (MOST_POINTS + 1) + points]: mask of lines within reach.
        self.reach: vec[i64] = vec[i64](reach)
        # touched[kind * cities + city]: whether a line of that kind touches the city.
        self.touched: vec[i64] = vec[i64](touched)
        # touched_mask[kind]: the same as a mask of cities.
        self.touched_mask: vec[i64] = vec[i64](
            [
                sum(2**city for city in range(cities) if touched[kind * cities + city])
                for kind in range(KIND_COUNT)
            ]
        )

    def lines_within(self, kind: i64, place: i64, points: i64) -> i64:
        """Return the mask of the lines that a colonist at `place` reaches with `points` points."""
        return self.reach[(kind * self.places + place) * (MOST_POINTS + 1) + points]

    def points_to(self, kind: i64, place: i64, line: i64) -> i64:
        """Return the fewest points from `place` to a line (R5.1), or FAR."""
        return self.distance[(kind * self.places + place) * self.lines + line]

    def kind_of_line(self, line: i64) -> i64:
        """Return which kind of colonist uses the line: land or sea."""
        if line < self.land_lines:
            return LAND
        return SEA

    def place_on(self, line: i64) -> i64:
        """Return the place of a colonist on a line."""
        return self.cities + line

    def place_name(self, place: i64) -> str:
        """Return the id of the city or line where a colonist stands."""
        if place < self.cities:
            return self.city_names[place]
        return self.line_names[place - self.cities]

    def _number_actions(self) -> None:
        """Give numbers to the actions that name a thing of this board, on from BOARD_ACTIONS."""
        self.action_produce: i64 = BOARD_ACTIONS  # + province
        # + place of a land colonist
        self.action_move: i64 = self.action_produce + self.provinces
        # + city of a sea colonist in a city, or + place - land lines of one on a line
        self.action_move_sea: i64 = self.action_move + self.cities + self.land_lines
        # + line
        self.action_to: i64 = self.action_move + self.places + self.cities
        self.action_build: i64 = self.action_to + self.lines  # + city
        self.action_settle: i64 = self.action_build + self.cities  # + kind * cities + city
        self.action_count: i64 = self.action_settle + KIND_COUNT * self.cities

    def __repr__(self) -> str:
        return f"<Board {self.name}>"


def _spread(place: int, lines: range, ends: list[list[int]], cities: int) -> dict[int, int]:
    """Return the points from `place` to each of `lines` that can be reached over `lines` (R5.2)."""
    if place < cities:
        reached: set[int] = {place}
        points: dict[int, int] = {}
    elif place - cities in lines:
        reached = set(ends[place - cities])
        points = {place - cities: 0}
    else:
        return {}
    step = 0
    while True:
        step += 1
        found = [line for line in lines if line not in points and set(ends[line]) & reached]
        if not found:
            break
        for line in found:
            points[line] = step
        for line in found:
            reached |= set(ends[line])
    return {line: cost for line, cost in points.items() if cost > 0}


# The contents of the known map files, by id; `praefectus.maps` finds and checks them.
_MAPS: Final[dict[str, Any]] = {}
_BOARDS: Final[dict[str, Board]] = {}
_LATER: Final[list[Callable[[], None]]] = []


def add_map(data: Any) -> None:
    """Offer a board by the contents of its file. Trusts the caller."""
    _MAPS[data["meta"]["id"]] = data


def add_maps_later(add: Callable[[], None]) -> None:
    """Register `add` to be called before the next lookup of maps."""
    _LATER.append(add)


def map_names() -> list[str]:
    """Return the ids of all boards in alphabetical order."""
    while _LATER:
        _LATER[0]()  # if it raises it stays in the list, for the next lookup
        del _LATER[0]
    return sorted(_MAPS)


def map_files() -> dict[str, Any]:
    """Return the contents of the map files known so far, by id, without looking for more."""
    return dict(_MAPS)


def card_file() -> Any:
    """Return the contents of the card file, including texts and names that the rules do not use."""
    return _CARDS


def map_file(name: str) -> Any:
    """Return the contents of a board's file: `meta`, `topology` and perhaps `drawing`."""
    return _MAPS[name]


def load_board(name: str) -> Board:
    """Return the board called `name`, one of `map_names()`; each is built once."""
    board = _BOARDS.get(name)
    if board is None:
        if name not in map_names():
            raise KeyError(name)
        board = Board(_MAPS[name])
        _BOARDS[name] = board
    return board
