"""Who computes for the server: bots, hints, uploaded records.

`WorkerPool` has processes of its own and is the default. `RemoteJobs` hands jobs to `praefectus worker` on other machines.
Callers know only `Jobs`.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypeVar, TypeVarTuple

from praefectus.server.fair_queue import NOBODY, Owner, Priority

if TYPE_CHECKING:
    # Only for its name: workers import this module, and not the database.
    from praefectus.server.supervision import Supervisor

Ts = TypeVarTuple("Ts")
R = TypeVar("R")


class JobTimeoutError(Exception):
    """The job took longer than it may."""


class WorkerDiedError(Exception):
    """The worker died, and so did the workers of all further attempts."""


class TooManyJobsError(Exception):
    """An owner has the maximum number of waiting jobs."""

    def __init__(self) -> None:
        super().__init__("you already have too many requests waiting; try again in a moment")


# What `run` raises of a job that could not be done now; whatever else it raises is the work's own.
NOT_DONE = (TimeoutError, JobTimeoutError, TooManyJobsError, WorkerDiedError, MemoryError)


@dataclass
class JobCounts:
    """What was computed so far, for monitoring."""

    done: int = 0
    timeouts: int = 0
    deaths: int = 0
    by_work: dict[str, int] = field(default_factory=dict)

    def note(self, work: str) -> None:
        """Count a job that has ended."""
        self.done += 1
        self.by_work[work] = self.by_work.get(work, 0) + 1


class Jobs(Protocol):
    """Runs functions outside the server's process: urgent ones first, owners in turn."""

    counts: JobCounts

    @property
    def size(self) -> int:
        """How many workers there are."""

    @property
    def parallel(self) -> int:
        """How many bots' turns should be under way at once to keep the workers busy."""

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""

    @property
    def busy(self) -> int:
        """How many workers have a job."""

    @property
    def fault(self) -> str | None:
        """Why jobs cannot be done now, in a few words for everybody; None if they can."""

    def start(self, supervisor: "Supervisor") -> None:
        """Begin to work."""

    async def run(
        self,
        work: Callable[[*Ts], R],
        *args: *Ts,
        seconds: float,
        priority: Priority = Priority.UNWATCHED,
        owner: Owner = NOBODY,
    ) -> R:
        """Return what `work(*args)` returns, or raise what it raises.

        `seconds` count from the start of the work, not while it waits. Raises JobTimeoutError, WorkerDiedError,
        or TooManyJobsError if `owner` has too many jobs in line.
        """

    async def close(self) -> None:
        """End everything, also in the middle of jobs."""
