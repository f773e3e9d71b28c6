"""Gathering games: the shards that are missing are played by a crew and written here."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from praefectus.training import store
from praefectus.training.crew import Crew
from praefectus.training.selfplay import Plan, PlayedGame, play

SHARD = 8  # games; what is lost when a worker dies


def play_shard(plan: Plan, number: int) -> tuple[int, list[PlayedGame]]:
    """Play the games of a shard."""
    games = [play(plan, each) for each in range(number * SHARD, (number + 1) * SHARD)]
    return number, [game for game in games if game is not None]


def shard_path(folder: Path, number: int) -> Path:
    """Return where a shard is kept."""
    return folder / f"{number:06}.npz"


def gather(
    crew: Crew, plan: Plan, games: int, folder: Path, report: Callable[[str], None]
) -> list[Path]:
    """See to it that a folder has at least `games` games of a plan; return its shards.

    The numbers of the shards that are there say what is still to be played.
    """
    count = -(-games // SHARD)
    missing = [number for number in range(count) if not shard_path(folder, number).exists()]
    began = told = time.monotonic()
    for done, (number, played) in enumerate(crew.do(partial(play_shard, plan), missing), 1):
        store.write(shard_path(folder, number), played)
        now = time.monotonic()
        if now - told > 60 or done == len(missing):
            told = now
            rate = done * SHARD / (now - began)
            report(f"{folder.name}: {done * SHARD} games, {rate:.2f} per second")
    return [shard_path(folder, number) for number in range(count)]
