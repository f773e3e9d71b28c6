"""Brings the database's schema up to date with the Alembic migrations in `migrations/`.

A migration takes effect completely or not at all, even if the process is killed in the middle of it. PostgreSQL guarantees that.
SQLite's driver begins no transaction before statements that change the schema, so this module begins it explicitly; before that
it copies the file to `<file>.before-<revision>`.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.ext.asyncio import AsyncEngine

from praefectus.server.models import REVISION

MIGRATIONS = Path(__file__).parent / "migrations"


async def upgrade(engine: AsyncEngine) -> None:
    """Run the migrations that the database hasn't had yet; processes that start at once take turns."""
    if engine.dialect.name == "sqlite":
        path = engine.url.database
        if path:
            # This is short and happens before anything is served, so it may block the event loop.
            upgrade_file(Path(path))
            return
    async with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7262737)")
        if await connection.run_sync(_revision) != REVISION:
            await connection.run_sync(_upgrade)


def upgrade_file(path: Path, *, keep_copy: bool = True) -> None:
    """Migrate an SQLite file in one transaction, after copying it if there is anything to lose; unless it is a copy itself."""
    engine = create_engine(f"sqlite:///{path}")
    event.listen(engine, "connect", _leave_transactions_to_us)
    event.listen(engine, "begin", _begin)
    try:
        with engine.connect() as connection:
            # This process has the lock now: no other migrates or writes.
            revision = _revision(connection)
            if revision == REVISION:
                return
            if revision is not None and keep_copy:
                _back_up(path)
            _upgrade(connection)
            connection.commit()
    finally:
        engine.dispose()


def _leave_transactions_to_us(connection: Any, _: object) -> None:
    connection.isolation_level = None
    connection.execute("PRAGMA busy_timeout=30000")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _back_up(path: Path) -> None:
    """Copy the database to a file beside it, unless an earlier attempt has made a copy."""
    copy = path.with_name(f"{path.name}.before-{REVISION}")
    if copy.exists():
        return
    draft = copy.with_name(f".{copy.name}.draft")
    draft.unlink(missing_ok=True)
    draft.touch(0o600)
    with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(draft)) as target:
        source.backup(target)
    draft.replace(copy)


def _upgrade(connection: Connection | Engine) -> None:
    # Only here: a server whose database is up to date starts a seventh sooner without it.
    from alembic import command
    from alembic.config import Config

    config = Config()
    # Alembic reads % as the start of a variable.
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
