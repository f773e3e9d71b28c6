"""The database: tables and their append-only actions, on SQLite or PostgreSQL.

When `save` returns True the change is on disk. Writes that arrive during a flush are flushed together by
the next one, so that the disk's latency limits the answer time, but not the number of tables.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Any

from sqlalchemy import (
    Row,
    and_,
    delete,
    event,
    func,
    insert,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.exc import (
    DataError,
    DBAPIError,
    IntegrityError,
    NotSupportedError,
    ProgrammingError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from praefectus.rules import RULES_VERSION
from praefectus.rules.options import Options
from praefectus.server.disk import Disk, prepare_sqlite
from praefectus.server.fair_queue import Owner
from praefectus.server.models import REVISION, action, archive, game_table, result, seat, setting
from praefectus.server.results import Result
from praefectus.server.stored import Draft, Extent, Seat, StoredTable
from praefectus.server.writing import Write, execute_all

log = logging.getLogger(__name__)

_LIST_LENGTH = 100
_MOST_VALUES = 1000
# Seconds after which a database that does not answer counts as unavailable.
_PATIENCE_SECONDS = 10.0
# All other driver errors mean that the database is unreachable, locked, full, starting up or shutting down.
_BAD_STATEMENT = (IntegrityError, DataError, ProgrammingError, NotSupportedError)
DAMAGED = "the file is damaged: stop the server and restore a backup (praefectus restore)"
# Classes of PostgreSQL's states: invalid authorisation, no such database.
_REFUSALS = ("28", "3D")
_AWAY = (DBAPIError, PoolTimeoutError, OSError, TimeoutError)


class NewerDatabaseError(Exception):
    """The schema is one that this version doesn't know."""


class StoreClosedError(Exception):
    """The store was closed before a write reached the database."""


class StoreUnavailableError(Exception):
    """The database cannot be used now. It is not known whether a pending write was stored."""


