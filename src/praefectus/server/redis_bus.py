"""The bus of several processes, over Redis. Imported only where there is one."""

import contextlib
import logging
import secrets

from redis.asyncio import Redis
from redis.exceptions import RedisError

from praefectus.server.bus import OnChange, OnGap

log = logging.getLogger(__name__)

_CHANNEL = "praefectus:tables"
# A Redis that has not answered by then is away.
_PATIENCE_SECONDS = 3.0


class RedisBus:
    """The bus of several processes. Connections are made anew when lost."""

    alone = False

    def __init__(self, url: str) -> None:
        self._redis: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=_PATIENCE_SECONDS,
            socket_timeout=_PATIENCE_SECONDS,
        )
        # The one that listens waits for as long as nobody says anything, but notices a dead connection.
        self._ear: Redis = Redis.from_url(
            url,
            decode_responses=True,
            socket_connect_timeout=_PATIENCE_SECONDS,
            socket_keepalive=True,
            health_check_interval=_PATIENCE_SECONDS,
        )
        self._me = secrets.token_hex(8)

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

    async def check(self) -> None:
        """Ask Redis anything. Raises RedisError or OSError."""
        await self._redis.ping()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._redis.aclose()
        await self._ear.aclose()

    async def listen(self, on_change: OnChange, on_gap: OnGap) -> None:
        """Listen until the connection is lost, which raises; what was said meanwhile is a gap."""
        async with self._ear.pubsub() as messages:
            await messages.subscribe(_CHANNEL)
            on_gap()
            while True:
                # A message, or None after a while: then the connection is looked at, not only waited for.
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
                except Exception as error:  # noqa: BLE001 - the database away: what is in memory is checked later
                    log.warning(
                        "table %s was changed elsewhere and cannot be read: %r", table_id, error
                    )
