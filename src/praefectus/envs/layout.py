"""The named parts of an observation: where each stands in the vector, and what it holds.

A part is a run of numbers. Each number is from 0 to the part's `top`; the int8 form holds it as
it is, the float32 form divided by `top`, so from 0 to 1. The parts p0.* are the observing seat's own,
p1.* those of the next seat clockwise, and so on; parts of seats that do not exist are 0. Whatever
names a seat counts it from the observing seat too, except `seat` itself.

Longer parts begin at a multiple of 8, so that compiled code writes eight numbers at once; the few
numbers between parts belong to none and are always 0.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.facts import DECKS, SALE_FACE, SALE_NAMES, STARTING_HAND, Board, load_board
from praefectus.rules.ids import (
    COLONISTS_PER_KIND,
    DISPLAY_SLOTS,
    FACE_COUNT,
    GOD_COUNT,
    GOOD_COUNT,
    HOUSES_PER_PLAYER,
    KIND_COUNT,
    LAND,
    MAX_PLAYERS,
    MOST_POINTS,
    PHASE_NAMES,
    SALE_COUNT,
    SEA,
    STOREHOUSE_SPACES,
)
from praefectus.rules.options import FLAG_NAMES

WORD: Final = 8  # numbers written at once
MOST: Final = 127  # the largest number an int8 holds
MONEY_TOP: Final = 100
ROUND_TOP: Final = 100
# Cards of one face that a player can own: most are Prefects, two from the start and one of each deck.
CARDS_TOP: Final = max(
    STARTING_HAND.count(face) + sum(int(SALE_FACE[card]) == face for deck in DECKS for card in deck)
    for face in range(FACE_COUNT)
)
TRADES_TOP: Final = 2


def words_for(numbers: int) -> int:
    """Return how many words the given count of numbers fills."""
    return -(-numbers // WORD)


class Part:
    """A named run of numbers in an observation: vector[start : start + size]."""

    def __init__(self, name: str, start: int, size: int, top: int, text: str) -> None:
        self.name: str = name
        self.start: int = start
        self.size: int = size
        self.top: int = top
        self.text: str = text

    @property
    def slice(self) -> slice:
        """The part's place in the vector."""
        return slice(self.start, self.start + self.size)

    def __repr__(self) -> str:
        return f"<Part {self.name} [{self.start}:{self.start + self.size}]>"


