"""Somebody's own statistics: over the games they have finished, in the form of `praefectus stats`."""

import asyncio

import orjson
from sqlalchemy import String, cast, or_, select

from praefectus.rules import RULES_VERSION
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import Owner, Priority
from praefectus.server.jobs import NOT_DONE, Jobs
from praefectus.server.models import game_table, result, seat
from praefectus.server.statistics_work import sum_up
from praefectus.server.store import Store
from praefectus.wire.statistics import Statistics

# The latest games; all of them are replayed in about ten milliseconds each.
_MOST_GAMES = 300
_PATIENCE_SECONDS = 30.0


class OwnStatistics:
    """Finds somebody's finished games and has them summed up by a worker."""

    def __init__(self, store: Store, jobs: Jobs) -> None:
        self._store = store
        self._jobs = jobs

    async def of(self, asker: Owner) -> Statistics:
        """Return the statistics of a person's finished games; what-if games and puzzles do not count."""
        games = await self._games(asker.person)
        if not games:
            return {"groups": []}
        job = self._jobs.run(
            sum_up,
            games,
            seconds=_PATIENCE_SECONDS,
            priority=Priority.PERSON_WAITS,
            owner=asker,
        )
        try:
            found: Statistics = orjson.loads(await asyncio.wait_for(job, _PATIENCE_SECONDS))
        except NOT_DONE as error:
            raise ApiError("server/busy", "there was no time for statistics, try again") from error
        return found

    async def _games(self, client: str) -> list[tuple[str, list[int]]]:
        """Return the records of a person's games with the seats they played, the latest first."""
        query = (
            select(game_table.c.id, seat.c.seat, result.c.record)
            .join(seat, seat.c.table_id == game_table.c.id)
            .join(result, result.c.table_id == game_table.c.id)
            .where(
                seat.c.owner == client,
                seat.c.kind == "human",
                game_table.c.status == "finished",
                game_table.c.rules_version == RULES_VERSION,
                # Of tables that are older than the column it is missing, of others it is JSON's null.
                or_(game_table.c.branch.is_(None), cast(game_table.c.branch, String) == "null"),
            )
            .order_by(game_table.c.updated.desc(), seat.c.seat)
            .limit(_MOST_GAMES)
        )
        found: dict[str, tuple[str, list[int]]] = {}
        async with self._store.reading() as connection:
            for row in await connection.execute(query):
                found.setdefault(row.id, (row.record, []))[1].append(row.seat)
        return [*found.values()]
