"""Runs bots in processes of their own: the event loop is never blocked, and a bot can do no harm here."""

import asyncio
import contextlib
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from praefectus.bots import Candidate
from praefectus.server.thinking import Task, Turn, give_hints, prepare, take_turn

log = logging.getLogger(__name__)


class BotPool:
    """A pool of worker processes, started with the first bot and again whenever one breaks it."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def turn(self, task: Task, seconds: float) -> Turn | None:
        """Return the bot's turn, or None if it took longer than `seconds` or killed its process."""
        pool = self._started()
        try:
            thinking = asyncio.get_running_loop().run_in_executor(pool, take_turn, task)
            return await asyncio.wait_for(thinking, seconds)
        except TimeoutError:
            log.warning("bot %s took longer than %g s", task.level, seconds)
        except BrokenProcessPool as error:
            log.warning("bot %s: %s", task.level, error)
        if self._pool is pool:
            self._stop(wait=False)
        return None

    async def hints(self, task: Task, count: int, seconds: float) -> list[Candidate] | None:
        """Return the best turns for a person, or None if that took longer than `seconds`."""
        pool = self._started()
        try:
            thinking = asyncio.get_running_loop().run_in_executor(pool, give_hints, task, count)
            return await asyncio.wait_for(thinking, seconds)
        except TimeoutError:
            # The workers are busy with other tables' bots, which a hint must not end.
            log.warning("a hint took longer than %g s", seconds)
        except BrokenProcessPool as error:
            log.warning("a hint: %s", error)
            if self._pool is pool:
                self._stop(wait=False)
        return None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers,
                # Not fork: the server has threads and open sockets.
                mp_context=multiprocessing.get_context("spawn"),
                initializer=prepare,
            )
        return self._pool

    def close(self) -> None:
        """End the workers, in whatever thought they are, and give back what the pool holds."""
        self._stop(wait=True)

    def _stop(self, *, wait: bool) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # The pool can only wait for its workers; a bot in an endless loop has to be ended.
        for worker in list((pool._processes or {}).values()):
            with contextlib.suppress(ValueError):  # closed already
                worker.terminate()
        pool.shutdown(wait=wait, cancel_futures=True)
