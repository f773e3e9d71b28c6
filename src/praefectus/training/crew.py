"""Who does the work: processes of this machine that may die, or actors of a Ray cluster.

`Crew.do(function, items)` gives `function(item)` for every item, in any order. A worker that dies is replaced, and its item
is done again; an item that takes three workers with it ends the run, since the fault is then the item's.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from multiprocessing import connection
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from praefectus.errors import PraefectusError
from praefectus.parallel import SPAWN

T = TypeVar("T")
R = TypeVar("R")
MOST_TRIES = 3


class Crew(ABC):
    """A number of workers."""

    @abstractmethod
    def do(self, function: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """Give the results of all items, in any order. Function and items must be picklable."""

    @abstractmethod
    def close(self) -> None:
        """End the workers."""


class Processes(Crew):
    """Processes of this machine, each with a pipe."""

    def __init__(self, workers: int) -> None:
        self._workers = [_Worker() for _ in range(workers)]

    @property
    def pids(self) -> list[int]:
        """The ids of the processes."""
        return [worker.process.pid or 0 for worker in self._workers]

    def do(self, function: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """Give the results of all items."""
        waiting = iter(items)
        again: deque[tuple[int, T]] = deque()
        busy: dict[Connection, tuple[_Worker, int, T]] = {}
        try:
            while True:
                for worker in self._workers:
                    if worker.pipe in busy:
                        continue
                    job = again.popleft() if again else next(((0, item) for item in waiting), None)
                    if job is None:
                        break
                    worker.send((function, job[1]))
                    busy[worker.pipe] = (worker, *job)
                if not busy:
                    return
                for pipe in connection.wait(list(busy)):
                    assert isinstance(pipe, Connection)
                    worker, tries, item = busy.pop(pipe)
                    try:
                        succeeded, result = pipe.recv()
                    except (EOFError, OSError):
                        worker.start()
                        if tries + 1 == MOST_TRIES:
                            raise PraefectusError(
                                f"{MOST_TRIES} processes died of {item!r:.200}"
                            ) from None
                        again.append((tries + 1, item))
                        continue
                    if not succeeded:
                        raise PraefectusError(f"a worker failed: {result}")
                    yield result
        finally:
            # What is under way when the caller leaves is of no use any more.
            for worker, _, _ in busy.values():
                worker.start()

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.stop()


class _Worker:
    """A process and this end of its pipe."""

    process: SpawnProcess
    pipe: Connection

    def __init__(self) -> None:
        self._started = False
        self.start()

    def start(self) -> None:
        """Start the process, after the end of the one before it."""
        if self._started:
            self.stop()
        self.pipe, theirs = SPAWN.Pipe()
        self.process = SPAWN.Process(target=_serve, args=(theirs, os.getpid()), daemon=True)
        self.process.start()
        theirs.close()
        self._started = True

    def send(self, job: object) -> None:
        """Send a job; a process that is already dead is found out when its answer is read."""
        with suppress(BrokenPipeError, ConnectionResetError):
            self.pipe.send(job)

    def stop(self) -> None:
        """End the process."""
        self.pipe.close()
        self.process.terminate()
        self.process.join()


def _serve(pipe: Connection, parent: int) -> None:
    """Do jobs until the pipe is closed or the process that sends them is gone."""
    import traceback

    while True:
        while not pipe.poll(5.0):
            if os.getppid() != parent:
                return
        try:
            function, item = pipe.recv()
        except (EOFError, OSError):
            return
        answer: tuple[bool, Any]
        try:
            answer = True, function(item)
        except PraefectusError as error:
            answer = False, str(error)
        except Exception:  # noqa: BLE001 - sent to the other side, which raises it
            answer = False, traceback.format_exc()
        try:
            pipe.send(answer)
        except OSError:
            return
