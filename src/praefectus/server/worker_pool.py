"""Runs long jobs in separate processes: bots, hints, uploaded records.

Compiled code holds the interpreter's lock for a whole call, so a thread would stop the server. Each worker does one job at
a time and has one limit: a job that takes longer ends its own worker and no other. A worker that dies (out of memory, killed)
is replaced and its job is done again. Waiting jobs are in a `FairQueue`: urgent jobs first, and owners in turn.
"""

import asyncio
import contextlib
import logging
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, Any

from praefectus.parallel import SPAWN
from praefectus.server.fair_queue import NOBODY, FairQueue, Owner, Priority
from praefectus.server.jobs import (
    JobCounts,
    JobTimeoutError,
    R,
    TooManyJobsError,
    Ts,
    WorkerDiedError,
)
from praefectus.server.thinking import prepare

if TYPE_CHECKING:
    # Only for its name: workers import this module, and not the database.
    from praefectus.server.supervision import Supervisor

log = logging.getLogger(__name__)

# Seconds for a worker to start and import what it needs, on a busy machine.
_START_SECONDS = 120.0
# How often a job whose worker died is tried in all.
_TRIES = 3


@dataclass(frozen=True)
class PoolLimits:
    """The limits of workers, and how many jobs one owner may have waiting."""

    memory_bytes: int = 2 * 1024**3
    jobs_per_owner: int = 100


@dataclass(eq=False)
class _Job:
    work: Callable[..., Any]
    args: tuple[Any, ...]
    seconds: float
    done: asyncio.Future[Any]
    tries: int = 0


@dataclass(eq=False)
class _Worker:
    """One process and this end of its pipe. Methods block: they run in a thread."""

    memory_bytes: int
    process: BaseProcess | None = None
    pipe: Connection | None = None

    def call(self, job: _Job) -> Any:
        """Do a job. Raises what it raises, or JobTimeoutError or WorkerDiedError; then the process is gone."""
        try:
            pipe = self._started()
            pipe.send((job.work, job.args))
            if not pipe.poll(job.seconds):
                self.kill()
                raise JobTimeoutError(f"{job.work.__name__} took longer than {job.seconds:g} s")
            succeeded, result = pipe.recv()
        except (EOFError, OSError) as error:
            self.kill()
            raise WorkerDiedError(f"the worker of {job.work.__name__} died") from error
        if succeeded:
            return result
        raise result

    def _started(self) -> Connection:
        if self.pipe is None:
            self.pipe, theirs = SPAWN.Pipe()
            self.process = SPAWN.Process(
                target=serve, args=(theirs, self.memory_bytes), daemon=True
            )
            self.process.start()
            theirs.close()
            if not self.pipe.poll(_START_SECONDS):
                raise EOFError
            self.pipe.recv()
        return self.pipe

    def kill(self) -> None:
        """End the process, also in the middle of a job."""
        process, pipe = self.process, self.pipe
        self.process = self.pipe = None
        if process is not None:
            process.kill()
            process.join()
            process.close()
        if pipe is not None:
            pipe.close()


def serve(pipe: Connection, memory_bytes: int) -> None:
    """Do jobs until the other end of the pipe is closed: what a worker process runs."""
    prepare()
    if sys.platform != "win32":  # which has no such limits
        import resource

        with contextlib.suppress(ValueError, OSError):  # a lower limit may be set already
            resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
    with contextlib.suppress(EOFError, OSError):  # of the pipe, when a server was killed
        pipe.send("ready")
        while True:
            _do_job(pipe, *pipe.recv())


def _do_job(pipe: Connection, work: Callable[..., object], args: tuple[object, ...]) -> None:
    try:
        answer = (True, work(*args))
    except Exception as error:  # noqa: BLE001 - the caller of the job handles what it raises
        answer = (False, error)
    try:
        pipe.send(answer)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001 - the result cannot be pickled
        pipe.send((False, RuntimeError(f"the result of {work.__name__} cannot be sent: {error!r}")))


class WorkerPool:
    """A fixed number of workers, each started with its first job and again after it ended."""

    def __init__(self, workers: int, limits: PoolLimits | None = None) -> None:
        self._limits = limits or PoolLimits()
        self._idle = [_Worker(self._limits.memory_bytes) for _ in range(workers)]
        self._workers = list(self._idle)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="worker")
        self._queue: FairQueue[_Job] = FairQueue()
        self._running: set[asyncio.Task[None]] = set()
        self.counts = JobCounts()
        # Why the last job found no worker that lives, or None.
        self.fault: str | None = None

    @property
    def size(self) -> int:
        """How many workers there are."""
        return len(self._workers)

    @property
    def parallel(self) -> int:
        """How many bots' turns should be under way at once: one more, so that no worker waits for the database."""
        return self.size + 1

    def start(self, supervisor: "Supervisor") -> None:
        """Do nothing: each worker starts with its first job."""

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return len(self._queue)

    @property
    def busy(self) -> int:
        """How many workers have a job."""
        return len(self._running)

    async def run(
        self,
        work: Callable[[*Ts], R],
        *args: *Ts,
        seconds: float,
        priority: Priority = Priority.UNWATCHED,
        owner: Owner = NOBODY,
    ) -> R:
        """Have a worker call `work(*args)` and return what it returns, or raise what it raises.

        `seconds` count from the start of the work, not while it waits. Raises JobTimeoutError, WorkerDiedError,
        or TooManyJobsError if `owner` has too many jobs in line.
        """
        if self._queue.count(owner) >= self._limits.jobs_per_owner:
            raise TooManyJobsError
        job = _Job(work, args, seconds, asyncio.get_running_loop().create_future())
        self._queue.add(job, priority, owner)
        self._hand_out()
        try:
            result: R = await job.done
        except asyncio.CancelledError:
            self._queue.remove(job)
            raise
        return result

    def _hand_out(self) -> None:
        while self._idle and len(self._queue):
            worker, job = self._idle.pop(), self._queue.pop()
            task = asyncio.create_task(self._do(worker, job), name=f"job {job.work.__name__}")
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _do(self, worker: _Worker, job: _Job) -> None:
        loop = asyncio.get_running_loop()
        outcome: Any = None
        error: Exception | None = None
        while job.tries < _TRIES and not job.done.done():
            job.tries += 1
            try:
                outcome, error = await loop.run_in_executor(self._threads, worker.call, job), None
            except WorkerDiedError as died:
                self.counts.deaths += 1
                log.warning("%s (try %d of %d)", died, job.tries, _TRIES)
                error = died
                continue
            except JobTimeoutError as late:
                self.counts.timeouts += 1
                log.warning("%s", late)
                error = late
            except Exception as raised:  # noqa: BLE001 - for the caller
                error = raised
            break
        self.fault = str(error) if isinstance(error, WorkerDiedError) else None
        self.counts.note(job.work.__name__)
        self._idle.append(worker)
        if not job.done.done():
            if error is None:
                job.done.set_result(outcome)
            else:
                job.done.set_exception(error)
        self._hand_out()

    async def close(self) -> None:
        """End the workers, also in the middle of their jobs."""
        for task in self._running:
            task.cancel()
        for worker in self._workers:
            worker.kill()
        await asyncio.gather(*self._running, return_exceptions=True)
        self._threads.shutdown(wait=True, cancel_futures=True)
