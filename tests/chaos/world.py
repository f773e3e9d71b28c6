"""Servers and the services they need, each of which can be killed and started again at the same place."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx

from praefectus.server.settings import sqlite_url
from tests.chaos.proxy import Proxy
from tests.server.services import Service, lasting_port, postgres_service, redis_service

# "Eventually": long enough for a busy machine, and no statement about speed.
EVENTUALLY_SECONDS = 120.0


class Patience:
    """Waits for what must happen eventually. Only its own pauses count: a machine that stands still for minutes fails nothing."""

    def __init__(self) -> None:
        self._left = EVENTUALLY_SECONDS

    def pause(self, seconds: float, trouble: Callable[[], str]) -> None:
        """Wait a little, or raise AssertionError if it has been long enough."""
        assert self._left > 0, trouble()
        self._left -= seconds
        time.sleep(seconds)


class ChaosServer:
    """One server: always the same address and database, often another process."""

    def __init__(self, folder: Path, number: int, environment: dict[str, str], db: Path) -> None:
        self.port = lasting_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._log = folder / f"server-{number}.log"
        self._db = db
        self.slow_disk_file = folder / f"slow-disk-{number}"
        self.slow_disk_file.write_text("0")
        self.clock_file = folder / f"clock-{number}"
        self.clock_file.write_text("+0")
        self._environment = environment
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it; it answers a little later."""
        command = [sys.executable, "-m", "tests.chaos.faulty_server", "serve"]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                [*command, "--port", str(self.port), "--db", str(self._db)],
                stdout=log,
                stderr=log,
                env=self._environment
                | {
                    "SLOW_DISK_FILE": str(self.slow_disk_file),
                    "FAKETIME_TIMESTAMP_FILE": str(self.clock_file),
                },
            )
        self.starts += 1

    def kill(self) -> None:
        """Kill it as a power cut would."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def runs(self) -> bool:
        """Tell whether its process runs."""
        return self._process is not None and self._process.poll() is None

    def workers(self) -> list[int]:
        """Return its worker processes."""
        if self._process is None:
            return []
        path = Path(f"/proc/{self._process.pid}/task/{self._process.pid}/children")
        return [int(pid) for pid in path.read_text().split()] if path.exists() else []

    def answers(self) -> bool:
        """Tell whether it answers."""
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/api/health", timeout=5).status_code == 200
        return False

    def log(self) -> str:
        """Return what it has written."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""


class World:
    """Some servers with their services. Without services there is one server, on SQLite."""

    def __init__(
        self,
        folder: Path,
        servers: int,
        database: Service | None,
        bus: Service | None,
        *,
        clock: str | None = None,
    ) -> None:
        self.folder = folder
        self.database, self.bus = database, bus
        # By name: cut networks, to be healed.
        self.networks: dict[str, Proxy] = {}
        environment = os.environ | {"PRAEFECTUS_RATE_FACTOR": "1000"}
        self.database_url = sqlite_url(folder / "db")
        if database is not None and bus is not None:
            self.networks = {"database": Proxy(database.port), "bus": Proxy(bus.port)}
            through = database.url.replace(
                f":{database.port}/", f":{self.networks['database'].port}/"
            )
            environment["DATABASE_URL"] = through
            environment["REDIS_URL"] = f"redis://127.0.0.1:{self.networks['bus'].port}"
            self.database_url = database.url
        if clock is not None:
            environment |= {
                "LD_PRELOAD": clock,
                "FAKETIME_DONT_FAKE_MONOTONIC": "1",
                "FAKETIME_NO_CACHE": "1",
            }
        self.servers = [
            ChaosServer(folder, number, environment, folder / "db") for number in range(servers)
        ]

    def check_running(self) -> None:
        """Raise AssertionError if a server has ended by itself: whatever happens, it must wait for better times."""
        assert all(server.runs() for server in self.servers), f"a server has ended\n{self.log()}"

    def log(self) -> str:
        """Return the last lines that each server has written."""
        return "\n".join(f"{server.url}:\n{server.log()[-3000:]}" for server in self.servers)

    def start(self) -> None:
        """Start all servers and wait until they answer."""
        for server in self.servers:
            server.start()
        self.wait_until_all_answer()

    def wait_until_all_answer(self) -> None:
        """Wait until all servers answer."""
        patience = Patience()
        for server in self.servers:
            while not server.answers():
                self.check_running()
                patience.pause(0.1, lambda: f"not all servers answer\n{self.log()}")

    def close(self) -> None:
        """End all servers."""
        for server in self.servers:
            server.kill()
        for network in self.networks.values():
            network.close()


@contextmanager
def running_world(folder: Path, servers: int = 1, *, clock: str | None = None) -> Iterator[World]:
    """Yield running servers: one on SQLite, or several on PostgreSQL and Redis."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres_service()) if servers > 1 else None
        bus = stack.enter_context(redis_service()) if servers > 1 else None
        world = World(folder, servers, database, bus, clock=clock)
        stack.callback(world.close)
        world.start()
        yield world
