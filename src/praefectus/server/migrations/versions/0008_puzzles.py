"""How people did with puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add it; nobody has solved one before."""
    op.create_table(
        "puzzle_answer",
        sa.Column("client", sa.String(64), primary_key=True),
        sa.Column("puzzle", sa.String(40), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
    )
