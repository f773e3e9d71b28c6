"""Where a what-if game left another."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add it; no game played before was one."""
    op.add_column("game_table", sa.Column("branch", sa.JSON))
