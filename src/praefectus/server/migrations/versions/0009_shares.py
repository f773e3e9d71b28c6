"""Finished games that their hosts share."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the token of the address at which a game is shared; none is."""
    op.add_column("game_table", sa.Column("shared", sa.String(40)))
    op.create_index("game_table_shared", "game_table", ["shared"], unique=True)
