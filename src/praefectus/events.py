"""What happened, as data: the decisions taken, what each changed, and the log of turns.

This module knows no rules: a change is the difference between two positions. It contains no prose; the code that
shows an event words it. Everybody at the table has seen what the log says, so it is the same for all.
"""

from __future__ import annotations

from collections import Counter
from typing import TypeVar

from praefectus.document import SCORED, points
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
    AT_PRAEFECTUS_MAGNUS,
    COLONISTS_PER_PLAYER,
    DISPLAY_SLOTS,
    FACE_COUNT,
    FACE_NAMES,
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
    ColonistKind,
)
from praefectus.rules.scoring import points_by_god
from praefectus.rules.state import State, block
from praefectus.wire.events import ActionView, Effect, LogTurn, SeatEffect, Step, Thing

Name = TypeVar("Name", bound=str)
# The ranges of related values among the cells of a position, and of a player.
_DISPLAY = slice(AT_DISPLAY, AT_DISPLAY + DISPLAY_SLOTS)
_GOODS = slice(OF_GOODS, OF_GOODS + GOOD_COUNT)
_STORE = slice(OF_STORE, OF_STORE + KIND_COUNT)
_COLONISTS = slice(OF_COLONISTS, OF_COLONISTS + COLONISTS_PER_PLAYER)
_HAND = slice(OF_HAND, OF_HAND + FACE_COUNT)


class Snapshot:
    """A position prepared for comparison: its cells as a list, and its points, computed on demand."""

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


