"""Whether a position can come about: what play keeps, checked on a position from outside.

`why_impossible` looks at the parts in turn: the pieces of every player, the cards for sale, who has
moved, how the game ends, and the cells of the turn. Cells that repeat others (houses left, occupied
lines, cards turned up) are the business of who fills them in.
"""

from __future__ import annotations

from typing import Final

from praefectus.rules.cards.architect import lines_in_reach
from praefectus.rules.cards.diplomat import can_copy, can_copy_any
from praefectus.rules.facts import BIT, DECKS, SALE_FACE, STARTING_HAND
from praefectus.rules.ids import (
    ARCHITECT,
    AT_ASKED,
    AT_CARD,
    AT_CHOICES,
    AT_COINS,
    AT_CONCORDIA,
    AT_DECIDER,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_ENDED_BY,
    AT_KEEP_FROM,
    AT_KEEP_ROOM,
    AT_LAST_TURNS,
    AT_LOT,
    AT_PHASE,
    AT_PICKED,
    AT_PICKED_KIND,
    AT_PLAYERS,
    AT_POINTS,
    AT_PRAEFECTUS_MAGNUS,
    AT_PRODUCED,
    AT_SEAT,
    AT_TRADED,
    AT_TURN,
    COLONIST,
    COLONISTS_A_KIND,
    CONSUL,
    DIPLOMAT_JUPITER,
    DISPLAY_SLOTS,
    ENDED_BY_CARDS,
    ENDED_BY_HOUSES,
    FACE_COUNT,
    FACE_NAMES,
    GOOD_COUNT,
    KIND_COUNT,
    KIND_NAMES,
    MERCATOR_3,
    MERCATOR_5,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_INTERMEDIATE,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PHASE_ARCHITECT,
    PHASE_BUILD,
    PHASE_COLONIST,
    PHASE_CONSUL,
    PHASE_COPY,
    PHASE_END,
    PHASE_FINISHED,
    PHASE_KEEP,
    PHASE_LINE,
    PHASE_MERCATOR,
    PHASE_NAMES,
    PHASE_PLAY,
    PHASE_PREFECT,
    PHASE_SENATOR,
    PHASE_SETTLE,
    PHASE_TRIBUNE,
    PILE_SPACES,
    PLAYER_SIZE,
    PREFECT,
    SENATOR,
    TRIBUNE,
)
from praefectus.rules.refusal import Refusal
from praefectus.rules.setup import start
from praefectus.rules.state import IN_STOREHOUSE, State, block, colonists_on_board, room, top_card

# The card whose action each phase belongs to; `copy` and `end` belong to several.
CARD_OF_PHASE: Final[dict[int, tuple[int, ...]]] = {
    PHASE_TRIBUNE: (TRIBUNE,),
    PHASE_ARCHITECT: (ARCHITECT,),
    PHASE_LINE: (ARCHITECT,),
    PHASE_BUILD: (ARCHITECT,),
    PHASE_PREFECT: (PREFECT,),
    PHASE_KEEP: (PREFECT,),
    PHASE_COLONIST: (COLONIST,),
    PHASE_SETTLE: (COLONIST,),
    PHASE_MERCATOR: (MERCATOR_3, MERCATOR_5),
    PHASE_SENATOR: (SENATOR,),
    PHASE_CONSUL: (CONSUL,),
    PHASE_COPY: tuple(range(DIPLOMAT_JUPITER, FACE_COUNT)),
    PHASE_END: tuple(face for face in range(DIPLOMAT_JUPITER) if face != ARCHITECT),
}
# How many cards a Senator and a Consul buy, how many goods a Mercator trades in, at most.
CHOICES: Final[dict[int, int]] = {SENATOR: 2, CONSUL: 1, MERCATOR_3: 2, MERCATOR_5: 2}


def why_impossible(s: State) -> Refusal | None:
    """Return why no game can come to this position, or None."""
    return why_not_owned(s) or _lines(s) or _display(s) or _ending(s) or _turn(s) or _pace(s)


