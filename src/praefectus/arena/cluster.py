"""Games of a contest, played by the tasks of a Ray cluster.

A task is a batch of games. A game depends on the contest and its number alone, so a task that is run
again, because its process or machine was lost, gives the same results; Ray runs it again by itself.
The cluster's machines need praefectus installed, in the version of the machine that asks.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import redirect_stdout
from functools import partial
from typing import Any

from praefectus.arena.contest import Contest
from praefectus.arena.game import GameResult, Keep, play_game, save_again
from praefectus.arena.runner import (
    BATCH_SECONDS,
    BATCHES_PER_PROCESS,
    Batch,
    Crew,
    Work,
    play_batch,
    share_out,
)
from praefectus.errors import PraefectusError
from praefectus.extras import need

LOCAL = "local"
AUTO = "auto"  # a cluster that is already running on this machine
KNOCK_SECONDS = 5.0
RETRIES = 20  # how often a batch is retried before the run gives up


def run_on_ray(
    contest: Contest, numbers: Iterable[int], address: str, keep: Keep
) -> Generator[GameResult, None, None]:
    """Play games on the cluster at `address`, or on this machine if that is `local`.

    Results come as they are ready. Records are written here, not on the cluster, from the decisions
    that the tasks send back.
    """
    sent = Keep(actions=keep.actions or keep.records is not None, times=keep.times)
    with redirect_stdout(sys.stderr):  # where Ray's own messages belong
        ray = connect(address)
        try:
            crew = Cluster(ray, partial(play_game, contest, keep=sent))
            for result in share_out(crew, numbers):
                if keep.records is not None:
                    save_again(keep.records, contest, result)
                yield result
        except ray.exceptions.RayError as error:
            first = str(error).strip().splitlines()[0]
            raise PraefectusError(f"the Ray cluster failed: {first}") from None
        finally:
            ray.shutdown()


class Cluster(Crew[GameResult]):
    """A crew of Ray tasks; `ray` is the module, connected."""

    def __init__(self, ray: Any, work: Work[GameResult]) -> None:
        processors = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.most = BATCHES_PER_PROCESS * processors
        self.seconds = 4 * BATCH_SECONDS  # sending a batch costs more than on one machine
        self._ray = ray
        self._task = ray.remote(max_retries=RETRIES)(play_batch)
        self._work = work
        self._waiting: list[object] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def begin(self, numbers: Sequence[int]) -> None:
        """Begin a batch."""
        self._waiting.append(self._task.remote(self._work, numbers))

    def finished(self) -> Iterator[Batch[GameResult]]:
        """Wait for a batch, and give all that are finished."""
        done, self._waiting = self._ray.wait(self._waiting, num_returns=1)
        yield from self._ray.get(done)


def knock(address: str) -> None:
    """Raise PraefectusError at once if nothing listens at HOST:PORT; Ray would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        if address == AUTO:
            return
        raise PraefectusError(
            f"the address of a Ray cluster is HOST:PORT, {AUTO} or {LOCAL}, not {address!r}"
        )
    try:
        socket.create_connection((host, int(port)), timeout=KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise PraefectusError(f"no Ray cluster answers at {address!r}: {error}") from None


def connect(address: str) -> Any:
    """Connect to a cluster and return the module `ray`. Raises PraefectusError if none answers."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    (ray,) = need("cluster", "ray")
    options: dict[str, object] = {
        "address": address,
        "logging_level": logging.ERROR,
        "log_to_driver": False,
    }
    if address == LOCAL:
        options["include_dashboard"] = False
    else:
        knock(address)
    try:
        ray.init(**options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        first = str(error).strip().splitlines()[0]
        raise PraefectusError(f"no Ray cluster answers at {address!r}: {first}") from None
    return ray
