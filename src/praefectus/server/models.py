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
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

# The migration that leads to this schema.
REVISION = "0009"

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
    # The address that it was made from, unreadably: for quotas.
    Column("origin", String(64)),
    # Of a what-if game: where it left another, and how that one ended.
    Column("branch", JSON),
    # Of a finished game that its host shares: the token of its address.
    Column("shared", String(40)),
    Index("game_table_host", "host"),
    Index("game_table_status", "status"),
    Index("game_table_origin", "origin"),
    Index("game_table_updated", "updated"),
    Index("game_table_shared", "shared", unique=True),
)

# The tables that people have put away: their lists don't show them.
archive = Table(
    "archive",
    metadata,
    Column("client", String(64), primary_key=True),
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Index("archive_table", "table_id"),
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

# Of finished games: readable whatever becomes of the rules.
result = Table(
    "result",
    metadata,
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("outcome", JSON, nullable=False),
    Column("record", Text, nullable=False),
)

# Reviews of finished games: of tables, and of records that were dropped (without a table). Unfinished ones go on after a restart.
review = Table(
    "review",
    metadata,
    Column("key", String(40), primary_key=True),
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE")),
    # Whoever asked, for fairness.
    Column("owner", String(64), nullable=False),
    Column("record", Text, nullable=False),
    Column("length", Integer, nullable=False),
    Column("simulations", Integer, nullable=False),
    Column("asked", Float, nullable=False),
    # The players' summaries, once all turns are there; compressed JSON, as the turns are.
    Column("seats", LargeBinary),
    Index("review_table", "table_id"),
    Index("review_asked", "asked"),
)

# The turns of a review, some at a time: append-only.
review_part = Table(
    "review_part",
    metadata,
    Column("key", ForeignKey("review.key", ondelete="CASCADE"), primary_key=True),
    Column("first", Integer, primary_key=True, autoincrement=False),
    Column("turns", LargeBinary, nullable=False),
)

# How people did with the shipped puzzles; `day` only where it was the puzzle of that day, else empty.
puzzle_answer = Table(
    "puzzle_answer",
    metadata,
    Column("client", String(64), primary_key=True),
    Column("puzzle", String(40), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("solved", Boolean, nullable=False),
    # They have seen the solution.
    Column("shown", Boolean, nullable=False),
    Column("updated", Float, nullable=False),
)

# The game itself: append-only, one row per decision, in words.
action = Table(
    "action",
    metadata,
    Column("table_id", ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", String(200), nullable=False),
)
