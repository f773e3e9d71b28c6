"""Migrations of an SQLite file: whole or not at all, with a copy of what was before."""

import asyncio
import signal
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from praefectus.rules.options import Options
from praefectus.server.migrate import MIGRATIONS, upgrade_file
from praefectus.server.models import REVISION
from praefectus.server.settings import sqlite_url
from praefectus.server.store import Store

# Migrates a file and dies by kill -9 at the statement of a given number.
MIGRATE_AND_DIE = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from praefectus.server.migrate import upgrade_file
left = int(sys.argv[2])
@event.listens_for(Engine, "before_cursor_execute")
def count(*args):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
upgrade_file(Path(sys.argv[1]))
"""


def first_version(path: Path) -> Path:
    """Make a database as the first version left it, with a table in it."""
    from alembic import command
    from alembic.config import Config
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute(
            "INSERT INTO game_table VALUES ('t', 'Evening', 'lobby', 'italia', 'revised', 0, 'open',"
            " 'livia', 'token', '1', 1.0, 2.0, 0, 0, 0, NULL, NULL, '{}', NULL)"
        )
        for seat, (kind, owner) in enumerate([("human", "livia"), ("bot", None), ("bot", None)]):
            database.execute(
                "INSERT INTO seat VALUES ('t', ?, ?, '', 'red', ?, NULL)", (seat, kind, owner)
            )
        database.execute("INSERT INTO action VALUES ('t', 0, 'play tribune')")
    return path


def test_the_options_of_an_old_database_become_one_value(tmp_path):
    path = first_version(tmp_path / "tables.db")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "INSERT INTO game_table VALUES ('u', 'Night', 'lobby', 'imperium', 'first', 1, 'open',"
            " 'livia', 'other', '1', 1.0, 1.0, 0, 0, 0, NULL, NULL, '{\"decisions\": [], \"redo\": []}', NULL)"
        )
        database.execute(
            'UPDATE game_table SET draft = \'{"decisions": [], "redo": []}\', number = 1'
        )
        for seat in range(4):
            database.execute(
                "INSERT INTO seat VALUES ('u', ?, 'open', '', 'red', NULL, NULL)", (seat,)
            )

    async def read():
        store = await Store.open(sqlite_url(path))
        try:
            return await store.of_client("livia"), await store.load("t")
        finally:
            await store.close()

    tables, loaded = asyncio.run(read())
    assert [table.options for table in tables] == [
        Options("italia", 3, "revised", intermediate_scoring=False),
        Options("imperium", 4, "first", intermediate_scoring=True),
    ]
    assert loaded is not None
    assert loaded[1] == ["play tribune"], "seats and actions stay"


def revision(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        return str(database.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def names(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [name for (name,) in database.execute("SELECT name FROM game_table")]


def test_a_migration_that_is_killed_anywhere_is_done_again(tmp_path):
    killed = 0
    for number in range(1, 200, 7):
        path = first_version(tmp_path / f"{number}.db")
        command = [sys.executable, "-c", MIGRATE_AND_DIE, str(path), str(number)]
        ran = subprocess.run(command, capture_output=True, timeout=120)
        if ran.returncode == 0:
            break
        assert ran.returncode == -signal.SIGKILL, ran.stderr.decode()
        killed += 1
        assert revision(path) == "0001", "nothing of it has happened"
        upgrade_file(path)
        assert (revision(path), names(path)) == (REVISION, ["Evening"])
    assert killed > 1


def test_the_file_is_copied_before(tmp_path):
    path = first_version(tmp_path / "tables.db")
    upgrade_file(path)
    (copy,) = tmp_path.glob("*.before-*")
    assert copy.name == f"tables.db.before-{REVISION}"
    assert (revision(copy), names(copy)) == ("0001", ["Evening"])
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    upgrade_file(path)
    assert names(path) == ["Evening"]


def test_a_new_file_needs_no_copy(tmp_path):
    upgrade_file(tmp_path / "tables.db")
    assert [each.name for each in tmp_path.iterdir()] == ["tables.db"]
    assert revision(tmp_path / "tables.db") == REVISION


@pytest.mark.parametrize("count", [4])
def test_processes_that_start_at_once_take_turns(tmp_path, count):
    path = first_version(tmp_path / "tables.db")
    command = [sys.executable, "-c", MIGRATE_AND_DIE, str(path), "100000"]
    running = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(count)]
    for each in running:
        _, said = each.communicate(timeout=120)
        assert each.returncode == 0, said.decode()
    assert (revision(path), names(path)) == (REVISION, ["Evening"])
