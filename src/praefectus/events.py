"""What happened, as data: the decisions taken, what each changed, and the log of turns.

Knows no rules: a change is the difference between two positions. Nothing here is prose; whoever shows it words it.
What a log tells was seen by everybody at the table, so it is the same for all.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from praefectus.document import points
from praefectus.game import Game
from praefectus.notation import notation
from praefectus.rules import reading
from praefectus.rules.actions import Action
from praefectus.rules.facts import SALE_NAMES
from praefectus.rules.ids import (
    AT_COINS,
    AT_CONCORDIA,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_PLAYERS,
    AT_PRAEFECTUS_MAGNUS,
    COLONISTS_A_PLAYER,
    DISPLAY_SLOTS,
    FACE_COUNT,
    FACE_NAMES,
    GOD_NAMES,
    GOOD_COUNT,
    GOOD_NAMES,
    KIND_COUNT,
    KIND_NAMES,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_INTERMEDIATE,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PLAYER_SIZE,
)
from praefectus.rules.scoring import points_by_god
from praefectus.rules.state import State

_GODS = (*GOD_NAMES, "concordia")


class Snapshot:
    """A position laid out for comparing: its cells as a list, and points once they are asked for."""

    def __init__(self, game: Game) -> None:
        # A game changes its position in place.
        self.state: State = game.position.copy()
        self.cells: list[int] = list(self.state.cells)
        self._points: dict[int, list[int]] = {}

    def points(self, seat: int) -> list[int]:
        """Return a seat's points by god and for the Concordia card."""
        found = self._points.get(seat)
        if found is None:
            found = self._points[seat] = list(points_by_god(self.state, seat))
        return found


def difference(before: Snapshot, after: Snapshot) -> dict[str, Any]:
    """Return what changed on the table from one position of a game to another; only what did."""
    old, new = before.cells, after.cells
    changed: dict[str, Any] = {}
    seats = [
        _seat_difference(before, after, seat)
        for seat in range(int(after.state.deal.players))
        if old[_block(seat) : _block(seat + 1)] != new[_block(seat) : _block(seat + 1)]
        or old[AT_CONCORDIA] != new[AT_CONCORDIA]
    ]
    seats = [seat for seat in seats if len(seat) > 1]
    if seats:
        changed["seats"] = seats
    if old[AT_COINS] != new[AT_COINS]:
        changed["markers"] = {
            name: "coins" if new[AT_COINS] >> n & 1 else "goods"
            for n, name in enumerate(after.state.board.province_names)
            if (old[AT_COINS] ^ new[AT_COINS]) >> n & 1
        }
    if old[AT_DISPLAY : AT_DISPLAY + DISPLAY_SLOTS] != new[AT_DISPLAY : AT_DISPLAY + DISPLAY_SLOTS]:
        changed["display"] = [
            None if card < 0 else SALE_NAMES[card]
            for card in new[AT_DISPLAY : AT_DISPLAY + DISPLAY_SLOTS]
        ]
    if old[AT_DECK_TOP] != new[AT_DECK_TOP]:
        changed["deck"] = len(after.state.deal.stack) - new[AT_DECK_TOP]
    for name, cell in (("praefectus_magnus", AT_PRAEFECTUS_MAGNUS), ("concordia", AT_CONCORDIA)):
        if old[cell] != new[cell]:
            changed[name] = new[cell]
    scored = [new[_block(n) + OF_INTERMEDIATE] for n in range(int(after.state.deal.players))]
    if scored != [old[_block(n) + OF_INTERMEDIATE] for n in range(len(scored))]:
        changed["intermediate"] = [None if n < 0 else n for n in scored]
    return changed


def _block(seat: int) -> int:
    return AT_PLAYERS + seat * PLAYER_SIZE


def _seat_difference(before: Snapshot, after: Snapshot, seat: int) -> dict[str, Any]:
    start, end = _block(seat), _block(seat + 1)
    old, new = before.cells[start:end], after.cells[start:end]
    changed: dict[str, Any] = {"seat": seat}
    if old[OF_MONEY] != new[OF_MONEY]:
        changed["money"] = new[OF_MONEY] - old[OF_MONEY]
    goods = _changes(
        GOOD_NAMES, old[OF_GOODS : OF_GOODS + GOOD_COUNT], new[OF_GOODS : OF_GOODS + GOOD_COUNT]
    )
    if goods:
        changed["goods"] = goods
    stored = _changes(
        KIND_NAMES, old[OF_STORE : OF_STORE + KIND_COUNT], new[OF_STORE : OF_STORE + KIND_COUNT]
    )
    if stored:
        changed["storehouse"] = stored
    if (
        old[OF_COLONISTS : OF_COLONISTS + COLONISTS_A_PLAYER]
        != new[OF_COLONISTS : OF_COLONISTS + COLONISTS_A_PLAYER]
    ):
        was, now = _colonists(before.state, seat), _colonists(after.state, seat)
        changed["colonists_removed"] = sorted((was - now).elements())
        changed["colonists_added"] = sorted((now - was).elements())
    if old[OF_HOUSES] != new[OF_HOUSES]:
        names = after.state.board.city_names
        built = old[OF_HOUSES] ^ new[OF_HOUSES]
        changed["houses"] = [name for n, name in enumerate(names) if built >> n & 1]
    if old[OF_HAND:] != new[OF_HAND:]:
        changed |= _card_changes(old, new)
    gained = _changes(_GODS, before.points(seat), after.points(seat))
    if gained:
        changed["points"] = gained | {"total": sum(gained.values())}
    return changed


