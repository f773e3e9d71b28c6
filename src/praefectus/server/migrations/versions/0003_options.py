"""The options of a game as one column, so that a new rule option needs no migration."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_OLD = ("map", "edition", "intermediate_scoring")


def upgrade() -> None:
    """Put the columns of the options into one; the number of players is that of the seats."""
    op.add_column("game_table", sa.Column("options", sa.JSON, nullable=False, server_default="{}"))
    game_table = sa.table(
        "game_table",
        *(sa.column(name) for name in ("id", "map", "edition")),
        sa.column("intermediate_scoring", sa.Boolean),
        sa.column("options", sa.JSON),
    )
    seat = sa.table("seat", sa.column("table_id"))
    players = sa.select(sa.func.count()).where(seat.c.table_id == game_table.c.id).scalar_subquery()
    connection = op.get_bind()
    columns = (game_table.c[name] for name in ("id", *_OLD))
    for row in connection.execute(sa.select(*columns, players.label("players"))).all():
        options = {name: getattr(row, name) for name in ("map", "players", *_OLD[1:])}
        where = game_table.c.id == row.id
        connection.execute(game_table.update().where(where).values(options=options))
    for name in _OLD:
        op.drop_column("game_table", name)
