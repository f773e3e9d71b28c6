"""The bus of several processes, over Redis. Imported only if Redis is configured."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Iterator

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from praefectus.server.bus import OnChange, OnGap
from praefectus.server.redis_address import is_socket_file

log = logging.getLogger(__name__)

_CHANNEL = "praefectus:tables"
# Seconds after which a Redis server that does not answer counts as unavailable.
_PATIENCE_SECONDS = 3.0
_CANCEL_SECONDS = 0.5


def _never_again() -> Retry:
    """Return the policy of no second attempt: whoever waits is told at once."""
    return Retry(NoBackoff(), 0)


class RedisBus:
    """The bus of several processes. Lost connections are opened again."""

    alone = False

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=_PATIENCE_SECONDS,
            socket_timeout=_PATIENCE_SECONDS,
            retry=_never_again(),
        )
        # The listening connection has no read timeout, but notices when the connection is dead.
        self._ear: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=_PATIENCE_SECONDS,
            health_check_interval=_PATIENCE_SECONDS,
            # Connecting again behind our back would hide that messages were lost.
            retry=_never_again(),
            # A file has no such option.
            **({} if is_socket_file(url) else {"socket_keepalive": True}),
        )
        self._me = secrets.token_hex(8)
        self.errors = 0
        self._is_away = False
        # Changed tables of which the others are not told yet, the oldest first.
        self._untold: dict[str, None] = {}
        self._telling: asyncio.Task[None] | None = None

    async def publish(self, table_id: str) -> None:
        """Tell the other processes soon; if Redis is unavailable, they find out when they compare.

        Nobody's answer waits for that: a Redis that is there but silent would stop the game.
        """
        self._untold[table_id] = None
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell(), name="bus publisher")

    async def _tell(self) -> None:
        while self._untold:
            table_id = next(iter(self._untold))
            del self._untold[table_id]
            with self._forgiven():
                await self._redis.publish(_CHANNEL, f"{self._me} {table_id}")

    async def claim(self, key: str, seconds: float) -> bool:
        """Claim by a key that expires; without Redis every claim succeeds, and the database decides."""
        claimed: object = True
        with self._forgiven():
            name = f"praefectus:claim:{key}"
            claimed = await self._redis.set(name, self._me, nx=True, px=int(seconds * 1000))
        return bool(claimed)

    async def renew(self, key: str, seconds: float) -> None:
        """Renew the claim if it still exists: an expired one may belong to another process."""
        with self._forgiven():
            name = f"praefectus:claim:{key}"
            await self._redis.set(name, self._me, xx=True, px=int(seconds * 1000))

    async def release(self, key: str) -> None:
        """Release a claim; if that fails, it expires."""
        with self._forgiven():
            await self._redis.delete(f"praefectus:claim:{key}")

    @contextlib.contextmanager
    def _forgiven(self) -> Iterator[None]:
        """Go on without Redis if it is unavailable: that is counted, and logged once until it is back."""
        try:
            yield
        except (RedisError, OSError) as error:
            self.errors += 1
            if not self._is_away:
                log.warning("redis cannot be used: %s", error)
            self._is_away = True
            return
        if self._is_away:
            log.warning("redis can be used again")
            self._is_away = False

    async def check(self) -> None:
        """Ping Redis. Raises RedisError or OSError."""
        await self._redis.ping()

    async def close(self) -> None:
        """Close the connections."""
        while self._telling is not None and not self._telling.done():
            # More than once: the driver may swallow the request in the middle of a command.
            self._telling.cancel()
            await asyncio.wait({self._telling}, timeout=_CANCEL_SECONDS)
        await self._redis.aclose()
        await self._ear.aclose()

    async def listen(self, on_change: OnChange, on_gap: OnGap) -> None:
        """Listen until the connection is lost, which raises; messages may be lost until the next call."""
        async with self._ear.pubsub() as messages:
            await messages.subscribe(_CHANNEL)
            on_gap()
            while True:
                # A message, or None after a timeout, so that a dead connection is noticed.
                message = await messages.get_message(
                    ignore_subscribe_messages=True, timeout=_PATIENCE_SECONDS
                )
                await messages.check_health()
                if message is None:
                    continue
                sender, _, table_id = str(message["data"]).partition(" ")
                if sender == self._me:
                    continue
                try:
                    await on_change(table_id)
                except Exception as error:  # noqa: BLE001 - the database is unavailable: memory is checked later
                    log.warning(
                        "table %s was changed elsewhere and cannot be read: %r", table_id, error
                    )