def _changes(names: tuple[str, ...], old: list[int], new: list[int]) -> dict[str, int]:
    if old == new:
        return {}
    return {
        name: after - before
        for name, before, after in zip(names, old, new, strict=True)
        if before != after
    }


def _colonists(state: State, seat: int) -> Counter[str]:
    return Counter(
        f"{KIND_NAMES[kind]} {state.board.place_name(place)}"
        for kind, place in reading.colonists(state, seat)
    )


def _card_changes(old: list[int], new: list[int]) -> dict[str, Any]:
    changed: dict[str, Any] = {}
    bought = sorted((_owned(new) - _owned(old)).elements())
    if bought:
        changed["cards"] = bought
    if new[OF_PILE_SIZE] == old[OF_PILE_SIZE] + 1:
        changed["played"] = FACE_NAMES[new[OF_PILE + old[OF_PILE_SIZE]]]
    hand = sum(new[OF_HAND : OF_HAND + FACE_COUNT]) - sum(old[OF_HAND : OF_HAND + FACE_COUNT])
    if hand:
        changed["hand"] = hand
    return changed


def _owned(cells: list[int]) -> Counter[str]:
    owned = Counter(dict(zip(FACE_NAMES, cells[OF_HAND : OF_HAND + FACE_COUNT], strict=True)))
    owned.update(FACE_NAMES[face] for face in cells[OF_PILE : OF_PILE + cells[OF_PILE_SIZE]])
    return owned


_THINGS: dict[str, list[dict[str, Any]]] = {}


def describe(game: Game, action: int) -> dict[str, Any]:
    """Return an action as data: its words, its verb as `kind`, and the thing on the table it is about."""
    found = _THINGS.get(game.map)
    if found is None:
        space = notation(game.position.board).actions
        found = _THINGS[game.map] = [_describe(each) for each in space]
    return found[action]


def _describe(action: Action) -> dict[str, Any]:
    return {"text": str(action), "kind": action.verb, "thing": _thing(action)}


def _thing(action: Action) -> dict[str, Any]:
    """Return what an action is about. The same for every game of a board, so made once."""
    args = [str(arg) for arg in action.args]
    match action.verb:
        case "play":
            return {"type": "card", "id": args[0]}
        case "produce":
            return {"type": "province", "id": args[0]}
        case "build":
            return {"type": "city", "id": args[0]}
        case "settle":
            return {"type": "city", "id": args[1], "colonist": args[0]}
        case "to":
            return {"type": "line", "id": args[1], "colonist": args[0]}
        case "move":
            return {"type": "colonist", "id": " ".join(args), "colonist": args[0], "at": args[1]}
        case "colonist":
            return {
                "type": "colonist",
                "id": f"{args[0]} storehouse",
                "colonist": args[0],
                "at": "storehouse",
            }
        case "sell" | "buy":
            return {"type": "good", "id": args[0], "amount": int(args[1])}
        case "keep":
            return {"type": "good", "id": args[0], "amount": 1}
        case "purchase":
            return {"type": "slot", "id": args[0], "goods": args[1:]}
        case "copy":
            return {"type": "seat", "id": args[0], "seat": int(args[0])}
        case _:
            return {"type": "none", "id": action.verb}


def take(game: Game, action: int) -> dict[str, Any]:
    """Take a decision (trusting the caller, like `push`) and return it with what it changed."""
    seat = game.seat
    before = Snapshot(game)
    game.push(action)
    effect = difference(before, Snapshot(game))
    return {"seat": seat, **describe(game, action), "effect": effect}


class Log:
    """Puts steps together to turns. Holds the turn it is at; the caller keeps what it wants to keep."""

    def __init__(self) -> None:
        self._turn = 0
        self._entry: dict[str, Any] = {}

    def add(self, step: dict[str, Any], game: Game) -> dict[str, Any]:
        """Note a step, `game` being where it led, and return the entry of its turn so far."""
        if step["kind"] == "play":
            self._turn += 1
            self._entry = {
                "turn": self._turn,
                "seat": step["seat"],
                "card": step["thing"]["id"],
                "steps": [],
                "open": True,
                "points": [],
            }
        entry = self._entry
        entry["steps"].append(step)
        if step["kind"] == "end":
            entry["open"] = game.turn < self._turn
            entry["points"] = [points(game.position, seat) for seat in range(game.players)]
        return entry
