"""What a host can set, from the environment and the command line."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path

from praefectus.errors import PraefectusError

STATIC = Path(__file__).parent / "static"
_SHORTEST_SECRET = 16


@dataclass(frozen=True)
class Limits:
    """What one client may ask for. Rates are token buckets: requests per second, and burst size."""

    requests_per_second: float = 40
    requests_at_once: int = 160
    # Expensive requests: opening tables, reading uploaded records, replaying games.
    heavy_per_second: float = 2
    heavy_at_once: int = 60
    # Hints are more expensive: each takes a core for half a second.
    hints_per_second: float = 0.5
    hints_at_once: int = 10
    # Browsers without a cookie share the bucket of their address.
    strangers_per_second: float = 40
    strangers_at_once: int = 400
    # Cookies are free, so all browsers of an address together have a limit too.
    address_per_second: float = 200
    address_at_once: int = 800
    body_bytes: int = 16_384
    record_bytes: int = 1_000_000
    sockets_per_client: int = 40
    sockets_per_address: int = 400

    def times(self, factor: float) -> "Limits":
        """Return limits with rates multiplied by a factor, for hosts whose players share an address."""
        return replace(
            self,
            requests_per_second=self.requests_per_second * factor,
            requests_at_once=round(self.requests_at_once * factor),
            heavy_per_second=self.heavy_per_second * factor,
            heavy_at_once=round(self.heavy_at_once * factor),
            hints_per_second=self.hints_per_second * factor,
            hints_at_once=round(self.hints_at_once * factor),
            strangers_per_second=self.strangers_per_second * factor,
            strangers_at_once=round(self.strangers_at_once * factor),
            address_per_second=self.address_per_second * factor,
            address_at_once=round(self.address_at_once * factor),
            sockets_per_address=round(self.sockets_per_address * factor),
        )


@dataclass(frozen=True)
class Settings:
    """Where the data is, and how much the server takes on."""

    database_url: str
    redis_url: str | None = None
    # The first signs the cookies, the others are still accepted. If empty, one is made and kept in the database.
    secrets: tuple[str, ...] = ()
    static: Path = STATIC
    limits: Limits = field(default_factory=Limits)
    bot_workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    # Tables kept in memory between requests; others are replayed when asked for.
    tables_in_memory: int = 1000


def sqlite_url(path: Path) -> str:
    """Return the database URL of an SQLite file."""
    return f"sqlite+aiosqlite:///{path}"


def database_url(text: str) -> str:
    """Return a database URL as people write it (`postgresql://…`) with its asynchronous driver."""
    for prefix, driver in (
        ("postgresql://", "postgresql+asyncpg://"),
        ("postgres://", "postgresql+asyncpg://"),
        ("sqlite://", "sqlite+aiosqlite://"),
    ):
        if text.startswith(prefix):
            return driver + text.removeprefix(prefix)
    return text


def from_environment(db: Path) -> Settings:
    """Return the settings of the environment, the tables being in `db` unless DATABASE_URL is set.

    Raises PraefectusError if a value makes no sense.
    """
    url = os.environ.get("DATABASE_URL")
    return Settings(
        database_url=database_url(url) if url else sqlite_url(db),
        redis_url=_redis_url(os.environ.get("REDIS_URL") or ""),
        secrets=_secrets(os.environ.get("PRAEFECTUS_SECRET") or ""),
        limits=Limits().times(_rate_factor(os.environ.get("PRAEFECTUS_RATE_FACTOR") or "1")),
    )


def _redis_url(text: str) -> str | None:
    if text and not text.startswith(("redis://", "rediss://", "unix://")):
        raise PraefectusError("REDIS_URL must begin with redis://, rediss:// or unix://")
    return text or None


def _secrets(text: str) -> tuple[str, ...]:
    """Return the secrets of a list separated by commas, the newest first."""
    found = tuple(part for part in (each.strip() for each in text.split(",")) if part)
    if any(len(secret) < _SHORTEST_SECRET for secret in found):
        raise PraefectusError(
            f"each secret of PRAEFECTUS_SECRET must have {_SHORTEST_SECRET} characters or more"
        )
    return found


def _rate_factor(text: str) -> float:
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 0.1 <= factor <= 1e6:
        raise PraefectusError(f"PRAEFECTUS_RATE_FACTOR must be from 0.1 to 1000000, not {text!r}")
    return factor
