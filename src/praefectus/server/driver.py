"""Lets bots play whenever a table waits for one, also after a fault or a restart.

Tables that wait for a bot are in a `FairQueue`. A few tasks, slightly more than there are workers, each take one table,
have a worker compute its turn and commit it. No table is dropped: one whose turn failed (for instance because the
database was unavailable) is tried again, and a sweep finds waiting tables that this process does not know of.
"""

import asyncio
import logging
import secrets

from praefectus.server.claims import claimed
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import NOBODY, FairQueue, Owner, Priority
from praefectus.server.foresight import Foresight
from praefectus.server.jobs import Jobs, JobTimeoutError, WorkerDiedError
from praefectus.server.levels import Levels
from praefectus.server.live_table import LiveTable, beginning_of
from praefectus.server.metrics import Metrics
from praefectus.server.registry import TableRegistry, awaits_bot
from praefectus.server.store import Store, StoreUnavailableError
from praefectus.server.supervision import Supervisor
from praefectus.server.thinking import Task, Turn, safe_turn, take_turn

log = logging.getLogger(__name__)

# A bot's turn is aborted after several times the usual duration of its level plus this many seconds.
_GRACE_SECONDS = 30.0
# Seconds between retries after errors; the last value repeats.
_RETRY_SECONDS = (1.0, 2.0, 5.0, 10.0)
# Seconds between sweeps for waiting tables that no process works on.
_SWEEP_SECONDS = 5.0
# How many tables a sweep takes, those that have waited longest first.
_SWEEP_TABLES = 1000


class Driver:
    """The tables that wait for bots, and the tasks that let them play."""

    def __init__(
        self,
        store: Store,
        tables: TableRegistry,
        jobs: Jobs,
        levels: Levels,
        metrics: Metrics,
        foresight: Foresight,
    ) -> None:
        self._store = store
        self._tables = tables
        self._jobs = jobs
        self._levels = levels
        self._metrics = metrics
        self._foresight = foresight
        self._queue: FairQueue[str] = FairQueue()
        self._filled = asyncio.Event()
        # Tables whose turn is being played; each is checked again afterwards.
        self._driving: set[str] = set()
        # How often in a row a table's turn has failed.
        self._failures: dict[str, int] = {}
        # Tables that cannot continue (for instance of other rules), which sweeps skip.
        self._refused: set[str] = set()

    @property
    def waiting(self) -> int:
        """How many tables wait for a bot whose turn is not being computed yet."""
        return len(self._queue)

    def start(self, supervisor: Supervisor) -> None:
        """Begin with every table that waits for a bot."""
        supervisor.run("bot sweeper", self._sweep)
        for number in range(self._jobs.parallel):
            supervisor.run(f"bot driver {number}", self._drive)

    def wake(self, table: LiveTable) -> None:
        """Check whether a table that has changed waits for a bot."""
        stored = table.stored
        if awaits_bot(stored):
            self._add(stored.id, stored.payer)

    def _add(self, table_id: str, owner: Owner) -> None:
        if table_id not in self._driving:
            self._queue.add(table_id, self._priority(table_id), owner)
            self._filled.set()

    async def _sweep(self) -> None:
        while True:
            if len(self._queue) < _SWEEP_TABLES:
                # Those that are skipped must not crowd out the others.
                most = _SWEEP_TABLES + len(self._failures) + len(self._refused)
                for table_id, owner in await self._store.awaiting_bots(most):
                    if table_id not in self._failures and table_id not in self._refused:
                        self._add(table_id, owner)
            await asyncio.sleep(_SWEEP_SECONDS)

    async def _drive(self) -> None:
        while True:
            while not len(self._queue):
                self._filled.clear()
                await self._filled.wait()
            table_id = self._queue.pop()
            self._driving.add(table_id)
            try:
                await self._try_turn(table_id)
            finally:
                self._driving.discard(table_id)

    async def _try_turn(self, table_id: str) -> None:
        """Play a turn and queue the table again: at once, or after a delay if the turn failed."""
        try:
            table = await self._play_turn(table_id)
        except ApiError as error:
            log.warning("table %s: %s", table_id, error)
            self._failures.pop(table_id, None)
            self._refused.add(table_id)
            return
        except Exception as error:  # for instance the database is unavailable; it is tried again
            failures = self._failures[table_id] = self._failures.get(table_id, 0) + 1
            wait = _RETRY_SECONDS[min(failures, len(_RETRY_SECONDS)) - 1]
            if not isinstance(error, StoreUnavailableError):  # which the store has logged once
                log.warning("table %s: its bot plays in %g s", table_id, wait, exc_info=error)
            asyncio.get_running_loop().call_later(wait, self._retry, table_id)
            return
        self._failures.pop(table_id, None)
        self._driving.discard(table_id)
        if table is not None:
            self.wake(table)

    def _retry(self, table_id: str) -> None:
        if table_id in self._failures:
            self._add(table_id, NOBODY)

    async def _play_turn(self, table_id: str) -> LiveTable | None:
        """Play one bot's turn and return the table; None if there is nothing to do."""
        table = await self._tables.get(table_id)
        stored = table.stored
        if not awaits_bot(stored):
            return None
        task = self._task(table)
        async with claimed(self._tables.bus, f"{table_id}:{stored.number}") as is_ours:
            if not is_ours:
                return None  # another process computes it
            foreseen = self._foresight.answer(table, task.level)
            if foreseen is not None:
                decisions = self._noted(task, foreseen)
            else:
                decisions = await self._think(task, self._priority(table_id), stored.payer)
            await self._tables.play_bot_turn(table_id, stored.number, decisions)
        return await self._tables.get(table_id)

    def _priority(self, table_id: str) -> Priority:
        return Priority.WATCHED if self._tables.is_watched(table_id) else Priority.UNWATCHED

    def _task(self, table: LiveTable) -> Task:
        stored = table.stored
        seat = stored.decider
        if seat is None:
            raise ApiError("table/finished", "the game is over")
        return Task(
            level=stored.seats[seat].level or self._levels.default,
            seed=secrets.randbits(63),
            beginning=beginning_of(stored),
            actions=list(table.actions),
        )

    async def _think(self, task: Task, priority: Priority, owner: Owner) -> list[str]:
        seconds = 4 * self._levels.seconds(task.level) + _GRACE_SECONDS
        try:
            turn = await self._jobs.run(
                take_turn, task, seconds=seconds, priority=priority, owner=owner
            )
        except (JobTimeoutError, WorkerDiedError) as error:
            log.warning("bot %s plays at random this turn: %s", task.level, error)
            self._metrics.safe_turn(task.level)
            return await self._jobs.run(
                safe_turn, task, seconds=_GRACE_SECONDS, priority=priority, owner=owner
            )
        return self._noted(task, turn)

    def _noted(self, task: Task, turn: Turn) -> list[str]:
        """Return the decisions of a turn; what went wrong is logged, and its time counted."""
        for trouble in turn.troubles:
            log.warning("%s", trouble)
        self._metrics.bot_turn(task.level, turn.seconds)
        return turn.decisions
