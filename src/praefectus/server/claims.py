"""Claims: what one process computes, no other computes as well."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from praefectus.server.bus import Bus

# A claim is renewed while it is held, so that claims of a dead process expire soon.
_SECONDS = 6.0


@contextlib.asynccontextmanager
async def claimed(bus: Bus, key: str) -> AsyncIterator[bool]:
    """Claim something for this process while the block runs; tell whether the claim succeeded."""
    if not await bus.claim(key, _SECONDS):
        yield False
        return

    async def renew() -> None:
        while True:
            await asyncio.sleep(_SECONDS / 3)
            await bus.renew(key, _SECONDS)

    renewing = asyncio.create_task(renew(), name=f"claim {key}")
    try:
        yield True
    finally:
        renewing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await bus.release(key)
