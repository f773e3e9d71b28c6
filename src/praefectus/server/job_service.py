"""The queue between servers and `praefectus worker`, in Redis or PostgreSQL: SAQ's, one for each lane.

A lane is a SAQ queue. Jobs that a person waits for have a lane of their own, so that they pass everything else in Redis
too, whose queues have no priorities. The names contain the version: only workers of the same version take a server's jobs.
"""

import logging
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

from saq.queue import Queue

from praefectus import __version__
from praefectus.errors import PraefectusError
from praefectus.server.fair_queue import Priority
from praefectus.server.redis_address import EXAMPLES, is_redis_address

# Seconds after which a service that does not answer counts as unavailable.
_PATIENCE_SECONDS = 3.0
# Seconds that a worker's question for a job stays open.
TAKE_SECONDS = 1.0
_REDIS = ("redis", "rediss", "unix")
_POSTGRES = ("postgresql", "postgres")


class Lane(StrEnum):
    """A queue of jobs of the same urgency."""

    URGENT = "urgent"
    TURNS = "turns"


def lane_of(priority: Priority) -> Lane:
    """Return the lane of a priority."""
    return Lane.URGENT if priority is Priority.PERSON_WAITS else Lane.TURNS


def check_url(url: str) -> str:
    """Return the address of a service. Raises PraefectusError if it names none that can carry jobs."""
    scheme = url.partition(":")[0]
    if scheme not in (*_REDIS, *_POSTGRES):
        raise PraefectusError(
            "PRAEFECTUS_JOBS must begin with redis://, rediss://, unix:// or postgresql://"
        )
    if not (is_redis_address(url) if scheme in _REDIS else _is_network_address(url)):
        raise PraefectusError(
            f"PRAEFECTUS_JOBS is no address of a service, {EXAMPLES} or postgresql://127.0.0.1/name"
        )
    return url


def _is_network_address(url: str) -> bool:
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


class JobService:
    """The lanes of a service."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(check_url(url))
        # For messages: without the user and the password.
        where = parts.path if parts.scheme == "unix" else parts.netloc.rpartition("@")[2]
        is_redis = parts.scheme in _REDIS
        self.name = f"{'Redis' if is_redis else 'PostgreSQL'} at {where}"
        make = _redis_queue if is_redis else _postgres_queue
        self.lanes: dict[Lane, Queue] = {
            lane: make(url, f"praefectus-{__version__}-{lane}") for lane in Lane
        }
        # Our own loops say in one line what fails; SAQ and the pool would add a traceback per attempt.
        for noisy in ("saq", "psycopg.pool"):
            logging.getLogger(noisy).setLevel(logging.CRITICAL)

    async def connect(self) -> None:
        """Open the connections, and make what the service needs; nothing happens if that was done."""
        for queue in self.lanes.values():
            await queue.connect()

    async def close(self) -> None:
        """Close the connections."""
        for queue in self.lanes.values():
            await queue.disconnect()


def _redis_queue(url: str, name: str) -> Queue:
    from redis.asyncio import Redis
    from saq.queue.redis import RedisQueue

    client: Any = Redis.from_url(
        url,
        socket_connect_timeout=_PATIENCE_SECONDS,
        # Longer than a worker's open question.
        socket_timeout=TAKE_SECONDS + _PATIENCE_SECONDS,
        health_check_interval=_PATIENCE_SECONDS,
    )
    return RedisQueue(client, name=name)


def _postgres_queue(url: str, name: str) -> Queue:
    from psycopg_pool import AsyncConnectionPool
    from saq.queue.postgres import PostgresQueue

    pool = AsyncConnectionPool(
        url.replace("+asyncpg", ""),
        open=False,
        check=AsyncConnectionPool.check_connection,
        timeout=_PATIENCE_SECONDS,
        # Attempts to connect again come at ever longer intervals; after this time they begin anew.
        reconnect_timeout=_PATIENCE_SECONDS,
        kwargs={"connect_timeout": int(_PATIENCE_SECONDS)},
    )
    return PostgresQueue(pool, name=name, min_size=1, max_size=4, manage_pool_lifecycle=True)
