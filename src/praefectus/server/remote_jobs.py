"""Hands jobs to `praefectus worker` processes on any machine, through Redis or PostgreSQL.

The server decides the order: jobs wait here in a `FairQueue`, and only as many are in the service as workers can do at
once. A job in the service has a heartbeat; if its worker dies, the service's sweep queues it again. A job that the
service has lost (Redis keeps nothing when it restarts) is sent again. Results that nobody waits for any more are ignored.
"""

import asyncio
import contextlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from saq.job import Job, Status
from saq.queue import Queue

from praefectus.server.fair_queue import NOBODY, FairQueue, Owner, Priority
from praefectus.server.job_service import JobService, Lane, lane_of
from praefectus.server.jobs import (
    JobCounts,
    JobTimeoutError,
    R,
    TooManyJobsError,
    Ts,
    WorkerDiedError,
)
from praefectus.server.portable import PORTABLE, Plain, Portable
from praefectus.server.worker_pool import PoolLimits, WorkerPool

if TYPE_CHECKING:
    # Only for its name: workers import this module, and not the database.
    from praefectus.server.supervision import Supervisor

# Seconds without a sign of life after which a worker counts as dead.
HEARTBEAT_SECONDS = 5
# Seconds between signs of life of workers and servers, and how long they are believed.
PRESENCE_SECONDS = 1.0
PRESENCE_TTL = 6
# How often a job is begun in all; a worker's own processes are not counted.
_TRIES = 20
# Seconds that the service keeps a result.
_RESULT_SECONDS = 60
_POLL_SECONDS = 0.03
_SWEEP_SECONDS = 1.0
# How many bots' turns are begun at once; most of them wait here for a worker.
_PARALLEL = 32
# Seconds that a sweep waits for a worker to give up a job. Those that are swept are dead.
_ABORT_SECONDS = 0.05


@dataclass(eq=False)
class _Job:
    key: str
    portable: Portable
    document: dict[str, Plain]
    done: asyncio.Future[Any]


@dataclass(eq=False)
class _Line:
    """The jobs of a lane: those that wait here, and those in the service by key."""

    queue: Queue
    waiting: FairQueue[_Job] = field(default_factory=FairQueue)
    sent: dict[str, _Job] = field(default_factory=dict)
    # Keys of jobs in the service that nobody waits for any more.
    dropped: list[str] = field(default_factory=list)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    in_service: asyncio.Event = field(default_factory=asyncio.Event)


