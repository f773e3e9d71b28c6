"""How changes of tables are written: one statement that checks the version, and what belongs to it.

Plain synchronous statements, for the writer's thread (SQLite) or under an asynchronous driver (PostgreSQL). SQLite is given the
text of a statement at once: SQLAlchemy's way to it costs ten times what SQLite does. And it is given many rows at once: around each
statement Python lets other threads run, and to run again after it, the writer waits longer than SQLite takes.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from itertools import chain
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
# SQLite's, which SQLAlchemy passes on.
Cursor: TypeAlias = Any
# Executes a statement with each of some rows of values and returns how many rows of the database it concerned.
Executor: TypeAlias = Callable[[Statement, list[Values]], int]


@dataclass(eq=False, slots=True)
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
# Only what may differ: an index is changed wherever its column is set, even to what it was.
_COLUMNS: dict[Extent, tuple[str, ...]] = {
    Extent.DRAFT: ("version", "draft"),
    Extent.TURN: ("version", "updated", "draft", "number", "turn", "decider"),
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
_ACTION = ("table_id", "number", "text")
# `UPDATE … FROM` is there since SQLite 3.33.
_CAN_CHANGE_MANY = sqlite3.sqlite_version_info >= (3, 33)
# Rows of one statement.
_MANY = 50
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
    if connection.dialect.name != "sqlite":
        execute = _of_sqlalchemy(connection)
        return [_execute(execute, write) for write in batch]
    cursor = connection.connection.cursor()
    with _as_sqlalchemy():
        turns = [write for write in batch if _is_turn(write)] if _CAN_CHANGE_MANY else []
        is_done = len(turns) > 1 and _change_many(cursor, turns)
    execute = _of_sqlite(cursor)
    return [(is_done and _is_turn(write)) or _execute(execute, write) for write in batch]


def _is_turn(write: Write) -> bool:
    """Tell whether a write is one of those that play consists of."""
    is_plain = write.seen is not None and not write.seats_changed and write.result is None
    return is_plain and write.extent is not Extent.ALL


def _change_many(cursor: Cursor, writes: Sequence[Write]) -> bool:
    """Execute writes if all find the version they have seen; else change nothing and return False."""
    cursor.execute("SAVEPOINT many")
    for extent in (Extent.DRAFT, Extent.TURN):
        rows = [
            (write.stored.id, write.seen, *_values(write.stored, extent))
            for write in writes
            if write.extent is extent
        ]
        for start in range(0, len(rows), _MANY):
            part = rows[start : start + _MANY]
            cursor.execute(_change_text(extent, len(part)), list(chain.from_iterable(part)))
            if cursor.rowcount != len(part):
                cursor.execute("ROLLBACK TO many")
                return False
    actions = [row for write in writes for row in _actions(write)]
    for start in range(0, len(actions), _MANY):
        part = actions[start : start + _MANY]
        cursor.execute(_append_text(len(part)), list(chain.from_iterable(part)))
    return True


def _values(stored: StoredTable, extent: Extent) -> list[object]:
    row = _row(stored, extent)
    return [_json(value) if name in _JSON else value for name, value in row.items()]


# Names of columns, not values, are put into these texts.
@cache
def _change_text(extent: Extent, rows: int) -> str:
    names = _COLUMNS[extent]
    # SQLite calls the columns of values `column1` and so on.
    news = ", ".join(f"{name} = column{n}" for n, name in enumerate(names, 3))
    values = ", ".join([_places(2 + len(names))] * rows)
    return f"UPDATE game_table SET {news} FROM (VALUES {values}) WHERE id = column1 AND version = column2"  # noqa: S608


@cache
def _append_text(rows: int) -> str:
    values = ", ".join([_places(len(_ACTION))] * rows)
    return f"INSERT INTO action ({', '.join(_ACTION)}) VALUES {values}"  # noqa: S608


def _places(number: int) -> str:
    return f"({', '.join('?' * number)})"


@contextmanager
def _as_sqlalchemy() -> Iterator[None]:
    """Raise errors of SQLite as SQLAlchemy tells them; without the values, which hold people's names."""
    try:
        yield
    except sqlite3.Error as error:
        raise DBAPIError.instance(None, None, error, sqlite3.Error) from error


def _of_sqlalchemy(connection: Connection) -> Executor:
    # One row is no list: SQLAlchemy would take a way on which not every driver counts.
    return lambda statement, rows: (
        connection.execute(statement, rows if len(rows) > 1 else rows[0]).rowcount
    )


def _of_sqlite(cursor: Cursor) -> Executor:
    def execute(statement: Statement, rows: list[Values]) -> int:
        for values in rows:
            for name in values.keys() & _JSON:
                values[name] = _json(values[name])
        with _as_sqlalchemy():
            cursor.executemany(_TEXTS[statement], rows)
        return int(cursor.rowcount)

    return execute


def _json(value: object) -> str:
    return orjson.dumps(value).decode()


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
        execute(_INSERT_ACTION, [dict(zip(_ACTION, row, strict=True)) for row in _actions(write)])
    if write.result is not None:
        execute(_INSERT_RESULT, [{"table_id": stored.id, **asdict(write.result)}])
    return True


def _actions(write: Write) -> list[tuple[object, ...]]:
    """Return the rows of a write's actions, with the columns of `_ACTION`."""
    table_id, first = write.stored.id, write.stored.number - len(write.actions)
    return [(table_id, first + n, words) for n, words in enumerate(write.actions)]


def _row(stored: StoredTable, extent: Extent) -> Values:
    row = {name: getattr(stored, name) for name in _COLUMNS[extent]}
    row["draft"] = _draft(stored.draft)
    if extent is Extent.ALL:
        row["options"] = stored.options.as_json()
    return row


def _draft(draft: Draft) -> Values:
    return {"decisions": list(draft.decisions), "redo": list(draft.redo), "at": draft.at}
