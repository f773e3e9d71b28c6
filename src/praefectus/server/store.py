"""The database: tables and their append-only actions, on SQLite or PostgreSQL.

When `save` returns True the change is on disk. Writes that arrive during a flush are flushed together by
the next one, so that the disk's latency limits the answer time, but not the number of tables.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from sqlalchemy import (
    Row,
    bindparam,
    delete,
    event,
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

from praefectus.rules.options import Options
from praefectus.server.models import REVISION, action, game_table, seat, setting
from praefectus.server.stored import Draft, Seat, StoredTable

log = logging.getLogger(__name__)

_LIST_LENGTH = 100
_MOST_VALUES = 1000
# Seconds after which a database that does not answer counts as unavailable.
_PATIENCE_SECONDS = 10.0
# All other driver errors mean that the database is unreachable, locked, full, starting up or shutting down.
_BAD_STATEMENT = (IntegrityError, DataError, ProgrammingError, NotSupportedError)
_AWAY = (DBAPIError, PoolTimeoutError, OSError, TimeoutError)


@dataclass(frozen=True)
class _Write:
    """A table to insert (`seen` is None) or to change if its version is still `seen`."""

    stored: StoredTable
    seen: int | None
    done: asyncio.Future[bool]
    actions: Sequence[str] = ()
    seats_changed: bool = False
    draft_only: bool = False


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
        self._waiting: list[_Write] = []
        self._wake = asyncio.Event()
        self._closing = False
        # Why the last attempt to use the database failed, or None.
        self.fault: str | None = None
        self._writer = asyncio.create_task(self._write_all(), name="store writer")

    @classmethod
    async def open(cls, url: str) -> "Store":
        """Return the store at `url`, its schema brought up to date."""
        engine = create_async_engine(url, **_engine_options(url))
        if engine.dialect.name == "sqlite":
            event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        if not await _is_current(engine):
            # Importing Alembic takes a quarter of the server's start, so only if there is something to do.
            from praefectus.server.migrate import upgrade

            await upgrade(engine)
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
            cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
            reason = str(cause).partition("\n")[0] or repr(cause)
            if self.fault is None:
                log.warning("the database cannot be used: %s", reason)
            self.fault = reason
            raise StoreUnavailableError(reason) from error
        if self.fault is not None:
            log.warning("the database can be used again")
            self.fault = None

    @contextlib.asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        async with self._reached(), self._engine.connect() as connection:
            yield connection

    async def check(self) -> None:
        """Send a trivial query to the database. Raises StoreUnavailableError."""
        async with self._reading() as connection:
            await connection.execute(select(1))

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
        async with self._reading() as connection:
            return str((await connection.execute(query)).scalar_one())

    async def load(self, table_id: str) -> tuple[StoredTable, list[str]] | None:
        """Return a table and all its actions."""
        async with self._reading() as connection:
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

    async def versions(self, table_ids: Sequence[str]) -> dict[str, int]:
        """Return the versions of tables, by id; those that are gone are left out."""
        found: dict[str, int] = {}
        # PostgreSQL and SQLite take some thousands of values in one statement.
        for start in range(0, len(table_ids), _MOST_VALUES):
            part = table_ids[start : start + _MOST_VALUES]
            query = select(game_table.c.id, game_table.c.version).where(game_table.c.id.in_(part))
            async with self._reading() as connection:
                found |= {row.id: row.version for row in await connection.execute(query)}
        return found

    async def by_invitation(self, token: str) -> str | None:
        """Return the id of the table an invitation is for."""
        query = select(game_table.c.id).where(game_table.c.invitation == token)
        async with self._reading() as connection:
            found = (await connection.execute(query)).scalar()
        return None if found is None else str(found)

    async def of_client(self, client: str) -> list[StoredTable]:
        """Return the tables a client hosts or sits at, the latest first, at most a hundred."""
        sits_at = select(seat.c.table_id).where(seat.c.owner == client)
        async with self._reading() as connection:
            return await _records(
                connection, or_(game_table.c.host == client, game_table.c.id.in_(sits_at))
            )

    async def awaiting_bots(self, most: int) -> list[tuple[str, str]]:
        """Return the running tables where it is a bot's turn, by id and host, the longest waiting first."""
        query = (
            select(game_table.c.id, game_table.c.host)
            .join(
                seat, (seat.c.table_id == game_table.c.id) & (seat.c.seat == game_table.c.decider)
            )
            .where(game_table.c.status == "playing", seat.c.kind == "bot")
            .order_by(game_table.c.updated)
            .limit(most)
        )
        async with self._reading() as connection:
            return [(str(row.id), str(row.host)) for row in await connection.execute(query)]

    # ------------------------------------------------------------------------------ writing

    async def create(self, stored: StoredTable) -> None:
        """Keep a new table."""
        await self._write(_Write(stored, None, _future(), seats_changed=True))

    async def save(
        self, stored: StoredTable, *, seen: StoredTable, actions: Sequence[str] = ()
    ) -> bool:
        """Replace the table and append actions, all or nothing; False if its version is no longer `seen`."""
        return await self._write(
            _Write(
                stored,
                seen.version,
                _future(),
                actions,
                seats_changed=stored.seats != seen.seats,
                draft_only=replace(
                    stored, draft=seen.draft, version=seen.version, updated=seen.updated
                )
                == seen,
            )
        )

    async def _write(self, write: _Write) -> bool:
        if self._closing:
            raise StoreClosedError(write.stored.id)
        self._waiting.append(write)
        self._wake.set()
        return await write.done

    async def _write_all(self) -> None:
        batch: list[_Write] = []
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

    async def _flush_or_tell(self, batch: list[_Write]) -> None:
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

    async def _flush(self, batch: list[_Write]) -> None:
        async with self._reached(), self._engine.begin() as connection:
            results = [await _execute(connection, write) for write in batch]
        for write, result in zip(batch, results, strict=True):
            if not write.done.done():
                write.done.set_result(result)


