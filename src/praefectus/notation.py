"""Actions as text, both directions.

The text of one decision is that of `rules.actions` (`play senator`, `build massilia`). `read` also
takes whole steps as records write them: `move land roma aquileia~roma`, `keep 0 food brick`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from praefectus.errors import IllegalActionError, NotationError, short
from praefectus.explanation import Explanation
from praefectus.messages import UNREADABLE
from praefectus.rules.actions import Action, action_space, copied_seat, is_copy, keep_action
from praefectus.rules.facts import GOOD_NUMBER, PRICE, Board
from praefectus.rules.ids import (
    ACTION_END,
    AT_DECIDER,
    AT_KEEP_ROOM,
    AT_PHASE,
    AT_PICKED_KIND,
    AT_SEAT,
    DISPLAY_SLOTS,
    FACE_NAMES,
    GOOD_NAMES,
    KIND_NAMES,
    MAX_TRADE,
    OF_MONEY,
    PHASE_END,
    PHASE_KEEP,
)
from praefectus.rules.state import block
from praefectus.rules.turn import apply, refuse

if TYPE_CHECKING:
    from praefectus.rules.state import State

# The form of each verb in a record, and of the decisions that a record does not write.
STEP_FORMS: Final[dict[str, str]] = {
    "colonist": "colonist land|sea",
    "income": "income",
    "cash": "cash",
    "copy": "copy SEAT",
    "keep": "keep SEAT GOOD…",
    "sell": "sell GOOD N",
    "buy": "buy GOOD N",
    "purchase": "purchase SLOT [GOOD…]",
    "produce": "produce PROVINCE",
    "move": "move KIND FROM LINE",
    "build": "build CITY",
    "settle": "settle KIND CITY",
}
DECISION_FORMS: Final[dict[str, str]] = {
    **STEP_FORMS,
    "end": "end",
    "play": "play CARD",
    "keep": "keep GOOD, or keep SEAT GOOD…",
    "move": "move KIND FROM [LINE]",
    "to": "to [KIND] LINE",
}


class Notation:
    """The texts of one board's action space."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.actions: list[Action] = action_space(board)
        self.texts: list[str] = [str(action) for action in self.actions]
        self.numbers: dict[str, int] = {text: n for n, text in enumerate(self.texts)}
        numbered = list(enumerate(self.actions))
        lines = [(number, action) for number, action in numbered if action.verb == "to"]
        # What a record writes as one step; a choice of goods to keep is read by `_read_keep`.
        self.steps: dict[str, list[int]] = {
            text: [number]
            for number, text in enumerate(self.texts)
            if self.actions[number].verb in STEP_FORMS
            and self.actions[number].verb not in ("move", "keep")
        }
        self.steps.update(
            {
                f"{move} {to.args[1]}": [number, line]
                for number, move in numbered
                if move.verb == "move"
                for line, to in lines
                if to.args[0] == move.args[0]
            }
        )

    def read(self, state: State, text: str) -> list[int]:
        """Return the actions that `text`, a decision or a step, names in the position `state`.

        Raises NotationError if it cannot be read, IllegalActionError if what it names lies
        outside the action space because no position allows it. Checks nothing else.
        """
        number = self.numbers.get(text)
        if number is not None:
            return [number]
        line = text.removeprefix("to ")
        number = self.numbers.get(f"to {KIND_NAMES[int(state.cells[AT_PICKED_KIND])]} {line}")
        if number is not None:
            return [number]
        return self.read_step(state, text, DECISION_FORMS)[:]

    def read_step(
        self, state: State, text: str, forms: Mapping[str, str] = STEP_FORMS
    ) -> list[int]:
        """Return the actions of a whole step as records write it; otherwise like `read`."""
        actions = self.steps.get(text)
        if actions is not None:
            if is_copy(actions[0]) and copied_seat(actions[0]) >= state.deal.players:
                raise _unreadable(text, "seat", name=str(copied_seat(actions[0])))
            return actions
        verb, *args = text.split(" ")
        if verb == "keep" and len(args) > 1 and _is_number(args[0]):
            return self._read_keep(state, text, args)
        self._refuse_far(state, text, verb, args)
        raise self._complaint(text, verb, args, forms)

    def _read_keep(self, state: State, text: str, args: list[str]) -> list[int]:
        """Read `keep SEAT GOOD…`; the turn's player is assumed to have ended its own part before."""
        seat, *goods = args
        for good in goods:
            if good not in GOOD_NUMBER:
                raise _unreadable(text, "good", name=short(good))
        if int(seat) >= state.deal.players:
            raise _unreadable(text, "seat", name=seat)
        actions: list[int] = []
        if state.cells[AT_PHASE] == PHASE_END:
            state = _after_end(state)
            actions.append(ACTION_END)
        if state.cells[AT_PHASE] != PHASE_KEEP:
            raise _illegal(text, "R6.4", "keep.no-choice", {})
        decider = int(state.cells[AT_DECIDER])
        if int(seat) != decider:
            values: dict[str, str | int] = {"decider": decider, "seat": int(seat)}
            raise _illegal(text, "R6.4", "keep.wrong-seat", values)
        spaces = int(state.cells[AT_KEEP_ROOM])
        if len(goods) != spaces:
            raise _illegal(text, "R3.2", "keep.fill", {"spaces": spaces})
        return actions + sorted(keep_action(GOOD_NUMBER[good]) for good in goods)

    def _refuse_far(self, state: State, text: str, verb: str, args: list[str]) -> None:
        """Refuse what can be read but lies outside the space, since it is never allowed."""
        if (
            verb in ("sell", "buy")
            and len(args) == 2
            and args[0] in GOOD_NAMES
            and _is_number(args[1])
            and int(args[1]) > 0
        ):
            raise self._too_many(state, text, verb, args[0], int(args[1]))
        if (
            verb == "purchase"
            and len(args) > 2
            and _is_slot(args[0])
            and set(args[1:]) <= set(GOOD_NAMES)
        ):
            raise _illegal(text, "R10.1", "market.one-any", {"slot": int(args[0])})
        if verb == "move" and len(args) == 3 and args[0] in KIND_NAMES:
            start = f"move {args[0]} {args[1]}"
            if start in self.numbers and args[2] in self.board.line_names:
                values: dict[str, str | int] = {"kind": args[0], "line": args[2]}
                raise _illegal(text, "R5.2", "architect.wrong-kind", values)
            if start not in self.numbers and args[1] in self.board.line_names:
                values = {"kind": args[0], "line": args[1]}
                raise _illegal(text, "R5.2", "architect.wrong-kind", values)
            if start in self.numbers and args[2] in self.board.city_names:
                raise _illegal(text, "R5.4", "architect.to-city", {"city": args[2]})

    def _too_many(
        self, state: State, text: str, verb: str, good: str, units: int
    ) -> IllegalActionError:
        """Return the refusal of more units than any storehouse holds, worded like that of the most it holds."""
        why = refuse(state, self.numbers[f"{verb} {good} {MAX_TRADE}"])
        values = dict(why.values)
        if "units" in values:
            values["units"] = units
        money = int(state.cells[block(state.cells[AT_SEAT]) + OF_MONEY])
        price = units * int(PRICE[GOOD_NUMBER[good]])
        if why.key in ("mercator.money", "mercator.room") and price > money:
            values = {"good": good, "units": units, "price": price, "money": money}
            return _illegal(text, "R8.1", "mercator.money", values)
        return _illegal(text, why.rule, why.key, values)

    def _complaint(
        self, text: str, verb: str, args: list[str], forms: Mapping[str, str]
    ) -> NotationError:
        """Return what is wrong with a text that cannot be read."""
        if verb not in forms:
            return _unreadable(text, "verb", verbs=", ".join(forms))
        board = self.board
        for arg in args:
            if "~" in arg and arg not in board.line_names:
                a, _, b = arg.partition("~")
                if f"{b}~{a}" in board.line_names:
                    return _unreadable(text, "line.order", line=f"{b}~{a}")
                return _unreadable(text, "line", name=short(arg), map=board.title)
        known: dict[str, tuple[str, list[str]]] = {
            "play": ("card", list(FACE_NAMES)),
            "produce": ("province", board.province_names),
            "build": ("city", board.city_names),
            "settle": ("city", board.city_names),
        }
        if verb in known and args:
            what, names = known[verb]
            if args[-1] not in names:
                return _unreadable(text, what, name=short(args[-1]))
        return _unreadable(text, "form", form=forms[verb])


def _unreadable(text: str, key: str, **values: str) -> NotationError:
    return NotationError(text, UNREADABLE[key].format(**values), key, values)


def _is_number(text: str) -> bool:
    # No number in this game needs more digits, and int() of very long texts is slow or fails.
    return 0 < len(text) <= 9 and text.isascii() and text.isdecimal() and str(int(text)) == text


def _is_slot(text: str) -> bool:
    return _is_number(text) and 1 <= int(text) <= DISPLAY_SLOTS


def _illegal(text: str, rule: str, key: str, values: dict[str, str | int]) -> IllegalActionError:
    return IllegalActionError(text, Explanation(False, rule, key, values))


def _after_end(state: State) -> State:
    after = state.copy()
    apply(after, ACTION_END)
    return after


_NOTATIONS: Final[dict[str, Notation]] = {}


def notation(board: Board) -> Notation:
    """Return the notation of a board; each is made once."""
    found = _NOTATIONS.get(board.name)
    if found is None:
        found = _NOTATIONS[board.name] = Notation(board)
    return found
