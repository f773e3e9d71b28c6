"""`praefectus simulate --ray`: the same games, played by the tasks of a Ray cluster.

A task is a batch of games. A game depends on the job and its number alone, so a task that is run
again, because its process or machine was lost, gives the same results; Ray runs it again by itself.
The cluster's machines need praefectus installed, in the version of the machine that asks.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections.abc import Generator
from contextlib import redirect_stdout
from dataclasses import replace
from typing import Any

from praefectus.cli.simulation import (
    BATCH_SECONDS,
    GameResult,
    Job,
    fitting_batch,
    play_batch,
    save_again,
)
from praefectus.errors import PraefectusError
from praefectus.extras import need

LOCAL = "local"
AUTO = "auto"  # a cluster that runs on this machine already
KNOCK_SECONDS = 5.0
RETRIES = 20  # how often a batch is begun again before the run gives up
BATCHES_A_PROCESSOR = 2
SECONDS_FACTOR = 4  # handing out costs more than between processes of one machine


def run_on_ray(job: Job, games: int, address: str) -> Generator[GameResult, None, None]:
    """Play games 0..games-1 on the cluster at `address`, or on this machine if that is `local`.

    Results come as they are ready. Records are written here, not on the cluster.
    """
    with redirect_stdout(sys.stderr):  # where Ray's own messages belong
        yield from _run(connect(address), job, games)


def _run(ray: Any, job: Job, games: int) -> Generator[GameResult, None, None]:
    try:
        task = ray.remote(max_retries=RETRIES)(play_batch)
        # What is saved is saved here, from the decisions the task sends back.
        sent = replace(job, save=None, keep_actions=job.keep_actions or job.save is not None)
        most = max(1, int(ray.cluster_resources().get("CPU", 1))) * BATCHES_A_PROCESSOR
        waiting: list[Any] = []
        begun, batch = 0, 1
        while begun < games or waiting:
            while begun < games and len(waiting) < most:
                stop = min(games, begun + batch)
                waiting.append(task.remote(sent, begun, stop))
                begun = stop
            done, waiting = ray.wait(waiting, num_returns=1)
            for seconds, results in ray.get(done):
                for result in results:
                    if job.save is not None:
                        save_again(job, result)
                    yield result
                batch = fitting_batch(len(results), seconds, SECONDS_FACTOR * BATCH_SECONDS)
    except ray.exceptions.RayError as error:
        first = str(error).strip().splitlines()[0]
        raise PraefectusError(f"the Ray cluster failed: {first}") from None
    finally:
        ray.shutdown()


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
    options: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address == LOCAL:
        options.update(address=LOCAL, include_dashboard=False)
    else:
        knock(address)
        options.update(address=address)
    try:
        ray.init(**options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        first = str(error).strip().splitlines()[0]
        raise PraefectusError(f"no Ray cluster answers at {address!r}: {first}") from None
    return ray
