"""Games as tables for data work: Parquet files with one row per decision or one row per game.

`DatasetWriter` writes them; `GameRows` reads a file of games back. Rows are written in groups as games finish, so that memory does not grow with the number of games, and
always in the order of the games. `docs/environments.md` says what every column holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol, Self

from praefectus.document import SCORED
from praefectus.errors import PraefectusError
from praefectus.extras import need
from praefectus.game import Game
from praefectus.opening import Setup
from praefectus.options import RULE_OPTIONS, from_json
from praefectus.rules.ids import GOD_NAMES

ROWS = ("decisions", "observations", "games")
OPTION_COLUMNS = ("map", "players", *(option.name for option in RULE_OPTIONS))
GAME_COLUMNS = (*OPTION_COLUMNS, "cities", "cards", "actions")  # what a game is replayed from
GROUP = {"decisions": 100_000, "observations": 10_000, "games": 5_000}  # rows written at once


class Played(Protocol):
    """A game that was played: its number and all its decisions."""

    @property
    def index(self) -> int:
        """The number of the game."""

    @property
    def actions(self) -> Sequence[int]:
        """The decisions, in order."""


class DatasetWriter:
    """Writes a Parquet file; a context manager that leaves a complete file even after an exception.

    `new_game(index)` sets up game number `index`; its decisions are replayed to make the rows.
    """

    def __init__(
        self, path: Path, new_game: Callable[[int], Game], bots: Sequence[str], rows: str
    ) -> None:
        if rows not in ROWS:
            raise PraefectusError(f"the rows must be one of {', '.join(ROWS)}, not {rows!r}")
        self._arrow, self._parquet = need("data", "pyarrow", "pyarrow.parquet")
        if rows == "observations":
            need("rl", "numpy", "gymnasium")
        self._new_game = new_game
        self._bots = list(bots)
        self._rows = rows
        self._schema = schema(rows)
        self._columns: dict[str, list[Any]] = {name: [] for name in self._schema.names}
        self._early: dict[int, Played] = {}  # games that finished before earlier ones
        self._next = 0
        self._writer = self._parquet.ParquetWriter(path, self._schema, compression="zstd")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def add(self, played: Played) -> None:
        """Add a game; a game that comes out of order waits for those before it."""
        self._early[played.index] = played
        while self._next in self._early:
            self._write(self._early.pop(self._next))
            self._next += 1

    def close(self) -> None:
        """Write what is left and finish the file."""
        for index in sorted(self._early):
            self._write(self._early.pop(index))
        self._flush()
        self._writer.close()

    def _write(self, played: Played) -> None:
        if self._rows == "games":
            row = game_row(self._new_game(played.index), played, self._bots)
            for name, value in row.items():
                self._columns[name].append(value)
        else:
            add_decisions(self._columns, self._new_game(played.index), played)
        if len(self._columns["game"]) >= GROUP[self._rows]:
            self._flush()

    def _flush(self) -> None:
        if self._columns["game"]:
            batch = self._arrow.RecordBatch.from_pydict(self._columns, schema=self._schema)
            self._writer.write_batch(batch)
            for column in self._columns.values():
                column.clear()


class GameRows:
    """A dataset of games, read group by group."""

    def __init__(self, path: Path) -> None:
        arrow, parquet = need("data", "pyarrow", "pyarrow.parquet")
        self._damage: type[Exception] = arrow.ArrowException
        try:
            self._file = parquet.ParquetFile(path)
        except arrow.ArrowInvalid:
            raise PraefectusError(f"{path}: this is not a Parquet file") from None
        if not _has_games(self._file.schema_arrow):
            raise PraefectusError(
                f"{path}: expected one row per game, as `praefectus simulate --rows games` writes it"
            )

    def __len__(self) -> int:
        return int(self._file.metadata.num_rows)

    @property
    def groups(self) -> int:
        """How many groups of rows the file has."""
        return int(self._file.num_row_groups)

    def games(self, group: int) -> Iterator[tuple[Setup, list[int]]]:
        """Give the set-up and all decisions of each game of a group. Raises PraefectusError if they cannot be read."""
        try:
            rows = self._file.read_row_group(group).to_pylist()
        except (self._damage, OSError):
            raise PraefectusError("the file is damaged") from None
        for row in rows:
            if any(row[name] is None for name in GAME_COLUMNS) or None in row["actions"]:
                raise PraefectusError("a game is incomplete")
            options = from_json({name: row[name] for name in OPTION_COLUMNS})
            yield Setup(options, dict(row["cities"]), tuple(row["cards"])), row["actions"]


def _has_games(found: Any) -> bool:
    """Tell whether a file has all columns of games, and those that are read in the right form."""
    (types,) = need("data", "pyarrow.types")
    if not set(schema("games").names) <= set(found.names):
        return False
    cities, cards, actions = (found.field(name).type for name in ("cities", "cards", "actions"))
    are_lists = types.is_list(cards) and types.is_list(actions)
    return bool(types.is_map(cities) and are_lists and types.is_integer(actions.value_type))


def schema(rows: str) -> Any:
    """Return the Arrow schema of a kind of rows."""
    (pa,) = need("data", "pyarrow")
    words = pa.dictionary(pa.int16(), pa.string())
    if rows == "games":
        per_seat = pa.list_(pa.int16())
        return pa.schema(
            [
                ("game", pa.int32()),
                ("map", words),
                ("players", pa.int8()),
                *((each.name, words if each.choices else pa.bool_()) for each in RULE_OPTIONS),
                ("bots", pa.list_(pa.string())),
                ("winner", pa.int8()),
                ("points", per_seat),
                *((god, per_seat) for god in (*GOD_NAMES, "concordia")),
                ("turns", pa.int32()),
                ("reason", words),
                ("cities", pa.map_(pa.string(), pa.string())),
                ("cards", pa.list_(pa.string())),
                ("actions", pa.list_(pa.int16())),
            ]
        )
    fields = [
        ("game", pa.int32()),
        ("decision", pa.int32()),
        ("turn", pa.int32()),
        ("seat", pa.int8()),
        ("turn_seat", pa.int8()),
        ("phase", words),
        ("legal", pa.list_(pa.int16())),
        ("action", pa.int16()),
        ("text", words),
        ("place", pa.int8()),
        ("points", pa.int16()),
    ]
    if rows == "observations":
        fields.append(("observation", pa.binary()))
    return pa.schema(fields)


def game_row(game: Game, played: Played, bots: list[str]) -> dict[str, object]:
    """Return the row of a game, which is replayed for it."""
    for action in played.actions:
        game.push(action)
    outcome = game.outcome()
    setup = game.setup
    return {
        "game": played.index,
        **game.options.as_json(),
        "bots": bots,
        "winner": outcome.winner,
        "points": [points["total"] for points in outcome.points],
        **{god: [points[god] for points in outcome.points] for god in SCORED},
        "turns": game.turn,
        "reason": outcome.reason,
        "cities": list(setup.cities.items()),
        "cards": list(setup.cards),
        "actions": list(played.actions),
    }


def add_decisions(columns: dict[str, list[Any]], game: Game, played: Played) -> None:
    """Add a row for every decision of a game, which is replayed for it."""
    eye = None
    if "observation" in columns:
        from praefectus.envs.layout import layout_of
        from praefectus.envs.spaces import Eye

        eye = Eye(layout_of(game.map), "int8", "place")
        eye.begin(game)
    first = len(columns["game"])
    for number, action in enumerate(played.actions):
        columns["game"].append(played.index)
        columns["decision"].append(number)
        columns["turn"].append(game.turn)
        columns["seat"].append(game.seat)
        columns["turn_seat"].append(game.turn_seat)
        columns["phase"].append(game.phase)
        columns["legal"].append(list(game.legal_actions))
        columns["action"].append(action)
        columns["text"].append(game.text(action))
        if eye is not None:
            columns["observation"].append(eye.vector(game.position, game.seat).tobytes())
        game.push(action)
    outcome = game.outcome()
    for seat in columns["seat"][first:]:
        columns["place"].append(outcome.ranking.index(seat) + 1)
        columns["points"].append(outcome.points[seat]["total"])
