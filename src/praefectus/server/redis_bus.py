"""The bus of several processes, over Redis. Imported only where there is one."""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable

from redis.asyncio import Redis
from redis.exceptions import RedisError

Listener = Callable[[str], Awaitable[None]]

log = logging.getLogger(__name__)

_CHANNEL = "praefectus:tables"
_RETRY_SECONDS = 1.0


class RedisBus:
    """The bus of several processes. Listens from the start; connections are made anew when lost."""

    alone = False

    def __init__(self, url: str, listener: Listener) -> None:
        self._redis: Redis = Redis.from_url(url, decode_responses=True)
        self._me = secrets.token_hex(8)
        self._listener = listener
        self._task = asyncio.create_task(self._listen(), name="redis listener")

    async def publish(self, table_id: str) -> None:
        """Tell the other processes; a Redis that is away is reported, not fatal."""
        try:
            await self._redis.publish(_CHANNEL, f"{self._me} {table_id}")
        except (RedisError, OSError) as error:
            log.warning("redis: table %s not announced: %s", table_id, error)

    async def claim(self, key: str, seconds: float) -> bool:
        """Claim by a key that expires; without Redis everybody may, and the database decides."""
        try:
            name = f"praefectus:claim:{key}"
            return bool(await self._redis.set(name, self._me, nx=True, px=int(seconds * 1000)))
        except (RedisError, OSError) as error:
            log.warning("redis: no claim on %s: %s", key, error)
            return True

    async def renew(self, key: str, seconds: float) -> None:
        """Set the claim anew, if it is still there: one that has expired may be somebody else's."""
        with contextlib.suppress(RedisError, OSError):
            name = f"praefectus:claim:{key}"
            await self._redis.set(name, self._me, xx=True, px=int(seconds * 1000))

    async def release(self, key: str) -> None:
        """Give a claim back; if that fails it expires by itself."""
        with contextlib.suppress(RedisError, OSError):
            await self._redis.delete(f"praefectus:claim:{key}")

    async def close(self) -> None:
        """Stop listening."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self._redis.aclose()

    async def _listen(self) -> None:
        while True:
            try:
                await self._receive()
            except (RedisError, OSError) as error:
                log.warning("redis: connection lost, trying again: %s", error)
                await asyncio.sleep(_RETRY_SECONDS)

    async def _receive(self) -> None:
        async with self._redis.pubsub() as messages:
            await messages.subscribe(_CHANNEL)
            async for message in messages.listen():
                if message["type"] != "message":
                    continue
                sender, _, table_id = str(message["data"]).partition(" ")
                if sender != self._me:
                    await self._listener(table_id)