def why_not_owned(s: State) -> Refusal | None:
    """Return why somebody cannot have what it has, or None; the deck does not count yet."""
    for seat in range(int(s.deal.players)):
        found = _pieces(s, seat) or _cards(s, seat)
        if found is not None:
            return found
    return None


def _no(rule: str, key: str, **values: str | int) -> Refusal:
    return Refusal(rule, f"position.{key}", dict(values))


def _mid_turn(s: State) -> bool:
    return s.cells[AT_PHASE] != PHASE_PLAY and s.cells[AT_PHASE] != PHASE_FINISHED


# What everybody has.


def _pieces(s: State, seat: int) -> Refusal | None:
    """Check the storehouse, colonists and houses of a seat."""
    cells = s.cells
    board = s.board
    p = int(block(seat))
    if room(cells, p) < 0:
        return _no("R3.1", "storehouse", seat=seat)
    if cells[p + OF_HOUSES_LEFT] < 0:
        return _no("R3.3", "houses", seat=seat)
    houses = int(cells[p + OF_HOUSES])
    if houses & int(BIT[board.capital]):
        return _no("R5.6", "capital", seat=seat)
    for kind in range(KIND_COUNT):
        if cells[p + OF_STORE + kind] == COLONISTS_A_KIND:
            return _no("R1.5", "no-colonist", seat=seat, kind=KIND_NAMES[kind])
        first = p + OF_COLONISTS + kind * COLONISTS_A_KIND
        for at in range(first, first + COLONISTS_A_KIND):
            place = int(cells[at])
            if place == IN_STOREHOUSE:
                continue
            if place >= board.cities:
                line = place - int(board.cities)
                name = board.line_names[line]
                if (line >= board.land_lines) != (kind == 1):
                    return _no("R5.2", "wrong-line", seat=seat, kind=KIND_NAMES[kind], line=name)
                continue
            city = board.city_names[place]
            if place != board.capital and not houses & int(BIT[place]):
                return _no("R7.1", "colonist-city", seat=seat, city=city)
            if board.touched[kind * board.cities + place] == 0:
                return _no("R7.1", "colonist-line", seat=seat, kind=KIND_NAMES[kind], city=city)
    return None


def _lines(s: State) -> Refusal | None:
    """Check that no two colonists stand on one line (R5.3)."""
    taken: set[int] = set()
    for seat in range(int(s.deal.players)):
        first = int(block(seat)) + OF_COLONISTS
        for at in range(first, first + KIND_COUNT * COLONISTS_A_KIND):
            place = int(s.cells[at])
            if place == IN_STOREHOUSE or place < s.board.cities:
                continue
            if place in taken:
                line = s.board.line_names[place - int(s.board.cities)]
                return _no("R5.3", "shared-line", line=line)
            taken.add(place)
    return None