class RemoteJobs:
    """The jobs of one server. Works that are not portable are done by an embedded worker."""

    def __init__(self, url: str, limits: PoolLimits | None = None) -> None:
        self._limits = limits or PoolLimits()
        self._service = JobService(url)
        self._lines = {lane: _Line(queue) for lane, queue in self._service.lanes.items()}
        self._local = WorkerPool(1, limits)
        self._me = f"server-{secrets.token_hex(8)}"
        self._slots = 0
        self._seen: float | None = None
        self.counts = JobCounts()

    @property
    def size(self) -> int:
        """How many processes the workers have in all."""
        return self._slots

    @property
    def parallel(self) -> int:
        """How many bots' turns should be under way at once."""
        return _PARALLEL

    @property
    def waiting(self) -> int:
        """How many jobs of this server are not in the service yet."""
        return self._local.waiting + sum(len(line.waiting) for line in self._lines.values())

    @property
    def busy(self) -> int:
        """How many jobs of this server are in the service, or with the embedded worker."""
        return self._local.busy + sum(len(line.sent) for line in self._lines.values())

    @property
    def fault(self) -> str | None:
        """Why jobs cannot be done now; None if they can."""
        if self._seen is None or time.monotonic() - self._seen > PRESENCE_TTL:
            return "their queue is unreachable"
        return None if self._slots else "there are none"

    def start(self, supervisor: "Supervisor") -> None:
        """Begin to send jobs and to collect results."""
        supervisor.run("worker watcher", self._watch)
        supervisor.run("job sweeper", self._sweep)
        for lane, line in self._lines.items():
            supervisor.run(f"job sender {lane}", lambda line=line: self._send(line))  # type: ignore[misc]
            supervisor.run(f"job collector {lane}", lambda line=line: self._collect(line))  # type: ignore[misc]

    async def run(
        self,
        work: Callable[[*Ts], R],
        *args: *Ts,
        seconds: float,
        priority: Priority = Priority.UNWATCHED,
        owner: Owner = NOBODY,
    ) -> R:
        """Have a worker call `work(*args)` and return what it returns, or raise what it raises."""
        portable = PORTABLE.get(work)
        if portable is None:
            return await self._local.run(
                work, *args, seconds=seconds, priority=priority, owner=owner
            )
        if self._waiting_of(owner) >= self._limits.jobs_per_owner:
            raise TooManyJobsError
        document = {"args": portable.pack(*args), "seconds": seconds, "priority": int(priority)}
        future = asyncio.get_running_loop().create_future()
        job = _Job(secrets.token_hex(16), portable, document, future)
        line = self._lines[lane_of(priority)]
        line.waiting.add(job, priority, owner)
        line.changed.set()
        try:
            result: R = await job.done
        except asyncio.CancelledError:
            line.waiting.remove(job)
            if line.sent.pop(job.key, None) is not None:
                line.dropped.append(job.key)
                line.changed.set()
            raise
        return result

    def _waiting_of(self, owner: Owner) -> int:
        return sum(line.waiting.count(owner) for line in self._lines.values())

    async def _send(self, line: _Line) -> None:
        """Keep as many jobs in the service as there are workers for, until cancelled."""
        await self._service.connect()
        while True:
            while len(line.waiting) and len(line.sent) < max(1, self._slots):
                job = line.waiting.pop()
                # Noted first: if sending fails, the collector finds that it is missing.
                line.sent[job.key] = job
                line.in_service.set()
                await self._enqueue(line, job)
            while line.dropped:
                await self._abort(line, line.dropped.pop())
            line.changed.clear()
            if not (len(line.waiting) and len(line.sent) < max(1, self._slots)):
                await line.changed.wait()

    async def _enqueue(self, line: _Line, job: _Job) -> None:
        # A key that is in the queue already is not queued twice.
        await line.queue.enqueue(
            Job(
                function=job.portable.name,
                kwargs=job.document,
                key=job.key,
                timeout=0,  # the worker's own processes have a limit
                heartbeat=HEARTBEAT_SECONDS,
                retries=_TRIES,
                ttl=_RESULT_SECONDS,
            )
        )

    async def _abort(self, line: _Line, key: str) -> None:
        found = await line.queue.job(key)
        if found is not None and found.status is Status.QUEUED:
            await line.queue.abort(found, "nobody waits for it")

    async def _collect(self, line: _Line) -> None:
        """Give results to those who wait for them, until cancelled."""
        await self._service.connect()
        while True:
            if not line.sent:
                line.in_service.clear()
                await line.in_service.wait()
            keys = list(line.sent)
            for key, stored in zip(keys, await line.queue.jobs(keys), strict=True):
                job = line.sent.get(key)
                if job is None:
                    continue
                if stored is None:
                    await self._enqueue(line, job)
                elif stored.status in (Status.COMPLETE, Status.FAILED, Status.ABORTED):
                    del line.sent[key]
                    line.changed.set()
                    self._settle(job, stored)
            await asyncio.sleep(_POLL_SECONDS)

    def _settle(self, job: _Job, stored: Job) -> None:
        self.counts.note(job.portable.name)
        self.counts.deaths += max(0, stored.attempts - 1)
        outcome = _outcome(job.portable, stored)
        if isinstance(outcome, JobTimeoutError):
            self.counts.timeouts += 1
        if job.done.done():
            return
        if isinstance(outcome, Exception):
            job.done.set_exception(outcome)
        else:
            job.done.set_result(outcome)

    async def _watch(self) -> None:
        """Know how many workers there are, until cancelled."""
        await self._service.connect()
        # Every worker serves all lanes.
        queue = self._service.lanes[Lane.TURNS]
        while True:
            # With an entry of our own the list is never empty, which SAQ cannot read from Redis.
            await queue.worker_info(
                self._me, queue_key=queue.name, metadata={"slots": 0}, ttl=PRESENCE_TTL
            )
            info = await queue.info()
            slots = sum(_slots(worker) for worker in info["workers"].values())
            self._seen = time.monotonic()
            if slots != self._slots:
                self._slots = slots
                for line in self._lines.values():
                    line.changed.set()
            await asyncio.sleep(PRESENCE_SECONDS)

    async def _sweep(self) -> None:
        """Queue the jobs of dead workers again, until cancelled; one server does it for all."""
        await self._service.connect()
        while True:
            for line in self._lines.values():
                await line.queue.sweep(lock=1, abort=_ABORT_SECONDS)
            await asyncio.sleep(_SWEEP_SECONDS)

    async def close(self) -> None:
        """Forget the jobs and close the connections."""
        await self._local.close()
        with contextlib.suppress(Exception):  # the service may be away
            await self._service.close()


def _slots(worker: Any) -> int:
    slots = (worker.get("metadata") or {}).get("slots")
    return slots if isinstance(slots, int) else 0


def _outcome(portable: Portable, stored: Job) -> Any:
    """Return the result of a job that has ended, or the exception that its caller gets."""
    answer = stored.result
    if stored.status is not Status.COMPLETE or not isinstance(answer, dict):
        return WorkerDiedError(f"all workers of {portable.name} died")
    message = str(answer.get("message"))
    match answer.get("error"):
        case None:
            try:
                return portable.unpack_result(answer["result"])
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                return RuntimeError(f"the result of {portable.name} cannot be read: {error!r}")
        case "timeout":
            return JobTimeoutError(message)
        case "died":
            return WorkerDiedError(message)
        case _:
            return RuntimeError(message)
