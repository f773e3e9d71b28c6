"""What a seat may know of a position, written into a row of numbers (`layout` names its parts).

All of a position is known to all seats but the order of the face-down cards: hands and piles
follow from what was played openly (see `rules.setup.determinize`). So every part shows the truth,
and of the deck only which cards are still in it.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from praefectus.envs.layout import (
    CARDS_TOP,
    COLONISTS_TOP,
    MONEY_TOP,
    MOST,
    POINTS_TOP,
    ROUND_TOP,
    TRADES_TOP,
    Layout,
    layout,
)
from praefectus.envs.sheet import Bytes, Floats, Sheet
from praefectus.rules.ids import (
    COLONISTS_A_KIND,
    DISPLAY_SLOTS,
    FACE_COUNT,
    GOD_COUNT,
    GOOD_COUNT,
    HOUSES_A_PLAYER,
    MAX_PLAYERS,
    PHASE_KEEP,
    SALE_COUNT,
    STOREHOUSE_SPACES,
)
from praefectus.rules.scoring import points_by_god
from praefectus.rules.state import (
    ASKED,
    CARD,
    CHOICES,
    COINS,
    COLONISTS,
    CONCORDIA,
    DECIDER,
    DECK_TOP,
    DISPLAY,
    GOODS,
    HAND,
    HOUSES,
    HOUSES_LEFT,
    IN_STOREHOUSE,
    INTERMEDIATE,
    KEEP_FROM,
    KEEP_ROOM,
    LAST_TURNS,
    LOT,
    MONEY,
    OCCUPIED,
    PHASE,
    PICKED,
    PICKED_KIND,
    PILE,
    PILE_SIZE,
    PLAYER_SIZE,
    PLAYERS,
    POINTS,
    PRAEFECTUS_MAGNUS,
    PRODUCED,
    SEAT,
    STORE,
    TRADED,
    TURN,
    State,
    block,
    room,
    top_card,
)
from praefectus.rules.tables import BIT, Board

# Literals, since only those are compiled in; checked below.
GODS: Final = 7  # with the Concordia card
# What a row shows: cells like those of a position (`rules.state`), with the observing seat in place
# of OCCUPIED, which is not shown by itself, and after each player's cells the number of cards of
# each face in the pile.
VIEWER: Final = 9
COUNTS: Final = 71
BLOCK: Final = 88
SHOWN: Final = 474
assert (GODS, VIEWER, COUNTS) == (GOD_COUNT + 1, OCCUPIED, PLAYER_SIZE)
assert (BLOCK, SHOWN) == (PLAYER_SIZE + FACE_COUNT, PLAYERS + MAX_PLAYERS * BLOCK)
# The cells that are -1 where a row shows nothing.
EMPTY_CELLS: Final[list[int]] = [
    *(SEAT, DECIDER, PHASE, PRAEFECTUS_MAGNUS, CONCORDIA, DECK_TOP, VIEWER, CARD, PICKED),
    *(PICKED_KIND, PRODUCED, KEEP_FROM),
    *range(DISPLAY, DISPLAY + DISPLAY_SLOTS),
]


class Observer:
    """Writes observations of positions of one board into the rows of a sheet.

    A row is brought up to date rather than written anew: `shown` holds, for every row, the cells
    of the position that it shows (`rules.state`), with seats counted from the observing one.
    """

    def __init__(self, board: Board, rows: i64, floats: bool) -> None:
        self.layout: Layout = layout(board)
        self.size: i64 = self.layout.size
        self.sheet: Sheet = Floats(rows * self.size) if floats else Bytes(rows * self.size)
        self.viewer: vec[i64] = vec[i64]([-1] * rows)
        self.shown: vec[i32] = vec[i32]([0] * (rows * SHOWN))
        # The points of every seat (not counted from the observing one), and what they came from.
        self.points: vec[i64] = vec[i64]([0] * (rows * MAX_PLAYERS * GODS))
        self.scored: vec[i64] = vec[i64]([-1] * (rows * MAX_PLAYERS))

    def begin(self, row: i64, s: State) -> None:
        """Start a row for another game: write what play never changes."""
        sheet = self.sheet
        where = self.layout
        base: i64 = row * self.size
        sheet.clear(base, self.size)
        self._show_nothing(row)
        sheet.mark(base + where.players + s.deal.players - 1)
        if s.deal.first_edition:
            sheet.mark(base + where.options)
        if s.deal.intermediate_scoring:
            sheet.mark(base + where.options + 1)
        n: i64
        for n in range(s.board.cities):
            if s.deal.city_good[n] >= 0:
                sheet.mark(base + where.city_goods + n * GOOD_COUNT + s.deal.city_good[n])
        for n in range(s.board.provinces):
            sheet.mark(base + where.marker_goods + n * GOOD_COUNT + s.deal.marker_good[n])
        for n in range(s.deal.players):
            sheet.mark(base + where.player + n * where.player_size + where.p_present)

    def _show_nothing(self, row: i64) -> None:
        """Let `shown` hold what an empty row shows."""
        shown = self.shown
        b: i64 = row * SHOWN
        n: i64
        seat: i64
        for n in range(b, b + SHOWN):
            shown[n] = 0
        for n in EMPTY_CELLS:
            shown[b + n] = -1
        for seat in range(MAX_PLAYERS):
            self.scored[row * MAX_PLAYERS + seat] = -1
            q: i64 = b + PLAYERS + seat * BLOCK
            shown[q + INTERMEDIATE] = -1
            for n in range(q + COLONISTS, q + COLONISTS + 2 * COLONISTS_A_KIND):
                shown[n] = IN_STOREHOUSE
        self.viewer[row] = -1

    def write(self, row: i64, s: State, seat: i64, all_changed: bool) -> None:
        """Bring a row up to date for `seat`.

        Without `all_changed`, since the last writing only the seat whose turn it is has decided
        something, other than to end its turn: then nothing of the others has changed.
        """
        where = self.layout
        base: i64 = row * self.size
        b: i64 = row * SHOWN
        players: i64 = s.deal.players
        at: i64 = base + where.player
        if not all_changed and self.viewer[row] == seat and s.cells[SEAT] == seat:
            self._write_player(row, at, s, seat, b + PLAYERS, False)
        else:
            turned: bool = self.viewer[row] != seat
            self.viewer[row] = seat
            n: i64
            for n in range(players):
                self._write_player(
                    row, at, s, (seat + n) % players, b + PLAYERS + n * BLOCK, turned
                )
                at += where.player_size
            self._write_table(base, s, seat, b)
        self._write_turn(base, s, seat, b)

    def _write_turn(self, base: i64, s: State, seat: i64, b: i64) -> None:
        """Write what a decision within a turn can change, other than the player's own things."""
        sheet = self.sheet
        shown = self.shown
        where = self.layout
        cells = s.cells
        now: i64 = cells[PHASE]
        # `keep_from` is shown only while there is something to keep.
        keep: i64 = -1
        if now == PHASE_KEEP:
            keep = cells[KEEP_FROM]
        if i64(shown[b + PHASE]) != now:
            sheet.move(base + where.phase, i64(shown[b + PHASE]), now)
            shown[b + PHASE] = i32(now)
        if i64(shown[b + KEEP_FROM]) != keep:
            sheet.move(base + where.keep_from, i64(shown[b + KEEP_FROM]), keep)
            shown[b + KEEP_FROM] = i32(keep)
        now = relative(cells[DECIDER], seat, s.deal.players)
        if i64(shown[b + DECIDER]) != now:
            sheet.move(base + where.decider, i64(shown[b + DECIDER]), now)
            shown[b + DECIDER] = i32(now)
        now = cells[CARD]
        if i64(shown[b + CARD]) != now:
            sheet.move(base + where.card, i64(shown[b + CARD]), now)
            shown[b + CARD] = i32(now)
        now = cells[PICKED]
        if i64(shown[b + PICKED]) != now:
            sheet.move(base + where.picked, i64(shown[b + PICKED]), now)
            kind: i64 = -1
            if now >= 0:
                kind = cells[PICKED_KIND]
            sheet.move(base + where.picked_kind, i64(shown[b + PICKED_KIND]), kind)
            shown[b + PICKED] = i32(now)
            shown[b + PICKED_KIND] = i32(kind)
        now = cells[PRODUCED]
        if i64(shown[b + PRODUCED]) != now:
            sheet.move(base + where.produced, i64(shown[b + PRODUCED]), now)
            shown[b + PRODUCED] = i32(now)
        now = cells[COINS]
        if i64(shown[b + COINS]) != now:
            sheet.flip(base + where.coins, now, now ^ i64(shown[b + COINS]))
            shown[b + COINS] = i32(now)
        now = cells[TRADED]
        if i64(shown[b + TRADED]) != now:
            sheet.flip(base + where.traded, now, now ^ i64(shown[b + TRADED]))
            shown[b + TRADED] = i32(now)
        if i64(shown[b + POINTS]) != cells[POINTS]:
            shown[b + POINTS] = i32(cells[POINTS])
            sheet.number(base + where.movement, cells[POINTS], POINTS_TOP)
        if i64(shown[b + CHOICES]) != cells[CHOICES]:
            shown[b + CHOICES] = i32(cells[CHOICES])
            sheet.number(base + where.choices, cells[CHOICES], TRADES_TOP)
        if i64(shown[b + KEEP_ROOM]) != cells[KEEP_ROOM]:
            shown[b + KEEP_ROOM] = i32(cells[KEEP_ROOM])
            sheet.number(base + where.keep_room, cells[KEEP_ROOM], STOREHOUSE_SPACES)
        n: i64
        for n in range(GOOD_COUNT):
            now = cells[LOT + n]
            if i64(shown[b + LOT + n]) != now:
                shown[b + LOT + n] = i32(now)
                sheet.number(base + where.lot + n, now, STOREHOUSE_SPACES)
        for n in range(DISPLAY_SLOTS):
            now = cells[DISPLAY + n]
            if i64(shown[b + DISPLAY + n]) != now:
                sheet.move(base + where.display + n * SALE_COUNT, i64(shown[b + DISPLAY + n]), now)
                shown[b + DISPLAY + n] = i32(now)

    def _write_table(self, base: i64, s: State, seat: i64, b: i64) -> None:
        """Write what belongs to all and changes only between turns, or with the observing seat."""
        sheet = self.sheet
        shown = self.shown
        where = self.layout
        cells = s.cells
        players: i64 = s.deal.players
        now: i64 = relative(cells[SEAT], seat, players)
        sheet.move(base + where.turn_seat, i64(shown[b + SEAT]), now)
        shown[b + SEAT] = i32(now)
        sheet.move(base + where.seat, i64(shown[b + VIEWER]), seat)
        shown[b + VIEWER] = i32(seat)
        now = relative(cells[PRAEFECTUS_MAGNUS], seat, players)
        sheet.move(base + where.praefectus_magnus, i64(shown[b + PRAEFECTUS_MAGNUS]), now)
        shown[b + PRAEFECTUS_MAGNUS] = i32(now)
        now = relative(cells[CONCORDIA], seat, players)
        sheet.move(base + where.concordia, i64(shown[b + CONCORDIA]), now)
        shown[b + CONCORDIA] = i32(now)
        sheet.number(base + where.last_turns, cells[LAST_TURNS] + 1, MAX_PLAYERS)
        rounds: i64 = cells[TURN] // players
        sheet.number(base + where.round, between(rounds, 0, ROUND_TOP), ROUND_TOP)
        asked: i64 = 0
        n: i64
        if cells[ASKED] != 0:
            for n in range(players):
                if cells[ASKED] & BIT[n] != 0:
                    asked |= BIT[relative(n, seat, players)]
        sheet.flip(base + where.asked, asked, asked ^ i64(shown[b + ASKED]))
        shown[b + ASKED] = i32(asked)
        top: i64 = cells[DECK_TOP]
        if i64(shown[b + DECK_TOP]) != top:
            shown[b + DECK_TOP] = i32(top)
            sheet.clear(base + where.deck, where.fixed - where.deck)
            for n in range(top, len(s.deal.stack)):
                card: i64 = where.deck_tier[n] * SALE_COUNT + s.deal.stack[n]
                sheet.mark(base + where.deck + where.deck_at[card])

    def _write_player(self, row: i64, at: i64, s: State, seat: i64, q: i64, turned: bool) -> None:
        """Write the block of `seat` at `at`, which shows shown[q : q + BLOCK]."""
        sheet = self.sheet
        shown = self.shown
        where = self.layout
        cells = s.cells
        p: i64 = block(seat)
        n: i64
        now: i64 = cells[p + MONEY]
        if i64(shown[q + MONEY]) != now:
            shown[q + MONEY] = i32(now)
            sheet.number(at + where.p_money, between(now, 0, MONEY_TOP), MONEY_TOP)
            sheet.number(at + where.p_money_above, between(now - MONEY_TOP, 0, MOST), MOST)
        for n in range(GOOD_COUNT):
            now = cells[p + GOODS + n]
            if i64(shown[q + GOODS + n]) != now:
                shown[q + GOODS + n] = i32(now)
                sheet.number(at + where.p_goods + n, now, STOREHOUSE_SPACES)
        for n in range(2):
            now = cells[p + STORE + n]
            if i64(shown[q + STORE + n]) != now:
                shown[q + STORE + n] = i32(now)
                sheet.number(at + where.p_stored + n, now, COLONISTS_TOP)
        sheet.number(at + where.p_room, room(cells, p), STOREHOUSE_SPACES)
        now = cells[p + HOUSES]
        if i64(shown[q + HOUSES]) != now:
            sheet.flip(at + where.p_houses, now, now ^ i64(shown[q + HOUSES]))
            shown[q + HOUSES] = i32(now)
        now = cells[p + HOUSES_LEFT]
        if i64(shown[q + HOUSES_LEFT]) != now:
            shown[q + HOUSES_LEFT] = i32(now)
            sheet.number(at + where.p_houses_left, now, HOUSES_A_PLAYER)
        now = cells[p + INTERMEDIATE]
        if i64(shown[q + INTERMEDIATE]) != now:
            shown[q + INTERMEDIATE] = i32(now)
            sheet.number(at + where.p_scored, between(now + 1, 0, 1), 1)
            sheet.number(at + where.p_intermediate, between(now, 0, MOST), MOST)
        self._write_colonists(at, s, p, q)
        self._write_cards(at, cells, p, q)
        self._write_points(row, at, s, seat, turned)

    def _write_points(self, row: i64, at: i64, s: State, seat: i64, turned: bool) -> None:
        """Write the points of a seat, counting them anew only if what they depend on has changed."""
        cells = s.cells
        p: i64 = block(seat)
        n: i64
        cards: i64 = cells[p + PILE_SIZE]
        for n in range(p + HAND, p + HAND + FACE_COUNT):
            cards += cells[n]
        # Houses are never lost and cards never sold, so their numbers tell whether any came.
        depends: i64 = cells[p + MONEY] * 64 + cards
        for n in range(p + GOODS, p + GOODS + GOOD_COUNT):
            depends = depends * 16 + cells[n]
        depends = (depends * 4 + cells[p + STORE]) * 4 + cells[p + STORE + 1]
        depends = depends * 16 + cells[p + HOUSES_LEFT]
        depends = depends * 2
        if cells[CONCORDIA] == seat:
            depends += 1
        slot: i64 = row * MAX_PLAYERS + seat
        first: i64 = slot * GODS
        if self.scored[slot] != depends:
            self.scored[slot] = depends
            points: vec[i64] = points_by_god(s, seat)
            for n in range(GODS):
                self.points[first + n] = between(points[n], 0, MOST)
        elif not turned:
            return
        self.sheet.numbers(at + self.layout.p_points, self.points, first, GODS, MOST)

    def _write_cards(self, at: i64, cells: vec[i64], p: i64, q: i64) -> None:
        """Write hand, discard pile and its top card."""
        sheet = self.sheet
        shown = self.shown
        where = self.layout
        n: i64
        for n in range(FACE_COUNT):
            if i64(shown[q + HAND + n]) != cells[p + HAND + n]:
                shown[q + HAND + n] = i32(cells[p + HAND + n])
                sheet.number(at + where.p_hand + n, cells[p + HAND + n], CARDS_TOP)
        size: i64 = cells[p + PILE_SIZE]
        before: i64 = i64(shown[q + PILE_SIZE])
        same: i64 = 0
        while (
            same < size and same < before and i64(shown[q + PILE + same]) == cells[p + PILE + same]
        ):
            same += 1
        if same == size and same == before:
            return
        old: i64 = -1
        if before > 0:
            old = i64(shown[q + PILE + before - 1])
        sheet.move(at + where.p_top, old, top_card(cells, p))
        face: i64
        count: i64 = q + COUNTS
        for n in range(same, before):
            face = i64(shown[q + PILE + n])
            shown[count + face] -= 1
            sheet.number(at + where.p_pile + face, i64(shown[count + face]), CARDS_TOP)
        for n in range(same, size):
            face = cells[p + PILE + n]
            shown[q + PILE + n] = i32(face)
            shown[count + face] += 1
            sheet.number(at + where.p_pile + face, i64(shown[count + face]), CARDS_TOP)
        shown[q + PILE_SIZE] = i32(size)

    def _write_colonists(self, at: i64, s: State, p: i64, q: i64) -> None:
        """Write where the colonists stand; of those in one city, their number."""
        shown = self.shown
        cells = s.cells
        kind: i64
        n: i64
        for kind in range(2):
            first: i64 = COLONISTS + kind * COLONISTS_A_KIND
            last: i64 = first + COLONISTS_A_KIND
            for n in range(first, last):
                if i64(shown[q + n]) != cells[p + n]:
                    break
            else:
                continue
            for n in range(first, last):
                self._write_place(at, s, kind, i64(shown[q + n]), 0)
            together: i64 = 0
            for n in range(first, last):
                place: i64 = cells[p + n]
                if n > first and place == cells[p + n - 1]:
                    together += 1
                else:
                    together = 1
                self._write_place(at, s, kind, place, together)
                shown[q + n] = i32(place)

    def _write_place(self, at: i64, s: State, kind: i64, place: i64, count: i64) -> None:
        """Write how many colonists of a kind stand in a place."""
        if place == IN_STOREHOUSE:
            return
        cities: i64 = s.board.cities
        if place < cities:
            at += self.layout.p_land + kind * cities + place
            self.sheet.number(at, count, COLONISTS_TOP)
        else:
            self.sheet.number(at + self.layout.p_lines + place - cities, count, 1)


def relative(seat: i64, viewer: i64, players: i64) -> i64:
    """Return a seat counted from the observing one; -1 stays nobody."""
    if seat < 0:
        return -1
    if seat < viewer:
        seat += players
    return seat - viewer


def between(value: i64, least: i64, most: i64) -> i64:
    """Return the value, but not below `least` and not above `most`."""
    # No conditional expressions here: with a literal in them, mypyc goes through Python ints.
    if value < least:
        return least
    if value > most:
        return most
    return value
