"""Token buckets: limits on requests per second and on bursts, per client."""

import time
from dataclasses import dataclass

# Full buckets carry no information; they are dropped when there are this many.
_SWEEP_AT = 20_000


@dataclass
class _Bucket:
    tokens: float
    at: float


class RateLimit:
    """Buckets of one size, by key."""

    def __init__(self, per_second: float, at_once: int) -> None:
        self._rate = per_second
        self._size = at_once
        self._buckets: dict[str, _Bucket] = {}

    def take(self, key: str, now: float | None = None) -> float:
        """Take a token and return 0; if there is none, return the seconds until the next."""
        now = time.monotonic() if now is None else now
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= _SWEEP_AT:
                self._sweep(now)
            bucket = self._buckets[key] = _Bucket(self._size, now)
        bucket.tokens = min(self._size, bucket.tokens + (now - bucket.at) * self._rate)
        bucket.at = now
        if bucket.tokens < 1:
            return (1 - bucket.tokens) / self._rate
        bucket.tokens -= 1
        return 0.0

    def _sweep(self, now: float) -> None:
        full = self._size - 1
        kept = {
            key: bucket
            for key, bucket in self._buckets.items()
            if bucket.tokens + (now - bucket.at) * self._rate < full
        }
        # If all are in use, dropping them is better than growing without limit.
        self._buckets = kept if len(kept) < _SWEEP_AT else {}
