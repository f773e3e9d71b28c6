"""Tables put away, deleted, counted and forgotten: what keeps the database from growing for ever."""

import asyncio
import logging
import time
from collections.abc import Sequence

from sqlalchemy import and_, delete, func, insert, or_, select

from praefectus.server.errors import ApiError
from praefectus.server.models import archive, game_table
from praefectus.server.registry import TableRegistry
from praefectus.server.settings import Limits, Retention
from praefectus.server.store import Store
from praefectus.server.stored import Kept, StoredTable

log = logging.getLogger(__name__)

# Seconds between the searches for outdated tables, and how many are deleted in one go.
_SEARCH_SECONDS = 3600.0
_AT_ONCE = 200
# A clock that has jumped by more than this is not believed for a day: a wrong one would make all tables outdated.
_LONGEST_GAP_SECONDS = 48 * 3600.0
_DOUBT_SECONDS = 24 * 3600.0


class Upkeep:
    """What is done with whole tables."""

    def __init__(
        self, store: Store, tables: TableRegistry, limits: Limits, retention: Retention
    ) -> None:
        self._store = store
        self._tables = tables
        self._limits = limits
        self._retention = retention

    async def kept(self, table_ids: Sequence[str]) -> dict[str, Kept]:
        """Return how tables are kept, by id."""
        query = select(archive.c.table_id, archive.c.client).where(
            archive.c.table_id.in_(table_ids)
        )
        found: dict[str, set[str]] = {table_id: set() for table_id in table_ids}
        async with self._store.reading() as connection:
            for row in await connection.execute(query):
                found[row.table_id].add(row.client)
        return {table_id: Kept(frozenset(clients)) for table_id, clients in found.items()}

    async def archive(self, table_id: str, client: str, *, archived: bool) -> StoredTable:
        """Put a table away for a client, or take it out again; nobody else notices."""
        stored = await self._find(table_id)
        if stored.host != client and not stored.owned_by(client):
            raise ApiError("seat/not-yours", "you have no seat at this table")
        mine = and_(archive.c.table_id == table_id, archive.c.client == client)
        async with self._store.writing() as connection:
            await connection.execute(delete(archive).where(mine))
            if archived:
                await connection.execute(insert(archive).values(table_id=table_id, client=client))
        return stored

    async def delete(self, table_id: str, client: str) -> None:
        """Delete a table at its host's request."""
        stored = await self._find(table_id)
        if stored.host != client:
            raise ApiError("table/not-host", "only the host can do that")
        others = (await self.kept([table_id]))[table_id].others(stored, client)
        if others:
            raise ApiError(
                "table/shared",
                f"{' and '.join(others)} still keep this game; it can be deleted once they have archived it",
            )
        if not await self._tables.delete(stored):
            raise ApiError("server/busy", "the table has just changed; try again")

    async def _find(self, table_id: str) -> StoredTable:
        stored = await self._store.find(table_id)
        if stored is None:
            raise ApiError("table/not-found", "there is no such table")
        return stored

    async def check_quota(self, host: str, origin: str) -> None:
        """Raise ApiError if a person, or all people at one address, have as many tables as one may have."""
        query = select(
            func.count().filter(game_table.c.host == host).label("person"),
            func.count().filter(game_table.c.origin == origin).label("address"),
        ).where(or_(game_table.c.host == host, game_table.c.origin == origin))
        async with self._store.reading() as connection:
            row = (await connection.execute(query)).one()
        if row.person >= self._limits.tables_per_person:
            raise ApiError(
                "table/quota",
                f"you already have {row.person} tables, as many as this server keeps for one person; delete some first",
            )
        if row.address >= self._limits.tables_per_address:
            raise ApiError(
                "table/quota",
                f"your network already has {row.address} tables, as many as this server keeps for one; delete some first",
            )

    # ---------------------------------------------------------------------------- retention

    async def keep_tidy(self) -> None:
        """Delete outdated tables every hour until cancelled."""
        while True:
            await self.tidy(time.time())
            await asyncio.sleep(_SEARCH_SECONDS)

    async def tidy(self, now: float) -> int:
        """Delete outdated tables, if the clock can be believed, and return how many there were."""
        noted = await self._store.noted("tidied")
        last, since = (float(part) for part in noted.split()) if noted else (None, now)
        if last is not None and not 0 <= now - last <= _LONGEST_GAP_SECONDS:
            log.warning("the clock has jumped, or the server was off: tables are deleted in a day")
            since = now
        await self._store.note("tidied", f"{now} {since}")
        return await self.delete_outdated(now) if now - since >= _DOUBT_SECONDS else 0

    async def delete_outdated(self, now: float) -> int:
        """Delete the tables that are older than the policy allows, and return how many there were."""
        count = 0
        for status, seconds in self._retention.by_status().items():
            while seconds and (found := await self._outdated(status, now - seconds)):
                deleted = [stored for stored in found if await self._tables.delete(stored)]
                count += len(deleted)
                if not deleted:
                    break  # somebody is using them after all
        if count:
            log.warning("%d outdated tables were deleted", count)
        return count

    async def _outdated(self, status: str, before: float) -> list[StoredTable]:
        where = and_(game_table.c.status == status, game_table.c.updated < before)
        tables = await self._store.where(where, most=_AT_ONCE)
        return [table for table in tables if not self._tables.is_watched(table.id)]
