"""Whether the players of a table may ask for hints."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the option; a table made before has it as a new one would: unless a friend sits there or may."""
    op.add_column(
        "game_table",
        sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true()),
    )
    game_table = sa.table(
        "game_table", sa.column("id"), sa.column("host"), sa.column("hints", sa.Boolean)
    )
    seat = sa.table("seat", sa.column("table_id"), sa.column("kind"), sa.column("owner"))
    is_for_friends = sa.exists().where(
        seat.c.table_id == game_table.c.id,
        sa.or_(seat.c.kind == "open", seat.c.owner != game_table.c.host),
    )
    op.execute(game_table.update().where(is_for_friends).values(hints=sa.false()))
