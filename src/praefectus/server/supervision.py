"""Keeps the server's own tasks alive: a task that raises is reported once and started again.

A task that ends silently is a serious fault: everything else continues and reports that the server is healthy.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from praefectus.server.store import StoreUnavailableError

log = logging.getLogger(__name__)

_FIRST_WAIT = 0.2
_LONGEST_WAIT = 5.0
_CANCEL_SECONDS = 0.5
# Seconds after which a restarted task counts as healthy again.
_SETTLED_SECONDS = 10.0


@dataclass
class TaskHealth:
    """The state of one task: whether it runs, how often it was restarted, and the last reason."""

    running: bool = True
    restarts: int = 0
    fault: str = ""


class Supervisor:
    """The tasks of a server, by name."""

    def __init__(self) -> None:
        self.health: dict[str, TaskHealth] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def run(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run `work` for as long as the server runs; it should never return."""
        self.health[name] = TaskHealth()
        self._tasks.append(asyncio.create_task(self._keep_running(name, work), name=name))

    async def _keep_running(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        health = self.health[name]
        wait = _FIRST_WAIT
        while True:
            began = time.monotonic()
            health.running = True
            try:
                await work()
                fault = "it returned"
            except Exception as error:
                fault = repr(error)
                # One traceback; while the same fault continues, one line per attempt. The store tells its faults itself.
                log.warning(
                    "%s: %s",
                    name,
                    fault,
                    exc_info=fault != health.fault and not isinstance(error, StoreUnavailableError),
                )
            if time.monotonic() - began > _SETTLED_SECONDS:
                wait = _FIRST_WAIT
            health.running, health.fault = False, fault
            health.restarts += 1
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    async def stop(self) -> None:
        """End all tasks."""
        running = set(self._tasks)
        self._tasks.clear()
        while running:
            # More than once: a driver of a service may swallow the request in the middle of a command.
            for task in running:
                task.cancel()
            _, running = await asyncio.wait(running, timeout=_CANCEL_SECONDS)
