"""Whether a game can reach a position: the invariants of play, checked on a position from outside.

`why_impossible` looks at the parts in turn: the pieces of every player, the cards for sale, who has
moved, how the game ends, and the cells of the turn. Cells that repeat others (houses left, occupied
lines, cards turned up) are not checked; the code that fills them in derives them.
"""

from __future__ import annotations

from praefectus.rules.facts import BIT, DECKS, SALE_FACE, STARTING_HAND
from praefectus.rules.ids import (
    AT_CARD,
    AT_CHOICES,
    AT_COINS,
    AT_CONCORDIA,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_ENDED_BY,
    AT_LAST_TURNS,
    AT_PHASE,
    AT_PRAEFECTUS_MAGNUS,
    AT_SEAT,
    AT_TURN,
    COLONISTS_PER_KIND,
    CONSUL,
    DISPLAY_SLOTS,
    ENDED_BY_CARDS,
    ENDED_BY_HOUSES,
    FACE_COUNT,
    FACE_NAMES,
    KIND_COUNT,
    KIND_NAMES,
    OF_COLONISTS,
    OF_HAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_INTERMEDIATE,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PHASE_BUILD,
    PHASE_FINISHED,
    PILE_SPACES,
    PLAYER_SIZE,
    SENATOR,
    TRIBUNE,
)
from praefectus.rules.possible_turn import CHOICES, why_impossible_turn
from praefectus.rules.reading import intermediate
from praefectus.rules.refusal import Refusal, impossible
from praefectus.rules.setup import start
from praefectus.rules.state import (
    IN_STOREHOUSE,
    State,
    block,
    mid_turn,
    room,
)


def why_impossible(s: State) -> Refusal | None:
    """Return why no game can reach this position, or None."""
    return (
        why_not_owned(s)
        or _lines(s)
        or _display(s)
        or _ending(s)
        or why_impossible_turn(s)
        or _pace(s)
    )


def why_not_owned(s: State) -> Refusal | None:
    """Return why a seat cannot have its pieces or cards, or None; the deck is not checked yet."""
    for seat in range(int(s.deal.players)):
        found = _pieces(s, seat) or _cards(s, seat)
        if found is not None:
            return found
    return None


# What every player has.


def _pieces(s: State, seat: int) -> Refusal | None:
    """Check the storehouse, colonists and houses of a seat."""
    cells = s.cells
    board = s.board
    p = int(block(seat))
    if room(cells, p) < 0:
        return impossible("R3.1", "storehouse", seat=seat)
    if cells[p + OF_HOUSES_LEFT] < 0:
        return impossible("R3.3", "houses", seat=seat)
    houses = int(cells[p + OF_HOUSES])
    if houses & int(BIT[board.capital]):
        return impossible("R5.6", "capital", seat=seat)
    for kind in range(KIND_COUNT):
        if cells[p + OF_STORE + kind] == COLONISTS_PER_KIND:
            return impossible("R1.5", "no-colonist", seat=seat, kind=KIND_NAMES[kind])
        first = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
        for at in range(first, first + COLONISTS_PER_KIND):
            place = int(cells[at])
            if place == IN_STOREHOUSE:
                continue
            if place >= board.cities:
                line = place - int(board.cities)
                name = board.line_names[line]
                if (line >= board.land_lines) != (kind == 1):
                    return impossible(
                        "R5.2", "wrong-line", seat=seat, kind=KIND_NAMES[kind], line=name
                    )
                continue
            city = board.city_names[place]
            if place != board.capital and not houses & int(BIT[place]):
                return impossible("R7.1", "colonist-city", seat=seat, city=city)
            if board.touched[kind * board.cities + place] == 0:
                return impossible(
                    "R7.1", "colonist-line", seat=seat, kind=KIND_NAMES[kind], city=city
                )
    return None


def _lines(s: State) -> Refusal | None:
    """Check that no two colonists stand on one line (R5.3)."""
    taken: set[int] = set()
    for seat in range(int(s.deal.players)):
        first = int(block(seat)) + OF_COLONISTS
        for at in range(first, first + KIND_COUNT * COLONISTS_PER_KIND):
            place = int(s.cells[at])
            if place == IN_STOREHOUSE or place < s.board.cities:
                continue
            if place in taken:
                line = s.board.line_names[place - int(s.board.cities)]
                return impossible("R5.3", "shared-line", line=line)
            taken.add(place)
    return None


def _cards(s: State, seat: int) -> Refusal | None:
    """Check that a seat still owns its first hand, and that its pile can be one."""
    cells = s.cells
    p = int(block(seat))
    size = int(cells[p + OF_PILE_SIZE])
    if size > PILE_SPACES:
        return impossible("R2.1", "pile-size", seat=seat)
    pile = [int(face) for face in cells[p + OF_PILE : p + OF_PILE + size]]
    if TRIBUNE in pile:
        return impossible("R4.1", "tribune", seat=seat)
    for face in range(FACE_COUNT):
        if cells[p + OF_HAND + face] + pile.count(face) < STARTING_HAND.count(face):
            return impossible("R1.5", "first-hand", seat=seat, card=FACE_NAMES[face])
    return None


def purchases(s: State, seat: int) -> list[int]:
    """Return how many cards of each face a seat has bought."""
    p = int(block(seat))
    size = int(s.cells[p + OF_PILE_SIZE])
    pile = [int(face) for face in s.cells[p + OF_PILE : p + OF_PILE + size]]
    return [
        int(s.cells[p + OF_HAND + face]) + pile.count(face) - STARTING_HAND.count(face)
        for face in range(FACE_COUNT)
    ]


