"""What happened, as data: the decisions taken, what each changed, and the log of turns.

This module knows no rules: a change is the difference between two positions. It contains no prose; the code that
shows an event words it. Everybody at the table has seen what the log says, so it is the same for all.
"""

from __future__ import annotations

from typing import TypeVar

from librt.vecs import vec
from mypy_extensions import i64

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
    OF_STORE,
    PLAYER_SIZE,
    ColonistKind,
)
from praefectus.rules.scoring import points_by_god
from praefectus.rules.state import State, block
from praefectus.wire.events import ActionView, Effect, LogTurn, SeatEffect, Step, Thing

Name = TypeVar("Name", bound=str)


class Snapshot:
    """A position prepared for comparison: it must not change meanwhile. Its points are computed on demand."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._points: dict[int, list[int]] = {}

    def points(self, seat: int) -> list[int]:
        """Return a seat's points by god and for the Concordia card."""
        found = self._points.get(seat)
        if found is None:
            found = self._points[seat] = list(points_by_god(self.state, seat))
        return found


def difference(before: Snapshot, after: Snapshot) -> Effect:
    """Return what changed on the table from one position of a game to another; the rest is left out."""
    old: vec[i64] = before.state.cells
    new: vec[i64] = after.state.cells
    players: i64 = after.state.deal.players
    changed: Effect = {}
    seats: list[SeatEffect] = []
    seat: i64
    for seat in range(players):
        if old[AT_CONCORDIA] != new[AT_CONCORDIA] or _differ(old, new, block(seat), PLAYER_SIZE):
            effect = _seat_difference(before, after, seat)
            if len(effect) > 1:
                seats.append(effect)
    if seats:
        changed["seats"] = seats
    if old[AT_COINS] != new[AT_COINS]:
        coins, turned = int(new[AT_COINS]), int(old[AT_COINS] ^ new[AT_COINS])
        changed["markers"] = {
            name: "coins" if coins >> n & 1 else "goods"
            for n, name in enumerate(after.state.board.province_names)
            if turned >> n & 1
        }
    if _differ(old, new, AT_DISPLAY, DISPLAY_SLOTS):
        changed["display"] = [
            None if card < 0 else SALE_NAMES[card] for card in reading.display(after.state)
        ]
    if old[AT_DECK_TOP] != new[AT_DECK_TOP]:
        changed["deck"] = reading.deck_size(after.state)
    if old[AT_PRAEFECTUS_MAGNUS] != new[AT_PRAEFECTUS_MAGNUS]:
        changed["praefectus_magnus"] = int(new[AT_PRAEFECTUS_MAGNUS])
    if old[AT_CONCORDIA] != new[AT_CONCORDIA]:
        changed["concordia"] = int(new[AT_CONCORDIA])
    for seat in range(players):
        if old[block(seat) + OF_INTERMEDIATE] != new[block(seat) + OF_INTERMEDIATE]:
            scored = [int(new[block(n) + OF_INTERMEDIATE]) for n in range(int(players))]
            changed["intermediate"] = [None if n < 0 else n for n in scored]
            break
    return changed


def _differ(old: vec[i64], new: vec[i64], start: i64, size: i64) -> bool:
    at: i64
    for at in range(start, start + size):  # noqa: SIM110 - a generator is not compiled to a plain loop
        if old[at] != new[at]:
            return True
    return False


def _seat_difference(before: Snapshot, after: Snapshot, seat: i64) -> SeatEffect:
    old: vec[i64] = before.state.cells
    new: vec[i64] = after.state.cells
    start: i64 = block(seat)
    changed: SeatEffect = {"seat": int(seat)}
    if old[start + OF_MONEY] != new[start + OF_MONEY]:
        changed["money"] = int(new[start + OF_MONEY] - old[start + OF_MONEY])
    if _differ(old, new, start + OF_GOODS, GOOD_COUNT):
        changed["goods"] = _changes(
            GOOD_NAMES, reading.goods(before.state, seat), reading.goods(after.state, seat)
        )
    if _differ(old, new, start + OF_STORE, KIND_COUNT):
        changed["storehouse"] = _changes(
            KIND_NAMES, reading.stored(before.state, seat), reading.stored(after.state, seat)
        )
    if _differ(old, new, start + OF_COLONISTS, COLONISTS_PER_PLAYER):
        was, now = _colonists(before.state, seat), _colonists(after.state, seat)
        changed["colonists_removed"] = _without(was, now)
        changed["colonists_added"] = _without(now, was)
    if old[start + OF_HOUSES] != new[start + OF_HOUSES]:
        names = after.state.board.city_names
        built = int(old[start + OF_HOUSES] ^ new[start + OF_HOUSES])
        changed["houses"] = [name for n, name in enumerate(names) if built >> n & 1]
    if _differ(old, new, start + OF_HAND, PLAYER_SIZE - OF_HAND):
        _add_cards(changed, before.state, after.state, seat)
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


def _colonists(state: State, seat: int) -> list[str]:
    return [
        f"{KIND_NAMES[kind]} {state.board.place_name(place)}"
        for kind, place in reading.colonists(state, seat)
    ]


def _without(some: list[str], others: list[str]) -> list[str]:
    """Return what some have more often than others, in order."""
    left = list(some)
    for each in others:
        if each in left:
            left.remove(each)
    return sorted(left)


def _add_cards(changed: SeatEffect, old: State, new: State, seat: int) -> None:
    had_hand, has_hand = reading.hand(old, seat), reading.hand(new, seat)
    had_pile, has_pile = reading.pile(old, seat), reading.pile(new, seat)
    owned, before = _owned(has_hand, has_pile), _owned(had_hand, had_pile)
    if owned != before:
        bought = [
            face
            for face, count, had in zip(FACE_NAMES, owned, before, strict=True)
            for _ in range(count - had)
        ]
        if bought:
            changed["cards"] = sorted(bought)
    if len(has_pile) == len(had_pile) + 1:
        changed["played"] = FACE_NAMES[has_pile[-1]]
    drawn = sum(has_hand) - sum(had_hand)
    if drawn:
        changed["hand"] = drawn


def _owned(hand: list[int], pile: list[int]) -> list[int]:
    """Return how many cards of each face are in hand and on the pile."""
    owned = list(hand)
    for face in pile:
        owned[face] += 1
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
    before = Snapshot(game.position.copy())
    game.push(action)
    effect = difference(before, Snapshot(game.position))
    return {"seat": seat, **describe(game, action), "effect": effect}


class Log:
    """Groups steps into turns. It holds only the current turn; the caller keeps the entries it needs."""

    _entry: LogTurn  # set by the `play` that begins every turn

    def __init__(self, turns: int = 0) -> None:
        """Begin after some turns that are not logged."""
        self._turn = turns

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
