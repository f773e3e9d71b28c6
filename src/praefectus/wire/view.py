"""The game as one viewer sees it, and what the seat that must decide is asked."""

from typing import NotRequired

from typing_extensions import TypedDict

from praefectus.rules.ids import PhaseName
from praefectus.wire.declare import closed
from praefectus.wire.events import ActionView, Effect, Step
from praefectus.wire.position import BoardView, OutcomeDocument, SlotPrice, StateView


@closed
class LegalAction(ActionView):
    """Something the viewer may do now."""

    action: int
    """its number in the board's action space"""
    cost: NotRequired[int]
    """`to`: movement points"""
    effect: Effect | None
    """what it would change at once; null for `end`, whose outcome is not known"""


@closed
class Question(TypedDict):
    """What a seat is asked. There only if the viewer owns the seat that must decide."""

    seat: int
    phase: PhaseName
    movement: int | None
    """architect, line: movement points left"""
    tentative: list[Step]
    """decisions since this seat was asked; others do not see them"""
    redo: list[str]
    """decisions undone, the next to redo first"""
    can_undo: bool
    can_redo: bool
    can_end: bool
    legal: list[LegalAction]


@closed
class GameView(TypedDict):
    """The game as one viewer sees it: with the tentative turn for who decides, as committed for all others."""

    seat: int | None
    """who must decide; null when finished"""
    turn_seat: int
    """whose turn it is"""
    turn: int
    """turns completed"""
    phase: PhaseName
    state: StateView
    board: BoardView
    slots: list[SlotPrice]
    question: Question | None
    outcome: OutcomeDocument | None


@closed
class ExplanationView(TypedDict):
    """Why a decision may or may not be taken now."""

    legal: bool
    rule: str
    """the rule that forbids it, or under which it comes: `R5.6`"""
    key: str
    """message key: `architect.roma`; `legal` if it may be taken"""
    values: dict[str, str | int]
    """what to put into the message"""
    text: str
    """in English"""
