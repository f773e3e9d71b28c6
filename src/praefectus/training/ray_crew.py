"""The same work on a Ray cluster: one actor per processor, restarted by Ray when it dies.

The machines of the cluster need praefectus installed in the version of the machine that asks; networks and
games travel with the work, so that they need no shared folder.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import redirect_stdout
from typing import Any, TypeVar

from praefectus.arena.cluster import connect
from praefectus.errors import PraefectusError
from praefectus.training.crew import Crew

T = TypeVar("T")
R = TypeVar("R")


class Actor:
    """What an actor of the cluster does: any work it is given."""

    def do(self, function: Callable[[Any], Any], item: Any) -> Any:
        """Return the result of an item."""
        return function(item)

    def pid(self) -> int:
        """Return the id of the actor's process on its machine."""
        import os

        return os.getpid()


class RayCrew(Crew):
    """Actors of the cluster at `address`, or of one that is started on this machine for `local`."""

    def __init__(self, address: str, workers: int | None = None) -> None:
        with redirect_stdout(sys.stderr):  # where Ray's own messages belong
            self._ray = connect(address)
        processors = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        # Restarted and asked again as often as needed: an item that fails by itself raises instead.
        kind = self._ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(Actor)
        self._actors = [kind.remote() for _ in range(workers or processors)]

    @property
    def pids(self) -> list[int]:
        """The ids of the actors' processes, each on its machine."""
        found: list[int] = self._ray.get([actor.pid.remote() for actor in self._actors])
        return found

    def do(self, function: Callable[[T], R], items: Iterable[T]) -> Generator[R, None, None]:
        """Give the results of all items."""
        ray = self._ray
        waiting = iter(items)
        free = list(self._actors)
        busy: dict[Any, Any] = {}
        try:
            while True:
                while free and (job := next(((item,) for item in waiting), None)) is not None:
                    actor = free.pop()
                    busy[actor.do.remote(function, *job)] = actor
                if not busy:
                    return
                done, _ = ray.wait(list(busy), num_returns=1)
                for reference in done:
                    free.append(busy.pop(reference))
                    yield ray.get(reference)
        except ray.exceptions.RayError as error:
            first = str(error).strip().splitlines()[0]
            raise PraefectusError(f"the Ray cluster failed: {first}") from None
        finally:
            for reference in busy:
                ray.cancel(reference, force=False)

    def close(self) -> None:
        """Leave the cluster; its actors end."""
        self._ray.shutdown()