def difference(before: Snapshot, after: Snapshot) -> Effect:
    """Return what changed on the table from one position of a game to another; the rest is left out."""
    old, new = before.cells, after.cells
    changed: Effect = {}
    seats = [
        _seat_difference(before, after, seat)
        for seat in range(int(after.state.deal.players))
        if old[block(seat) : block(seat + 1)] != new[block(seat) : block(seat + 1)]
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
    if old[_DISPLAY] != new[_DISPLAY]:
        changed["display"] = [None if card < 0 else SALE_NAMES[card] for card in new[_DISPLAY]]
    if old[AT_DECK_TOP] != new[AT_DECK_TOP]:
        changed["deck"] = len(after.state.deal.stack) - new[AT_DECK_TOP]
    if old[AT_PRAEFECTUS_MAGNUS] != new[AT_PRAEFECTUS_MAGNUS]:
        changed["praefectus_magnus"] = new[AT_PRAEFECTUS_MAGNUS]
    if old[AT_CONCORDIA] != new[AT_CONCORDIA]:
        changed["concordia"] = new[AT_CONCORDIA]
    scored = [new[block(n) + OF_INTERMEDIATE] for n in range(int(after.state.deal.players))]
    if scored != [old[block(n) + OF_INTERMEDIATE] for n in range(len(scored))]:
        changed["intermediate"] = [None if n < 0 else n for n in scored]
    return changed


def _seat_difference(before: Snapshot, after: Snapshot, seat: int) -> SeatEffect:
    start, end = block(seat), block(seat + 1)
    old, new = before.cells[start:end], after.cells[start:end]
    changed: SeatEffect = {"seat": seat}
    if old[OF_MONEY] != new[OF_MONEY]:
        changed["money"] = new[OF_MONEY] - old[OF_MONEY]
    goods = _changes(GOOD_NAMES, old[_GOODS], new[_GOODS])
    if goods:
        changed["goods"] = goods
    stored = _changes(KIND_NAMES, old[_STORE], new[_STORE])
    if stored:
        changed["storehouse"] = stored
    if old[_COLONISTS] != new[_COLONISTS]:
        was, now = _colonists(before.state, seat), _colonists(after.state, seat)
        changed["colonists_removed"] = sorted((was - now).elements())
        changed["colonists_added"] = sorted((now - was).elements())
    if old[OF_HOUSES] != new[OF_HOUSES]:
        names = after.state.board.city_names
        built = old[OF_HOUSES] ^ new[OF_HOUSES]
        changed["houses"] = [name for n, name in enumerate(names) if built >> n & 1]
    if old[OF_HAND:] != new[OF_HAND:]:
        _add_cards(changed, old, new)
    gained = _changes(SCORED, before.points(seat), after.points(seat))
    if gained:
        gained["total"] = sum(gained.values())
        changed["points"] = gained
    return changed


def _changes(names: tuple[Name, ...], old: list[int], new: list[int]) -> dict[Name, int]:
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


def _add_cards(changed: SeatEffect, old: list[int], new: list[int]) -> None:
    bought = sorted((_owned(new) - _owned(old)).elements())
    if bought:
        changed["cards"] = bought
    if new[OF_PILE_SIZE] == old[OF_PILE_SIZE] + 1:
        changed["played"] = FACE_NAMES[new[OF_PILE + old[OF_PILE_SIZE]]]
    drawn = sum(new[_HAND]) - sum(old[_HAND])
    if drawn:
        changed["hand"] = drawn


def _owned(cells: list[int]) -> Counter[str]:
    owned = Counter(dict(zip(FACE_NAMES, cells[_HAND], strict=True)))
    owned.update(FACE_NAMES[face] for face in cells[OF_PILE : OF_PILE + cells[OF_PILE_SIZE]])
    return owned


_ACTIONS: dict[str, list[ActionView]] = {}


def describe(game: Game, action: int) -> ActionView:
    """Return an action as data: its words, its verb as `kind`, and the thing on the table it is about."""
    found = _ACTIONS.get(game.map)
    if found is None:
        space = notation(game.position.board).actions
        found = _ACTIONS[game.map] = [_describe(each) for each in space]
    return found[action]


def _describe(action: Action) -> ActionView:
    return {"text": str(action), "kind": action.verb, "thing": _thing(action)}


def _thing(action: Action) -> Thing:
    """Return what an action is about. It is the same for every game of a board and made once."""
    args = [str(arg) for arg in action.args]
    if action.verb in ("settle", "to", "move", "colonist"):
        return _thing_of_colonist(action.verb, _named(KIND_NAMES, args[0]), args[1:])
    match action.verb:
        case "play":
            return {"type": "card", "id": args[0]}
        case "produce":
            return {"type": "province", "id": args[0]}
        case "build":
            return {"type": "city", "id": args[0]}
        case "sell" | "buy":
            return {"type": "good", "id": args[0], "amount": int(args[1])}
        case "keep":
            return {"type": "good", "id": args[0], "amount": 1}
        case "purchase":
            return {
                "type": "slot",
                "id": args[0],
                "goods": [_named(GOOD_NAMES, good) for good in args[1:]],
            }
        case "copy":
            return {"type": "seat", "id": args[0], "seat": int(args[0])}
        case _:
            return {"type": "none", "id": action.verb}


def _thing_of_colonist(verb: str, kind: ColonistKind, places: list[str]) -> Thing:
    if verb == "settle":
        return {"type": "city", "id": places[0], "colonist": kind}
    if verb == "to":
        return {"type": "line", "id": places[0], "colonist": kind}
    at = places[0] if verb == "move" else "storehouse"
    return {"type": "colonist", "id": f"{kind} {at}", "colonist": kind, "at": at}


def _named(names: tuple[Name, ...], word: str) -> Name:
    return next(name for name in names if name == word)


def take(game: Game, action: int) -> Step:
    """Take a decision (trusting the caller, like `push`) and return it with what it changed."""
    seat = game.seat
    before = Snapshot(game)
    game.push(action)
    effect = difference(before, Snapshot(game))
    return {"seat": seat, **describe(game, action), "effect": effect}


class Log:
    """Groups steps into turns. It holds only the current turn; the caller keeps the entries it needs."""

    _entry: LogTurn  # set by the `play` that begins every turn

    def __init__(self) -> None:
        self._turn = 0

    def add(self, step: Step, game: Game) -> LogTurn:
        """Add a step, after which the position is `game`, and return the entry of its turn so far."""
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
