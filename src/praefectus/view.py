"""What one seat may see, as plain JSON-able data.

Secrets stop here: the order of the deck is in no view, and other seats' hands are only where the table plays with
open hands. Everything that leaves the server about a game is made by this module or by `events`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from praefectus.events import Snapshot, describe, difference
from praefectus.game import Game
from praefectus.rules.facts import SALE_NUMBER, SLOT_ANY, card_goods, slot_goods
from praefectus.rules.ids import ACTION_END, AT_POINTS, GOOD_NAMES


def _goods(goods: Callable[[int, int], int], thing: int) -> list[str]:
    return [name for good, name in enumerate(GOOD_NAMES) for _ in range(goods(thing, good))]


_CARD_COST = {card: _goods(card_goods, number) for card, number in SALE_NUMBER.items()}
_SLOT_COST = [
    ["any"] * anything + _goods(slot_goods, slot) for slot, anything in enumerate(SLOT_ANY)
]


@dataclass(frozen=True)
class Eyes:
    """Through whose eyes: a seat, or None for a spectator; and whether hands lie open at this table."""

    seat: int | None
    open_hands: bool

    def see_hand(self, seat: int, *, finished: bool) -> bool:
        """Tell whether a seat's hand may be seen."""
        return self.open_hands or finished or seat == self.seat


@dataclass(frozen=True)
class Tentative:
    """What the seat that must decide has tried so far (steps of `events.take`), and what it undid."""

    steps: list[dict[str, Any]] = field(default_factory=list)
    redo: tuple[str, ...] = ()


def state_view(game: Game, eyes: Eyes) -> dict[str, Any]:
    """Return the state document as these eyes see it."""
    document = game.state()
    for seat, player in enumerate(document["players"]):
        hand, discard = player["hand"], player["discard"]
        player["cards"] = sorted(hand + discard)
        player["hand_count"] = len(hand)
        player["discard_count"] = len(discard)
        if not eyes.see_hand(seat, finished=document["finished"]):
            player["hand"] = None
            # What is no longer on top would tell what is in the hand (R2.1).
            player["discard"] = discard[-1:]
    return document


def board_view(game: Game) -> dict[str, Any]:
    """Return what set-up laid out for all to see: the goods of cities and markers."""
    deal = game.position.deal
    return {
        "cities": dict(game.setup.cities),
        "markers": {
            name: GOOD_NAMES[good]
            for name, good in zip(deal.board.province_names, deal.marker_good, strict=True)
        },
    }


def slots_view(display: list[str | None]) -> list[dict[str, Any]]:
    """Return what each slot of the display asks for."""
    return [
        {
            "slot": slot + 1,
            "card": card,
            "card_cost": [] if card is None else _CARD_COST[card],
            "slot_cost": _SLOT_COST[slot],
        }
        for slot, card in enumerate(display)
    ]


def legal_view(game: Game) -> list[dict[str, Any]]:
    """Return what may be decided now, with what each would change.

    Each is tried on the position. `end` isn't: what it turns up is nobody's to know before.
    """
    before = Snapshot(game)
    return [_legal(game, action, before) for action in game.legal_actions]


def _legal(game: Game, action: int, before: Snapshot) -> dict[str, Any]:
    decision: dict[str, Any] = {"action": action, **describe(game, action), "effect": None}
    if action != ACTION_END:
        trial = game.copy()
        trial.push(action)
        after = Snapshot(trial)
        decision["effect"] = difference(before, after)
        if decision["kind"] == "to":
            decision["cost"] = before.cells[AT_POINTS] - after.cells[AT_POINTS]
    return decision


def decision_view(game: Game, tentative: Tentative) -> dict[str, Any]:
    """Return what the seat that must decide is asked; for its own eyes only."""
    phase = game.phase
    moving = phase in ("architect", "line")
    legal = legal_view(game)
    return {
        "seat": game.seat,
        "phase": phase,
        "movement": int(game.position.cells[AT_POINTS]) if moving else None,
        "tentative": tentative.steps,
        "redo": list(tentative.redo),
        "can_undo": bool(tentative.steps),
        "can_redo": bool(tentative.redo),
        "can_end": any(decision["kind"] == "end" for decision in legal),
        "legal": legal,
    }


def outcome_view(game: Game) -> dict[str, Any] | None:
    """Return how the game ended, or None while it goes on."""
    if not game.is_over:
        return None
    outcome = game.outcome()
    return {
        "points": outcome.points,
        "ranking": outcome.ranking,
        "winner": outcome.winner,
        "reason": outcome.reason,
    }


def game_view(game: Game, eyes: Eyes, tentative: Tentative | None = None) -> dict[str, Any]:
    """Return the game as these eyes see it; with `tentative`, also what their seat is asked."""
    state = state_view(game, eyes)
    return {
        "seat": None if game.is_over else game.seat,
        "turn_seat": game.turn_seat,
        "turn": game.turn,
        "phase": game.phase,
        "state": state,
        "board": board_view(game),
        "slots": slots_view(state["display"]),
        "decision": None if tentative is None else decision_view(game, tentative),
        "outcome": outcome_view(game),
    }
