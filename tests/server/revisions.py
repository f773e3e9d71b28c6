"""Databases as former versions of the server left them: the schema of a revision, and a table in it."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from praefectus.server.migrate import MIGRATIONS


def to_revision(connection: Connection, revision: str) -> None:
    """Run the migrations up to a revision."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def insert(connection: Connection, table: str, **values: object) -> None:
    """Add a row, as the server of that time would have written it."""
    names, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({marks})"), values)


def insert_table(connection: Connection, id: str, **more: object) -> None:
    """Add a table of the time when every option had a column of its own."""
    row = {
        "id": id,
        "name": "Old",
        "status": "playing",
        "map": "italia",
        "edition": "first",
        "intermediate_scoring": True,
        "hands": "open",
        "host": "livia",
        "invitation": f"invitation-{id}",
        "rules_version": "1",
        "created": 1.0,
        "updated": 2.0,
        "version": 3,
        "number": 0,
        "turn": 0,
        "draft": '{"decisions": [], "redo": []}',
    }
    insert(connection, "game_table", **row | more)


def insert_seat(
    connection: Connection, table_id: str, seat: int, kind: str, **more: object
) -> None:
    """Add a seat of a table."""
    color = ("red", "green")[seat]
    row = {"table_id": table_id, "seat": seat, "kind": kind, "name": "", "color": color}
    insert(connection, "seat", **row | more)
