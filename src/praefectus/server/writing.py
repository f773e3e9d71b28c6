"""How changes of tables are written: one statement that checks the version, and what belongs to it.

Plain synchronous statements, for the writer's thread (SQLite) or under an asynchronous driver (PostgreSQL). SQLite is given the
text of a statement at once: SQLAlchemy's way to it costs ten times what SQLite does.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import orjson
from sqlalchemy import JSON, Connection, Delete, Insert, Update, bindparam, delete, insert, update
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import DBAPIError

from praefectus.server.models import action, game_table, result, seat
from praefectus.server.results import Result
from praefectus.server.stored import Draft, Extent, StoredTable

Statement: TypeAlias = Insert | Update | Delete
Values: TypeAlias = dict[str, Any]
# Executes a statement with each of some rows of values and returns how many rows of the database it concerned.
Executor: TypeAlias = Callable[[Statement, list[Values]], int]


@dataclass(frozen=True)
class Write:
    """A table to insert (`seen` is None) or to change if its version is still `seen`."""

    stored: StoredTable
    seen: int | None
    done: asyncio.Future[bool]
    actions: Sequence[str] = ()
    seats_changed: bool = False
    extent: Extent = Extent.ALL
    result: Result | None = None


# Statements are made once: building one costs more than running it.
_INSERT_TABLE = insert(game_table)
_COLUMNS: dict[Extent, tuple[str, ...]] = {
    Extent.DRAFT: ("version", "updated", "draft"),
    Extent.TURN: ("version", "updated", "draft", "status", "number", "turn", "decider"),
    Extent.ALL: tuple(column.name for column in game_table.columns),
}
_SEEN = (game_table.c.id == bindparam("of_id"), game_table.c.version == bindparam("seen"))
_REPLACE = {
    extent: update(game_table).where(*_SEEN).values({name: bindparam(name) for name in names})
    for extent, names in _COLUMNS.items()
}
_REMOVE_SEATS = delete(seat).where(seat.c.table_id == bindparam("of_id"))
_INSERT_SEAT = insert(seat)
_INSERT_ACTION = insert(action)
_INSERT_RESULT = insert(result)
_STATEMENTS: tuple[Statement, ...] = (
    _INSERT_TABLE,
    *_REPLACE.values(),
    _REMOVE_SEATS,
    _INSERT_SEAT,
    _INSERT_ACTION,
    _INSERT_RESULT,
)
_SQLITE = sqlite.dialect(paramstyle="named")
_TEXTS = {statement: str(statement.compile(dialect=_SQLITE)) for statement in _STATEMENTS}
_JSON = frozenset(
    column.name
    for table in (game_table, result)
    for column in table.columns
    if isinstance(column.type, JSON)
)


def execute_all(connection: Connection, batch: Sequence[Write]) -> list[bool]:
    """Execute writes in one transaction of the caller's, and tell which of them found the version they had seen."""
    execute = _of_sqlite if connection.dialect.name == "sqlite" else _of_sqlalchemy
    with_values = execute(connection)
    return [_execute(with_values, write) for write in batch]


def _of_sqlalchemy(connection: Connection) -> Executor:
    # One row is no list: SQLAlchemy would take a way on which not every driver counts.
    return lambda statement, rows: (
        connection.execute(statement, rows if len(rows) > 1 else rows[0]).rowcount
    )


def _of_sqlite(connection: Connection) -> Executor:
    cursor = connection.connection.cursor()

    def execute(statement: Statement, rows: list[Values]) -> int:
        for values in rows:
            for name in values.keys() & _JSON:
                values[name] = orjson.dumps(values[name]).decode()
        try:
            cursor.executemany(_TEXTS[statement], rows)
        except sqlite3.Error as error:
            # As SQLAlchemy tells it; without the values, which hold people's names.
            raise DBAPIError.instance(None, None, error, sqlite3.Error) from error
        return int(cursor.rowcount)

    return execute


def _execute(execute: Executor, write: Write) -> bool:
    stored = write.stored
    if write.seen is None:
        execute(_INSERT_TABLE, [_row(stored, Extent.ALL)])
    else:
        # The check of the version and the change are one statement, so only one of two writers succeeds.
        which = {"of_id": stored.id, "seen": write.seen}
        if execute(_REPLACE[write.extent], [which | _row(stored, write.extent)]) != 1:
            return False
    if write.seats_changed:
        execute(_REMOVE_SEATS, [{"of_id": stored.id}])
        seats = [
            {"table_id": stored.id, "seat": number} | asdict(each)
            for number, each in enumerate(stored.seats)
        ]
        execute(_INSERT_SEAT, seats)
    if write.actions:
        first = stored.number - len(write.actions)
        actions = [
            {"table_id": stored.id, "number": first + n, "text": words}
            for n, words in enumerate(write.actions)
        ]
        execute(_INSERT_ACTION, actions)
    if write.result is not None:
        execute(_INSERT_RESULT, [{"table_id": stored.id, **asdict(write.result)}])
    return True


def _row(stored: StoredTable, extent: Extent) -> Values:
    row = {name: getattr(stored, name) for name in _COLUMNS[extent]}
    row["draft"] = _draft(stored.draft)
    if extent is Extent.ALL:
        row["options"] = stored.options.as_json()
    return row


def _draft(draft: Draft) -> Values:
    return {"decisions": list(draft.decisions), "redo": list(draft.redo), "at": draft.at}