def _engine_options(url: str) -> dict[str, Any]:
    if url.startswith("sqlite"):
        return {}
    # A connection that its server has dropped is replaced before it is used.
    return {
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


def _prepare_sqlite(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    # FULL: a commit that has been answered survives a power cut too, not only kill -9.
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


# Statements are made once: building one costs more than running it.
_INSERT_TABLE = insert(game_table)
_COLUMNS = [column.name for column in game_table.columns if column.name != "draft"]
_SEEN = (game_table.c.id == bindparam("of_id"), game_table.c.version == bindparam("seen"))
_REPLACE = update(game_table).where(*_SEEN).values({name: bindparam(name) for name in _COLUMNS})
_REPLACE = _REPLACE.values(draft=bindparam("draft"))
_DRAFT_COLUMNS = ("version", "updated", "draft")
_REPLACE_DRAFT = (
    update(game_table).where(*_SEEN).values({name: bindparam(name) for name in _DRAFT_COLUMNS})
)
_REMOVE_SEATS = delete(seat).where(seat.c.table_id == bindparam("of_id"))
_INSERT_SEAT = insert(seat)
_INSERT_ACTION = insert(action)


async def _execute(connection: AsyncConnection, write: _Write) -> bool:
    stored = write.stored
    draft = {"decisions": stored.draft.decisions, "redo": stored.draft.redo}
    if write.seen is None:
        await connection.execute(_INSERT_TABLE, _row(stored) | {"draft": draft})
    else:
        which = {"of_id": stored.id, "seen": write.seen, "draft": draft}
        # The check of the version and the change are one statement, so only one of two writers succeeds.
        if write.draft_only:
            values = {"version": stored.version, "updated": stored.updated}
            changed = await connection.execute(_REPLACE_DRAFT, which | values)
        else:
            changed = await connection.execute(_REPLACE, which | _row(stored))
        if changed.rowcount != 1:
            return False
    if write.seats_changed:
        await connection.execute(_REMOVE_SEATS, {"of_id": stored.id})
        await connection.execute(
            _INSERT_SEAT,
            [
                {"table_id": stored.id, "seat": number} | asdict(each)
                for number, each in enumerate(stored.seats)
            ],
        )
    if write.actions:
        first = stored.number - len(write.actions)
        await connection.execute(
            _INSERT_ACTION,
            [
                {"table_id": stored.id, "number": first + n, "text": words}
                for n, words in enumerate(write.actions)
            ],
        )
    return True


def _row(stored: StoredTable) -> dict[str, Any]:
    row = {name: getattr(stored, name) for name in _COLUMNS}
    return row | {"options": stored.options.as_json()}


async def _records(connection: AsyncConnection, where: Any) -> list[StoredTable]:
    newest = game_table.c.updated.desc()
    tables = await connection.execute(
        select(game_table).where(where).order_by(newest).limit(_LIST_LENGTH)
    )
    rows = tables.all()
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
    return [_record(row, tuple(seats[row.id])) for row in rows]


def _record(row: Row[Any], seats: tuple[Seat, ...]) -> StoredTable:
    values = dict(row._mapping)
    draft = values.pop("draft")
    return StoredTable(
        # What was stored is taken as it is: a board that is gone is told when its table is opened.
        options=Options(**values.pop("options")),
        **values,
        seats=seats,
        draft=Draft(tuple(draft["decisions"]), tuple(draft["redo"])),
    )