# What is for sale.


def _display(s: State) -> Refusal | None:
    """Check how the display is filled, and that cards came from the decks in their order (R1.4)."""
    cells = s.cells
    shown = [slot for slot in range(DISPLAY_SLOTS) if cells[AT_DISPLAY + slot] >= 0]
    bought = 0
    if mid_turn(s) and cells[AT_CARD] in (SENATOR, CONSUL):
        bought = CHOICES[int(cells[AT_CARD])] - int(cells[AT_CHOICES])
        if not 0 <= bought <= sum(purchases(s, int(cells[AT_SEAT]))):
            return impossible("R10.1", "bought", seat=int(cells[AT_SEAT]))
    slots = len(shown) + bought
    if shown and shown[-1] >= slots:
        return impossible("R10.1", "display-holes")
    left = len(s.deal.stack) - int(cells[AT_DECK_TOP])
    if left > 0 and slots != DISPLAY_SLOTS:
        return impossible("R10.1", "display-filled")
    return None


def cards_left(s: State) -> list[list[int]] | None:
    """Return the cards of each deck that must be face down, or None if the others are impossible.

    What is face up or bought came from the decks in their order. A face that is sold at two prices
    is told apart by its deck.
    """
    out: list[int] = [0] * FACE_COUNT
    display: list[int] = []
    for seat in range(int(s.deal.players)):
        for face, count in enumerate(purchases(s, seat)):
            out[face] += count
    for slot in range(DISPLAY_SLOTS):
        card = int(s.cells[AT_DISPLAY + slot])
        if card >= 0:
            out[int(SALE_FACE[card])] += 1
            display.append(card)
    remaining = sum(out)
    turned_up: list[int] = []
    left: list[list[int]] = []
    for deck in DECKS[: int(s.deal.players)]:
        down: list[int] = []
        whole = remaining >= len(deck)
        for card in deck:
            if out[int(SALE_FACE[card])] > 0:
                out[int(SALE_FACE[card])] -= 1
                remaining -= 1
                turned_up.append(card)
            else:
                down.append(card)
        if whole and down:
            return None  # a later deck was begun before this one was used up
        left.append(down)
        if not whole and remaining > 0:
            return None
    if remaining > 0 or any(display.count(card) > turned_up.count(card) for card in display):
        return None
    return left


# How it ends.


def _ending(s: State) -> Refusal | None:
    """Check the Concordia card, the last turns, and that a triggered end is recorded (R11.1)."""
    cells = s.cells
    phase = int(cells[AT_PHASE])
    holder = int(cells[AT_CONCORDIA])
    empty = all(cells[AT_DISPLAY + slot] < 0 for slot in range(DISPLAY_SLOTS))
    if holder < 0:
        if phase == PHASE_FINISHED:
            return impossible("R11.1", "not-over")
        for seat in range(int(s.deal.players)):
            builds = phase == PHASE_BUILD and seat == cells[AT_SEAT]
            if cells[block(seat) + OF_HOUSES_LEFT] == 0 and not builds:
                return impossible("R11.1", "all-houses", seat=seat)
        if empty and not (mid_turn(s) and cells[AT_CARD] in (SENATOR, CONSUL)):
            return impossible("R11.1", "all-cards")
        return None
    if cells[AT_TURN] + cells[AT_LAST_TURNS] < s.deal.players:
        return impossible("R11.1", "early-end")
    if (phase == PHASE_FINISHED) != (cells[AT_LAST_TURNS] == 0):
        return impossible("R11.1", "last-turns", seat=holder)
    all_built = cells[block(holder) + OF_HOUSES_LEFT] == 0
    if cells[AT_ENDED_BY] == ENDED_BY_HOUSES and not all_built:
        return impossible("R11.1", "ended-by-houses", seat=holder)
    if cells[AT_ENDED_BY] == ENDED_BY_CARDS and (all_built or not empty):
        return impossible("R11.1", "ended-by-cards", seat=holder)
    return None


# Who has moved.


def turns_begun(s: State, seat: int) -> int:
    """Return how many turns a seat has begun."""
    turns = int(s.cells[AT_TURN]) + (1 if mid_turn(s) else 0)
    return (turns + int(s.deal.players) - 1 - seat) // int(s.deal.players)


def _pace(s: State) -> Refusal | None:
    """Check that no seat has done more than its turns allow."""
    cells = s.cells
    fresh = start(s.deal).cells
    turns = int(cells[AT_TURN]) + (1 if mid_turn(s) else 0)
    if int(cells[AT_COINS]).bit_count() > turns:
        return impossible("R6.1", "markers-early")
    magnus = int(cells[AT_PRAEFECTUS_MAGNUS])
    if turns == 0 and magnus != fresh[AT_PRAEFECTUS_MAGNUS]:
        return impossible("R1.6", "magnus-early")
    for seat in range(int(s.deal.players)):
        p = int(block(seat))
        begun = turns_begun(s, seat)
        if begun == 0:
            now = [int(n) for n in cells[p : p + PLAYER_SIZE]]
            if now != [int(n) for n in fresh[p : p + PLAYER_SIZE]]:
                return impossible("R1.5", "not-begun", seat=seat)
        if cells[p + OF_PILE_SIZE] > begun:
            return impossible("R2.1", "pile-early", seat=seat)
        if sum(purchases(s, seat)) > 2 * begun:
            return impossible("R10.1", "bought-early", seat=seat)
        if cells[p + OF_INTERMEDIATE] >= 0 and intermediate(s) is None:
            return impossible("R11.4", "intermediate", seat=seat)
    return None
