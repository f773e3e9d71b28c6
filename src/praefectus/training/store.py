"""Games on disk: a shard is a compressed file of arrays with a few games, written whole or not at all.

A game of four players takes about 5 kB: its set-up's seed, its actions and what the searches found. Features are made
from it by replaying (`samples.py`), so that a change of the features needs no new games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from praefectus.errors import PraefectusError
from praefectus.rules.ids import GOD_COUNT
from praefectus.training.files import whole
from praefectus.training.selfplay import PlayedGame, Root

FORMAT = "praefectus-games/1"
SEATS = 5
GODS = GOD_COUNT + 1  # and Concordia
Array = np.ndarray[Any, np.dtype[Any]]


def write(path: Path, games: Sequence[PlayedGame]) -> None:
    """Write a shard."""
    roots = [root for game in games for root in game.roots]
    turns = [turn for root in roots for turn in root.turns]
    points = np.zeros((len(games), SEATS, GODS), np.int16)
    values = np.zeros((len(roots), SEATS), np.float32)
    for at, game in enumerate(games):
        points[at, : game.players] = game.points
    for at, root in enumerate(roots):
        values[at, : len(root.values)] = root.values
    arrays: dict[str, Array] = {
        "format": np.array(FORMAT),
        "number": np.array([game.number for game in games], np.int32),
        "map": np.array([game.map for game in games], "U32"),
        "players": np.array([game.players for game in games], np.uint8),
        "seed": np.array([game.seed for game in games], np.int64),
        "nets": np.array(["\n".join(game.nets) for game in games], "U"),
        "winner": np.array([game.winner for game in games], np.uint8),
        "points": points,
        "action_count": np.array([len(game.actions) for game in games], np.int32),
        "actions": np.array([action for game in games for action in game.actions], np.int16),
        "root_count": np.array([len(game.roots) for game in games], np.int32),
        "root_at": np.array([root.at for root in roots], np.int32),
        "root_values": values,
        "root_simulations": np.array([root.simulations for root in roots], np.int32),
        "turn_count": np.array([len(root.turns) for root in roots], np.int32),
        "turn_length": np.array([len(turn) for turn in turns], np.int32),
        "turn_actions": np.array([action for turn in turns for action in turn], np.int16),
        "turn_visits": np.array([n for root in roots for n in root.visits], np.int32),
        "turn_totals": np.array([n for root in roots for n in root.totals], np.float32),
    }
    with whole(path) as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # NumPy's stub of **kwds


def read(path: Path) -> Iterator[PlayedGame]:
    """Give the games of a shard. Raises PraefectusError if it is not one."""
    try:
        # Opened here: NumPy leaves a file open that is no archive.
        with path.open("rb") as packed, np.load(packed) as file:
            arrays = {name: file[name] for name in file.files}
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise PraefectusError(f"{path} cannot be read: {error}") from None
    if str(arrays.get("format")) != FORMAT:
        raise PraefectusError(f"{path} is not a file of games ({FORMAT})")
    actions = _Reader(arrays["actions"])
    turn_actions = _Reader(arrays["turn_actions"])
    lengths = _Reader(arrays["turn_length"])
    visits = _Reader(arrays["turn_visits"])
    totals = _Reader(arrays["turn_totals"])
    root = 0
    for at in range(len(arrays["number"])):
        players = int(arrays["players"][at])
        roots: list[Root] = []
        for _ in range(arrays["root_count"][at]):
            count = int(arrays["turn_count"][root])
            roots.append(
                Root(
                    at=int(arrays["root_at"][root]),
                    values=arrays["root_values"][root, :players].tolist(),
                    simulations=int(arrays["root_simulations"][root]),
                    turns=[turn_actions.take(length) for length in lengths.take(count)],
                    visits=visits.take(count),
                    totals=totals.take(count),
                )
            )
            root += 1
        yield PlayedGame(
            number=int(arrays["number"][at]),
            map=str(arrays["map"][at]),
            players=players,
            seed=int(arrays["seed"][at]),
            nets=str(arrays["nets"][at]).split("\n"),
            actions=actions.take(int(arrays["action_count"][at])),
            points=arrays["points"][at, :players].tolist(),
            winner=int(arrays["winner"][at]),
            roots=roots,
        )


def shards(folder: Path) -> list[Path]:
    """Return the shards in a folder, in the order of their names."""
    return sorted(folder.glob("*.npz"))


def read_all(paths: Iterable[Path]) -> Iterator[PlayedGame]:
    """Give the games of several shards."""
    for path in paths:
        yield from read(path)


class _Reader:
    """A flat array that is taken from its beginning in pieces."""

    def __init__(self, array: Array) -> None:
        self._values: list[Any] = array.tolist()
        self._at = 0

    def take(self, count: int) -> list[Any]:
        """Return the next `count` values."""
        found = self._values[self._at : self._at + count]
        self._at += count
        return found
