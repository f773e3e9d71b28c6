"""Which tables people have put away, and which address a table was made from."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add both; of tables made before, the address isn't known, and none is put away."""
    op.add_column("game_table", sa.Column("origin", sa.String(64)))
    op.create_index("game_table_origin", "game_table", ["origin"])
    op.create_index("game_table_updated", "game_table", ["updated"])
    op.create_table(
        "archive",
        sa.Column("client", sa.String(64), primary_key=True),
        sa.Column(
            "table_id",
            sa.String(40),
            sa.ForeignKey("game_table.id", ondelete="CASCADE"),
            primary_key=True,
        ),
    )
    op.create_index("archive_table", "archive", ["table_id"])
