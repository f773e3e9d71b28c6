"""The position: one flat array of ints with named cells, and what set-up fixed for the whole game.

`Deal` is what set-up decided and play never changes; positions of one game share it. Everything
that changes is in `State.cells`, so that copy, equality, hash and serialisation are those of one
array and cover every field by construction.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from praefectus.rules.facts import Board, load_board
from praefectus.rules.ids import (
    AT_ASKED,
    AT_CARD,
    AT_CHOICES,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_KEEP_FROM,
    AT_KEEP_ROOM,
    AT_LOT,
    AT_PHASE,
    AT_PICKED,
    AT_PICKED_KIND,
    AT_PLAYERS,
    AT_POINTS,
    AT_PRODUCED,
    AT_TRADED,
    AT_TURN,
    COLONISTS_PER_KIND,
    COLONISTS_PER_PLAYER,
    DISPLAY_SLOTS,
    GOOD_COUNT,
    LAND,
    OF_COLONISTS,
    OF_GOODS,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PHASE_FINISHED,
    PHASE_NAMES,
    PHASE_PLAY,
    PLAYER_SIZE,
    SEA,
    STOREHOUSE_SPACES,
)
from praefectus.rules.options import Options

IN_STOREHOUSE: Final = 255  # the "place" of a colonist that is not on the board


class Deal:
    """What set-up decided: the board, the options, the city tokens and the order of the cards."""

    def __init__(
        self,
        board: Board,
        options: Options,
        city_good: vec[i64],
        stack: vec[i64],
    ) -> None:
        self.board = board
        self.options = options
        self.players: i64 = options.players
        self.city_good: vec[i64] = city_good  # -1 for the capital
        self.stack: vec[i64] = stack  # cards for sale from the top, as sale numbers
        # good_cities[good]: mask of the cities that produce it.
        self.good_cities: vec[i64] = vec[i64](
            [
                sum(2**city for city in range(board.cities) if city_good[city] == good)
                for good in range(GOOD_COUNT)
            ]
        )
        self.marker_good: vec[i64] = vec[i64](
            # R1.3: goods are numbered by value, so the most valuable is the highest.
            [
                max(
                    int(city_good[city])
                    for city in range(board.cities)
                    if board.city_province[city] == province
                )
                for province in range(board.provinces)
            ]
        )

    def with_stack(self, stack: vec[i64]) -> Deal:
        """Return the same deal with the cards in the given order."""
        return Deal(self.board, self.options, self.city_good, stack)

    def __copy__(self) -> Deal:
        return self  # it never changes

    def __deepcopy__(self, memo: dict[int, object]) -> Deal:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        goods = tuple([int(good) for good in self.city_good])
        return _deal, (self.options, goods, bytes([int(card) for card in self.stack]))


# Search copies and drops positions all the time: the next one takes the place of the last that was dropped.
@mypyc_attr(free_list_len=1)
class State:
    """A position of a game. Rules read and write `cells`; nothing else changes."""

    def __init__(self, deal: Deal, cells: vec[i64]) -> None:
        self.deal = deal
        self.board: Board = deal.board
        self.cells: vec[i64] = cells

    def copy(self) -> State:
        """Return a position that can be changed without changing this one."""
        return State(self.deal, self.cells[:])

    def key(self) -> bytes:
        """Return the cells as bytes: equal exactly for equal positions of one deal."""
        return bytes(memoryview(self.cells))

    def __eq__(self, other: object) -> bool:
        """Tell whether both positions have the same future.

        That is: the same options, city tokens and cells, and the face-down cards in the same order.
        The order in which the other cards were turned up does not count.
        """
        if not isinstance(other, State):
            return NotImplemented
        if self.key() != other.key():
            return False
        mine, others = self.deal, other.deal
        top: i64 = self.cells[AT_DECK_TOP]
        return mine is others or (
            mine.options == others.options
            and tuple(mine.city_good) == tuple(others.city_good)
            and tuple(mine.stack[top:]) == tuple(others.stack[top:])
        )

    def __hash__(self) -> int:
        return hash(self.key())

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return _state, (self.deal, tuple([int(cell) for cell in self.cells]))

    def __repr__(self) -> str:
        phase = PHASE_NAMES[int(self.cells[AT_PHASE])]
        return f"<State {self.board.name} turn {self.cells[AT_TURN]} {phase}>"


def _deal(options: Options, goods: tuple[int, ...], stack: bytes) -> Deal:
    """Return a deal that was pickled."""
    return Deal(load_board(options.map), options, vec[i64](list(goods)), vec[i64](list(stack)))


def _state(deal: Deal, cells: tuple[int, ...]) -> State:
    """Return a position that was pickled."""
    return State(deal, vec[i64](list(cells)))


def clear_turn(cells: vec[i64]) -> None:
    """Set the cells of the turn to their values between turns."""
    cells[AT_CARD] = -1
    cells[AT_POINTS] = 0
    cells[AT_PICKED] = -1
    cells[AT_PICKED_KIND] = 0
    cells[AT_TRADED] = 0
    cells[AT_CHOICES] = 0
    cells[AT_PRODUCED] = -1
    cells[AT_KEEP_ROOM] = 0
    cells[AT_KEEP_FROM] = 0
    cells[AT_ASKED] = 0
    good: i64
    for good in range(GOOD_COUNT):
        cells[AT_LOT + good] = 0


def block(seat: i64) -> i64:
    """Return where the block of a seat starts."""
    return AT_PLAYERS + seat * PLAYER_SIZE


def room(cells: vec[i64], p: i64) -> i64:
    """Return the free spaces of the storehouse of the player at `p` (R3.1)."""
    return (
        STOREHOUSE_SPACES
        - cells[p + OF_STORE]
        - cells[p + OF_STORE + 1]
        - cells[p + OF_GOODS]
        - cells[p + OF_GOODS + 1]
        - cells[p + OF_GOODS + 2]
        - cells[p + OF_GOODS + 3]
        - cells[p + OF_GOODS + 4]
    )


def colonists_on_board(cells: vec[i64], p: i64) -> i64:
    """Return how many colonists of the player at `p` are in cities or on lines."""
    return COLONISTS_PER_PLAYER - colonists_stored(cells, p)


def colonists_stored(cells: vec[i64], p: i64) -> i64:
    """Return how many colonists of the player at `p` are in the storehouse."""
    return cells[p + OF_STORE + LAND] + cells[p + OF_STORE + SEA]


def relocate(cells: vec[i64], p: i64, kind: i64, origin: i64, place: i64) -> None:
    """Move one colonist from place `origin` to `place`, keeping its three cells in ascending order."""
    first: i64 = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
    last: i64 = first + COLONISTS_PER_KIND - 1
    at: i64 = first
    while cells[at] != origin:
        at += 1
    while at > first and cells[at - 1] > place:
        cells[at] = cells[at - 1]
        at -= 1
    while at < last and cells[at + 1] < place:
        cells[at] = cells[at + 1]
        at += 1
    cells[at] = place


def top_card(cells: vec[i64], p: i64) -> i64:
    """Return the face on top of the discard pile of the player at `p`, or -1 (R2.1)."""
    size: i64 = cells[p + OF_PILE_SIZE]
    # Not a conditional expression: mypyc makes Python ints of its two branches.
    if size > 0:
        return cells[p + OF_PILE + size - 1]
    return -1


def display_is_empty(cells: vec[i64]) -> bool:
    """Tell whether no card is for sale."""
    slot: i64
    for slot in range(DISPLAY_SLOTS):
        if cells[AT_DISPLAY + slot] >= 0:
            return False
    return True


def mid_turn(s: State) -> bool:
    """Tell whether a card was played and its turn is not ended yet."""
    return s.cells[AT_PHASE] != PHASE_PLAY and s.cells[AT_PHASE] != PHASE_FINISHED
