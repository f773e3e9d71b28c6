"""Same seed, same actions, same bytes: in any process, under any hash seed, compiled or not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.determinism.trajectory import TABLES

ROOT = Path(__file__).parents[2]
SEEDS = ["1", "2"]


def trajectories(**environment: str) -> list[str]:
    """Return what a process of its own prints."""
    ran = subprocess.run(
        [sys.executable, "-m", "tests.determinism.trajectory", *SEEDS],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.splitlines()


@pytest.fixture(scope="module")
def here() -> list[str]:
    """What a process like this one prints."""
    lines = trajectories(PYTHONHASHSEED="0")
    assert len(lines) == 2 + len(TABLES) * len(SEEDS)
    assert len(set(lines)) == len(lines)
    return lines


@pytest.mark.parametrize("hash_seed", ["1", "4294967295", "random"])
def test_trajectories_are_the_same_under_any_hash_seed(here, hash_seed):
    assert trajectories(PYTHONHASHSEED=hash_seed) == here


def test_trajectories_are_the_same_uncompiled(here):
    assert trajectories(PYTHONHASHSEED="3", PRAEFECTUS_PURE="1") == here


def test_trajectories_are_the_same_compiled(here):
    assert trajectories(PYTHONHASHSEED="4", PRAEFECTUS_PURE="") == here


def test_the_generator_gives_the_same_numbers_for_ever(here):
    """R1.4: set-up draws from a generator of the game's own, the same on every machine."""
    assert here[0] == "rng [419, 218, 66, 113, 49, 946, 944, 403, 759, 13, 278, 903]"
    assert here[1] == "playouts 2399"
