"""Searches stored games again: other networks or budgets, at a few positions of each game.

Positions of one game share its result, so a few positions of many games say more about calibration than many positions
of a few, and cost less than new games.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from praefectus import bots
from praefectus.bots.search import Search
from praefectus.parallel import derive_seed
from praefectus.training import store
from praefectus.training.crew import Crew
from praefectus.training.networks import Network
from praefectus.training.selfplay import PlayedGame, Root


@dataclass(frozen=True)
class Probe:
    """Which searches are made: with what network and budget, at how many positions of each game."""

    net: Network
    sims: int
    positions: int
    seed: int


def search_again(probe: Probe, played: PlayedGame) -> PlayedGame:
    """Return the game with the new searches in place of those made while it was played."""
    rng = Random(derive_seed(probe.seed, played.number, "again"))
    count = min(probe.positions, len(played.roots))
    chosen = rng.sample([root.at for root in played.roots], count)
    bot = Search(sims=probe.sims, net=probe.net.path(), seed=rng.getrandbits(48))
    game = played.beginning()
    roots: list[Root] = []
    for root in played.searched(game):
        if root.at in chosen:
            found = bot.search(bots.Position(game))
            roots.append(
                Root(
                    root.at,
                    found.values,
                    found.simulations,
                    found.turns,
                    found.visits,
                    found.totals,
                )
            )
    return replace(played, roots=roots)


def search_shard(probe: Probe, path: Path) -> tuple[str, list[PlayedGame]]:
    """Search the games of a shard again; return its name and the games."""
    return path.name, [search_again(probe, game) for game in store.read(path)]


def search_all(
    crew: Crew, probe: Probe, paths: list[Path], folder: Path, report: Callable[[str], None]
) -> None:
    """Search shards again and write them to a folder; those that are there are left out."""
    missing = [path for path in paths if not (folder / path.name).exists()]
    for done, (name, games) in enumerate(crew.do(partial(search_shard, probe), missing), 1):
        store.write(folder / name, games)
        if done % 20 == 0 or done == len(missing):
            report(f"{done} of {len(missing)} shards")
