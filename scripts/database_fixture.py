"""Write tests/fixtures/databases/REVISION.sql: a database as the server of that revision left it, with a table of every kind.

`python scripts/database_fixture.py 0004` makes the one of a revision. Fixtures are never made again once their revision is in
use: they stand for what people have on disk.
"""

import json
import random
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import praefectus
from praefectus.rules import RULES_VERSION
from praefectus.server.migrate import MIGRATIONS
from praefectus.server.results import result_of

FOLDER = Path(__file__).parent.parent / "tests/fixtures/databases"


def make(revision: str) -> str:
    """Return the statements that make the database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            config = Config()
            config.set_main_option("script_location", str(MIGRATIONS))
            config.attributes["connection"] = connection
            command.upgrade(config, revision)
        engine.dispose()
        with closing(sqlite3.connect(path)) as database, database:
            database.execute("INSERT INTO setting VALUES ('secret', 'a secret of the fixture')")
            database.execute("INSERT INTO setting VALUES ('instance', 'fixture')")
            game = praefectus.Game.new(map="italia", players=2, seed=7)
            _add(database, "lobby-table", "lobby", None, revision)
            _add(database, "running-table", "playing", game, revision, draft=["play architect"])
            _add(database, "finished-table", "finished", _played(game.copy()), revision)
            database.commit()
            return "\n".join(database.iterdump()) + "\n"


def _played(game: praefectus.Game) -> praefectus.Game:
    rng = random.Random(7)
    while not game.is_over:
        game.push(rng.choice(list(game.legal_actions)))
    return game


def _add(
    database: sqlite3.Connection,
    table_id: str,
    status: str,
    game: praefectus.Game | None,
    revision: str,
    draft: list[str] | None = None,
) -> None:
    options = {"map": "italia", "edition": "revised", "intermediate_scoring": False}
    if revision >= "0003":
        options = {"options": json.dumps({**options, "players": 2})}
    row: dict[str, Any] = {
        "id": table_id,
        "name": status.capitalize(),
        "status": status,
        **options,
        "hands": "open",
        "host": "livia",
        "invitation": f"invitation-{status}",
        "rules_version": RULES_VERSION,
        "created": 1e9,
        "updated": 2e9,
        "version": 5,
        "number": len(game.actions) if game else 0,
        "turn": game.turn if game else 0,
        "decider": game.seat if game and not game.is_over else None,
        "setup": json.dumps(game.setup.as_json()) if game else None,
        "draft": json.dumps({"decisions": draft or [], "redo": []}),
    }
    if revision >= "0002":
        row["hints"] = True
    _insert(database, "game_table", row)
    for number, (name, color) in enumerate((("Livia", "red"), ("Cato", "green"))):
        kind = "open" if status == "lobby" and number else "human"
        owner = None if kind == "open" else name.lower()
        seat = {"table_id": table_id, "seat": number, "kind": kind, "name": name, "color": color}
        _insert(database, "seat", {**seat, "owner": owner})
    for number, action in enumerate(game.actions if game else ()):
        text = game.text(action) if game else ""
        _insert(database, "action", {"table_id": table_id, "number": number, "text": text})
    if revision >= "0005" and game and game.is_over:
        result = result_of(game, ["Livia", "Cato"])
        kept = {"outcome": json.dumps(result.outcome), "record": result.record}
        _insert(database, "result", {"table_id": table_id, **kept})


def _insert(database: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    names, marks = ", ".join(row), ", ".join("?" for _ in row)
    database.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", [*row.values()])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for each in sys.argv[1:]:
        (FOLDER / f"{each}.sql").write_text(make(each), encoding="utf-8")
