"""The named parts of an observation: where each stands in the vector, and what it holds.

A part is a run of numbers. Each number is from 0 to the part's `top`; the int8 form holds it as it
is, the float32 form divided by `top`, so from 0 to 1. The parts p0.* are the observing seat's own,
p1.* those of the next seat clockwise, and so on; parts of seats that do not exist are 0. Whatever
names a seat counts it from the observing seat too, except `seat` itself.

The order serves speed: what changes with every decision comes first, what set-up fixed comes last.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.ids import (
    DISPLAY_SLOTS,
    FACE_COUNT,
    GOD_COUNT,
    GOOD_COUNT,
    HOUSES_A_PLAYER,
    MAX_PLAYERS,
    PHASES,
    SALE_COUNT,
    STOREHOUSE_SPACES,
)
from praefectus.rules.tables import DECKS, SALE_NAMES, Board, load_board

MOST: Final = 127  # the largest number an int8 holds
MONEY_TOP: Final = 100
ROUND_TOP: Final = 100
CARDS_TOP: Final = 7  # cards of one face a player can own: two Prefects and one of each deck
COLONISTS_TOP: Final = 3
POINTS_TOP: Final = 6  # movement points
TRADES_TOP: Final = 2


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
    """Where everything stands in the observations of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.parts: dict[str, Part] = {}
        self._next: int = 0
        cities: int = int(board.cities)
        provinces: int = int(board.provinces)
        lines: int = int(board.lines)
        self.phase: i64 = self._add(
            "phase", len(PHASES), 1, "the decision asked for, one of ids.PHASES"
        )
        self.decider: i64 = self._add("decider", MAX_PLAYERS, 1, "the seat that decides")
        self.turn_seat: i64 = self._add("turn_seat", MAX_PLAYERS, 1, "the seat whose turn it is")
        self.card: i64 = self._add(
            "card",
            FACE_COUNT,
            1,
            "the face whose action is carried out (of a Diplomat: the copied one)",
        )
        self.movement: i64 = self._add("movement", 1, POINTS_TOP, "movement points left")
        self.picked_kind: i64 = self._add(
            "picked_kind", 2, 1, "the picked colonist is land, or sea"
        )
        self.picked: i64 = self._add(
            "picked", cities + lines, 1, "the city or line where the picked colonist stands"
        )
        self.traded: i64 = self._add("traded", GOOD_COUNT, 1, "goods already traded in this turn")
        self.choices: i64 = self._add("choices", 1, TRADES_TOP, "trades or purchases still allowed")
        self.produced: i64 = self._add(
            "produced", provinces, 1, "the province that produced in this turn"
        )
        self.lot: i64 = self._add(
            "lot", GOOD_COUNT, STOREHOUSE_SPACES, "units to choose from, a number a good"
        )
        self.keep_room: i64 = self._add(
            "keep_room", 1, STOREHOUSE_SPACES, "units still to be chosen"
        )
        self.keep_from: i64 = self._add(
            "keep_from", GOOD_COUNT, 1, "the good chosen last, while choosing"
        )
        self.asked: i64 = self._add(
            "asked", MAX_PLAYERS, 1, "seats that will still be asked what to keep"
        )
        self.coins: i64 = self._add("coins", provinces, 1, "markers that show their coins")
        self.display: i64 = self._add(
            "display",
            DISPLAY_SLOTS * SALE_COUNT,
            1,
            "slot by slot, the card for sale (tables.SALE_NAMES)",
        )
        self._add_players(board)
        self.round: i64 = self._add(
            "round", 1, ROUND_TOP, "turns completed, divided by the players"
        )
        self.last_turns: i64 = self._add(
            "last_turns", 1, MAX_PLAYERS, "once the end is set off: turns left, and 1"
        )
        self.praefectus_magnus: i64 = self._add(
            "praefectus_magnus", MAX_PLAYERS, 1, "the seat that holds the Praefectus Magnus"
        )
        self.concordia: i64 = self._add(
            "concordia", MAX_PLAYERS, 1, "the seat that took the Concordia card"
        )
        self.seat: i64 = self._add(
            "seat",
            MAX_PLAYERS,
            1,
            "the observing seat itself, in turn order (the actions `copy SEAT` count so)",
        )
        # deck_at[tier * SALE_COUNT + card]: the place of that card of that deck, or -1.
        places: list[int] = [-1] * (len(DECKS) * SALE_COUNT)
        kinds: int = 0
        for tier, deck in enumerate(DECKS):
            for card in sorted(set(deck)):
                places[tier * SALE_COUNT + card] = kinds
                kinds += 1
        self.deck: i64 = self._add(
            "deck",
            kinds,
            1,
            "cards still face down, deck I first, in the order of tables.SALE_NAMES",
        )
        self.deck_at: vec[i64] = vec[i64](places)
        # deck_tier[n]: the deck that the n-th card of every stack comes from.
        self.deck_tier: vec[i64] = vec[i64]([tier for tier, deck in enumerate(DECKS) for _ in deck])
        self.fixed: i64 = self._next
        self.players: i64 = self._add("players", MAX_PLAYERS, 1, "the number of players, from 1 up")
        self.options: i64 = self._add("options", 2, 1, "first edition; intermediate scoring")
        self.city_goods: i64 = self._add(
            "city_goods", cities * GOOD_COUNT, 1, "city by city, its good"
        )
        self.marker_goods: i64 = self._add(
            "marker_goods",
            provinces * GOOD_COUNT,
            1,
            "province by province, the good of its marker",
        )
        self.size: i64 = self._next

    def _add(self, name: str, size: int, top: int, text: str) -> int:
        start = self._next
        self.parts[name] = Part(name, start, size, top, text)
        self._next = start + size
        return start

    def _add_players(self, board: Board) -> None:
        """Add the block of every seat; the offsets within a block are the same for all."""
        cities: int = int(board.cities)
        lines: int = int(board.lines)
        first: int = self._next
        for seat in range(MAX_PLAYERS):
            p = f"p{seat}."
            self._add(p + "present", 1, 1, "the seat exists")
            self._add(p + "money", 1, MONEY_TOP, "sestertii, up to 100")
            self._add(p + "money_above", 1, MOST, "sestertii above 100")
            self._add(
                p + "goods",
                GOOD_COUNT,
                STOREHOUSE_SPACES,
                "units in the storehouse, a number a good",
            )
            self._add(p + "room", 1, STOREHOUSE_SPACES, "free spaces in the storehouse")
            self._add(p + "stored", 2, COLONISTS_TOP, "land and sea colonists in the storehouse")
            self._add(p + "houses_left", 1, HOUSES_A_PLAYER, "houses not yet built")
            self._add(p + "scored", 1, 1, "the intermediate scoring of the seat is done")
            self._add(p + "intermediate", 1, MOST, "points of the intermediate scoring")
            self._add(
                p + "points",
                GOD_COUNT + 1,
                MOST,
                "points if it ended now: a number a god, Concordia",
            )
            self._add(p + "hand", FACE_COUNT, CARDS_TOP, "cards in the hand, a number a face")
            self._add(
                p + "pile", FACE_COUNT, CARDS_TOP, "cards in the discard pile, a number a face"
            )
            self._add(p + "top", FACE_COUNT, 1, "the card on top of the discard pile")
            self._add(p + "houses", cities, 1, "cities with a house")
            self._add(p + "land", cities, COLONISTS_TOP, "land colonists in each city")
            self._add(p + "sea", cities, COLONISTS_TOP, "sea colonists in each city")
            self._add(p + "lines", lines, 1, "lines with a colonist")
        self.player: i64 = first
        self.player_size: i64 = (self._next - first) // MAX_PLAYERS
        self.p_present: i64 = self._in_block("present")
        self.p_money: i64 = self._in_block("money")
        self.p_money_above: i64 = self._in_block("money_above")
        self.p_goods: i64 = self._in_block("goods")
        self.p_room: i64 = self._in_block("room")
        self.p_stored: i64 = self._in_block("stored")
        self.p_houses_left: i64 = self._in_block("houses_left")
        self.p_scored: i64 = self._in_block("scored")
        self.p_intermediate: i64 = self._in_block("intermediate")
        self.p_points: i64 = self._in_block("points")
        self.p_hand: i64 = self._in_block("hand")
        self.p_pile: i64 = self._in_block("pile")
        self.p_top: i64 = self._in_block("top")
        self.p_houses: i64 = self._in_block("houses")
        self.p_land: i64 = self._in_block("land")
        self.p_sea: i64 = self._in_block("sea")
        self.p_lines: i64 = self._in_block("lines")

    def _in_block(self, name: str) -> int:
        return self.parts[f"p0.{name}"].start - self.parts["p0.present"].start

    def part_names(self) -> list[str]:
        """Return the names of the parts in their order."""
        return list(self.parts)

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
