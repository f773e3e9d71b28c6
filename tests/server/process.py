"""`praefectus serve` as a process of its own, to be ended in every way."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Process:
    """A running server; `url` is what it printed."""

    def __init__(
        self,
        *args: str,
        env: dict[str, str] | None = None,
        code: str | None = None,
        wait: bool = True,
    ) -> None:
        environment = os.environ | {"PRAEFECTUS_RATE_FACTOR": "1000"} | (env or {})
        self.process = subprocess.Popen(
            [sys.executable, *(["-m", "praefectus.cli"] if code is None else ["-c", code]), *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.line = self.url = ""
        if wait:
            self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Read the line that a server prints when it is ready."""
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self.url = self.line.strip().rpartition(" ")[2]

    def complaint(self) -> str:
        """Return the next line of the log."""
        assert self.process.stderr is not None
        return self.process.stderr.readline()

    def end(self, signal: int) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(signal)
        return self.wait()

    def wait(self) -> int:
        out, self.errors = self.process.communicate(timeout=60)
        self.line += out
        return self.process.returncode


@contextmanager
def serving(
    db: Path, *args: str, env: dict[str, str] | None = None, code: str | None = None
) -> Iterator[Process]:
    """Run a server, by the command or by Python code of a test's; it is killed at the end, if it still runs."""
    process = Process("serve", "--port", "0", "--db", str(db), *args, env=env, code=code)
    try:
        yield process
    finally:
        if process.process.poll() is None:
            process.process.kill()
            process.wait()
