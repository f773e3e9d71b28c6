"""What a host can set, from the environment and the command line."""

import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from praefectus.errors import PraefectusError
from praefectus.server.environment import read_numbers
from praefectus.server.logs import LogFormat, log_settings
from praefectus.server.network import LocalNetwork
from praefectus.server.replay import ReplayLimits
from praefectus.server.review_limits import ReviewLimits

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
    # Open connections for requests, of all browsers of an address; sockets are counted by themselves.
    connections_per_address: int = 1000
    # New sockets, of all browsers of an address.
    connects_per_second: float = 20
    connects_at_once: int = 200
    sockets_per_client: int = 40
    sockets_per_address: int = 400
    # Tables that the server keeps, of one host and of all hosts at one address.
    tables_per_person: int = 500
    tables_per_address: int = 2000

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
            connections_per_address=round(self.connections_per_address * factor),
            connects_per_second=self.connects_per_second * factor,
            connects_at_once=round(self.connects_at_once * factor),
            sockets_per_address=round(self.sockets_per_address * factor),
            tables_per_address=round(self.tables_per_address * factor),
        )


_DAY = 24 * 3600


@dataclass(frozen=True)
class Retention:
    """Seconds after their last change for which tables are kept; 0: for ever."""

    lobby_seconds: float = 30.0 * _DAY
    playing_seconds: float = 180.0 * _DAY
    finished_seconds: float = 0.0

    def by_status(self) -> dict[str, float]:
        """Return the seconds by the status of a table."""
        return {
            "lobby": self.lobby_seconds,
            "playing": self.playing_seconds,
            "finished": self.finished_seconds,
        }


@dataclass(frozen=True)
class Settings:
    """Where the data is, and how much the server takes on."""

    database_url: str
    redis_url: str | None = None
    # The first signs the cookies, the others are still accepted. If empty, one is made and kept in the database.
    secrets: tuple[str, ...] = ()
    static: Path = STATIC
    limits: Limits = field(default_factory=Limits)
    retention: Retention = field(default_factory=Retention)
    replays: ReplayLimits = field(default_factory=ReplayLimits)
    reviews: ReviewLimits = field(default_factory=ReviewLimits)
    bot_workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    # Slow bots think while people do, with all workers but one.
    think_ahead: bool = False
    # Tables that nobody watches are kept in memory up to this number; others are replayed when asked for.
    tables_in_memory: int = 100
    # Who may read the metrics: whoever has this token; if there is none, this machine.
    metrics_token: str | None = None
    # Where `praefectus worker` takes its jobs from: Redis or PostgreSQL. If None, the server has workers of its own.
    jobs_url: str | None = None
    log_format: LogFormat = "text"
    log_level: str = "warning"
    # Seconds that the game must have waited for somebody before others may let a bot play on for them.
    absent_seconds: float = 600.0
    # Games can be watched but not played, for instance while a backup is moved elsewhere.
    read_only: bool = False
    # What a worker process may take of memory.
    worker_bytes: int = 2 * 1024**3
    # None: whom the server listens to was settled when it was started.
    network: LocalNetwork | None = None


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
    log_format, log_level = log_settings()
    settings = Settings(
        database_url=database_url(url) if url else sqlite_url(db),
        redis_url=_redis_url(os.environ.get("REDIS_URL") or ""),
        secrets=_secrets(os.environ.get("PRAEFECTUS_SECRET") or ""),
        limits=Limits().times(_rate_factor(os.environ.get("PRAEFECTUS_RATE_FACTOR") or "1")),
        metrics_token=_metrics_token(os.environ.get("PRAEFECTUS_METRICS_TOKEN") or ""),
        jobs_url=_jobs_url(os.environ.get("PRAEFECTUS_JOBS") or ""),
        log_format=log_format,
        log_level=log_level,
    )
    return _with_numbers(settings, read_numbers(os.environ))


def _with_numbers(settings: Settings, numbers: dict[str, float]) -> Settings:
    """Return settings with some fields replaced; `limits.body_bytes` names a field of a part."""
    for path, number in numbers.items():
        part, _, name = path.rpartition(".")
        holder: Any = getattr(settings, part) if part else settings
        kind = type(getattr(holder, name))
        changed = replace(holder, **{name: kind(number)})
        settings = replace(settings, **{part: changed}) if part else changed
    return settings


def _jobs_url(text: str) -> str | None:
    if not text:
        return None
    try:
        from praefectus.server.job_service import check_url
    except ModuleNotFoundError as error:
        raise PraefectusError(
            f"PRAEFECTUS_JOBS needs {error.name}; install it with: pip install 'praefectus[worker]'"
        ) from error
    return check_url(text)


def _redis_url(text: str) -> str | None:
    if not text:
        return None
    from praefectus.server.redis_address import EXAMPLES, is_redis_address

    if not text.startswith(("redis://", "rediss://", "unix://")):
        raise PraefectusError("REDIS_URL must begin with redis://, rediss:// or unix://")
    if not is_redis_address(text):
        raise PraefectusError(f"REDIS_URL is no address of a Redis server, {EXAMPLES}")
    return text


def _secrets(text: str) -> tuple[str, ...]:
    """Return the secrets of a list separated by commas, the newest first."""
    found = tuple(part for part in (each.strip() for each in text.split(",")) if part)
    if any(len(secret) < _SHORTEST_SECRET for secret in found):
        raise PraefectusError(
            f"each secret of PRAEFECTUS_SECRET must have {_SHORTEST_SECRET} characters or more"
        )
    return found


def _metrics_token(text: str) -> str | None:
    if text and len(text) < _SHORTEST_SECRET:
        raise PraefectusError(
            f"PRAEFECTUS_METRICS_TOKEN must have {_SHORTEST_SECRET} characters or more"
        )
    return text or None


def _rate_factor(text: str) -> float:
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if not 0.1 <= factor <= 1e6:
        raise PraefectusError(f"PRAEFECTUS_RATE_FACTOR must be from 0.1 to 1000000, not {text!r}")
    return factor
