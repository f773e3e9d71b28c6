"""What a turn is about, decided from what it does.

The first of these that holds:

- `ending`: the turn sets off the end, or it is one of the last turns, or another good turn would set off the end and
  this one does not;
- `diplomat`: it copies with a Diplomat;
- `praefectus`: it plays a Prefect;
- `minerva`, `saturnus`: of all gods it gains most with this one, at least 2 points, as if the game ended;
- `line`: it leaves a colonist on a line that an opponent's colonist could have reached next, beside a city in which that
  opponent could have built.
"""

from collections.abc import Iterable, Sequence

from praefectus.rules.actions import is_copy, is_play, played_face
from praefectus.rules.ids import (
    ACTION_END,
    AT_DECIDER,
    AT_LAST_TURNS,
    GOD_COUNT,
    MINERVA,
    OF_HOUSES,
    PREFECT,
    SATURNUS,
)
from praefectus.rules.reading import colonists
from praefectus.rules.scoring import points_by_god
from praefectus.rules.state import State, block, colonists_on_board
from praefectus.rules.turn import apply, would_set_off_end
from praefectus.wire.clue import Theme

# Points that a god must bring for a turn to be about it.
_LEAST_GAIN = 2


def theme_of(start: State, turn: Sequence[int], others: Iterable[Sequence[int]]) -> Theme | None:
    """Return what the best turn of a position is about; `others` are good turns too."""
    after = _after(start, turn)
    if (
        start.cells[AT_LAST_TURNS] >= 0
        or would_set_off_end(after)
        or any(would_set_off_end(_after(start, other)) for other in others)
    ):
        return "ending"
    if any(is_copy(action) for action in turn):
        return "diplomat"
    if any(is_play(action) and played_face(action) == PREFECT for action in turn):
        return "praefectus"
    return _of_god(start, after) or ("line" if _blocks(start, after) else None)


def _after(start: State, turn: Sequence[int]) -> State:
    """Return the position before the turn ends: what comes into the display then is not known."""
    state = start.copy()
    for action in turn:
        if action != ACTION_END:
            apply(state, action)
    return state


def _of_god(start: State, after: State) -> Theme | None:
    seat = int(start.cells[AT_DECIDER])
    before, now = points_by_god(start, seat), points_by_god(after, seat)
    gains = [int(now[god] - before[god]) for god in range(GOD_COUNT)]
    most = max(gains)
    if most < _LEAST_GAIN:
        return None
    if gains[MINERVA] == most:
        return "minerva"
    return "saturnus" if gains[SATURNUS] == most else None


def _blocks(start: State, after: State) -> bool:
    """Tell whether a colonist stands newly where an opponent could have gone to build."""
    seat, board = int(start.cells[AT_DECIDER]), start.board
    former = colonists(start, seat)
    for kind, place in colonists(after, seat):
        line = place - int(board.cities)
        if line < 0 or (kind, place) in former:
            continue
        bit = 1 << (line - int(board.first_line[kind]))
        for other in range(int(start.deal.players)):
            if other == seat or not _wants(start, other, place):
                continue
            points = colonists_on_board(start.cells, block(other))
            if any(
                of == kind and int(board.lines_within(kind, at, points)) & bit
                for of, at in colonists(start, other)
            ):
                return True
    return False


def _wants(start: State, seat: int, place: int) -> bool:
    """Tell whether a seat has no house in one of the cities beside a line."""
    return bool(int(start.board.beside[place]) & ~int(start.cells[block(seat) + OF_HOUSES]))
