"""Reviews of finished games."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add them; there are none of games that were finished before, until somebody asks."""
    op.create_table(
        "review",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), sa.ForeignKey("game_table.id", ondelete="CASCADE")),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("simulations", sa.Integer, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("seats", sa.LargeBinary),
    )
    op.create_index("review_table", "review", ["table_id"])
    op.create_index("review_asked", "review", ["asked"])
    op.create_table(
        "review_part",
        sa.Column(
            "key", sa.String(40), sa.ForeignKey("review.key", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("first", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("turns", sa.LargeBinary, nullable=False),
    )
