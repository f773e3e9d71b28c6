"""Backups: one SQLite file with everything in it, whatever database the server uses.

A backup is consistent while the server runs: SQLite's own backup, or one transaction of PostgreSQL that sees the database as
it was at its start. It is checked after it was written, and only then takes its name. So one can also move from one kind of database
to the other.
"""

import asyncio
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Table, create_engine, delete, func, insert, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine

from praefectus.errors import PraefectusError
from praefectus.server.database_file import hand_over, owned
from praefectus.server.migrate import upgrade_file
from praefectus.server.models import REVISION, metadata
from praefectus.server.store import NewerDatabaseError, Store

# How many rows go from one database to the other at once.
_ROWS = 500
_PRIVATE = 0o600


def back_up(url: str, path: Path | None, target: Path) -> int:
    """Write a backup of the database at `url`, or of the SQLite file `path`; return how many tables it has.

    Raises PraefectusError if the target exists, or if the backup is not what was to be written.
    """
    if target.exists():
        raise PraefectusError(f"{target} exists already; give the backup a name of its own")
    if path is not None and not path.is_file():
        raise PraefectusError(f"there is no database {path}; name it with --db")
    draft = target.with_name(f".{target.name}.draft")
    draft.unlink(missing_ok=True)
    draft.touch(_PRIVATE)
    try:
        if path is not None:
            _copy_file(path, draft)
        else:
            asyncio.run(_copy_out(url, draft))
        count = check_file(draft)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
        _remove_log(draft)
    return count


def restore(url: str, path: Path | None, source: Path, *, replace: bool) -> int:
    """Put a backup in the place of the database at `url`, or of the SQLite file `path`; return how many tables it has.

    What is there already is only replaced if `replace` is set; a file is kept as `<file>.before-restore`.
    """
    check_file(source)
    if path is None:
        return asyncio.run(_copy_in(source, url, replace=replace))
    path.parent.mkdir(parents=True, exist_ok=True)
    exists = path.exists() and path.stat().st_size > 0
    if exists and not replace:
        raise PraefectusError(f"{path} exists already; replace it with --replace")
    with owned(path):
        draft = path.with_name(f".{path.name}.restored")
        draft.unlink(missing_ok=True)
        draft.touch(_PRIVATE)
        hand_over(draft, path)
        _copy_file(source, draft)
        upgrade_file(draft, keep_copy=False)
        count = check_file(draft)
        if exists:
            _keep(path, path.with_name(f"{path.name}.before-restore"))
        _remove_log(path)
        draft.replace(path)
        _remove_log(draft)
    return count


def _remove_log(path: Path) -> None:
    """Remove what SQLite keeps beside a file; whoever only reads it leaves that there, empty."""
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _keep(path: Path, kept: Path) -> None:
    """Copy a file that is to be replaced, with everything that still is in its log."""
    kept.unlink(missing_ok=True)
    kept.touch(_PRIVATE)
    hand_over(kept, path)
    try:
        _copy_file(path, kept)
    except PraefectusError:
        # A file too damaged to be read is a good reason to restore another.
        shutil.copyfile(path, kept)


def check_file(path: Path) -> int:
    """Return how many tables a backup has. Raises PraefectusError if it is damaged or no backup at all."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            (found,) = database.execute("PRAGMA integrity_check").fetchone()
            if found != "ok" or database.execute("PRAGMA foreign_key_check").fetchone():
                raise PraefectusError(f"{path} is damaged: {found}")
            (revision,) = database.execute("SELECT version_num FROM alembic_version").fetchone()
            if revision > REVISION:
                raise PraefectusError(
                    f"{path} was made by a newer version of praefectus; update this one"
                )
            (count,) = database.execute("SELECT count(*) FROM game_table").fetchone()
    except sqlite3.Error as error:
        raise PraefectusError(f"{path} is no database of praefectus: {error}") from error
    return int(count)


def _copy_file(source: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.Error as error:
        raise PraefectusError(f"{source} cannot be copied to {target}: {error}") from error


async def _copy_out(url: str, target: Path) -> None:
    """Copy a PostgreSQL database, as it is at one moment, to a new SQLite file."""
    upgrade_file(target)
    engine = create_engine(f"sqlite:///{target}")
    source = create_async_engine(url, isolation_level="REPEATABLE READ")
    try:
        with engine.begin() as new:
            async with source.connect() as old:
                await _check_revision(old)
                for table in metadata.sorted_tables:
                    count = 0
                    async for rows in _parts(old, table):
                        new.execute(insert(table), rows)
                        count += len(rows)
                    there = (await old.execute(select(func.count()).select_from(table))).scalar()
                    if there != count:
                        raise PraefectusError(f"only {count} of {there} rows of {table} came over")
    except (DBAPIError, OSError) as error:
        raise PraefectusError(f"the database can't be read: {_reason(error)}") from error
    finally:
        engine.dispose()
        await source.dispose()


async def _parts(connection: AsyncConnection, table: Table) -> Any:
    result = await connection.stream(select(table))
    async for rows in result.mappings().partitions(_ROWS):
        yield [dict(row) for row in rows]


async def _check_revision(connection: AsyncConnection) -> None:
    found = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
    if found != REVISION:
        raise PraefectusError(
            "the database is of another version of praefectus; start this version's server once, or use the other version"
        )


async def _copy_in(source: Path, url: str, *, replace: bool) -> int:
    """Copy a backup into a PostgreSQL database, all or nothing."""
    draft = source.with_name(f".{source.name}.restored")
    draft.unlink(missing_ok=True)
    draft.touch(_PRIVATE)
    engine = create_engine(f"sqlite:///{draft}")
    target = create_async_engine(url)
    try:
        _copy_file(source, draft)
        upgrade_file(draft, keep_copy=False)
        await (await Store.open(url)).close()
        with engine.connect() as old:
            async with target.begin() as new:
                await _make_room(new, replace=replace)
                for table in metadata.sorted_tables:
                    for rows in old.execute(select(table)).mappings().partitions(_ROWS):
                        await new.execute(insert(table), [dict(row) for row in rows])
                count = (await new.execute(_COUNT)).scalar()
    except NewerDatabaseError as error:
        raise PraefectusError(
            "the database is of a newer version of praefectus; update this one"
        ) from error
    except (DBAPIError, OSError) as error:
        raise PraefectusError(f"the database can't be written: {_reason(error)}") from error
    finally:
        engine.dispose()
        await target.dispose()
        draft.unlink(missing_ok=True)
        _remove_log(draft)
    return int(count or 0)


_COUNT = select(func.count()).select_from(metadata.tables["game_table"])


async def _make_room(connection: AsyncConnection, *, replace: bool) -> None:
    if (await connection.execute(_COUNT)).scalar() and not replace:
        raise PraefectusError("the database has tables already; replace them with --replace")
    tables: Sequence[Table] = metadata.sorted_tables
    for table in reversed(tables):
        await connection.execute(delete(table))


def _reason(error: Exception) -> str:
    cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return str(cause).partition("\n")[0] or repr(cause)
