"""The SQLite file for writing: one connection in one thread.

The asynchronous driver hands every statement, cursor and commit to a thread by itself, which costs several times what SQLite needs
for them. Here a batch is handed over once.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, create_engine, event
from sqlalchemy.pool import QueuePool

_STATEMENTS = 512
_PRAGMAS = (
    "journal_mode=WAL",
    # A commit that has been answered survives a power cut too, not only kill -9.
    "synchronous=FULL",
    "foreign_keys=ON",
    "busy_timeout=5000",
    # Of the pages that a batch changes SQLite notes how they were. Nobody needs that after a crash.
    "temp_store=MEMORY",
)
Result = TypeVar("Result")
Argument = TypeVar("Argument")


def prepare_sqlite(connection: Any, _: object) -> None:
    """Set up a new connection."""
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


class Disk:
    """The writing side of an SQLite file."""

    def __init__(self, url: URL) -> None:
        self._engine = create_engine(
            url.set(drivername="sqlite"),
            poolclass=QueuePool,
            pool_size=1,
            max_overflow=0,
            # There is a statement for each number of rows, and reading one costs more than executing it.
            connect_args={"cached_statements": _STATEMENTS},
        )
        event.listen(self._engine, "connect", prepare_sqlite)
        self._thread = ThreadPoolExecutor(1, "store writer")
        # Of the thread alone.
        self._connection: Connection | None = None

    async def run(self, work: Callable[[Connection, Argument], Result], what: Argument) -> Result:
        """Do some work in a transaction of its own and return its result once it is on disk.

        If this call is cancelled, the work is still done.
        """

        def transaction() -> Result:
            # Kept: to take it from the pool and give it back costs more than a transaction does.
            if self._connection is None:
                self._connection = self._engine.connect()
            try:
                with self._connection.begin():
                    return work(self._connection, what)
            except BaseException:
                # Nobody knows the state it is in; the pool sees to it.
                self._give_back()
                raise

        return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)

    def close(self) -> None:
        """Close the file after the work that is under way."""
        self._thread.submit(self._close)
        self._thread.shutdown(wait=False)

    def _close(self) -> None:
        self._give_back()
        self._engine.dispose()

    def _give_back(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
