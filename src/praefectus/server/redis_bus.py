"""The bus of several processes, over Redis. Imported only if Redis is configured."""

import contextlib
import logging
import secrets

from redis.asyncio import Redis
from redis.exceptions import RedisError

from praefectus.server.bus import OnChange, OnGap

log = logging.getLogger(__name__)

_CHANNEL = "praefectus:tables"
# Seconds after which a Redis server that does not answer counts as unavailable.
_PATIENCE_SECONDS = 3.0


class RedisBus:
    """The bus of several processes. Lost connections are opened again."""

    alone = False

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=_PATIENCE_SECONDS,
            socket_timeout=_PATIENCE_SECONDS,
        )
        # The listening connection has no read timeout, but notices when the connection is dead.
        self._ear: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=_PATIENCE_SECONDS,
            socket_keepalive=True,
            health_check_interval=_PATIENCE_SECONDS,
        )
        self._me = secrets.token_hex(8)

    async def publish(self, table_id: str) -> None:
        """Tell the other processes; if Redis is unavailable this is logged, not raised."""
        try:
            await self._redis.publish(_CHANNEL, f"{self._me} {table_id}")
        except (RedisError, OSError) as error:
            log.warning("redis: table %s not announced: %s", table_id, error)

    async def claim(self, key: str, seconds: float) -> bool:
        """Claim by a key that expires; without Redis every claim succeeds, and the database decides."""
        try:
            name = f"praefectus:claim:{key}"
            return bool(await self._redis.set(name, self._me, nx=True, px=int(seconds * 1000)))
        except (RedisError, OSError) as error:
            log.warning("redis: no claim on %s: %s", key, error)
            return True

    async def renew(self, key: str, seconds: float) -> None:
        """Renew the claim if it still exists: an expired one may belong to another process."""
        with contextlib.suppress(RedisError, OSError):
            name = f"praefectus:claim:{key}"
            await self._redis.set(name, self._me, xx=True, px=int(seconds * 1000))

    async def release(self, key: str) -> None:
        """Release a claim; if that fails, it expires."""
        with contextlib.suppress(RedisError, OSError):
            await self._redis.delete(f"praefectus:claim:{key}")

    async def check(self) -> None:
        """Ping Redis. Raises RedisError or OSError."""
        await self._redis.ping()

    async def close(self) -> None:
        """Close the connections."""
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
