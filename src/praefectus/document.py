"""The state document of docs/record.md: a position as plain data, by the ids of the data files."""

from __future__ import annotations

from typing import cast

from praefectus.rules import reading
from praefectus.rules.facts import SALE_NAMES
from praefectus.rules.ids import (
    AT_CONCORDIA,
    AT_PHASE,
    AT_PRAEFECTUS_MAGNUS,
    AT_SEAT,
    AT_TURN,
    FACE_NAMES,
    GOD_NAMES,
    GOOD_NAMES,
    KIND_NAMES,
    PHASE_FINISHED,
    PHASE_NAMES,
)
from praefectus.rules.scoring import points_by_god
from praefectus.rules.state import State
from praefectus.wire.position import (
    Colonists,
    Goods,
    PlayerDocument,
    Points,
    Scored,
    StateDocument,
)

# What brings points: the gods, and the Concordia card.
SCORED: tuple[Scored, ...] = (*GOD_NAMES, "concordia")
POINTS: tuple[Scored, ...] = (*SCORED, "total")


def points(state: State, seat: int) -> Points:
    """Return the points of a seat by god, for the Concordia card and in total, if it ended now."""
    values = [int(n) for n in points_by_god(state, seat)]
    return cast("Points", dict(zip(POINTS, (*values, sum(values)), strict=True)))


def player_document(state: State, seat: int) -> PlayerDocument:
    """Return what the state document says of one seat."""
    board = state.board
    goods = dict(zip(GOOD_NAMES, reading.goods(state, seat), strict=True))
    stored = dict(zip(KIND_NAMES, reading.stored(state, seat), strict=True))
    hand = zip(FACE_NAMES, reading.hand(state, seat), strict=True)
    return {
        "money": reading.money(state, seat),
        "goods": cast("Goods", goods),
        "storehouse": cast("Colonists", stored),
        "colonists": sorted(
            f"{KIND_NAMES[kind]} {board.place_name(place)}"
            for kind, place in reading.colonists(state, seat)
        ),
        "houses": sorted(board.city_names[city] for city in reading.houses(state, seat)),
        "hand": sorted(face for face, count in hand for _ in range(count)),
        "discard": [FACE_NAMES[face] for face in reading.pile(state, seat)],
        "points": points(state, seat),
    }


def display_of(state: State) -> list[str | None]:
    """Return the cards for sale by slot."""
    return [None if card < 0 else SALE_NAMES[card] for card in reading.display(state)]


def state_document(state: State) -> StateDocument:
    """Return the position as a state document."""
    seats = range(int(state.deal.players))
    return document_with(state, [player_document(state, seat) for seat in seats])


def document_with(state: State, players: list[PlayerDocument]) -> StateDocument:
    """Return the position as a state document with what it says of the seats."""
    cells = state.cells
    phase = int(cells[AT_PHASE])
    finished = phase == PHASE_FINISHED
    concordia = int(cells[AT_CONCORDIA])
    document: StateDocument = {
        "turn": int(cells[AT_TURN]),
        "to_play": None if finished else int(cells[AT_SEAT]),
        "phase": PHASE_NAMES[phase],
        "finished": finished,
        "praefectus_magnus": int(cells[AT_PRAEFECTUS_MAGNUS]),
        "concordia": None if concordia < 0 else concordia,
        "markers": {
            name: "coins" if reading.shows_coins(state, province) else "goods"
            for province, name in enumerate(state.board.province_names)
        },
        "display": display_of(state),
        "deck": reading.deck_size(state),
        "players": players,
    }
    scored = reading.intermediate(state)
    if scored is not None:
        document["intermediate"] = [None if points < 0 else points for points in scored]
    return document
