"""Results and records of finished games, so that they stay readable when the rules change."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add them, and those of the games finished before that the present rules can replay."""
    result = op.create_table(
        "result",
        sa.Column(
            "table_id",
            sa.String(40),
            sa.ForeignKey("game_table.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("outcome", sa.JSON, nullable=False),
        sa.Column("record", sa.Text, nullable=False),
    )
    game_table = sa.table(
        "game_table",
        *(sa.column(name) for name in ("id", "status", "rules_version")),
        sa.column("options", sa.JSON),
        sa.column("setup", sa.JSON),
    )
    connection = op.get_bind()
    finished = sa.select(game_table).where(game_table.c.status == "finished")
    for row in connection.execute(finished).all():
        found = _result(connection, row)
        if found is not None:
            outcome, record = found
            values = {"table_id": row.id, "outcome": outcome, "record": record}
            connection.execute(result.insert().values(values))


def _result(connection: sa.Connection, row: sa.Row) -> tuple[object, str] | None:  # type: ignore[type-arg]
    """Return outcome and record of a finished game, or None if the present rules don't lead to its end."""
    from praefectus.game import Game
    from praefectus.opening import Setup
    from praefectus.rules import RULES_VERSION
    from praefectus.rules.options import Options
    from praefectus.server.results import result_of

    if row.rules_version != RULES_VERSION:
        return None
    action = sa.table("action", *(sa.column(name) for name in ("table_id", "number", "text")))
    seat = sa.table("seat", *(sa.column(name) for name in ("table_id", "seat", "name")))
    texts = connection.execute(
        sa.select(action.c.text).where(action.c.table_id == row.id).order_by(action.c.number)
    ).scalars()
    names = connection.execute(
        sa.select(seat.c.name).where(seat.c.table_id == row.id).order_by(seat.c.seat)
    ).scalars()
    try:
        game = Game.from_setup(Setup.from_json(Options(**row.options), row.setup))
        for text in texts.all():
            game.play(text)
        found = result_of(game, list(names.all()))
    except (ValueError, TypeError, KeyError):
        return None
    # As plain data: the type of the column decides how it is written.
    return json.loads(json.dumps(found.outcome)), found.record