class Layout:
    """Where everything stands in the observations of one board.

    Fields count in words of eight numbers; `parts` has the places of the single numbers.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.parts: dict[str, Part] = {}
        self._next: int = 0
        cities: int = int(board.cities)
        provinces: int = int(board.provinces)
        places: int = int(board.places)
        seats = MAX_PLAYERS
        self.phase: i64 = self._word(
            "phase", len(PHASE_NAMES), 1, "the decision asked for (ids.PHASE_NAMES)"
        )
        self.card: i64 = self._word(
            "card",
            FACE_COUNT,
            1,
            "the face whose action is carried out (of a Diplomat: the copied one)",
        )
        # One word of single numbers.
        self.details: i64 = self._word("movement", 1, MOST_POINTS, "movement points left")
        self._add("choices", 1, TRADES_TOP, "trades or purchases still allowed")
        self._add("keep_room", 1, STOREHOUSE_SPACES, "units still to be chosen")
        self._add("picked_kind", KIND_COUNT, 1, "the picked colonist is land, or sea")
        self.decider: i64 = self._word("decider", seats, 1, "the seat that decides")
        self.picked: i64 = self._word(
            "picked", places, 1, "the city or line where the picked colonist stands"
        )
        self.traded: i64 = self._word("traded", GOOD_COUNT, 1, "goods already traded in this turn")
        self.lot: i64 = self._word(
            "lot", GOOD_COUNT, STOREHOUSE_SPACES, "units to choose from, by good"
        )
        self.keep_from: i64 = self._word(
            "keep_from", GOOD_COUNT, 1, "the good chosen last, while choosing"
        )
        self.produced: i64 = self._word(
            "produced", provinces, 1, "the province that produced in this turn"
        )
        self.coins: i64 = self._word("coins", provinces, 1, "markers that show their coins")
        self.display: i64 = words_for(self._next)
        for slot in range(DISPLAY_SLOTS):
            self._word(
                f"display_{slot + 1}",
                SALE_COUNT,
                1,
                "the card for sale in this slot (facts.SALE_NAMES)",
            )
        self._add_players(board)
        self.turn_seat: i64 = self._word("turn_seat", seats, 1, "the seat whose turn it is")
        self.asked: i64 = self._word(
            "asked", seats, 1, "seats that will still be asked what to keep"
        )
        self.praefectus_magnus: i64 = self._word(
            "praefectus_magnus", seats, 1, "the seat that holds the Praefectus Magnus"
        )
        self.concordia: i64 = self._word(
            "concordia", seats, 1, "the seat that took the Concordia card"
        )
        self.seat: i64 = self._word(
            "seat",
            seats,
            1,
            "the observing seat itself, in turn order (actions `copy SEAT` count so)",
        )
        self.clock: i64 = self._word(
            "round", 1, ROUND_TOP, "turns completed, divided by the players"
        )
        self._add("last_turns", 1, seats, "once the end is triggered: turns left plus 1")
        # deck_at[tier * SALE_COUNT + card]: the place of that card of that deck, or -1.
        found: list[int] = [-1] * (len(DECKS) * SALE_COUNT)
        kinds: int = 0
        for tier, deck in enumerate(DECKS):
            for card in sorted(set(deck)):
                found[tier * SALE_COUNT + card] = kinds
                kinds += 1
        self.deck: i64 = self._word(
            "deck",
            kinds,
            1,
            "cards still face down, deck I first, in the order of facts.SALE_NAMES",
        )
        self.deck_at: vec[i64] = vec[i64](found)
        # deck_tier[n]: the deck that the n-th card of every stack comes from.
        self.deck_tier: vec[i64] = vec[i64]([tier for tier, deck in enumerate(DECKS) for _ in deck])
        self.options: i64 = self._word("players", seats, 1, "the number of players, from 1 up")
        self._add("options", len(FLAG_NAMES), 1, f"yes or no: {', '.join(FLAG_NAMES)}")
        self.city_goods: i64 = self._word(
            "city_goods", cities * GOOD_COUNT, 1, "city by city, its good"
        )
        self.marker_goods: i64 = self._word(
            "marker_goods",
            provinces * GOOD_COUNT,
            1,
            "province by province, the good of its marker",
        )
        self.words: i64 = words_for(self._next)
        self.size: i64 = self.words * WORD
        # The lengths, in words, of the parts that depend on the board or the decks.
        self.place_words: i64 = words_for(places)
        self.city_words: i64 = words_for(cities)
        self.province_words: i64 = words_for(provinces)
        self.sea_words: i64 = words_for(int(board.line_count[SEA]))
        self.deck_words: i64 = words_for(kinds)

    def _add(self, name: str, size: int, top: int, text: str) -> int:
        """Add a part right after the last one, and return where it starts."""
        start = self._next
        self.parts[name] = Part(name, start, size, top, text)
        self._next = start + size
        return start

    def _word(self, name: str, size: int, top: int, text: str) -> int:
        """Add a part at the next word, and return which that is."""
        self._next = words_for(self._next) * WORD
        return self._add(name, size, top, text) // WORD

    def _add_players(self, board: Board) -> None:
        """Add the block of every seat; the offsets within a block are the same for all."""
        cities: int = int(board.cities)
        lines: list[int] = [int(n) for n in board.line_count]
        self.player: i64 = words_for(self._next)
        for seat in range(MAX_PLAYERS):
            p = f"p{seat}."
            first = self._word(p + "present", 1, 1, "the seat exists")
            self._add(p + "money", 1, MONEY_TOP, "sestertii, up to 100")
            self._add(p + "money_above", 1, MOST, "sestertii above 100")
            self._add(p + "room", 1, STOREHOUSE_SPACES, "free spaces in the storehouse")
            self._add(p + "houses_left", 1, HOUSES_PER_PLAYER, "houses not yet built")
            self._add(p + "scored", 1, 1, "the intermediate scoring of the seat is done")
            self._add(p + "intermediate", 1, MOST, "points of the intermediate scoring")
            self.p_goods: i64 = (
                self._word(
                    p + "goods", GOOD_COUNT, STOREHOUSE_SPACES, "units in the storehouse, by good"
                )
                - first
            )
            self._add(
                p + "stored",
                KIND_COUNT,
                COLONISTS_PER_KIND,
                "land and sea colonists in the storehouse",
            )
            self.p_points: i64 = (
                self._word(
                    p + "points", GOD_COUNT + 1, MOST, "points if it ended now: by god; Concordia"
                )
                - first
            )
            self.p_hand: i64 = (
                self._word(p + "hand", FACE_COUNT, CARDS_TOP, "cards in hand, by face") - first
            )
            self.p_pile: i64 = (
                self._word(p + "pile", FACE_COUNT, CARDS_TOP, "cards in the discard pile, by face")
                - first
            )
            self.p_top: i64 = (
                self._word(p + "top", FACE_COUNT, 1, "the top card of the pile") - first
            )
            self.p_houses: i64 = self._word(p + "houses", cities, 1, "cities with a house") - first
            self.p_land: i64 = (
                self._word(
                    p + "land_cities", cities, COLONISTS_PER_KIND, "land colonists in each city"
                )
                - first
            )
            self.p_sea: i64 = (
                self._word(
                    p + "sea_cities", cities, COLONISTS_PER_KIND, "sea colonists in each city"
                )
                - first
            )
            self.p_land_lines: i64 = (
                self._word(p + "land_lines", lines[LAND], 1, "land lines with a colonist") - first
            )
            self.p_sea_lines: i64 = (
                self._word(p + "sea_lines", lines[SEA], 1, "sea lines with a colonist") - first
            )
        self.player_words: i64 = (words_for(self._next) - int(self.player)) // MAX_PLAYERS

    def deck_names(self) -> list[str]:
        """Return what each number of the part `deck` stands for, as `deck card`."""
        return [
            f"{tier + 1} {SALE_NAMES[card]}"
            for tier, deck in enumerate(DECKS)
            for card in sorted(set(deck))
        ]

    def __repr__(self) -> str:
        return f"<Layout {self.board.name}: {self.size} numbers in {len(self.parts)} parts>"


_LAYOUTS: Final[dict[str, Layout]] = {}


def layout(board: Board) -> Layout:
    """Return the layout of a board's observations; each is made once."""
    found = _LAYOUTS.get(board.name)
    if found is None:
        found = Layout(board)
        _LAYOUTS[board.name] = found
    return found


def layout_of(map: str) -> Layout:
    """Return the layout of the observations of the board called `map`."""
    return layout(load_board(map))
