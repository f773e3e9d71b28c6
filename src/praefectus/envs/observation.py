"""What a seat may know of a position, written into a row of numbers (`layout` names its parts).

All seats know the whole position except the order of the face-down cards: hands and piles
follow from open play (see `rules.setup.determinize`). So every part shows the actual values,
and the part for the deck shows only which cards are still in it.

A `vec` lets others read its memory: NumPy shows the rows as int8 without copying. Eight numbers are
written at once, as the bytes of one i64, the first one lowest.
"""

from __future__ import annotations

import sys
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.envs.layout import MONEY_TOP, MOST, ROUND_TOP, WORD, Layout, layout, words_for
from praefectus.rules.facts import BIT, FACE_GOD, Board
from praefectus.rules.ids import (
    AT_ASKED,
    AT_CARD,
    AT_CHOICES,
    AT_COINS,
    AT_CONCORDIA,
    AT_DECIDER,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_KEEP_FROM,
    AT_KEEP_ROOM,
    AT_LAST_TURNS,
    AT_LOT,
    AT_PHASE,
    AT_PICKED,
    AT_PICKED_KIND,
    AT_POINTS,
    AT_PRAEFECTUS_MAGNUS,
    AT_PRODUCED,
    AT_SEAT,
    AT_TRADED,
    AT_TURN,
    COLONISTS_PER_KIND,
    COLONISTS_PER_PLAYER,
    DISPLAY_SLOTS,
    FACE_COUNT,
    GOOD_COUNT,
    HOUSES_PER_PLAYER,
    KIND_COUNT,
    LAND,
    MAX_PLAYERS,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_INTERMEDIATE,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PHASE_KEEP,
    SALE_COUNT,
    VESTA,
)
from praefectus.rules.scoring import owned, points_by_god, score_vesta
from praefectus.rules.state import IN_STOREHOUSE, State, block, colonists_stored, room

assert VESTA == 0  # her points are the lowest number of their word
assert sys.byteorder == "little"

# What `Observer.shown` keeps of a row, besides the cards of the display and the colonists.
VIEWER: Final = 0  # the observing seat
PICKED_PLACE: Final = VIEWER + 1
SIZE: Final = PICKED_PLACE + 1  # of its discard pile
TOP: Final = SIZE + 1  # of the deck
SHOWN: Final = TOP + 1
NOTHING: Final = -2

# Words of a player's block that are the same on all boards; checked in `Observer`.
FACE_WORDS: Final = 3  # words of a number for each face, or each card for sale
P_GOODS: Final = 1
P_POINTS: Final = P_GOODS + 1
P_HAND: Final = P_POINTS + 1
P_PILE: Final = P_HAND + FACE_WORDS
P_TOP: Final = P_PILE + FACE_WORDS
P_HOUSES: Final = P_TOP + FACE_WORDS

# UNIT[n]: a word whose number n is 1 and the others 0.
UNIT: Final[vec[i64]] = vec[i64]([256**n for n in range(8)])
# SPREAD[mask]: the word whose numbers are the bits of a mask.
SPREAD: Final[vec[i64]] = vec[i64](
    [sum(256**n for n in range(8) if mask >> n & 1) for mask in range(256)]
)


