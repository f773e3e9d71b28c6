"""What `praefectus worker` does: takes jobs from the service, has its processes do them, and sends the results back.

It knows no database and no table; all it needs stands in the job. Jobs are plain data and name one of a few works.
"""

import asyncio
import contextlib
import logging
import secrets
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from saq.job import Job, Status
from saq.queue import Queue

from praefectus.server.fair_queue import Priority
from praefectus.server.job_service import TAKE_SECONDS, JobService, Lane
from praefectus.server.jobs import JobTimeoutError, WorkerDiedError
from praefectus.server.portable import BY_NAME, Plain
from praefectus.server.remote_jobs import PRESENCE_SECONDS, PRESENCE_TTL
from praefectus.server.worker_pool import WorkerPool

log = logging.getLogger(__name__)

_BEAT_SECONDS = 1.0
# Seconds until the next attempt if the service is away.
_RETRY_SECONDS = 1.0
_STOPS = "the worker stops"
# PostgreSQL is asked this often; Redis tells by itself.
_POLL_SECONDS = 0.05


class RemoteWorker:
    """Some processes that do the jobs of a service's lanes, urgent ones first."""

    def __init__(self, url: str, processes: int) -> None:
        self._service = JobService(url)
        self._pool = WorkerPool(processes)
        self._me = f"worker-{secrets.token_hex(8)}"
        self._stopping = asyncio.Event()
        self._is_away = False
        self._running: set[asyncio.Task[None]] = set()

    async def run(self, on_ready: Callable[[str], None]) -> None:
        """Work until SIGINT or SIGTERM. `on_ready` is called with the service's name once it answers."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows ends the process by itself
                loop.add_signal_handler(number, self._stopping.set)
        await self._until_done(self._service.connect)
        await self._until_done(self._be_present)
        if not self._stopping.is_set():
            on_ready(self._service.name)
            steps = [self._be_present_for_a_while, *(self._taker(lane) for lane in Lane)]
            await asyncio.gather(self._give_back(), *(self._repeat(step) for step in steps))
        await self._close()

    async def _give_back(self) -> None:
        """When the worker is told to stop, leave its jobs to others at once."""
        await self._stopping.wait()
        for task in self._running:
            task.cancel()

    async def _until_done(self, step: Callable[[], Awaitable[None]]) -> None:
        while not self._stopping.is_set() and not await self._try(step):
            pass

    async def _repeat(self, step: Callable[[], Awaitable[None]]) -> None:
        while not self._stopping.is_set():
            await self._try(step)

    async def _try(self, step: Callable[[], Awaitable[None]]) -> bool:
        """Do something with the service and tell whether it succeeded; if not, wait a little."""
        try:
            await step()
        except Exception as error:  # noqa: BLE001 - every service fails in its own ways
            if not self._is_away:
                reason = (str(error) or repr(error)).partition("\n")[0]
                log.warning("%s cannot be used, waiting for it: %s", self._service.name, reason)
                self._is_away = True
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._stopping.wait(), _RETRY_SECONDS)
            return False
        if self._is_away:
            log.warning("%s can be used again", self._service.name)
            self._is_away = False
        return True

    async def _be_present(self) -> None:
        queue = self._service.lanes[Lane.TURNS]
        await queue.worker_info(
            self._me,
            queue_key=queue.name,
            metadata={"slots": self._pool.size},
            ttl=PRESENCE_TTL,
        )

    async def _be_present_for_a_while(self) -> None:
        await self._be_present()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), PRESENCE_SECONDS)

    def _taker(self, lane: Lane) -> Callable[[], Awaitable[None]]:
        """Return what takes one job of a lane and begins it; at most one per process is under way."""
        queue = self._service.lanes[lane]
        free = asyncio.Semaphore(self._pool.size)

        async def take() -> None:
            await free.acquire()
            job = None
            try:
                job = await queue.dequeue(timeout=TAKE_SECONDS, poll_interval=_POLL_SECONDS)
            finally:
                if job is None:
                    free.release()
            if job is None:
                return
            if self._stopping.is_set():
                await queue.retry(job, _STOPS)
            else:
                task = asyncio.create_task(self._do(queue, job), name=f"job {job.function}")
                self._running.add(task)
                task.add_done_callback(self._running.discard)
                task.add_done_callback(lambda _: free.release())

        return take

    async def _do(self, queue: Queue, job: Job) -> None:
        try:
            job.started = int(time.time() * 1000)
            job.attempts += 1
            job.worker_id = self._me
            await queue.update(job, status=Status.ACTIVE)
            async with _beating(queue, job):
                answer = await self._answer(job)
            await queue.finish(job, Status.COMPLETE, result=answer)
        except asyncio.CancelledError:
            # The worker stops: another one begins the job at once.
            with contextlib.suppress(Exception):
                await queue.retry(job, _STOPS)
            raise
        except Exception as error:  # noqa: BLE001 - the service is away; its sweep finds the job
            log.warning("a job is left to others: %s", repr(error).partition("\n")[0])

    async def _answer(self, job: Job) -> dict[str, Plain]:
        portable = BY_NAME.get(job.function)
        given: Any = job.kwargs or {}
        if portable is None:
            return _error("unknown", f"there is no work {job.function!r}")
        try:
            args = portable.unpack(given["args"])
            seconds, priority = float(given["seconds"]), Priority(given["priority"])
        except Exception as error:  # noqa: BLE001 - what comes from the network may be anything
            return _error("malformed", f"the job {portable.name} cannot be read: {error!r}")
        try:
            result = await self._pool.run(portable.work, *args, seconds=seconds, priority=priority)
        except JobTimeoutError as error:
            return _error("timeout", str(error))
        except WorkerDiedError as error:
            return _error("died", str(error))
        except Exception as error:  # noqa: BLE001 - for the caller
            return _error("raised", repr(error))
        return {"result": portable.pack_result(result)}

    async def _close(self) -> None:
        await asyncio.gather(*self._running, return_exceptions=True)
        await self._pool.close()
        with contextlib.suppress(Exception):  # the service may be away
            await self._service.close()


@contextlib.asynccontextmanager
async def _beating(queue: Queue, job: Job) -> AsyncIterator[None]:
    """Show while the block runs that a job is being worked on."""

    async def beat() -> None:
        while True:
            await asyncio.sleep(_BEAT_SECONDS)
            with contextlib.suppress(Exception):  # the service is away for a moment
                await queue.update(job)

    task = asyncio.create_task(beat(), name=f"heartbeat {job.function}")
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _error(kind: str, message: str) -> dict[str, Plain]:
    return {"error": kind, "message": message}
