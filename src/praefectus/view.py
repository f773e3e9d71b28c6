"""What one seat may see, as plain JSON-able data.

This module keeps secrets: no view contains the order of the deck, and views contain other seats' hands only if the
table plays with open hands. Everything that leaves the server about a game is made by this module or by `events`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, cast

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.document import display_of, document_with, player_document
from praefectus.events import Snapshot, describe, difference
from praefectus.explanation import Explanation
from praefectus.game import Game
from praefectus.rules import turn
from praefectus.rules.facts import SALE_NUMBER, SLOT_ANY, card_goods, slot_goods
from praefectus.rules.ids import (
    ACTION_END,
    AT_CONCORDIA,
    AT_PHASE,
    AT_POINTS,
    GOOD_NAMES,
    PHASE_NAMES,
    PLAYER_SIZE,
    Good,
)
from praefectus.rules.state import State, block
from praefectus.wire.events import Step
from praefectus.wire.position import (
    BoardView,
    OutcomeDocument,
    PlayerDocument,
    PlayerView,
    SlotPrice,
    StateDocument,
    StateView,
)
from praefectus.wire.view import ExplanationView, GameView, LegalAction, Question


def _goods(goods: Callable[[int, int], int], thing: int) -> list[Good]:
    return [name for good, name in enumerate(GOOD_NAMES) for _ in range(goods(thing, good))]


_CARD_COST = {card: _goods(card_goods, number) for card, number in SALE_NUMBER.items()}
_ANY: Literal["any"] = "any"
_SLOT_COST = [
    [*[_ANY] * anything, *_goods(slot_goods, slot)] for slot, anything in enumerate(SLOT_ANY)
]


@dataclass(frozen=True)
class Eyes:
    """The viewer: a seat, or None for a spectator; and whether this table plays with open hands."""

    seat: int | None
    open_hands: bool

    def see_hand(self, seat: int, *, finished: bool) -> bool:
        """Tell whether a seat's hand may be seen."""
        return self.open_hands or finished or seat == self.seat

    def __reduce__(self) -> tuple[type[Eyes], tuple[int | None, bool]]:
        # Workers are sent it. Of itself a frozen class, compiled, cannot be unpickled.
        return Eyes, (self.seat, self.open_hands)


@dataclass(frozen=True)
class Tentative:
    """The steps (of `events.take`) that the deciding seat has tried so far, and those it has undone."""

    steps: list[Step] = field(default_factory=list)
    redo: tuple[str, ...] = ()


def state_view(game: Game, eyes: Eyes) -> StateView:
    """Return the state document as the viewer sees it."""
    document = game.state()
    finished = document["finished"]
    players = [
        _player_view(player, sees_hand=eyes.see_hand(seat, finished=finished))
        for seat, player in enumerate(document["players"])
    ]
    return {**document, "players": players}


def _player_view(player: PlayerDocument, *, sees_hand: bool) -> PlayerView:
    hand, discard = player["hand"], player["discard"]
    return {
        **player,
        "cards": sorted(hand + discard),
        "hand": hand if sees_hand else None,
        "hand_count": len(hand),
        # Cards below the top would reveal what is in the hand (R2.1).
        "discard": discard if sees_hand else discard[-1:],
        "discard_count": len(discard),
    }


def board_view(game: Game) -> BoardView:
    """Return what set-up laid out for all to see: the goods of cities and markers."""
    deal = game.position.deal
    return {
        "cities": {
            name: GOOD_NAMES[good]
            for name, good in zip(deal.board.city_names, deal.city_good, strict=True)
            if good >= 0
        },
        "markers": {
            name: GOOD_NAMES[good]
            for name, good in zip(deal.board.province_names, deal.marker_good, strict=True)
        },
    }


def slots_view(display: list[str | None]) -> list[SlotPrice]:
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


def legal_view(game: Game) -> list[LegalAction]:
    """Return the decisions allowed now, each with what it would change.

    Each is tried on the position, except `end`: nobody may know in advance what it reveals.
    """
    before = Snapshot(game.position)
    return [_legal(game, action, before) for action in game.legal_actions]


def _legal(game: Game, action: int, before: Snapshot) -> LegalAction:
    described = describe(game, action)
    legal: LegalAction = {
        "action": action,
        "text": described["text"],
        "kind": described["kind"],
        "thing": described["thing"],
        "effect": None,
    }
    if action != ACTION_END:
        trial = before.state.copy()
        turn.apply(trial, action)
        legal["effect"] = difference(before, Snapshot(trial))
        if legal["kind"] == "to":
            legal["cost"] = int(before.state.cells[AT_POINTS] - trial.cells[AT_POINTS])
    return legal


