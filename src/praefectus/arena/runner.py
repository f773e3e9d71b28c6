"""Numbered work, distributed in batches.

`share_out` keeps a crew busy: processes of this machine (here) or a cluster (`cluster.py`). Batches
grow until each takes a moment, so that short games cost little to distribute and long ones are
reported one by one.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import partial
from itertools import islice
from typing import Generic, TypeVar

from praefectus.arena.contest import Contest
from praefectus.arena.game import GameResult, Keep, play_game
from praefectus.parallel import process_pool

T = TypeVar("T")
Work = Callable[[int], T]
Batch = tuple[float, list[T]]  # the seconds it took, and the results

BATCH_SECONDS = 0.25  # how many seconds of work a process receives at a time
LARGEST_BATCH = 64
BATCHES_PER_PROCESS = 2  # one to work on, one that waits


class Crew(ABC, Generic[T]):
    """The workers: at most `most` batches at once, of about `seconds` each."""

    most: int
    seconds: float

    @abstractmethod
    def __len__(self) -> int:
        """Return how many batches are under way."""

    @abstractmethod
    def begin(self, numbers: Sequence[int]) -> None:
        """Begin a batch."""

    @abstractmethod
    def finished(self) -> Iterator[Batch[T]]:
        """Wait for a batch, and give all that are finished."""


def share_out(crew: Crew[T], numbers: Iterable[int]) -> Generator[T, None, None]:
    """Do the work of all numbers, giving each result as it is ready, in any order."""
    ahead = iter(numbers)
    size = 1
    while True:
        while len(crew) < crew.most and (batch := tuple(islice(ahead, size))):
            crew.begin(batch)
        if not len(crew):
            return
        for seconds, results in crew.finished():
            yield from results
            size = fitting_batch(len(results), seconds, crew.seconds)


def fitting_batch(games: int, seconds: float, wanted: float) -> int:
    """Return how many games fill the wanted seconds, from how long the last batch took."""
    return max(1, min(LARGEST_BATCH, int(wanted * games / max(seconds, 1e-6))))


def play_batch(work: Work[T], numbers: Sequence[int]) -> Batch[T]:
    """Do the work of some numbers; return the seconds it took and the results."""
    began = time.perf_counter()
    results = [work(number) for number in numbers]
    return time.perf_counter() - began, results


class Processes(Crew[T]):
    """A crew of processes on this machine."""

    def __init__(self, pool: ProcessPoolExecutor, workers: int, work: Work[T]) -> None:
        self.most = BATCHES_PER_PROCESS * workers
        self.seconds = BATCH_SECONDS
        self._pool = pool
        self._work = work
        self._waiting: set[Future[Batch[T]]] = set()

    def __len__(self) -> int:
        return len(self._waiting)

    def begin(self, numbers: Sequence[int]) -> None:
        """Begin a batch."""
        self._waiting.add(self._pool.submit(play_batch, self._work, numbers))

    def finished(self) -> Iterator[Batch[T]]:
        """Wait for a batch, and give all that are finished."""
        done, self._waiting = wait(self._waiting, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


def by_processes(work: Work[T], numbers: Iterable[int], workers: int) -> Generator[T, None, None]:
    """Do the work of all numbers, giving each result as it comes; in order only with one worker.

    `work` must be picklable. Closing the iterator, or an interrupt, ends the processes at once.
    """
    if workers == 1:
        for number in numbers:
            yield work(number)
    else:
        with process_pool(workers) as pool:
            yield from share_out(Processes(pool, workers, work), numbers)


def run(
    contest: Contest,
    numbers: Iterable[int],
    *,
    workers: int = 1,
    cluster: str | None = None,
    keep: Keep = Keep(),  # noqa: B008
) -> Generator[GameResult, None, None]:
    """Play the games of these numbers, giving each result as it comes; in order only with one worker.

    `cluster` is the address of a Ray cluster that plays in place of this machine's processes.
    Closing the iterator, or an interrupt, ends the games at once.
    """
    keep.prepare()
    if cluster is None:
        return by_processes(partial(play_game, contest, keep=keep), numbers, workers)
    from praefectus.arena.cluster import run_on_ray

    return run_on_ray(contest, numbers, cluster, keep)
