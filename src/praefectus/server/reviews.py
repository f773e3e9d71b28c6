"""Reviews of finished games, computed in the background by the workers, a few turns at a time.

Who wants one is kept in the database with what was found so far: after a restart it goes on where it stopped.
"""

import asyncio
import hashlib
import logging
import time

import orjson

from praefectus.errors import RecordError
from praefectus.server.claims import claimed
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import FairQueue, Owner, Priority
from praefectus.server.jobs import Jobs, JobTimeoutError, TooManyJobsError, WorkerDiedError
from praefectus.server.registry import TableRegistry
from praefectus.server.review_limits import ReviewLimits
from praefectus.server.review_store import ReviewStore, StoredReview
from praefectus.server.review_work import check_record, review_seats, review_turns
from praefectus.server.store import Store, StoreUnavailableError
from praefectus.server.supervision import Supervisor
from praefectus.wire.review import ReviewProgress

log = logging.getLogger(__name__)

# Reviews that are under way at once; each has one job at a time.
_AT_ONCE = 2
# Seconds between sweeps for reviews that no process works on, and how many a sweep takes.
_SWEEP_SECONDS = 10.0
_SWEEP_REVIEWS = 100
_KEY_LENGTH = 32


class Reviews:
    """What was asked for, and the tasks that have it computed."""

    def __init__(
        self, store: Store, tables: TableRegistry, jobs: Jobs, limits: ReviewLimits
    ) -> None:
        self._reviews = ReviewStore(store)
        self._tables = tables
        self._jobs = jobs
        self._limits = limits
        self._queue: FairQueue[str] = FairQueue()
        self._filled = asyncio.Event()
        self._working: set[str] = set()

    def start(self, supervisor: Supervisor) -> None:
        """Begin with every review that is not complete."""
        supervisor.run("review sweeper", self._sweep)
        for number in range(_AT_ONCE):
            supervisor.run(f"reviewer {number}", self._work)

    async def ask_for_table(self, table_id: str, owner: Owner) -> ReviewProgress:
        """Begin the review of a table's game, if it was not begun before; return how far it is."""
        length = await self._check_table(table_id)
        found = await self._reviews.progress(table_id, 0)
        if found is not None:
            return found
        table = await self._tables.get(table_id)
        if length > self._limits.turns:
            raise ApiError(
                "record/too-long",
                f"the game has {length} turns, and this server reviews games of at most {self._limits.turns}",
            )
        record = await asyncio.to_thread(table.record)
        return await self._begin(table_id, table_id, record, length, owner)

    async def ask_for_record(self, data: bytes, owner: Owner) -> ReviewProgress:
        """Begin the review of an uploaded record, if it was not begun before; return how far it is."""
        record = await self._checked(data, owner)
        key = hashlib.sha256(record.encode()).hexdigest()[:_KEY_LENGTH]
        found = await self._reviews.progress(key, 0)
        if found is not None:
            return found
        if await self._reviews.waiting(owner.address) >= self._limits.waiting:
            raise ApiError(
                "server/busy",
                f"{self._limits.waiting} records of yours are being reviewed; wait until one is done",
            )
        length = len(orjson.loads(record)["turns"])
        return await self._begin(key, None, record, length, owner)

    async def of_table(self, table_id: str, after: int) -> ReviewProgress:
        """Return the review of a table as far as it is."""
        length = await self._check_table(table_id)
        return await self._reviews.progress(table_id, after) or {
            "key": table_id,
            "asked": False,
            "length": length,
            "done": 0,
            "simulations": self._limits.simulations,
            "turns": [],
            "seats": None,
        }

    async def get(self, key: str, after: int) -> ReviewProgress:
        """Return a review as far as it is."""
        found = await self._reviews.progress(key, after)
        if found is None:
            raise ApiError("review/not-found", "nobody has asked for this review yet")
        return found

    async def _check_table(self, table_id: str) -> int:
        """Refuse a game that is not over: a review tells what its players may not know. Return its turns."""
        table = await self._tables.get(table_id)
        if table.stored.status != "finished":
            raise ApiError("table/not-finished", "a game can be reviewed when it is over")
        table.check_rules()
        return table.stored.turn

    async def _checked(self, data: bytes, owner: Owner) -> str:
        try:
            return await self._jobs.run(
                check_record,
                data,
                self._limits.turns,
                seconds=self._limits.seconds,
                priority=Priority.PERSON_WAITS,
                owner=owner,
            )
        except RecordError as error:
            raise ApiError("record/invalid", str(error)) from error
        except (JobTimeoutError, MemoryError) as error:
            raise ApiError("record/too-long", "the game takes too long to replay") from error
        except (TooManyJobsError, WorkerDiedError) as error:
            raise ApiError("server/busy", "there was no time for the record; try again") from error

    async def _begin(
        self, key: str, table_id: str | None, record: str, length: int, owner: Owner
    ) -> ReviewProgress:
        stored = StoredReview(
            key, table_id, owner.address, record, length, self._limits.simulations
        )
        await self._reviews.add(stored)
        self._add(key, owner)
        return await self.get(key, 0)

    def _add(self, key: str, owner: Owner) -> None:
        if key not in self._working:
            self._queue.add(key, Priority.BACKGROUND, owner)
            self._filled.set()

    async def _sweep(self) -> None:
        while True:
            try:
                await self._reviews.forget_outdated(time.time() - self._limits.kept_seconds)
                for key, owner in await self._reviews.unfinished(_SWEEP_REVIEWS):
                    self._add(key, Owner(owner))
            except StoreUnavailableError:
                pass  # the store has logged it
            await asyncio.sleep(_SWEEP_SECONDS)

    async def _work(self) -> None:
        while True:
            while not len(self._queue):
                self._filled.clear()
                await self._filled.wait()
            key = self._queue.pop()
            self._working.add(key)
            interrupted = None
            try:
                async with claimed(self._tables.bus, f"review:{key}") as is_ours:
                    if is_ours:
                        interrupted = await self._try(key)
            finally:
                self._working.discard(key)
            if interrupted is not None:
                self._add(key, interrupted)

    async def _try(self, key: str) -> Owner | None:
        """Compute a review, as `_compute`; what cannot be done now is found by a later sweep."""
        try:
            return await self._compute(key)
        except (StoreUnavailableError, TooManyJobsError):
            return None
        except Exception as error:  # noqa: BLE001 - a review must not end the task that makes all of them
            log.warning("the review %s is given up: %r", key, error)
            await self._reviews.forget(key)
            return None

    async def _compute(self, key: str) -> Owner | None:
        """Compute a review. If others wait, stop after a part and return its owner: all of them get on, and begin soon."""
        stored = await self._reviews.find(key)
        if stored is None:
            return None
        owner = Owner(stored.owner)
        done = await self._reviews.done(key)
        while done < stored.length:
            # The first turn comes alone: somebody waits to see that something is found.
            count = min(self._limits.part, stored.length - done) if done else 1
            turns = await self._jobs.run(
                review_turns,
                stored.record,
                done + 1,
                count,
                stored.simulations,
                seconds=self._limits.seconds,
                priority=Priority.BACKGROUND,
                owner=owner,
            )
            if await self._reviews.find(key) is None:
                return None  # its table was deleted
            await self._reviews.add_turns(key, done + 1, turns)
            done += count
            if len(self._queue):
                return owner
        reviewed = orjson.dumps(await self._reviews.turns(key)).decode()
        seats = await self._jobs.run(
            review_seats,
            stored.record,
            reviewed,
            stored.simulations,
            seconds=self._limits.seconds,
            priority=Priority.BACKGROUND,
            owner=owner,
        )
        await self._reviews.complete(key, seats)
        return None