def question_view(game: Game, tentative: Tentative) -> Question:
    """Return what the deciding seat is asked; only that seat may see it."""
    cells = game.position.cells
    phase = PHASE_NAMES[cells[AT_PHASE]]
    moving = phase in ("architect", "line")
    legal = legal_view(game)
    return {
        "seat": game.seat,
        "phase": phase,
        "movement": int(cells[AT_POINTS]) if moving else None,
        "tentative": tentative.steps,
        "redo": list(tentative.redo),
        "can_undo": bool(tentative.steps),
        "can_redo": bool(tentative.redo),
        "can_end": bool(legal) and legal[0]["action"] == ACTION_END,  # the first of all actions
        "legal": legal,
    }


def explanation_view(explanation: Explanation) -> ExplanationView:
    """Return what the rules say of an action, with its English words."""
    return {
        "legal": explanation.legal,
        "rule": explanation.rule,
        "key": explanation.key,
        "values": explanation.values,
        "text": str(explanation),
    }


def outcome_view(game: Game) -> OutcomeDocument | None:
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


def game_view(game: Game, eyes: Eyes, tentative: Tentative | None = None) -> GameView:
    """Return the game as the viewer sees it; with `tentative`, also what the viewer's seat is asked."""
    state = state_view(game, eyes)
    return _game_view(game, tentative, state, board_view(game), slots_view(state["display"]))


# The parts may be sealed (see `Views`): they are passed on as they are.
def _game_view(
    game: Game, tentative: Tentative | None, state: Any, board: Any, slots: Any
) -> GameView:
    view: dict[str, Any] = {
        "seat": None if game.is_over else game.seat,
        "turn_seat": game.turn_seat,
        "turn": game.turn,
        "phase": PHASE_NAMES[game.position.cells[AT_PHASE]],
        "state": state,
        "board": board,
        "slots": slots,
        "question": None if tentative is None else question_view(game, tentative),
        "outcome": outcome_view(game),
    }
    return cast("GameView", view)


class _SeenPlayer:
    """What was seen of a player, and the cells that it was made from."""

    def __init__(self, cells: vec[i64], concordia: bool, view: object) -> None:
        self.cells: vec[i64] = cells
        self.concordia = concordia
        self.view = view


class Views:
    """Views of the positions of one game, one after another: what is the same as in the last one is not made again.

    Parts are kept as `seal` makes them of what they are, for instance as JSON.
    """

    def __init__(self, seal: Callable[[Any], Any]) -> None:
        self._seal = seal
        self._players: dict[tuple[int, bool], _SeenPlayer] = {}
        self._board: Any = None
        self._display: list[str | None] = []
        self._slots: Any = None

    def state(self, game: Game, eyes: Eyes) -> StateDocument:
        """Return the state document as a viewer sees it, its players sealed."""
        state, finished = game.position, game.is_over
        players: list[Any] = [
            self._player(state, seat, eyes.see_hand(seat, finished=finished))
            for seat in range(game.players)
        ]
        return document_with(state, players)

    def game(self, game: Game, state: Any, tentative: Tentative | None = None) -> GameView:
        """Return the game with what `state` gave of it; with `tentative`, also what the seat is asked that decides."""
        if self._board is None:
            self._board = self._seal(board_view(game))
        display = display_of(game.position)
        if self._slots is None or display != self._display:
            self._display, self._slots = display, self._seal(slots_view(display))
        return _game_view(game, tentative, state, self._board, self._slots)

    def _player(self, state: State, seat: int, sees_hand: bool) -> Any:
        first: i64 = block(seat)
        # A player's document says nothing else than these cells do (`events.difference` relies on it too).
        cells: vec[i64] = state.cells[first : first + PLAYER_SIZE]
        concordia = state.cells[AT_CONCORDIA] == seat
        key = (seat, sees_hand)
        seen = self._players.get(key)
        if seen is None or seen.concordia != concordia or _differ(seen.cells, cells):
            view = _player_view(player_document(state, seat), sees_hand=sees_hand)
            seen = self._players[key] = _SeenPlayer(cells, concordia, self._seal(view))
        return seen.view


def _differ(old: vec[i64], new: vec[i64]) -> bool:
    at: i64
    for at in range(PLAYER_SIZE):  # noqa: SIM110 - a generator is not compiled to a plain loop
        if old[at] != new[at]:
            return True
    return False
