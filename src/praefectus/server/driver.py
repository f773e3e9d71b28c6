"""Sees to it that bots play: whenever a table waits for one, now or after a restart."""

import asyncio
import contextlib
import logging
import secrets

from praefectus.server.bots import BotPool
from praefectus.server.errors import ApiError
from praefectus.server.levels import Levels
from praefectus.server.live_table import LiveTable, setup_arguments
from praefectus.server.registry import TableRegistry, awaits_bot
from praefectus.server.store import Store
from praefectus.server.thinking import Task, safe_turn

log = logging.getLogger(__name__)

# A bot that hasn't ended its turn by then, beyond several times what its level takes, is given up. Long: it may
# have had to wait for other tables' bots.
_GRACE_SECONDS = 30.0
# After an error, how long until the next try.
_RETRY_SECONDS = (1.0, 5.0, 30.0, 120.0)
# With several processes: how often to look for tables whose process has died.
_SWEEP_SECONDS = 20.0


class Driver:
    """One task a table that waits for a bot; it lives until a person must decide."""

    def __init__(self, store: Store, tables: TableRegistry, pool: BotPool, levels: Levels) -> None:
        self._store = store
        self._tables = tables
        self._pool = pool
        self._levels = levels
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Go on with every table that waits for a bot."""
        for table_id in await self._store.awaiting_bots():
            self._begin(table_id)
        if not self._tables.bus.alone:
            self._sweeper = asyncio.create_task(self._sweep(), name="bot sweeper")

    async def stop(self) -> None:
        """Let go of all bots; whoever starts next goes on."""
        tasks = [*self._tasks.values(), *([self._sweeper] if self._sweeper else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._pool.close()

    def wake(self, table: LiveTable) -> None:
        """Look at a table that has changed."""
        if awaits_bot(table.stored):
            self._begin(table.stored.id)

    def _begin(self, table_id: str) -> None:
        if table_id not in self._tasks:
            task = asyncio.create_task(self._drive(table_id), name=f"bots of {table_id}")
            self._tasks[table_id] = task
            task.add_done_callback(lambda _: self._tasks.pop(table_id, None))

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_SECONDS)
            for table_id in await self._store.awaiting_bots():
                self._begin(table_id)

    async def _drive(self, table_id: str) -> None:
        for wait in _RETRY_SECONDS:
            try:
                while await self._play_turn(table_id):
                    pass
            except ApiError as error:
                log.warning("table %s: %s", table_id, error)
                return
            except Exception:  # the database away, say: it may come back
                log.exception("table %s: its bots stand still, for now", table_id)
                await asyncio.sleep(wait)
            else:
                return

    async def _play_turn(self, table_id: str) -> bool:
        """Play one bot's turn; return False if nothing is left to do here."""
        table = await self._tables.get(table_id)
        stored = table.stored
        if not awaits_bot(stored):
            return False
        task = self._task(table)
        claim = f"{table_id}:{stored.number}"
        seconds = 4 * self._levels.seconds(task.level) + _GRACE_SECONDS
        if not await self._tables.bus.claim(claim, seconds + 1):
            return False  # another process thinks about it
        try:
            decisions = await self._think(task, seconds)
            await self._tables.play_bot_turn(table_id, stored.number, decisions)
        finally:
            with contextlib.suppress(asyncio.CancelledError):
                await self._tables.bus.release(claim)
        return True

    def _task(self, table: LiveTable) -> Task:
        stored = table.stored
        seat = stored.decider
        if seat is None:
            raise ApiError("table/finished", "the game is over")
        return Task(
            level=stored.seats[seat].level or self._levels.default,
            seed=secrets.randbits(63),
            options=setup_arguments(stored),
            actions=list(table.actions),
        )

    async def _think(self, task: Task, seconds: float) -> list[str]:
        turn = await self._pool.turn(task, seconds)
        if turn is not None:
            for trouble in turn.troubles:
                log.warning("%s", trouble)
            return turn.decisions
        return safe_turn(task)