def _cards(s: State, seat: int) -> Refusal | None:
    """Check that a seat still owns its first hand, and that its pile can be one."""
    cells = s.cells
    p = int(block(seat))
    size = int(cells[p + OF_PILE_SIZE])
    if size > PILE_SPACES:
        return _no("R2.1", "pile-size", seat=seat)
    pile = [int(face) for face in cells[p + OF_PILE : p + OF_PILE + size]]
    if TRIBUNE in pile:
        return _no("R4.1", "tribune", seat=seat)
    for face in range(FACE_COUNT):
        if cells[p + OF_HAND + face] + pile.count(face) < STARTING_HAND.count(face):
            return _no("R1.5", "first-hand", seat=seat, card=FACE_NAMES[face])
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
    if _mid_turn(s) and cells[AT_CARD] in (SENATOR, CONSUL):
        bought = CHOICES[int(cells[AT_CARD])] - int(cells[AT_CHOICES])
        if not 0 <= bought <= sum(purchases(s, int(cells[AT_SEAT]))):
            return _no("R10.1", "bought", seat=int(cells[AT_SEAT]))
    slots = len(shown) + bought
    if shown and shown[-1] >= slots:
        return _no("R10.1", "display-holes")
    left = len(s.deal.stack) - int(cells[AT_DECK_TOP])
    if left > 0 and slots != DISPLAY_SLOTS:
        return _no("R10.1", "display-filled")
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
    """Check the Concordia card, the last turns and that the end was not missed (R11.1)."""
    cells = s.cells
    phase = int(cells[AT_PHASE])
    holder = int(cells[AT_CONCORDIA])
    empty = all(cells[AT_DISPLAY + slot] < 0 for slot in range(DISPLAY_SLOTS))
    if holder < 0:
        if phase == PHASE_FINISHED:
            return _no("R11.1", "not-over")
        for seat in range(int(s.deal.players)):
            builds = phase == PHASE_BUILD and seat == cells[AT_SEAT]
            if cells[block(seat) + OF_HOUSES_LEFT] == 0 and not builds:
                return _no("R11.1", "all-houses", seat=seat)
        if empty and not (_mid_turn(s) and cells[AT_CARD] in (SENATOR, CONSUL)):
            return _no("R11.1", "all-cards")
        return None
    if cells[AT_TURN] + cells[AT_LAST_TURNS] < s.deal.players:
        return _no("R11.1", "early-end")
    if (phase == PHASE_FINISHED) != (cells[AT_LAST_TURNS] == 0):
        return _no("R11.1", "last-turns", seat=holder)
    all_built = cells[block(holder) + OF_HOUSES_LEFT] == 0
    if cells[AT_ENDED_BY] == ENDED_BY_HOUSES and not all_built:
        return _no("R11.1", "ended-by-houses", seat=holder)
    if cells[AT_ENDED_BY] == ENDED_BY_CARDS and (all_built or not empty):
        return _no("R11.1", "ended-by-cards", seat=holder)
    return None


# Who has moved.


def turns_begun(s: State, seat: int) -> int:
    """Return how many turns a seat has begun."""
    turns = int(s.cells[AT_TURN]) + (1 if _mid_turn(s) else 0)
    return (turns + int(s.deal.players) - 1 - seat) // int(s.deal.players)


def _pace(s: State) -> Refusal | None:
    """Check that nobody has done more than its turns allow."""
    cells = s.cells
    fresh = start(s.deal).cells
    turns = int(cells[AT_TURN]) + (1 if _mid_turn(s) else 0)
    if int(cells[AT_COINS]).bit_count() > turns:
        return _no("R6.1", "markers-early")
    magnus = int(cells[AT_PRAEFECTUS_MAGNUS])
    if turns == 0 and magnus != fresh[AT_PRAEFECTUS_MAGNUS]:
        return _no("R1.6", "magnus-early")
    for seat in range(int(s.deal.players)):
        p = int(block(seat))
        begun = turns_begun(s, seat)
        if begun == 0:
            now = [int(n) for n in cells[p : p + PLAYER_SIZE]]
            if now != [int(n) for n in fresh[p : p + PLAYER_SIZE]]:
                return _no("R1.5", "not-begun", seat=seat)
        if cells[p + OF_PILE_SIZE] > begun:
            return _no("R2.1", "pile-early", seat=seat)
        if sum(purchases(s, seat)) > 2 * begun:
            return _no("R10.1", "bought-early", seat=seat)
        if cells[p + OF_INTERMEDIATE] >= 0 and not s.deal.options.intermediate_scoring:
            return _no("R11.4", "intermediate", seat=seat)
    return None


# The turn.


