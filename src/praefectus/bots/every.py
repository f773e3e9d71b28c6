"""Every turn that the rules allow, found by trying: slow, and the measure of what the bots' own lists leave out."""

from __future__ import annotations

from praefectus.rules.ids import ACTION_END, AT_DECIDER, AT_PHASE, AT_TURN, PHASE_FINISHED
from praefectus.rules.phase import Actions
from praefectus.rules.state import State
from praefectus.rules.turn import apply, legal


def every_turn(state: State, most: int) -> list[tuple[list[int], State]] | None:
    """Return every turn of the seat that decides with the position after it; None if `most` positions are not enough.

    Of several ways to the same position only the shortest is given.
    """
    found: list[tuple[list[int], State]] = []
    seen: set[bytes] = set()
    out = Actions(state.board.action_count)
    turn, seat = state.cells[AT_TURN], state.cells[AT_DECIDER]
    level: list[tuple[list[int], State]] = [([], state)]
    while level:
        deeper: list[tuple[list[int], State]] = []
        for path, here in level:
            legal(here, out)
            for at in range(out.count):
                action = int(out.numbers[at])
                after = here.copy()
                apply(after, action)
                key = after.key()
                if key in seen:
                    continue
                if len(seen) == most:
                    return None
                seen.add(key)
                is_over = (
                    action == ACTION_END
                    or after.cells[AT_TURN] != turn
                    or after.cells[AT_DECIDER] != seat
                    or after.cells[AT_PHASE] == PHASE_FINISHED
                )
                (found if is_over else deeper).append(([*path, action], after))
        level = deeper
    return found
