"""The faults by name. Each is done while people play, and undone again; nobody tells the servers."""

import contextlib
import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

from tests.chaos.world import World

Fault = Callable[[World, random.Random], None]


def _wait(rng: random.Random, most: float) -> None:
    time.sleep(rng.uniform(0.1, most))


def kill_server(world: World, rng: random.Random) -> None:
    """Kill a server; it is started again at once."""
    server = rng.choice(world.servers)
    server.kill()
    server.start()


def kill_worker(world: World, rng: random.Random) -> None:
    """Kill one of the processes in which bots think."""
    workers = rng.choice(world.servers).workers()
    if workers:
        with contextlib.suppress(ProcessLookupError):
            os.kill(rng.choice(workers), signal.SIGKILL)


def kill_database(world: World, rng: random.Random) -> None:
    """Crash PostgreSQL and start it again after a while."""
    assert world.database is not None
    world.database.kill(signal.SIGQUIT)
    _wait(rng, 2)
    world.database.start()


def kill_bus(world: World, rng: random.Random) -> None:
    """Kill Redis, whose memory is lost, and start it again after a while."""
    assert world.bus is not None
    world.bus.kill()
    _wait(rng, 2)
    world.bus.start()


def cut_network(world: World, rng: random.Random) -> None:
    """Cut the servers off from the database or from Redis for a while."""
    network = world.networks[rng.choice(sorted(world.networks))]
    network.cut()
    _wait(rng, 3)
    network.heal()


def fill_disk(world: World, rng: random.Random) -> None:
    """Leave no space beside the database for a while; needs a small file system."""
    ballast = world.folder / "ballast"
    with ballast.open("wb", buffering=0) as file:
        for size in (65_536, 4096, 512):
            with contextlib.suppress(OSError):  # it is full
                while file.write(b"\0" * size) == size:
                    pass
    _wait(rng, 3)
    ballast.unlink()


def slow_disk(world: World, rng: random.Random) -> None:
    """Make every write wait for up to a second, for a while."""
    server = rng.choice(world.servers)
    server.slow_disk_file.write_text(str(round(rng.uniform(0.2, 1), 2)))
    _wait(rng, 4)
    server.slow_disk_file.write_text("0")


def jump_clock(world: World, rng: random.Random) -> None:
    """Set the clock of a server forth or back by up to a month; needs libfaketime."""
    server = rng.choice(world.servers)
    server.clock_file.write_text(f"{rng.choice([-1, 1]) * rng.randrange(60, 30 * 86_400):+d}")
    _wait(rng, 2)


FAULTS: dict[str, Fault] = {
    "server": kill_server,
    "worker": kill_worker,
    "database": kill_database,
    "bus": kill_bus,
    "network": cut_network,
    "disk-full": fill_disk,
    "disk-slow": slow_disk,
    "clock": jump_clock,
}
NEEDS_SERVICES = {"database", "bus", "network"}


def find_faketime() -> str | None:
    """Return the library that lies about the time, if it is installed."""
    found = sorted(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
    return str(found[-1]) if found else None
