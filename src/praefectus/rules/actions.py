"""The numbered action space: what each number means, and back.

Rules work on numbers; here each gets its meaning as an `Action`, whose words are the decision's
text. A step of a record is one action, except that a move is two (`move`, `to`) and a choice of
goods one a unit (`keep`).
"""

from __future__ import annotations

from dataclasses import dataclass

from praefectus.rules.facts import Board
from praefectus.rules.ids import (
    DISPLAY_SLOTS,
    FACE_NAMES,
    GOOD_NAMES,
    KIND_NAMES,
    MAX_PLAYERS,
    MAX_TRADE,
)


@dataclass(frozen=True)
class Action:
    """One decision: a verb, the things it names by their ids, and the rule it comes under."""

    verb: str
    args: tuple[str | int, ...]
    rule: str

    def __str__(self) -> str:
        return " ".join([self.verb] + [str(arg) for arg in self.args])


def action_space(board: Board) -> list[Action]:
    """Return the meaning of every action number of a board, in order."""
    cities: list[str] = board.city_names
    kind_of_line: list[str] = [KIND_NAMES[line >= board.land_lines] for line in range(board.lines)]
    space: list[Action] = [Action("end", (), "R2.1")]
    space += [Action("play", (face,), "R2.1") for face in FACE_NAMES]
    space += [Action("colonist", (kind,), "R4.2") for kind in KIND_NAMES]
    space += [Action("income", (), "R7.2"), Action("cash", (), "R6.2")]
    space += [Action("copy", (seat,), "R9.1") for seat in range(MAX_PLAYERS)]
    space += [Action("keep", (good,), "R3.2") for good in GOOD_NAMES]
    for verb in ("sell", "buy"):
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
