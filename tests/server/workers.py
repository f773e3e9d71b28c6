"""`praefectus worker` as processes of their own, to be ended in every way."""

import os
import select
import subprocess
import sys
from contextlib import AbstractContextManager
from types import TracebackType
from typing import IO

from tests.server.services import PATIENCE


class Worker(AbstractContextManager["Worker"]):
    """A running worker with one process for jobs; it is killed at the end, if it still runs."""

    def __init__(self, url: str, *, wait: bool = True) -> None:
        command = [sys.executable, "-m", "praefectus.cli", "worker", "--processes", "1"]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"PRAEFECTUS_JOBS": url},
        )
        if wait:
            self.wait_until_ready()

    def wait_until_ready(self) -> str:
        """Return the line that a worker prints when it is ready."""
        return _line(self.process.stdout)

    def complaint(self) -> str:
        """Return the next line of the log."""
        return _line(self.process.stderr)

    def end(self, signal: int) -> int:
        """Send a signal and return the exit code."""
        self.process.send_signal(signal)
        self.process.communicate(timeout=PATIENCE)
        return self.process.returncode

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=PATIENCE)


def _line(stream: IO[str] | None) -> str:
    assert stream is not None
    ready, _, _ = select.select([stream], [], [], 2 * PATIENCE)
    assert ready, "the worker says nothing"
    return stream.readline()