def _turn(s: State) -> Refusal | None:
    """Check the cells of the turn: what the phase asks for, and nothing else."""
    cells = s.cells
    phase = int(cells[AT_PHASE])
    name = PHASE_NAMES[phase]
    seat = int(cells[AT_SEAT])
    others = phase in (PHASE_KEEP, PHASE_END) and cells[AT_PRODUCED] >= 0
    if cells[AT_DECIDER] != seat and not others:
        return _no("R2.1", "decider", phase=name)
    if not _mid_turn(s):
        fresh = start(s.deal).cells
        if any(cells[at] != fresh[at] for at in range(AT_CARD, AT_PLAYERS)):
            return _no("R2.1", "between-turns")
        return None
    card = int(cells[AT_CARD])
    if card not in CARD_OF_PHASE[phase]:
        return _no("R2.1", "phase-card", phase=name)
    return _played(s) or _leftovers(s) or _phase(s)


def _played(s: State) -> Refusal | None:
    """Check that the card whose action is carried out was played, or copied (R9.1)."""
    cells = s.cells
    seat = int(cells[AT_SEAT])
    card = int(cells[AT_CARD])
    top = int(top_card(cells, block(seat)))
    if card == TRIBUNE:
        return None if top < 0 else _no("R4.1", "tribune-pile", seat=seat)
    if top == card:
        return (
            None if card < DIPLOMAT_JUPITER or can_copy_any(s) else _no("R9.2", "nothing-to-copy")
        )
    if top >= DIPLOMAT_JUPITER and card < DIPLOMAT_JUPITER:
        for other in range(int(s.deal.players)):
            if can_copy(s, other) and top_card(cells, block(other)) == card:
                return None
    return _no("R2.1", "not-played", seat=seat, card=FACE_NAMES[card])


def _leftovers(s: State) -> Refusal | None:
    """Check that only cells the card uses differ from those between turns."""
    cells = s.cells
    phase = int(cells[AT_PHASE])
    card = int(cells[AT_CARD])
    used = {AT_CARD}
    if card == ARCHITECT:
        used.add(AT_POINTS)
        if phase == PHASE_LINE:
            used |= {AT_PICKED, AT_PICKED_KIND}
    elif card in CHOICES:
        used |= {AT_CHOICES}
        if card in (MERCATOR_3, MERCATOR_5):
            used.add(AT_TRADED)
    elif card == PREFECT and phase != PHASE_PREFECT:
        used |= {AT_PRODUCED, AT_ASKED}
        if phase == PHASE_KEEP:
            used |= {AT_KEEP_ROOM, AT_KEEP_FROM, *range(AT_LOT, AT_LOT + GOOD_COUNT)}
    fresh = start(s.deal).cells
    for at in range(AT_CARD, AT_PLAYERS):
        if at not in used and cells[at] != fresh[at]:
            return _no("R2.1", "leftovers", phase=PHASE_NAMES[phase])
    return None


def _phase(s: State) -> Refusal | None:
    """Check the values of the cells that the card uses."""
    cells = s.cells
    phase = int(cells[AT_PHASE])
    card = int(cells[AT_CARD])
    p = int(block(cells[AT_SEAT]))
    if card == ARCHITECT:
        return _architect(s, p)
    if card in CHOICES:
        most, left = CHOICES[card], int(cells[AT_CHOICES])
        if not 0 <= left <= most or (phase == PHASE_END) != (left == 0):
            return _no("R2.1", "choices", phase=PHASE_NAMES[phase])
        if card in (MERCATOR_3, MERCATOR_5) and int(cells[AT_TRADED]).bit_count() != most - left:
            return _no("R8.1", "traded")
    if card == COLONIST and phase == PHASE_SETTLE and colonists_on_board(cells, p) <= KIND_COUNT:
        return _no("R7.1", "not-settled")
    if card == PREFECT and phase != PHASE_PREFECT:
        return _prefect(s)
    return None