class Store:
    """All the server knows of the database. Open it with `open`, close it with `close`."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._disk = Disk(engine.url) if engine.dialect.name == "sqlite" else None
        self._waiting: list[Write] = []
        self._wake = asyncio.Event()
        self._closing = False
        # Why the last attempt to use the database failed, or None.
        self.fault: str | None = None
        # How often that happened.
        self.errors = 0
        self._writer = asyncio.create_task(self._write_all(), name="store writer")

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Return the store at `url`, its schema brought up to date.

        Raises StoreUnavailableError if the database is away. An address or a file that will never do raises what the driver does.
        """
        engine = create_async_engine(url, **_engine_options(url))
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "connect", prepare_sqlite)
        try:
            if not await _is_current(engine):
                # Importing Alembic takes a quarter of the server's start, so only if there is something to do.
                from praefectus.server.migrate import upgrade

                await upgrade(engine)
        except _AWAY as error:
            await engine.dispose()
            if engine.dialect.name == "sqlite" or _is_refused(error):
                raise
            raise StoreUnavailableError(_reason(error)) from error
        return cls(engine)

    async def close(self) -> None:
        """Finish pending writes and close the database; later writes raise StoreClosedError."""
        self._closing = True
        self._wake.set()
        try:
            await (
                self._writer
            )  # if this call is cancelled, so is the writer, which then informs those who wait
        finally:
            if self._disk is not None:
                self._disk.close()
            await self._engine.dispose()

    @contextlib.asynccontextmanager
    async def _reached(self) -> AsyncIterator[None]:
        """Turn errors of an unreachable, locked, full or silent database into StoreUnavailableError."""
        try:
            async with asyncio.timeout(_PATIENCE_SECONDS):
                yield
        except _BAD_STATEMENT:
            raise
        except _AWAY as error:
            reason = _reason(error)
            if is_damage(reason):
                reason = f"{reason}; {DAMAGED}"
            if self.fault is None:
                log.warning("the database cannot be used: %s", reason)
            self.fault = reason
            self.errors += 1
            raise StoreUnavailableError(reason) from error
        if self.fault is not None:
            log.warning("the database can be used again")
            self.fault = None

    @contextlib.asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection to read with. Raises StoreUnavailableError."""
        async with self._reached(), self._engine.connect() as connection:
            yield connection

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction to change something other than the state of a table. Raises StoreUnavailableError."""
        async with self._reached(), self._engine.begin() as connection:
            yield connection

    async def check(self) -> None:
        """Send a trivial query to the database. Raises StoreUnavailableError."""
        async with self.reading() as connection:
            await connection.execute(select(1))

    @property
    def is_writing(self) -> bool:
        """Tell whether the writer runs."""
        return not self._writer.done()

    @property
    def writes_waiting(self) -> int:
        """How many changes wait for the next flush."""
        return len(self._waiting)

    @property
    def dialect(self) -> str:
        """Return `sqlite` or `postgresql`."""
        return self._engine.dialect.name

    # ------------------------------------------------------------------------------ reading

    async def secret(self) -> str:
        """Return the key that signs cookies."""
        return await self._setting("secret", secrets.token_hex(32))

    async def instance(self) -> str:
        """Return the unique name of this database."""
        return await self._setting("instance", secrets.token_hex(4))

    async def _setting(self, key: str, first: str) -> str:
        """Return a setting, which becomes `first` if it is not set yet."""
        query = select(setting.c.value).where(setting.c.key == key)
        with contextlib.suppress(IntegrityError):  # another process may be first
            async with self._reached(), self._engine.begin() as connection:
                if (await connection.execute(query)).first() is None:
                    await connection.execute(insert(setting).values(key=key, value=first))
        async with self.reading() as connection:
            return str((await connection.execute(query)).scalar_one())

    async def noted(self, key: str) -> str | None:
        """Return what was noted last under a key."""
        query = select(setting.c.value).where(setting.c.key == key)
        async with self.reading() as connection:
            found = (await connection.execute(query)).scalar()
        return None if found is None else str(found)

    async def note(self, key: str, value: str) -> None:
        """Keep a note for later, and for other processes."""
        which = setting.c.key == key
        with contextlib.suppress(IntegrityError):  # another process has just noted it
            async with self.writing() as connection:
                changed = await connection.execute(update(setting).where(which).values(value=value))
                if changed.rowcount == 0:
                    await connection.execute(insert(setting).values(key=key, value=value))

    async def load(self, table_id: str) -> tuple[StoredTable, list[str]] | None:
        """Return a table and all its actions."""
        async with self.reading() as connection:
            tables = await _records(connection, game_table.c.id == table_id)
            if not tables:
                return None
            # Only as many as the table's row counts: another process may have added some in between.
            query = (
                select(action.c.text)
                .where(action.c.table_id == table_id, action.c.number < tables[0].number)
                .order_by(action.c.number)
            )
            return tables[0], list((await connection.execute(query)).scalars())

    async def result(self, table_id: str) -> Result | None:
        """Return what is kept of a finished game."""
        query = select(result.c.outcome, result.c.record).where(result.c.table_id == table_id)
        async with self.reading() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Result(row.outcome, row.record)

    async def find(self, table_id: str) -> StoredTable | None:
        """Return a table without its actions."""
        return next(iter(await self.where(game_table.c.id == table_id)), None)

    async def where(self, condition: Any, most: int = _LIST_LENGTH) -> list[StoredTable]:
        """Return tables without their actions, the latest first."""
        async with self.reading() as connection:
            return await _records(connection, condition, most)

    async def versions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the versions of tables, by id; those that are gone are left out."""
        found: dict[str, int] = {}
        # PostgreSQL and SQLite take some thousands of values in one statement.
        for start in range(0, len(table_ids), _MOST_VALUES):
            part = table_ids[start : start + _MOST_VALUES]
            query = select(game_table.c.id, game_table.c.version).where(game_table.c.id.in_(part))
            async with self.reading() as connection:
                found |= {row.id: row.version for row in await connection.execute(query)}
        return found

    async def by_invitation(self, token: str) -> str | None:
        """Return the id of the table an invitation is for."""
        query = select(game_table.c.id).where(game_table.c.invitation == token)
        async with self.reading() as connection:
            found = (await connection.execute(query)).scalar()
        return None if found is None else str(found)

    async def by_share(self, token: str) -> str | None:
        """Return the id of the table whose game is shared at an address."""
        query = select(game_table.c.id).where(game_table.c.shared == token)
        async with self.reading() as connection:
            found = (await connection.execute(query)).scalar()
        return None if found is None else str(found)

    async def of_client(self, client: str, *, archived: bool = False) -> list[StoredTable]:
        """Return the tables a client hosts or sits at, archived or not, the latest first, at most a hundred."""
        sits_at = select(seat.c.table_id).where(seat.c.owner == client)
        put_away = select(archive.c.table_id).where(archive.c.client == client)
        is_put_away = game_table.c.id.in_(put_away)
        return await self.where(
            and_(
                or_(game_table.c.host == client, game_table.c.id.in_(sits_at)),
                is_put_away if archived else ~is_put_away,
            )
        )

    async def statuses(self) -> dict[str, int]:
        """Return the number of tables by status."""
        query = select(game_table.c.status, func.count()).group_by(game_table.c.status)
        async with self.reading() as connection:
            return {str(status): number for status, number in await connection.execute(query)}

    async def awaiting_bots(self, most: int) -> list[tuple[str, Owner]]:
        """Return the running tables of our rules where it is a bot's turn, and for whom, the longest waiting first."""
        query = (
            select(game_table.c.id, game_table.c.host, game_table.c.origin)
            .join(
                seat, (seat.c.table_id == game_table.c.id) & (seat.c.seat == game_table.c.decider)
            )
            .where(
                game_table.c.status == "playing",
                game_table.c.rules_version == RULES_VERSION,
                seat.c.kind == "bot",
            )
            .order_by(game_table.c.updated)
            .limit(most)
        )
        async with self.reading() as connection:
            return [
                (str(row.id), Owner(row.origin or row.host, row.host))
                for row in await connection.execute(query)
            ]

    # ------------------------------------------------------------------------------ writing

    async def create(self, stored: StoredTable, actions: Sequence[str] = ()) -> None:
        """Keep a new table, and the actions that its game begins with."""
        await self._write(Write(stored, None, _future(), actions, seats_changed=True))

    def save(
        self,
        stored: StoredTable,
        *,
        seen: StoredTable,
        extent: Extent = Extent.ALL,
        actions: Sequence[str] = (),
        result: Result | None = None,
    ) -> asyncio.Future[bool]:
        """Replace the table as far as it may differ, append actions and keep its result, all or nothing.

        Begins at once. The result is False if the version of the table is no longer that of `seen`.
        """
        return self._write(
            Write(
                stored,
                seen.version,
                _future(),
                actions,
                seats_changed=stored.seats != seen.seats,
                extent=extent,
                result=result,
            )
        )

    async def delete(self, stored: StoredTable) -> bool:
        """Delete a table with everything in it; False if it has changed meanwhile."""
        which = (game_table.c.id == stored.id, game_table.c.version == stored.version)
        async with self.writing() as connection:
            return (await connection.execute(delete(game_table).where(*which))).rowcount == 1

    def _write(self, write: Write) -> asyncio.Future[bool]:
        if self._closing:
            raise StoreClosedError(write.stored.id)
        self._waiting.append(write)
        self._wake.set()
        return write.done

    async def _write_all(self) -> None:
        batch: list[Write] = []
        try:
            while not self._closing or self._waiting:
                await self._wake.wait()
                self._wake.clear()
                batch, self._waiting = self._waiting, []
                if batch:
                    # The same order in all processes, so that two batches can't wait for each other's rows.
                    batch.sort(key=lambda write: write.stored.id)
                    await self._flush_or_tell(batch)
        finally:
            for write in [*batch, *self._waiting]:
                if not write.done.done():
                    write.done.set_exception(StoreClosedError(write.stored.id))

    async def _flush_or_tell(self, batch: list[Write]) -> None:
        try:
            await self._flush(batch)
        except StoreUnavailableError as error:
            # One by one, each would wait for the same database.
            for write in batch:
                if not write.done.done():
                    write.done.set_exception(error)
        except Exception:  # noqa: BLE001 - the writer must survive any error, and waiters must learn of it
            for write in batch:  # so that one bad write fails alone
                try:
                    await self._flush([write])
                except Exception as error:  # noqa: BLE001
                    if not write.done.done():
                        write.done.set_exception(error)

    async def _flush(self, batch: list[Write]) -> None:
        async with self._reached():
            if self._disk is None:
                async with self._engine.begin() as connection:
                    results = await connection.run_sync(execute_all, batch)
            else:
                results = await self._disk.run(execute_all, batch)
        for write, found in zip(batch, results, strict=True):
            if not write.done.done():
                write.done.set_result(found)


