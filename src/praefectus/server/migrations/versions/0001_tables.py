"""Settings, tables, seats and actions."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first schema."""
    op.create_table(
        "setting",
        sa.Column("key", sa.String(40), primary_key=True),
        sa.Column("value", sa.String(200), nullable=False),
    )
    op.create_table(
        "game_table",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("map", sa.String(40), nullable=False),
        sa.Column("edition", sa.String(16), nullable=False),
        sa.Column("intermediate_scoring", sa.Boolean, nullable=False),
        sa.Column("hands", sa.String(16), nullable=False),
        sa.Column("host", sa.String(64), nullable=False),
        sa.Column("invitation", sa.String(64), nullable=False, unique=True),
        sa.Column("rules_version", sa.String(40), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("updated", sa.Float, nullable=False),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("decider", sa.Integer),
        sa.Column("setup", sa.JSON),
        sa.Column("draft", sa.JSON, nullable=False),
        sa.Column("again", sa.String(40)),
    )
    op.create_index("game_table_host", "game_table", ["host"])
    op.create_index("game_table_status", "game_table", ["status"])
    op.create_table(
        "seat",
        sa.Column(
            "table_id",
            sa.String(40),
            sa.ForeignKey("game_table.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("color", sa.String(8), nullable=False),
        sa.Column("owner", sa.String(64)),
        sa.Column("level", sa.String(64)),
    )
    op.create_index("seat_owner", "seat", ["owner"])
    op.create_table(
        "action",
        sa.Column(
            "table_id",
            sa.String(40),
            sa.ForeignKey("game_table.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("text", sa.String(200), nullable=False),
    )
