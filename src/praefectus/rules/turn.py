"""A turn: play a card, decide, end; and how the game continues and ends.

`PHASES` maps each phase to what is decided in it, and `CARDS` each face to the card whose action
begins when it is played. Everything that concerns other players or reveals something happens when
the turn ends: production for others (R6.1), the display (R10.1), the Praefectus Magnus (R6.3), the
Concordia card (R11.1) and the intermediate scoring (R11.4). Until then a turn can be taken back
and nothing has been revealed.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.actions import is_play, play_action, played_face
from praefectus.rules.cards.architect import Architect, Build, Line
from praefectus.rules.cards.colonist import Colonist, Settle
from praefectus.rules.cards.consul import Consul
from praefectus.rules.cards.diplomat import Diplomat, can_copy_any
from praefectus.rules.cards.mercator import Mercator
from praefectus.rules.cards.prefect import (
    Prefect,
    ask_next,
    pass_praefectus_magnus,
    produce_for_others,
)
from praefectus.rules.cards.senator import Senator
from praefectus.rules.cards.specialist import Specialist
from praefectus.rules.cards.tribune import Tribune
from praefectus.rules.ids import (
    ACTION_END,
    AT_CARD,
    AT_CONCORDIA,
    AT_DECIDER,
    AT_DECK_TOP,
    AT_ENDED_BY,
    AT_LAST_TURNS,
    AT_PHASE,
    AT_PRODUCED,
    AT_SEAT,
    AT_TURN,
    CONSUL,
    DIPLOMAT_JUPITER,
    ENDED_BY_CARDS,
    ENDED_BY_HOUSES,
    FACE_COUNT,
    FACE_NAMES,
    OF_HAND,
    OF_HOUSES_LEFT,
    OF_INTERMEDIATE,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    PHASE_BEGIN,
    PHASE_FINISHED,
    PHASE_KEEP,
    PHASE_PLAY,
    SENATOR,
    TRIBUNE,
)
from praefectus.rules.market import refill_display
from praefectus.rules.phase import Actions, Phase
from praefectus.rules.refusal import Refusal, refusal
from praefectus.rules.scoring import total_points
from praefectus.rules.state import State, block, clear_turn, display_is_empty
from praefectus.rules.storehouse import Keep


class PlayCard(Phase):
    """Play one card from the hand on top of the own discard pile (R2.1)."""

    def legal(self, s: State, out: Actions) -> None:
        cells = s.cells
        hand: i64 = block(cells[AT_SEAT]) + OF_HAND
        # Diplomats are the last faces; whether they may be played depends on the opponents' piles.
        faces: i64 = FACE_COUNT if can_copy_any(s) else DIPLOMAT_JUPITER
        out.add_held(play_action(0), cells, hand, faces)

    def apply(self, s: State, action: i64) -> None:
        cells = s.cells
        p: i64 = block(cells[AT_SEAT])
        face: i64 = played_face(action)
        cells[p + OF_HAND + face] -= 1
        cells[p + OF_PILE + cells[p + OF_PILE_SIZE]] = face
        cells[p + OF_PILE_SIZE] += 1
        cells[AT_CARD] = face
        cells[AT_PHASE] = PHASE_BEGIN

    def refuse(self, s: State, action: i64) -> Refusal:
        if not is_play(action):
            return refusal("R2.1", "turn.play-first")
        face: i64 = played_face(action)
        values: dict[str, str | int] = {"card": FACE_NAMES[face]}
        if s.cells[block(s.cells[AT_SEAT]) + OF_HAND + face] == 0:
            return Refusal("R2.1", "turn.not-in-hand", values)
        return Refusal("R9.2", "diplomat.nothing", values)


class EndTurn(Phase):
    """Nothing is left to decide except to end the turn."""

    def legal(self, s: State, out: Actions) -> None:
        out.add(ACTION_END)

    def refuse(self, s: State, action: i64) -> Refusal:
        if s.cells[AT_DECIDER] != s.cells[AT_SEAT]:
            return refusal("R6.4", "keep.full")
        return CARDS[s.cells[AT_CARD]].refuse(s, action)


class Finished(Phase):
    """The game is over."""

    def refuse(self, s: State, action: i64) -> Refusal:
        return refusal("R11.1", "turn.finished")


# In the order of ids.PHASE_NAMES.
PHASES: Final[vec[Phase]] = vec[Phase](
    [
        PlayCard(),
        Diplomat(),
        Tribune(),
        Architect(),
        Line(),
        Build(),
        Prefect(),
        Keep(),
        Colonist(),
        Settle(),
        Mercator(),
        Senator(),
        Consul(),
        EndTurn(),
        Finished(),
    ]
)
# In the order of ids.FACE_NAMES.
CARDS: Final[vec[Phase]] = vec[Phase](
    [
        Tribune(),
        Architect(),
        Prefect(),
        Mercator(),
        Mercator(),
        Colonist(),
        Senator(),
        Consul(),
        Specialist(),
        Specialist(),
        Specialist(),
        Specialist(),
        Specialist(),
        Diplomat(),
        Diplomat(),
        Diplomat(),
        Diplomat(),
    ]
)


def legal(s: State, out: Actions) -> None:
    """Fill `out` with the actions allowed now, ascending; none once the game is over."""
    out.count = 0
    PHASES[s.cells[AT_PHASE]].legal(s, out)


def is_legal(s: State, action: i64, out: Actions) -> bool:
    """Tell whether `action` is allowed now; `out` is overwritten."""
    legal(s, out)
    at: i64
    for at in range(out.count):
        if out.numbers[at] == action:
            return True
    return False


def apply(s: State, action: i64) -> None:
    """Carry out an action. The caller must make sure that it is allowed now; this is not checked."""
    if action == ACTION_END:
        end(s)
        return
    cells = s.cells
    PHASES[cells[AT_PHASE]].apply(s, action)
    while cells[AT_PHASE] == PHASE_BEGIN:
        CARDS[cells[AT_CARD]].begin(s)


def refuse(s: State, action: i64) -> Refusal:
    """Return why `action` is not allowed now."""
    phase: i64 = s.cells[AT_PHASE]
    if action == ACTION_END and phase != PHASE_FINISHED:
        if phase == PHASE_PLAY:
            return refusal("R2.1", "turn.play-first")
        if phase == PHASE_KEEP:
            return refusal("R3.2", "keep.choose-first")
        return refusal("R2.2", "turn.decide-first")
    return PHASES[phase].refuse(s, action)


def end(s: State) -> None:
    """End the decider's part: its turn, or its choice in another player's turn."""
    cells = s.cells
    if cells[AT_PRODUCED] >= 0:
        if cells[AT_DECIDER] == cells[AT_SEAT]:
            produce_for_others(s)
        if ask_next(s):
            return
        pass_praefectus_magnus(s)
    finish_turn(s)


def finish_turn(s: State) -> None:
    """Apply the effects of the end of a turn and pass the turn to the next seat."""
    cells = s.cells
    seat: i64 = cells[AT_SEAT]
    card: i64 = cells[AT_CARD]
    if card == SENATOR or card == CONSUL:
        refill_display(s)
    if cells[AT_CONCORDIA] < 0:
        set_off_end(s, seat)
    elif cells[AT_LAST_TURNS] > 0:
        cells[AT_LAST_TURNS] -= 1
    if card == TRIBUNE and s.deal.options.intermediate_scoring:
        score_intermediate(s, seat)
    clear_turn(cells)
    cells[AT_TURN] += 1
    seat = (seat + 1) % s.deal.players
    cells[AT_SEAT] = seat
    cells[AT_DECIDER] = seat
    cells[AT_PHASE] = PHASE_FINISHED if cells[AT_LAST_TURNS] == 0 else PHASE_PLAY


def would_set_off_end(s: State) -> bool:
    """Tell whether ending the turn now would give the Concordia card to its player (R11.1)."""
    cells = s.cells
    if cells[AT_CONCORDIA] >= 0:
        return False
    if cells[block(cells[AT_SEAT]) + OF_HOUSES_LEFT] == 0:
        return True
    return cells[AT_DECK_TOP] == len(s.deal.stack) and display_is_empty(cells)


def set_off_end(s: State, seat: i64) -> None:
    """Give the Concordia card to `seat` if its turn triggered the end (R11.1)."""
    cells = s.cells
    if cells[block(seat) + OF_HOUSES_LEFT] == 0:
        cells[AT_ENDED_BY] = ENDED_BY_HOUSES
    elif display_is_empty(cells):
        cells[AT_ENDED_BY] = ENDED_BY_CARDS
    else:
        return
    cells[AT_CONCORDIA] = seat
    cells[AT_LAST_TURNS] = s.deal.players - 1


def score_intermediate(s: State, seat: i64) -> None:
    """Score the first Tribune of `seat`; pay once everyone has scored (R11.4)."""
    cells = s.cells
    if cells[block(seat) + OF_INTERMEDIATE] >= 0:
        return
    cells[block(seat) + OF_INTERMEDIATE] = total_points(s, seat)
    first: i64 = -1
    second: i64 = -1
    at: i64
    for at in range(s.deal.players):
        points: i64 = cells[block(at) + OF_INTERMEDIATE]
        if points < 0:
            return
        if points > first:
            second = first
            first = points
        elif first > points > second:
            second = points
    for at in range(s.deal.players):
        points = cells[block(at) + OF_INTERMEDIATE]
        if points == first:
            cells[block(at) + OF_MONEY] += 2
        elif points == second:
            cells[block(at) + OF_MONEY] += 1
