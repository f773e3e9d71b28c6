"""Whatever fails: nothing answered is lost or doubled, every view converges, and nobody has to help.

Each kind of fault at a small size; `python -m tests.chaos` runs any size.
"""

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from praefectus.server.settings import sqlite_url
from tests.chaos.campaign import run_campaign
from tests.chaos.faults import find_faketime
from tests.chaos.ledger import Ledger, compare, read_truth
from tests.chaos.world import running_world
from tests.server.browser import Browser, hosting

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc").exists(), reason="finds workers in /proc"),
]


def test_a_server_on_sqlite_is_killed(tmp_path):
    with running_world(tmp_path) as world:
        faults = ["server", "worker", "server", "disk-slow"]
        report = run_campaign(world, faults, players=2, seed=1)
        assert report.faults["server"] == 2


def test_the_comparison_can_fail(tmp_path):
    db = sqlite_url(tmp_path / "tables.db")
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        table = browser.create("me", "hotseat")
        browser.take(table, "play architect")
    truth = read_truth(db, [table["id"]])[table["id"]]
    compare(Ledger(table["id"], ["play architect"]), truth)
    compare(Ledger(table["id"], [], pending="play architect"), truth)
    compare(Ledger(table["id"], ["play architect"], pending="end"), truth)
    for lost_or_doubled in ([], ["play architect", "end"], ["play prefect"]):
        with pytest.raises(AssertionError, match="stored"):
            compare(Ledger(table["id"], lost_or_doubled), truth)


@pytest.mark.postgres
def test_servers_of_a_cluster_and_their_services_are_killed(tmp_path):
    with running_world(tmp_path, 2) as world:
        faults = ["server", "database", "bus", "network", "worker"]
        report = run_campaign(world, faults, players=2, seed=2)
        assert report.faults["database"] == 1


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of a few megabytes."""
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(folder)]
    made = subprocess.run(mount, capture_output=True, text=True) if os.geteuid() == 0 else None
    if made is None or made.returncode != 0:
        pytest.skip("a small file system can't be mounted here (needs root)")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_the_disk_is_full_for_a_while(small_disk):
    with running_world(small_disk) as world:
        report = run_campaign(world, ["disk-full"] * 2, players=2, seed=3)
        assert report.outcomes["503"], "nobody noticed that the disk was full"


def test_the_clock_jumps(tmp_path):
    clock = find_faketime()
    if clock is None:
        pytest.skip("libfaketime isn't installed (Debian: apt-get install faketime)")
    with running_world(tmp_path, clock=clock) as world:
        run_campaign(world, ["clock", "clock", "server", "clock"], players=2, seed=4)


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.parametrize(("servers", "kills"), [(1, 40), (3, 15)])
def test_many_kills(tmp_path, servers, kills):
    others = ["worker", "disk-slow"] if servers == 1 else ["worker", "database", "bus", "network"]
    faults = (["server"] * 5 + others) * (kills // 5)
    with running_world(tmp_path, servers) as world:
        run_campaign(world, faults, players=6, seed=kills)
