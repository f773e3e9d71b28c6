"""A few games of self-play for tests that learn from them."""

from collections.abc import Iterable
from pathlib import Path

from praefectus.training import store
from praefectus.training.networks import Network
from praefectus.training.selfplay import Plan, play


def write_shard(folder: Path, sims: int, numbers: Iterable[int]) -> Path:
    """Play games of these numbers and store them; return the path of the shard."""
    plan = Plan(seed=5, nets=(Network.of("learned"),), sims=sims, quick=2)
    path = folder / "000000.npz"
    games = [play(plan, number) for number in numbers]
    store.write(path, [game for game in games if game is not None])
    return path
