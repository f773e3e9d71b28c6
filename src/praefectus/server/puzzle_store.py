"""Who solved which puzzle, in the database."""

import contextlib
import time
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import and_, insert, select, update
from sqlalchemy.exc import IntegrityError

from praefectus.server.models import puzzle_answer
from praefectus.server.store import Store


@dataclass(frozen=True)
class Answered:
    """How one did with a puzzle; `day` only if it was that day's puzzle."""

    puzzle: str
    day: str
    solved: bool


class PuzzleStore:
    """Keeps answers, one row for each person, puzzle and day."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of_client(self, client: str) -> list[Answered]:
        """Return all that somebody has tried."""
        columns = (puzzle_answer.c.puzzle, puzzle_answer.c.day, puzzle_answer.c.solved)
        query = select(*columns).where(puzzle_answer.c.client == client)
        async with self._store.reading() as connection:
            return [Answered(*row) for row in await connection.execute(query)]

    async def note(self, client: str, puzzle: str, day: str, *, solved: bool, shown: bool) -> None:
        """Keep an answer. Whoever has seen the solution does not solve it any more."""
        mine = and_(
            puzzle_answer.c.client == client,
            puzzle_answer.c.puzzle == puzzle,
            puzzle_answer.c.day == day,
        )
        query = select(puzzle_answer.c.tries, puzzle_answer.c.solved, puzzle_answer.c.shown)
        with contextlib.suppress(IntegrityError):  # the same answer has just been kept
            async with self._store.writing() as connection:
                known = (await connection.execute(query.where(mine))).first()
                values = {
                    "tries": (known.tries if known else 0) + (not shown),
                    "solved": bool(known and known.solved)
                    or (solved and not (known and known.shown)),
                    "shown": bool(known and known.shown) or shown,
                    "updated": time.time(),
                }
                if known is None:
                    key = {"client": client, "puzzle": puzzle, "day": day}
                    await connection.execute(insert(puzzle_answer).values({**key, **values}))
                else:
                    await connection.execute(update(puzzle_answer).where(mine).values(values))


def streaks(days: set[str], today: date) -> tuple[int, int]:
    """Return how many days in a row up to today or yesterday are among `days`, and the most that ever were."""
    one = timedelta(days=1)

    def length(last: date) -> int:
        count = 0
        while (last - count * one).isoformat() in days:
            count += 1
        return count

    now = length(today) or length(today - one)
    return now, max([now, *(length(date.fromisoformat(day)) for day in days)])