def _architect(s: State, p: int) -> Refusal | None:
    cells = s.cells
    phase = int(cells[AT_PHASE])
    points = int(cells[AT_POINTS])
    if not 0 <= points <= colonists_on_board(cells, p):
        return _no("R5.1", "points")
    if phase == PHASE_BUILD and cells[p + OF_HOUSES] == 0:
        return _no("R5.5", "not-built")
    if phase != PHASE_LINE:
        return None
    kind, place = int(cells[AT_PICKED_KIND]), int(cells[AT_PICKED])
    first = p + OF_COLONISTS + kind * COLONISTS_A_KIND
    stands = any(cells[at] == place for at in range(first, first + COLONISTS_A_KIND))
    if place == IN_STOREHOUSE or not stands or lines_in_reach(s, kind, place) == 0:
        return _no("R5.1", "picked")
    return None


def _prefect(s: State) -> Refusal | None:
    cells = s.cells
    phase = int(cells[AT_PHASE])
    seat, decider = int(cells[AT_SEAT]), int(cells[AT_DECIDER])
    province = int(cells[AT_PRODUCED])
    if province < 0:
        cashed = phase == PHASE_END and cells[AT_COINS] == 0 and cells[AT_ASKED] == 0
        return None if cashed else _no("R6.2", "cash")
    if int(cells[AT_COINS]) & int(BIT[province]) == 0:
        return _no("R6.1", "produced", province=s.board.province_names[province])
    wrong = _no("R6.4", "asked")
    if decider != seat and not any(_lot(s, decider)):
        return wrong
    asked = int(cells[AT_ASKED])
    players = int(s.deal.players)
    for other in range(players):
        if asked & int(BIT[other]):
            later = (other - seat) % players > (decider - seat) % players
            if decider == seat or not later or not _has_choice(s, other, _lot(s, other), 0):
                return wrong
    if phase == PHASE_KEEP:
        return _keep(s)
    # Who has chosen what to keep has filled the storehouse.
    return wrong if decider != seat and room(cells, block(decider)) != 0 else None


def _lot(s: State, seat: int) -> list[int]:
    """Return what the producing province gave or gives a seat."""
    cells = s.cells
    board = s.board
    province = int(cells[AT_PRODUCED])
    lot = [0] * GOOD_COUNT
    if seat == cells[AT_SEAT]:
        lot[int(s.deal.marker_good[province])] += 2 if cells[AT_PRAEFECTUS_MAGNUS] == seat else 1
    houses = int(cells[block(seat) + OF_HOUSES])
    for at in range(int(board.province_start[province]), int(board.province_start[province + 1])):
        city = int(board.province_cities[at])
        if houses & int(BIT[city]):
            lot[int(s.deal.city_good[city])] += 1
    return lot


def _has_choice(s: State, seat: int, lot: list[int], kept: int) -> bool:
    """Tell whether a seat that has kept so many units of a lot had a choice (R6.4)."""
    free = int(room(s.cells, block(seat))) + kept
    return 0 < free < sum(lot) and sum(units > 0 for units in lot) > 1


def _keep(s: State) -> Refusal | None:
    """Check a choice of goods to keep: what is left of the lot, and what was taken in order."""
    cells = s.cells
    decider = int(cells[AT_DECIDER])
    p = int(block(decider))
    whole = _lot(s, decider)
    left = [int(cells[AT_LOT + good]) for good in range(GOOD_COUNT)]
    kept = [a - b for a, b in zip(whole, left, strict=True)]
    last = int(cells[AT_KEEP_FROM])
    wanted = int(cells[AT_KEEP_ROOM])
    owned = [int(cells[p + OF_GOODS + good]) for good in range(GOOD_COUNT)]
    if (
        any(not 0 <= units <= has for units, has in zip(kept, owned, strict=True))
        or last != max((good for good in range(GOOD_COUNT) if kept[good]), default=0)
        or wanted < 1
        or wanted != room(cells, p)
        or sum(left[last:]) < wanted
        or not _has_choice(s, decider, whole, sum(kept))
    ):
        return _no("R6.4", "keep", seat=decider)
    return None
