"""The position: one flat array of ints with named cells, and what set-up fixed for good.

`Deal` is what set-up decided and play never changes; positions of one game share it. Everything
that changes is in `State.cells`, so that copy, equality, hash and serialisation are those of one
array and cover every field by construction.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.ids import (
    COLONISTS_A_KIND,
    DISPLAY_SLOTS,
    GOOD_COUNT,
    PHASES,
    STOREHOUSE_SPACES,
)
from praefectus.rules.tables import Board

# The cells of the table.
TURN: Final = 0  # turns completed
SEAT: Final = 1  # whose turn it is
DECIDER: Final = 2  # who is asked: SEAT, or the one who must choose what to keep (R6.4)
PHASE: Final = 3
PRAEFECTUS_MAGNUS: Final = 4  # the seat that holds it
CONCORDIA: Final = 5  # the seat that took it, or -1
LAST_TURNS: Final = 6  # turns left once the end is set off, else -1
ENDED_BY: Final = 7
DECK_TOP: Final = 8  # how many cards of the stack were turned up
OCCUPIED: Final = 9  # two masks: land lines and sea lines with a colonist
COINS: Final = 11  # mask of the provinces whose marker shows its coins
DISPLAY: Final = 12  # seven cards for sale, -1 where empty
# The cells of the turn: all as in `clear_turn` between turns.
CARD: Final = 19  # the face whose action is carried out (of a Diplomat: the copied one)
POINTS: Final = 20  # movement points left (R5.1)
PICKED: Final = 21  # the place of the colonist picked to move, or -1
PICKED_KIND: Final = 22
TRADED: Final = 23  # mask of the goods already traded (R8.1)
CHOICES: Final = 24  # trades or purchases that may still be made
PRODUCED: Final = 25  # the province that produced, or -1
KEEP_ROOM: Final = 26  # units the decider still has to choose (R3.2)
KEEP_FROM: Final = 27  # the good chosen last: units are chosen in ascending order
ASKED: Final = 28  # mask of the seats that still have to choose
LOT: Final = 29  # five goods to choose from
PLAYERS: Final = 34  # the first player's block

# The cells of a player, counted from the start of the block.
MONEY: Final = 0
GOODS: Final = 1
STORE: Final = 6  # land and sea colonists in the storehouse
COLONISTS: Final = 8  # places of three land and three sea colonists, each three ascending
HOUSES: Final = 14  # mask of cities
HOUSES_LEFT: Final = 15
INTERMEDIATE: Final = 16  # points of the intermediate scoring, or -1
HAND: Final = 17  # cards of each face in the hand
PILE_SIZE: Final = 34
PILE: Final = 35  # the discard pile from the bottom
PLAYER_SIZE: Final = 71
PILE_SPACES: Final = 36

IN_STOREHOUSE: Final = 255  # the "place" of a colonist that is not on the board


class Deal:
    """What set-up decided: the board, the options, the city tokens and the order of the cards."""

    def __init__(
        self,
        board: Board,
        players: i64,
        city_good: vec[i64],
        stack: vec[i64],
        first_edition: bool,
        intermediate_scoring: bool,
    ) -> None:
        self.board = board
        self.players: i64 = players
        self.city_good: vec[i64] = city_good  # -1 for the capital
        self.stack: vec[i64] = stack  # cards for sale from the top, as sale numbers
        self.first_edition = first_edition
        self.intermediate_scoring = intermediate_scoring
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
        """Return the same deal with the cards in another order."""
        return Deal(
            self.board,
            self.players,
            self.city_good,
            stack,
            self.first_edition,
            self.intermediate_scoring,
        )

    def key(self) -> tuple[object, ...]:
        """Return a hashable value that is equal for equal deals."""
        return (
            self.board.name,
            int(self.players),
            tuple(self.city_good),
            tuple(self.stack),
            self.first_edition,
            self.intermediate_scoring,
        )


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
        if not isinstance(other, State):
            return NotImplemented
        if self.deal is not other.deal and self.deal.key() != other.deal.key():
            return False
        return self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __repr__(self) -> str:
        phase = PHASES[int(self.cells[PHASE])]
        return f"<State {self.board.name} turn {self.cells[TURN]} {phase}>"


def clear_turn(cells: vec[i64]) -> None:
    """Put the cells of the turn to what they are between turns."""
    cells[CARD] = -1
    cells[POINTS] = 0
    cells[PICKED] = -1
    cells[PICKED_KIND] = 0
    cells[TRADED] = 0
    cells[CHOICES] = 0
    cells[PRODUCED] = -1
    cells[KEEP_ROOM] = 0
    cells[KEEP_FROM] = 0
    cells[ASKED] = 0
    good: i64
    for good in range(GOOD_COUNT):
        cells[LOT + good] = 0


def block(seat: i64) -> i64:
    """Return where the block of a seat starts."""
    return PLAYERS + seat * PLAYER_SIZE


def room(cells: vec[i64], p: i64) -> i64:
    """Return the free spaces of the storehouse of the player at `p` (R3.1)."""
    return (
        STOREHOUSE_SPACES
        - cells[p + STORE]
        - cells[p + STORE + 1]
        - cells[p + GOODS]
        - cells[p + GOODS + 1]
        - cells[p + GOODS + 2]
        - cells[p + GOODS + 3]
        - cells[p + GOODS + 4]
    )


def colonists_on_board(cells: vec[i64], p: i64) -> i64:
    """Return how many colonists of the player at `p` are in cities or on lines."""
    return 2 * COLONISTS_A_KIND - cells[p + STORE] - cells[p + STORE + 1]


def relocate(cells: vec[i64], p: i64, kind: i64, origin: i64, place: i64) -> None:
    """Put one colonist from place `origin` to `place`, keeping its three in ascending order."""
    first: i64 = p + COLONISTS + kind * COLONISTS_A_KIND
    last: i64 = first + COLONISTS_A_KIND - 1
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
    size: i64 = cells[p + PILE_SIZE]
    return cells[p + PILE + size - 1] if size > 0 else -1


def display_is_empty(cells: vec[i64]) -> bool:
    """Tell whether no card is for sale."""
    slot: i64
    for slot in range(DISPLAY_SLOTS):
        if cells[DISPLAY + slot] >= 0:
            return False
    return True