def _engine_options(url: str) -> dict[str, Any]:
    # Errors go to the log, and parameters hold people's names.
    always = {"hide_parameters": True}
    if url.startswith("sqlite"):
        return always
    # A connection that its server has dropped is replaced before it is used.
    return {
        **always,
        "pool_pre_ping": True,
        "pool_timeout": 5,
        "connect_args": {"timeout": 5, "command_timeout": _PATIENCE_SECONDS},
    }


async def _is_current(engine: AsyncEngine) -> bool:
    async with engine.connect() as connection:
        if not await connection.run_sync(lambda sync: inspect(sync).has_table("alembic_version")):
            return False
        query = text("SELECT version_num FROM alembic_version")
        found = (await connection.execute(query)).scalar()
        # Migrations are numbered in their order, in digits of one length.
        if found is not None and found > REVISION:
            raise NewerDatabaseError(found)
        return bool(found == REVISION)


def _future() -> asyncio.Future[bool]:
    return asyncio.get_running_loop().create_future()


async def _records(
    connection: AsyncConnection, where: Any, most: int = _LIST_LENGTH
) -> list[StoredTable]:
    newest = game_table.c.updated.desc()
    tables = await connection.execute(select(game_table).where(where).order_by(newest).limit(most))
    try:
        rows = tables.all()
    except ValueError as error:
        raise StoreUnavailableError(f"a row cannot be read: {DAMAGED}") from error
    sitting = await connection.execute(
        select(seat)
        .where(seat.c.table_id.in_([row.id for row in rows]))
        .order_by(seat.c.table_id, seat.c.seat)
    )
    seats: dict[str, list[Seat]] = {}
    for each in sitting:
        seats.setdefault(each.table_id, []).append(
            Seat(each.kind, each.name, each.color, each.owner, each.level)
        )
    # A table without seats is what is left of one in a damaged file.
    return [_record(row, tuple(seats[row.id])) for row in rows if row.id in seats]


def _reason(error: Exception) -> str:
    """Return the first line of what the driver says."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return str(cause).partition("\n")[0] or repr(cause)


def _is_refused(error: Exception) -> bool:
    """Tell whether PostgreSQL is there but will not do: it knows no such user, password or database, or cannot read us."""
    if isinstance(error, _BAD_STATEMENT):
        return True
    state = getattr(getattr(error, "orig", None), "sqlstate", None) or ""
    return state.startswith(_REFUSALS)


def is_damage(reason: str) -> bool:
    """Tell whether SQLite's reason means that the file itself is damaged."""
    return "malformed" in reason


def _record(row: Row[Any], seats: tuple[Seat, ...]) -> StoredTable:
    values = dict(row._mapping)
    draft = values.pop("draft")
    return StoredTable(
        # What was stored is taken as it is: a board that is gone is told when its table is opened.
        options=Options(**values.pop("options")),
        **values,
        seats=seats,
        draft=Draft(tuple(draft["decisions"]), tuple(draft["redo"]), draft.get("at", 0.0)),
    )
