"""Runs bots in processes of their own: the event loop is never blocked, and a bot can do no harm here."""

import asyncio
import contextlib
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from praefectus.server.thinking import Task, Turn, prepare, take_turn

log = logging.getLogger(__name__)


class BotPool:
    """A pool of worker processes, started with the first bot and again whenever one breaks it."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def turn(self, task: Task, seconds: float) -> Turn | None:
        """Return the bot's turn, or None if it took longer than `seconds` or killed its process."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers,
                # Not fork: the server has threads and open sockets.
                mp_context=multiprocessing.get_context("spawn"),
                initializer=prepare,
            )
        pool = self._pool
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
