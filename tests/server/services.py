"""PostgreSQL and Redis, started for the tests that need them and ended after."""

import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

PATIENCE = 30.0


def lasting_port() -> int:
    """Return a free port that no outgoing connection takes while a service is down: none of those that systems hand out."""
    for port in random.sample(range(10_000, 30_000), 1000):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("there is no free port")


def find(name: str) -> str | None:
    """Return where a program of a service is; Debian keeps PostgreSQL's out of the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(versions[-1]) if versions else None)


def need(name: str, package: str) -> str:
    found = find(name)
    if found is None:
        pytest.skip(f"{name} isn't installed (Debian: apt-get install {package})")
    return found


def wait_for_port(port: int, process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError(f"{process.args!r} did not start")


@contextmanager
def running(command: list[str], port: int, user: str | None) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, user=user
    )
    try:
        wait_for_port(port, process)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Service:
    """A service that can be stopped and started again, keeping its port and its data."""

    def __init__(self, command: list[str], port: int, user: str | None, url: str) -> None:
        self.url = url
        self.port = port
        self._command = command
        self._port = port
        self._user = user
        self._stack = ExitStack()
        self.start()

    def start(self) -> None:
        """Start, and wait until it answers."""
        self._process = self._stack.enter_context(running(self._command, self._port, self._user))

    def stop(self) -> None:
        """End it; clients are cut off."""
        self._stack.close()

    def kill(self, sent: int = signal.SIGKILL) -> None:
        """End it without a chance to put anything in order."""
        self._process.send_signal(sent)
        self._process.wait()
        self._stack.close()


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the URL of an empty PostgreSQL database."""
    with postgres_service() as service:
        yield service.url


@contextmanager
def postgres_service() -> Iterator[Service]:
    """Yield an empty PostgreSQL database."""
    server, initdb = need("postgres", "postgresql"), need("initdb", "postgresql")
    # It refuses to run as root; and its folder must be reached by whoever runs it.
    user = "nobody" if os.geteuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    try:
        if user is not None:
            shutil.chown(folder, user)
        data = str(folder / "data")
        make = [initdb, "-D", data, "-U", "praefectus", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL, user=user, cwd=folder)
        port = lasting_port()
        command = [server, "-D", data, "-k", str(folder), "-p", str(port)]
        url = f"postgresql+asyncpg://praefectus@127.0.0.1:{port}/postgres"
        service = Service([*command, "-c", "listen_addresses=127.0.0.1"], port, user, url)
        try:
            wait_until_ready(port)
            yield service
        finally:
            service.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_until_ready(port: int) -> None:
    """Wait until PostgreSQL takes connections: its port is open a moment earlier."""
    ask = [need("pg_isready", "postgresql"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    end = time.monotonic() + PATIENCE
    while subprocess.run(ask).returncode != 0:
        assert time.monotonic() < end, "PostgreSQL takes no connections"
        time.sleep(0.05)


@contextmanager
def redis() -> Iterator[str]:
    """Yield the URL of an empty Redis."""
    with redis_service() as service:
        yield service.url


@contextmanager
def redis_service() -> Iterator[Service]:
    """Yield an empty Redis."""
    server = need("redis-server", "redis-server")
    port = lasting_port()
    command = [server, "--port", str(port), "--save", "", "--appendonly", "no"]
    service = Service([*command, "--bind", "127.0.0.1"], port, None, f"redis://127.0.0.1:{port}")
    try:
        yield service
    finally:
        service.stop()
