"""The turns of a finished game, one after another: where each began, what was decided, where it led."""

from dataclasses import dataclass

from praefectus.errors import PraefectusError
from praefectus.game import Game
from praefectus.rules.facts import SALE_NAMES
from praefectus.rules.ids import ACTION_END, AT_DECK_TOP
from praefectus.rules.state import State


class ReviewError(PraefectusError):
    """A game that cannot be reviewed."""


@dataclass(frozen=True)
class Taken:
    """A turn that was taken."""

    number: int
    """from 1"""
    start: Game
    """before the turn"""
    decisions: list[int]
    """of the seat whose turn it was, up to its `end`; others may have chosen what to keep afterwards"""
    before_end: State
    """before the `end` that finished the turn"""
    after: State

    @property
    def seat(self) -> int:
        """Return whose turn it was."""
        return self.start.turn_seat

    @property
    def cards(self) -> tuple[int, ...]:
        """Return the cards that came into the display."""
        first, end = int(self.before_end.cells[AT_DECK_TOP]), int(self.after.cells[AT_DECK_TOP])
        return tuple(int(card) for card in self.after.deal.stack[first:end])

    @property
    def card_names(self) -> list[str]:
        """Return the names of those cards."""
        return [SALE_NAMES[card] for card in self.cards]


def course(game: Game) -> list[Taken]:
    """Return the turns of a game. Raises ReviewError unless it is over and was played from its start."""
    if not game.is_over:
        raise ReviewError(
            f"the game is not over: turn {game.turn} is completed; only finished games are reviewed"
        )
    actions = game.actions
    at = game.copy()
    for _ in actions:
        at.pop()
    if at.turn > 0 or at.phase != "play":
        raise ReviewError("a game that began in the middle cannot be reviewed")
    turns: list[Taken] = []
    start, decisions, ended = at.copy(), list[int](), False
    for action in actions:
        before = at.position.copy()
        if not ended:
            decisions.append(action)
        ended = ended or action == ACTION_END
        turn = at.turn
        at.push(action)
        if at.turn > turn:
            turns.append(Taken(turn + 1, start, decisions, before, at.position.copy()))
            start, decisions, ended = at.copy(), [], False
    return turns
