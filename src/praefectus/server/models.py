"""The database's tables. Changes go through a migration in `migrations/versions/`."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
)

# The migration that leads to this schema.
REVISION = "0003"

metadata = MetaData()

setting = Table(
    "setting",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("value", String(200), nullable=False),
)

game_table = Table(
    "game_table",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    # The JSON form of `praefectus.Options`: a new rule option needs no migration.
    Column("options", JSON, nullable=False),
    Column("hands", String(16), nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("host", String(64), nullable=False),
    Column("invitation", String(64), nullable=False, unique=True),
    Column("rules_version", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("version", BigInteger, nullable=False),
    Column("number", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("decider", Integer),
    Column("setup", JSON),
    Column("draft", JSON, nullable=False),
    Column("again", String(40)),
    Index("game_table_host", "host"),
    Index("game_table_status", "status"),
)

seat = Table(
    "seat",
    metadata,
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(8), nullable=False),
    Column("name", String(64), nullable=False),
    Column("color", String(8), nullable=False),
    Column("owner", String(64)),
    Column("level", String(64)),
    Index("seat_owner", "owner"),
)

# The game itself: append-only, one row per decision, in words.
action = Table(
    "action",
    metadata,
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", String(200), nullable=False),
)