class Observer:
    """Writes observations of positions of one board into rows of words."""

    def __init__(self, board: Board, rows: i64) -> None:
        self.layout: Layout = layout(board)
        where = self.layout
        assert (where.p_goods, where.p_points, where.p_hand) == (P_GOODS, P_POINTS, P_HAND)
        assert (where.p_pile, where.p_top, where.p_houses) == (P_PILE, P_TOP, P_HOUSES)
        assert words_for(FACE_COUNT) == words_for(SALE_COUNT) == FACE_WORDS
        self.words: i64 = self.layout.words
        self.cells: vec[i64] = vec[i64]([0] * (rows * self.words))
        # What each row already shows, where knowing it saves writing: see SHOWN.
        self.shown: vec[i64] = vec[i64]([NOTHING] * (rows * SHOWN))
        self.display: vec[i64] = vec[i64]([NOTHING] * (rows * DISPLAY_SLOTS))
        self.colonists: vec[i64] = vec[i64]([NOTHING] * (rows * COLONISTS_PER_PLAYER))
        # The word of every seat's points but Vesta's, and what they came from.
        self.points: vec[i64] = vec[i64]([0] * (rows * MAX_PLAYERS))
        self.scored: vec[i64] = vec[i64]([-1] * (rows * MAX_PLAYERS))
        self.owned: vec[i64] = vec[i64]([0] * (rows * MAX_PLAYERS))  # cards
        self.vesta: vec[i64] = vec[i64]([0] * (rows * MAX_PLAYERS))  # of them Vesta's

    def begin(self, row: i64, s: State) -> None:
        """Start a row for another game: write what play never changes."""
        where = self.layout
        base: i64 = row * self.words
        n: i64
        for n in range(base, base + self.words):
            self.cells[n] = 0
        for n in range(row * MAX_PLAYERS, (row + 1) * MAX_PLAYERS):
            self.scored[n] = -1
        for n in range(row * SHOWN, (row + 1) * SHOWN):
            self.shown[n] = NOTHING
        for n in range(row * DISPLAY_SLOTS, (row + 1) * DISPLAY_SLOTS):
            self.display[n] = NOTHING
        for n in range(row * COLONISTS_PER_PLAYER, (row + 1) * COLONISTS_PER_PLAYER):
            self.colonists[n] = NOTHING
        self._mark(base + where.options, s.deal.players - 1)
        n = MAX_PLAYERS
        for chosen in s.deal.options.chosen():
            if chosen:
                self._mark(base + where.options, n)
            n += 1
        for n in range(s.board.cities):
            if s.deal.city_good[n] >= 0:
                self._mark(base + where.city_goods, n * GOOD_COUNT + s.deal.city_good[n])
        for n in range(s.board.provinces):
            self._mark(base + where.marker_goods, n * GOOD_COUNT + s.deal.marker_good[n])

    def write(self, row: i64, s: State, seat: i64, all_changed: bool) -> None:
        """Bring a row up to date for `seat`.

        Without `all_changed`, only the seat whose turn it is has decided something since the last
        writing, other than to end its turn; so nothing of the other seats has changed.
        """
        where = self.layout
        base: i64 = row * self.words
        shown: i64 = row * SHOWN
        at: i64 = base + where.player
        moved: bool = self._colonists_have_moved(row, s.cells, block(seat))
        if not all_changed and self.shown[shown + VIEWER] == seat and s.cells[AT_SEAT] == seat:
            self._write_player(row, at, s, seat, self._cards_have_moved(row, s), moved)
        else:
            self.shown[shown + VIEWER] = seat
            players: i64 = s.deal.players
            other: i64 = seat
            for _ in range(players):
                self._write_player(row, at, s, other, True, True)
                at += where.player_words
                other += 1
                if other == players:
                    other = 0
            self._write_table(shown, base, s, seat)
        self._write_turn(row, base, s, seat)

    def _mark(self, at: i64, number: i64) -> None:
        """Add 1 to a number of the part that starts at word `at`."""
        self.cells[at + (number >> 3)] += UNIT[number & 7]

    def _one_hot(self, at: i64, words: i64, which: i64) -> None:
        """Set one number of a part to 1 and all others to 0; -1 sets none."""
        out = self.cells
        n: i64
        for n in range(at, at + words):
            out[n] = 0
        if which >= 0:
            out[at + (which >> 3)] = UNIT[which & 7]

    def _bits(self, at: i64, words: i64, mask: i64) -> None:
        """Set the numbers of a part to the bits of a mask, the lowest first."""
        out = self.cells
        n: i64
        for n in range(at, at + words):
            out[n] = SPREAD[mask & 255]
            mask >>= 8

    def _colonists_have_moved(self, row: i64, cells: vec[i64], p: i64) -> bool:
        """Tell whether the observing seat's colonists have moved, and note their places."""
        memory = self.colonists
        first: i64 = row * COLONISTS_PER_PLAYER
        moved: bool = False
        n: i64
        for n in range(COLONISTS_PER_PLAYER):
            if memory[first + n] != cells[p + OF_COLONISTS + n]:
                memory[first + n] = cells[p + OF_COLONISTS + n]
                moved = True
        return moved

    def _cards_have_moved(self, row: i64, s: State) -> bool:
        """Tell whether, since the last writing in this turn, its player played or bought a card."""
        memory = self.display
        cells = s.cells
        if self.shown[row * SHOWN + SIZE] != cells[block(cells[AT_SEAT]) + OF_PILE_SIZE]:
            return True
        first: i64 = row * DISPLAY_SLOTS
        n: i64
        for n in range(DISPLAY_SLOTS):  # noqa: SIM110 - no generators in compiled code
            if memory[first + n] != cells[AT_DISPLAY + n]:
                return True
        return False

    def _write_turn(self, row: i64, base: i64, s: State, seat: i64) -> None:
        """Write what a decision within a turn can change, other than the player's own things."""
        memory = self.shown
        shown: i64 = row * SHOWN
        where = self.layout
        out = self.cells
        cells = s.cells
        n: i64
        self._one_hot(base + where.phase, 2, cells[AT_PHASE])
        self._one_hot(base + where.card, FACE_WORDS, cells[AT_CARD])
        word: i64 = cells[AT_POINTS] + (cells[AT_CHOICES] << 8) + (cells[AT_KEEP_ROOM] << 16)
        picked: i64 = cells[AT_PICKED]
        if picked >= 0:
            word += UNIT[3 + cells[AT_PICKED_KIND]]
        out[base + where.details] = word
        out[base + where.decider] = UNIT[relative(cells[AT_DECIDER], seat, s.deal.players)]
        if memory[shown + PICKED_PLACE] != picked:
            memory[shown + PICKED_PLACE] = picked
            self._one_hot(base + where.picked, where.place_words, picked)
        out[base + where.traded] = SPREAD[cells[AT_TRADED]]
        word = 0
        for n in range(GOOD_COUNT):
            word += cells[AT_LOT + n] * UNIT[n]
        out[base + where.lot] = word
        word = 0
        if cells[AT_PHASE] == PHASE_KEEP:
            word = UNIT[cells[AT_KEEP_FROM]]
        out[base + where.keep_from] = word
        self._one_hot(base + where.produced, where.province_words, cells[AT_PRODUCED])
        self._bits(base + where.coins, where.province_words, cells[AT_COINS])
        memory[shown + SIZE] = cells[block(seat) + OF_PILE_SIZE]
        at: i64 = base + where.display
        memory = self.display
        first: i64 = row * DISPLAY_SLOTS
        for n in range(DISPLAY_SLOTS):
            if memory[first + n] != cells[AT_DISPLAY + n]:
                memory[first + n] = cells[AT_DISPLAY + n]
                self._one_hot(at, FACE_WORDS, cells[AT_DISPLAY + n])
            at += FACE_WORDS

    def _write_table(self, shown: i64, base: i64, s: State, seat: i64) -> None:
        """Write what belongs to all and changes only between turns, or with the observing seat."""
        where = self.layout
        out = self.cells
        cells = s.cells
        players: i64 = s.deal.players
        out[base + where.turn_seat] = UNIT[relative(cells[AT_SEAT], seat, players)]
        holder: i64 = relative(cells[AT_PRAEFECTUS_MAGNUS], seat, players)
        out[base + where.praefectus_magnus] = UNIT[holder]
        self._one_hot(base + where.concordia, 1, relative(cells[AT_CONCORDIA], seat, players))
        out[base + where.seat] = UNIT[seat]
        rounds: i64 = between(cells[AT_TURN] // players, 0, ROUND_TOP)
        out[base + where.clock] = rounds + ((cells[AT_LAST_TURNS] + 1) << 8)
        word: i64 = 0
        n: i64
        if cells[AT_ASKED] != 0:
            for n in range(players):
                if cells[AT_ASKED] & BIT[n] != 0:
                    word += UNIT[relative(n, seat, players)]
        out[base + where.asked] = word
        top: i64 = cells[AT_DECK_TOP]
        if self.shown[shown + TOP] != top:
            self.shown[shown + TOP] = top
            left: i64 = 0
            for n in range(top, len(s.deal.stack)):
                left |= BIT[where.deck_at[where.deck_tier[n] * SALE_COUNT + s.deal.stack[n]]]
            self._bits(base + where.deck, where.deck_words, left)

    def _write_player(
        self, row: i64, at: i64, s: State, seat: i64, cards: bool, colonists: bool
    ) -> None:
        """Write the block of a seat at word `at`; its cards and colonists only if requested."""
        out = self.cells
        cells = s.cells
        p: i64 = block(seat)
        n: i64
        money: i64 = cells[p + OF_MONEY]
        scored: i64 = cells[p + OF_INTERMEDIATE]
        word: i64 = 1 + (room(cells, p) << 24) + (cells[p + OF_HOUSES_LEFT] << 32)
        if money <= MONEY_TOP:
            word += money << 8
        else:
            word += (MONEY_TOP << 8) + (between(money - MONEY_TOP, 0, MOST) << 16)
        if scored >= 0:
            word += UNIT[5] + (between(scored, 0, MOST) << 48)
        out[at] = word
        word = 0
        for n in range(GOOD_COUNT):
            word += cells[p + OF_GOODS + n] * UNIT[n]
        for n in range(KIND_COUNT):
            word += cells[p + OF_STORE + n] * UNIT[GOOD_COUNT + n]
        out[at + P_GOODS] = word
        self._bits(at + P_HOUSES, self.layout.city_words, cells[p + OF_HOUSES])
        if colonists:
            self._write_colonists(at, s, p)
        slot: i64 = row * MAX_PLAYERS + seat
        if cards:
            self.owned[slot] = self._write_cards(at, cells, p)
        out[at + P_POINTS] = self._points(slot, s, seat)

    def _points(self, slot: i64, s: State, seat: i64) -> i64:
        """Return the word of a seat's points; counted again only if their sources changed.

        Vesta's points depend on money and goods, which change often; those of the other gods depend
        on houses and cards. Neither is ever lost, so their counts show whether any were added.
        """
        cells = s.cells
        p: i64 = block(seat)
        depends: i64 = self.owned[slot] * (COLONISTS_PER_PLAYER + 1) + colonists_stored(cells, p)
        depends = (depends * (HOUSES_PER_PLAYER + 1) + cells[p + OF_HOUSES_LEFT]) * 2
        if cells[AT_CONCORDIA] == seat:
            depends += 1
        n: i64
        if self.scored[slot] != depends:
            self.scored[slot] = depends
            points: vec[i64] = points_by_god(s, seat)
            word: i64 = 0
            for n in range(VESTA + 1, len(points)):
                word += between(points[n], 0, MOST) * UNIT[n]
            self.points[slot] = word
            cards: vec[i64] = owned(s, seat)
            self.vesta[slot] = 0
            for n in range(len(cards)):
                if FACE_GOD[n] == VESTA:
                    self.vesta[slot] += cards[n]
        vesta: i64 = 0
        if self.vesta[slot] > 0:
            vesta = between(self.vesta[slot] * score_vesta(s, seat), 0, MOST)
        return self.points[slot] + vesta

    def _write_cards(self, at: i64, cells: vec[i64], p: i64) -> i64:
        """Write hand, discard pile and its top card; return the number of cards."""
        out = self.cells
        size: i64 = cells[p + OF_PILE_SIZE]
        cards: i64 = size
        hand: i64 = p + OF_HAND
        n: i64
        face: i64
        part: i64
        for part in range(FACE_WORDS):
            first: i64 = part * WORD
            last: i64 = between(first + WORD, 0, FACE_COUNT)
            word: i64 = 0
            for n in range(hand + last - 1, hand + first - 1, -1):
                word = (word << 8) + cells[n]
                cards += cells[n]
            out[at + P_HAND + part] = word
        for n in range(at + P_PILE, at + P_HOUSES):
            out[n] = 0
        face = -1
        for n in range(p + OF_PILE, p + OF_PILE + size):
            face = cells[n]
            out[at + P_PILE + (face >> 3)] += UNIT[face & 7]
        if face >= 0:
            out[at + P_TOP + (face >> 3)] = UNIT[face & 7]
        return cards

    def _write_colonists(self, at: i64, s: State, p: i64) -> None:
        """Write where the colonists stand; for cities, how many."""
        where = self.layout
        out = self.cells
        cells = s.cells
        cities: i64 = s.board.cities
        # The four parts lie side by side.
        n: i64
        for n in range(at + where.p_land, at + where.p_sea_lines + where.sea_words):
            out[n] = 0
        kind: i64
        for kind in range(KIND_COUNT):
            in_cities: i64 = at + where.p_land
            on_lines: i64 = at + where.p_land_lines
            if kind != LAND:
                in_cities = at + where.p_sea
                on_lines = at + where.p_sea_lines
            first_line: i64 = cities + s.board.first_line[kind]
            first: i64 = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
            for n in range(first, first + COLONISTS_PER_KIND):
                place: i64 = cells[n]
                if place == IN_STOREHOUSE:
                    break
                if place < cities:
                    out[in_cities + (place >> 3)] += UNIT[place & 7]
                else:
                    place -= first_line
                    out[on_lines + (place >> 3)] += UNIT[place & 7]


def relative(seat: i64, viewer: i64, players: i64) -> i64:
    """Return a seat counted from the observing one; -1 (nobody) stays -1."""
    if seat < 0:
        return -1
    if seat < viewer:
        seat += players
    return seat - viewer


def between(value: i64, least: i64, most: i64) -> i64:
    """Return the value, limited to `least` to `most`."""
    # No conditional expressions here: with a literal in them, mypyc goes through Python ints.
    if value < least:
        return least
    if value > most:
        return most
    return value
