"""What the server measures, as Prometheus reads it.

What happens often and has a duration (requests, bots' turns) is observed when it happens. Everything else is read from the
parts of the server when Prometheus asks, so that it costs nothing in between.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from praefectus import __version__

if TYPE_CHECKING:
    from praefectus.server.context import Server

CONTENT_TYPE = CONTENT_TYPE_LATEST
# Methods that endpoints have. Clients can send any word; each would be a new time series.
_METHODS = frozenset({"GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS", "WS"})
_REQUEST_BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
_TURN_BUCKETS = (0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60)


class Metrics:
    """The measurements of one running server. Two servers in one process share nothing."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = _Requests()
        self.registry.register(self._requests)
        self._turns = Histogram(
            "praefectus_bot_turn_seconds",
            "Time that a bot thinks about a turn.",
            ["level"],
            buckets=_TURN_BUCKETS,
            registry=self.registry,
        )
        self._safe_turns = Counter(
            "praefectus_bot_safe_turns",
            "Bots' turns that were played at random because the bot failed or was late.",
            ["level"],
            registry=self.registry,
        )
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Note an answered request."""
        self._requests.note(method if method in _METHODS else "other", route, status, seconds)

    def bot_turn(self, level: str, seconds: float) -> None:
        """Note a turn that a bot has computed."""
        self._turns.labels(level).observe(seconds)

    def safe_turn(self, level: str) -> None:
        """Note a turn that was played at random in place of a bot's."""
        self._safe_turns.labels(level).inc()


class _Times:
    """How long the requests of one kind took: how many came into each bucket, the last of which has no limit."""

    __slots__ = ("buckets", "seconds")

    def __init__(self) -> None:
        self.buckets = [0] * (len(_REQUEST_BUCKETS) + 1)
        self.seconds = 0.0


class _Requests(Collector):
    """The requests that were answered. One loop notes them all, so they need none of the locks of Prometheus's counters."""

    def __init__(self) -> None:
        self._times: dict[tuple[str, str], _Times] = {}
        self._answers: dict[tuple[str, str, int], int] = {}

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        key = (method, route, status)
        self._answers[key] = self._answers.get(key, 0) + 1
        times = self._times.get((method, route))
        if times is None:
            times = self._times[method, route] = _Times()
        times.buckets[bisect_left(_REQUEST_BUCKETS, seconds)] += 1
        times.seconds += seconds

    def collect(self) -> Iterator[Metric]:
        family = HistogramMetricFamily(
            "praefectus_request_seconds",
            "Time until a request is answered.",
            labels=["method", "route"],
        )
        limits = [*(str(float(limit)) for limit in _REQUEST_BUCKETS), "+Inf"]
        for labels, times in self._times.items():
            # Each bucket of Prometheus counts the smaller ones too.
            buckets = list(zip(limits, accumulate(times.buckets), strict=True))
            family.add_metric(labels, buckets, times.seconds)
        yield family
        yield _counter(
            "requests",
            "Requests that were answered, by status code.",
            [
                ((method, route, str(status)), number)
                for (method, route, status), number in self._answers.items()
            ],
            "method",
            "route",
            "status",
        )


class _Everything(Collector):
    """All that one scrape shows: what was observed, and the state of the server now."""

    def __init__(self, server: "Server", stored: Mapping[str, int] | None) -> None:
        self._server = server
        self._stored = stored

    def collect(self) -> Iterator[Metric]:
        yield from self._server.metrics.registry.collect()
        yield from _state(self._server, self._stored)


def exposition(server: "Server", stored: Mapping[str, int] | None) -> bytes:
    """Return the text of a scrape. `stored` are the tables of the database by status; None leaves them out."""
    return generate_latest(_Everything(server, stored))


def _state(server: "Server", stored: Mapping[str, int] | None) -> Iterator[Metric]:
    store, tables, jobs = server.store, server.tables, server.jobs
    counts = jobs.counts
    yield _gauge("build", "Always 1; the label is the version.", [((__version__,), 1)], "version")
    if stored is not None:
        rows = [((status,), number) for status, number in sorted(stored.items())]
        yield _gauge("tables", "Tables of the database by status.", rows, "status")
    yield _gauge("tables_in_memory", "Tables kept in memory.", [((), len(tables))])
    yield _gauge(
        "tables_watched", "Tables that somebody watches.", [((), len(server.hub.watched()))]
    )
    yield _gauge("sockets", "Open WebSockets.", [((), server.hub.count())])
    yield _counter(
        "actions",
        "Decisions stored, of people and of bots.",
        [((who,), number) for who, number in tables.actions_stored.items()],
        "by",
    )
    yield _gauge(
        "queue_length",
        "What waits: tables for a bot, jobs for a worker, changes for the database.",
        [
            (("bots",), server.driver.waiting),
            (("jobs",), jobs.waiting),
            (("writes",), store.writes_waiting),
        ],
        "queue",
    )
    yield _gauge("workers", "Workers there are.", [((), jobs.size)])
    yield _gauge("workers_busy", "Workers that have a job.", [((), jobs.busy)])
    works = [((work,), number) for work, number in counts.by_work.items()]
    yield _counter("jobs", "Jobs that workers have ended.", works, "work")
    yield _counter("job_timeouts", "Jobs that took too long.", [((), counts.timeouts)])
    yield _counter("worker_deaths", "Workers that died at a job.", [((), counts.deaths)])
    yield _gauge("database_up", "1 unless the last use failed.", [((), int(store.fault is None))])
    yield _counter("database_errors", "Failed uses of the database.", [((), store.errors)])
    yield _counter("bus_errors", "Failed uses of the bus.", [((), tables.bus.errors)])
    health = server.supervisor.health.items()
    yield _gauge(
        "task_running",
        "1 while a task of the server runs.",
        [((name,), int(each.running)) for name, each in health],
        "task",
    )
    yield _counter(
        "task_restarts",
        "How often a task of the server was started again.",
        [((name,), each.restarts) for name, each in health],
        "task",
    )


_Rows = Iterable[tuple[tuple[str, ...], float]]


def _gauge(name: str, words: str, rows: _Rows, *labels: str) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"praefectus_{name}", words, labels=labels)
    for values, number in rows:
        family.add_metric(values, number)
    return family


def _counter(name: str, words: str, rows: _Rows, *labels: str) -> CounterMetricFamily:
    family = CounterMetricFamily(f"praefectus_{name}", words, labels=labels)
    for values, number in rows:
        family.add_metric(values, number)
    return family
