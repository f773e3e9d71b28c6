"""Play the games of a large dataset for `praefectus stats`: every board and player count, by one bot, in shards.

    .venv/bin/python scripts/statistics_data.py /tmp/statistics-data
    .venv/bin/praefectus stats /tmp/statistics-data/revised-*.parquet --plots figures

The same command goes on where it stopped; a kill loses one shard. Shards of all tables are played in turn, so that a part
of the games is a fair part. The same seeds give the same games on every machine.
"""

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Looks one turn ahead with the network of the strongest bot: the strongest that plays so many games in an hour.
BOT = "greedy:net=learned"
SHARD = 1000
TABLES = [
    ("imperium", 3),
    ("imperium", 4),
    ("imperium", 5),
    ("italia", 2),
    ("italia", 3),
    ("italia", 4),
]


@dataclass(frozen=True)
class Shard:
    """Games of one table that are played at once."""

    map: str
    players: int
    edition: str
    seed: int

    @property
    def name(self) -> str:
        """What its file is called."""
        return f"{self.edition}-{self.map}-{self.players}-{self.seed:03}.parquet"


def shards(each: int, first_edition: int) -> Iterator[Shard]:
    """Give `each` shards of every table by the revised rules, then some by those of the first edition."""
    for edition, count in (("revised", each), ("first", first_edition)):
        for seed in range(1, count + 1):
            for map, players in TABLES:
                yield Shard(map, players, edition, seed)


def play(shard: Shard, bot: str, folder: Path) -> None:
    """Play a shard; its file is there whole or not at all."""
    part = folder / f".{shard.name}.part"
    table = f"--map {shard.map} --players {shard.players} --edition {shard.edition}"
    rest = f"--games {SHARD} --bots {bot} --seed {shard.seed} --rows games --dataset"
    simulate = [sys.executable, "-m", "praefectus.cli", "simulate"]
    while True:
        done = subprocess.run(
            [*simulate, *table.split(), *rest.split(), str(part)],
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        # A machine that slept counts as a bot that took too long, and one of its decisions is random then.
        if "safe choice" not in done.stderr:
            break
        print(f"{shard.name} is played again: {done.stderr.strip()}", flush=True)
    part.replace(folder / shard.name)


def main() -> None:
    """Play what is missing."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bot", default=BOT)
    parser.add_argument("--each", type=int, default=17, help="shards of every table")
    parser.add_argument("--first", type=int, default=1, help="shards by the first edition's rules")
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    todo = list(shards(args.each, args.first))
    for number, shard in enumerate(todo, 1):
        if (args.folder / shard.name).exists():
            continue
        began = time.monotonic()
        play(shard, args.bot, args.folder)
        took = time.monotonic() - began
        print(f"{number} of {len(todo)}: {shard.name}, {SHARD / took:.1f} games/s", flush=True)


if __name__ == "__main__":
    main()
