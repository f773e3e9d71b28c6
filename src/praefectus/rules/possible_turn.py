"""Whether the cells of the turn of a position from outside are possible; `possible` checks the rest."""

from __future__ import annotations

from typing import Final

from praefectus.rules.cards.architect import lines_in_reach
from praefectus.rules.cards.diplomat import can_copy, can_copy_any
from praefectus.rules.facts import BIT
from praefectus.rules.ids import (
    ARCHITECT,
    AT_ASKED,
    AT_CARD,
    AT_CHOICES,
    AT_COINS,
    AT_DECIDER,
    AT_KEEP_FROM,
    AT_KEEP_ROOM,
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
    COLONIST,
    COLONISTS_PER_KIND,
    CONSUL,
    DIPLOMAT_JUPITER,
    FACE_COUNT,
    FACE_NAMES,
    GOOD_COUNT,
    KIND_COUNT,
    MERCATOR_3,
    MERCATOR_5,
    OF_COLONISTS,
    OF_GOODS,
    OF_HOUSES,
    PHASE_ARCHITECT,
    PHASE_BUILD,
    PHASE_COLONIST,
    PHASE_CONSUL,
    PHASE_COPY,
    PHASE_END,
    PHASE_KEEP,
    PHASE_LINE,
    PHASE_MERCATOR,
    PHASE_NAMES,
    PHASE_PREFECT,
    PHASE_SENATOR,
    PHASE_SETTLE,
    PHASE_TRIBUNE,
    PREFECT,
    SENATOR,
    TRIBUNE,
)
from praefectus.rules.refusal import Refusal, impossible
from praefectus.rules.setup import start
from praefectus.rules.state import (
    IN_STOREHOUSE,
    State,
    block,
    colonists_on_board,
    mid_turn,
    room,
    top_card,
)

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
# The most cards that a Senator and a Consul buy, and the most goods that a Mercator trades in.
CHOICES: Final[dict[int, int]] = {SENATOR: 2, CONSUL: 1, MERCATOR_3: 2, MERCATOR_5: 2}


def why_impossible_turn(s: State) -> Refusal | None:
    """Return why the cells of the turn cannot be so, or None: what the phase asks for, and nothing else."""
    cells = s.cells
    phase = int(cells[AT_PHASE])
    name = PHASE_NAMES[phase]
    seat = int(cells[AT_SEAT])
    others = phase in (PHASE_KEEP, PHASE_END) and cells[AT_PRODUCED] >= 0
    if cells[AT_DECIDER] != seat and not others:
        return impossible("R2.1", "decider", phase=name)
    if not mid_turn(s):
        fresh = start(s.deal).cells
        if any(cells[at] != fresh[at] for at in range(AT_CARD, AT_PLAYERS)):
            return impossible("R2.1", "between-turns")
        return None
    card = int(cells[AT_CARD])
    if card not in CARD_OF_PHASE[phase]:
        return impossible("R2.1", "phase-card", phase=name)
    return _played(s) or _leftovers(s) or _phase(s)


def _played(s: State) -> Refusal | None:
    """Check that the card whose action is carried out was played, or copied (R9.1)."""
    cells = s.cells
    seat = int(cells[AT_SEAT])
    card = int(cells[AT_CARD])
    top = int(top_card(cells, block(seat)))
    if card == TRIBUNE:
        return None if top < 0 else impossible("R4.1", "tribune-pile", seat=seat)
    if top == card:
        return (
            None
            if card < DIPLOMAT_JUPITER or can_copy_any(s)
            else impossible("R9.2", "nothing-to-copy")
        )
    if top >= DIPLOMAT_JUPITER and card < DIPLOMAT_JUPITER:
        for other in range(int(s.deal.players)):
            if can_copy(s, other) and top_card(cells, block(other)) == card:
                return None
    return impossible("R2.1", "not-played", seat=seat, card=FACE_NAMES[card])


def _leftovers(s: State) -> Refusal | None:
    """Check that only cells that the card uses differ from their values between turns."""
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
            return impossible("R2.1", "leftovers", phase=PHASE_NAMES[phase])
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
            return impossible("R2.1", "choices", phase=PHASE_NAMES[phase])
        if card in (MERCATOR_3, MERCATOR_5) and int(cells[AT_TRADED]).bit_count() != most - left:
            return impossible("R8.1", "traded")
    if card == COLONIST and phase == PHASE_SETTLE and colonists_on_board(cells, p) <= KIND_COUNT:
        return impossible("R7.1", "not-settled")
    if card == PREFECT and phase != PHASE_PREFECT:
        return _prefect(s)
    return None


def _architect(s: State, p: int) -> Refusal | None:
    cells = s.cells
    phase = int(cells[AT_PHASE])
    points = int(cells[AT_POINTS])
    if not 0 <= points <= colonists_on_board(cells, p):
        return impossible("R5.1", "points")
    if phase == PHASE_BUILD and cells[p + OF_HOUSES] == 0:
        return impossible("R5.5", "not-built")
    if phase != PHASE_LINE:
        return None
    kind, place = int(cells[AT_PICKED_KIND]), int(cells[AT_PICKED])
    first = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
    stands = any(cells[at] == place for at in range(first, first + COLONISTS_PER_KIND))
    if place == IN_STOREHOUSE or not stands or lines_in_reach(s, kind, place) == 0:
        return impossible("R5.1", "picked")
    return None


def _prefect(s: State) -> Refusal | None:
    cells = s.cells
    phase = int(cells[AT_PHASE])
    seat, decider = int(cells[AT_SEAT]), int(cells[AT_DECIDER])
    province = int(cells[AT_PRODUCED])
    if province < 0:
        cashed = phase == PHASE_END and cells[AT_COINS] == 0 and cells[AT_ASKED] == 0
        return None if cashed else impossible("R6.2", "cash")
    if int(cells[AT_COINS]) & int(BIT[province]) == 0:
        return impossible("R6.1", "produced", province=s.board.province_names[province])
    wrong = impossible("R6.4", "asked")
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
    # A seat that has chosen what to keep has filled its storehouse.
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
    """Tell whether a seat that has kept `kept` units of a lot had a choice (R6.4)."""
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
        return impossible("R6.4", "keep", seat=decider)
    return None
