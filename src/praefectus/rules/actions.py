"""The numbered action space: from each number to its meaning, and back.

The rules work on numbers; this module gives each number its meaning as an `Action`, whose words are
the text of the decision. A step of a record is one action, except that a move is two (`move`, `to`)
and a choice of goods is one action per unit (`keep`).

For every kind of action there are functions: `…_action` gives its number, `is_…` tells whether a number
is of that kind, and the others say what a number of that kind names. No other module computes with these numbers, except that
`legal` counts on from the first one where things of one kind (cities, provinces, faces) have numbers side by side.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from mypy_extensions import i64

from praefectus.rules.facts import Board
from praefectus.rules.ids import (
    ACTION_BUY,
    ACTION_COLONIST,
    ACTION_COPY,
    ACTION_KEEP,
    ACTION_PLAY,
    ACTION_PURCHASE,
    ACTION_SELL,
    BOARD_ACTIONS,
    DISPLAY_SLOTS,
    FACE_COUNT,
    FACE_NAMES,
    GOOD_COUNT,
    GOOD_NAMES,
    KIND_COUNT,
    KIND_NAMES,
    LAND,
    MAX_PLAYERS,
    MAX_TRADE,
    PURCHASES_PER_SLOT,
    SEA,
)

Verb: TypeAlias = Literal[
    "play", "colonist", "income", "cash", "produce", "move", "to", "build", "settle", "sell", "buy",
    "purchase", "copy", "keep", "end",
]  # fmt: skip


@dataclass(frozen=True)
class Action:
    """One decision: a verb, the things it names by their ids, and the rule it comes under."""

    verb: Verb
    args: tuple[str | int, ...]
    rule: str

    def __str__(self) -> str:
        return " ".join([self.verb] + [str(arg) for arg in self.args])


# play FACE


def play_action(face: i64) -> i64:
    """Return the number of playing a card."""
    return ACTION_PLAY + face


def is_play(action: i64) -> bool:
    """Tell whether an action plays a card."""
    return ACTION_PLAY <= action < ACTION_PLAY + FACE_COUNT


def played_face(action: i64) -> i64:
    """Return the card that is played."""
    return action - ACTION_PLAY


# colonist KIND


def colonist_action(kind: i64) -> i64:
    """Return the number of taking a new colonist to the capital."""
    return ACTION_COLONIST + kind


def is_colonist(action: i64) -> bool:
    """Tell whether an action takes a new colonist to the capital."""
    return ACTION_COLONIST <= action < ACTION_COLONIST + KIND_COUNT


def colonist_kind(action: i64) -> i64:
    """Return the kind of the new colonist."""
    return action - ACTION_COLONIST


# copy SEAT


def copy_action(seat: i64) -> i64:
    """Return the number of copying the top card of a seat."""
    return ACTION_COPY + seat


def is_copy(action: i64) -> bool:
    """Tell whether an action copies a card."""
    return ACTION_COPY <= action < ACTION_COPY + MAX_PLAYERS


def copied_seat(action: i64) -> i64:
    """Return the seat whose card is copied."""
    return action - ACTION_COPY


# keep GOOD


def keep_action(good: i64) -> i64:
    """Return the number of keeping a unit of a good."""
    return ACTION_KEEP + good


def is_keep(action: i64) -> bool:
    """Tell whether an action keeps a unit."""
    return ACTION_KEEP <= action < ACTION_KEEP + GOOD_COUNT


def kept_good(action: i64) -> i64:
    """Return the good of which a unit is kept."""
    return action - ACTION_KEEP


# sell GOOD UNITS, buy GOOD UNITS


def sell_action(good: i64, units: i64) -> i64:
    """Return the number of selling that many units, from 1 up."""
    return ACTION_SELL + good * MAX_TRADE + units - 1


def buy_action(good: i64, units: i64) -> i64:
    """Return the number of buying that many units, from 1 up."""
    return ACTION_BUY + good * MAX_TRADE + units - 1


def is_trade(action: i64) -> bool:
    """Tell whether an action sells or buys a good."""
    return ACTION_SELL <= action < ACTION_PURCHASE


def is_sale(action: i64) -> bool:
    """Tell whether a trade sells rather than buys."""
    return action < ACTION_BUY


def traded_good(action: i64) -> i64:
    """Return the good that is sold or bought."""
    return (action - ACTION_SELL) // MAX_TRADE % GOOD_COUNT


def traded_units(action: i64) -> i64:
    """Return how many units are sold or bought."""
    return (action - ACTION_SELL) % MAX_TRADE + 1


# purchase SLOT [GOOD]


def purchase_action(slot: i64, any_good: i64) -> i64:
    """Return the number of buying the card in a slot (from 0), `any_good` paid for "any", or -1."""
    return ACTION_PURCHASE + slot * PURCHASES_PER_SLOT + any_good + 1


def is_purchase(action: i64) -> bool:
    """Tell whether an action buys a card."""
    return ACTION_PURCHASE <= action < BOARD_ACTIONS


def bought_slot(action: i64) -> i64:
    """Return the slot, from 0, whose card is bought."""
    return (action - ACTION_PURCHASE) // PURCHASES_PER_SLOT


def paid_for_any(action: i64) -> i64:
    """Return the good that is paid for "any", or -1."""
    return (action - ACTION_PURCHASE) % PURCHASES_PER_SLOT - 1


# produce PROVINCE


def produce_action(board: Board, province: i64) -> i64:
    """Return the number of letting a province produce."""
    return board.action_produce + province


def is_produce(board: Board, action: i64) -> bool:
    """Tell whether an action lets a province produce."""
    return board.action_produce <= action < board.action_move


def produced_province(board: Board, action: i64) -> i64:
    """Return the province that produces."""
    return action - board.action_produce


# move KIND PLACE. A sea colonist never stands on a land line, so the numbers of its sea lines directly follow its cities.


def move_action(board: Board, kind: i64, place: i64) -> i64:
    """Return the number of picking up the colonist of that kind at `place`."""
    if kind == LAND:
        return board.action_move + place
    if place < board.cities:
        return board.action_move_sea + place
    return board.action_move_sea + place - board.land_lines


def is_move(board: Board, action: i64) -> bool:
    """Tell whether an action picks up a colonist."""
    return board.action_move <= action < board.action_to


def moved_kind(board: Board, action: i64) -> i64:
    """Return the kind of the colonist that is picked up."""
    if action < board.action_move_sea:
        return LAND
    return SEA


def moved_place(board: Board, action: i64) -> i64:
    """Return the place of the colonist that is picked up."""
    if action < board.action_move_sea:
        return action - board.action_move
    place: i64 = action - board.action_move_sea
    return place if place < board.cities else place + board.land_lines


# to LINE


def to_action(board: Board, line: i64) -> i64:
    """Return the number of moving the colonist that was picked up to a line."""
    return board.action_to + line


def is_to(board: Board, action: i64) -> bool:
    """Tell whether an action moves a colonist to a line."""
    return board.action_to <= action < board.action_build


def line_moved_to(board: Board, action: i64) -> i64:
    """Return the line that the colonist is moved to."""
    return action - board.action_to


# build CITY


def build_action(board: Board, city: i64) -> i64:
    """Return the number of building a house in a city."""
    return board.action_build + city


def is_build(board: Board, action: i64) -> bool:
    """Tell whether an action builds a house."""
    return board.action_build <= action < board.action_settle


def built_city(board: Board, action: i64) -> i64:
    """Return the city in which a house is built."""
    return action - board.action_build


# settle KIND CITY


def settle_action(board: Board, kind: i64, city: i64) -> i64:
    """Return the number of settling a colonist in a city."""
    return board.action_settle + kind * board.cities + city


def is_settle(board: Board, action: i64) -> bool:
    """Tell whether an action settles a colonist."""
    return board.action_settle <= action < board.action_count


def settled_kind(board: Board, action: i64) -> i64:
    """Return the kind of the colonist that is settled."""
    return (action - board.action_settle) // board.cities


def settled_city(board: Board, action: i64) -> i64:
    """Return the city in which a colonist is settled."""
    return (action - board.action_settle) % board.cities


def action_space(board: Board) -> list[Action]:
    """Return the meaning of every action number of a board, in order."""
    cities: list[str] = board.city_names
    kind_of_line: list[str] = [KIND_NAMES[board.kind_of_line(line)] for line in range(board.lines)]
    space: list[Action] = [Action("end", (), "R2.1")]
    space += [Action("play", (face,), "R2.1") for face in FACE_NAMES]
    space += [Action("colonist", (kind,), "R4.2") for kind in KIND_NAMES]
    space += [Action("income", (), "R7.2"), Action("cash", (), "R6.2")]
    space += [Action("copy", (seat,), "R9.1") for seat in range(MAX_PLAYERS)]
    space += [Action("keep", (good,), "R3.2") for good in GOOD_NAMES]
    trades: tuple[Verb, ...] = ("sell", "buy")
    for verb in trades:
        space += [
            Action(verb, (good, units), "R8.1")
            for good in GOOD_NAMES
            for units in range(1, MAX_TRADE + 1)
        ]
    for slot in range(1, DISPLAY_SLOTS + 1):
        space.append(Action("purchase", (slot,), "R10.1"))
        space += [Action("purchase", (slot, good), "R10.1") for good in GOOD_NAMES]
    space += [Action("produce", (province,), "R6.1") for province in board.province_names]
    for kind in KIND_NAMES:
        space += [Action("move", (kind, city), "R5.1") for city in cities]
        space += [
            Action("move", (kind, line), "R5.1")
            for line, of in zip(board.line_names, kind_of_line, strict=True)
            if of == kind
        ]
    space += [
        Action("to", (of, line), "R5.2")
        for line, of in zip(board.line_names, kind_of_line, strict=True)
    ]
    space += [Action("build", (city,), "R5.5") for city in cities]
    space += [Action("settle", (kind, city), "R7.1") for kind in KIND_NAMES for city in cities]
    return space
