"""All tables of this process: finds them, applies one change at a time, notifies watchers.

Every change takes the same path: it is planned under the table's lock, the store accepts it if the version is still the
one seen, then it is installed in memory and announced. If the store refuses, another process was first, and the table is
read again.
"""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import replace

from praefectus.errors import IllegalActionError
from praefectus.server.bus import Bus
from praefectus.server.errors import ApiError
from praefectus.server.hub import Hub
from praefectus.server.live_table import LiveTable, Plan
from praefectus.server.present import update_view
from praefectus.server.store import Store
from praefectus.server.stored import Seat, StoredTable
from praefectus.view import explanation_view
from praefectus.wire.table import TableUpdate

Planner = Callable[[LiveTable], Plan]
# With several processes: seconds between comparisons of watched tables with the database.
_CHECK_SECONDS = 2.0


class TableRegistry:
    """The tables of this process. The application sets `bus` and `on_change` once they exist."""

    bus: Bus
    # Called with every table that this process has changed, so that bots play.
    on_change: Callable[[LiveTable], None]

    def __init__(self, store: Store, hub: Hub, in_memory: int) -> None:
        self._store = store
        self._hub = hub
        self._in_memory = in_memory
        # The least recently used first.
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()

    def __len__(self) -> int:
        return len(self._tables)

    async def get(self, table_id: str, at_least: int = 0) -> LiveTable:
        """Return a table, from memory or replayed from the store.

        If other processes change tables too, memory counts as up to date only for a short time, and not at all if it is older
        than `at_least`, a version that the client has seen: a message about the change may have been lost.
        """
        table = self._tables.get(table_id)
        if table is not None and not self.bus.alone and table.is_doubtful(at_least):
            await self._check([table_id])
            table = self._tables.get(table_id)
        if table is None:
            found = await self._store.load(table_id)
            if found is None:
                raise ApiError("table/not-found", "there is no such table")
            # Another request may have loaded it meanwhile; there must be only one object per table.
            table = self._tables.get(table_id) or LiveTable(*found)
            self._tables[table_id] = table
            self._forget_idle()
            # After a restart it may wait for a bot whose turn is not queued yet.
            self.on_change(table)
        self._tables.move_to_end(table_id)
        return table

    def _forget_idle(self) -> None:
        for table_id in list(self._tables):
            if len(self._tables) <= self._in_memory:
                break
            if not self._tables[table_id].lock.locked():
                del self._tables[table_id]

    async def add(self, stored: StoredTable) -> LiveTable:
        """Keep a new table."""
        await self._store.create(stored)
        table = await self.get(stored.id)
        self.on_change(table)
        return table

    async def change(
        self, table_id: str, planner: Callable[[StoredTable], StoredTable]
    ) -> LiveTable:
        """Change the stored values of a table: seats, name, start. Tries again if another process was first."""
        for _ in range(5):
            table = await self.get(table_id)
            async with table.lock:
                stored = planner(table.stored)
                if stored is table.stored:
                    return table
                game, steps = table.draft, table.steps
                if stored.draft != table.stored.draft and table.game is not None:
                    game, steps = table.game.copy(), []
                if await self._commit(table, Plan(stored, game, steps)):
                    return table
        raise ApiError("server/busy", "the table is changing too fast; try again")

    async def act(
        self,
        table_id: str,
        client: str | None,
        version: int,
        planner: Planner,
        after: int | None = None,
    ) -> TableUpdate:
        """Let a client decide, undo, redo, restart or end, if it is their turn and they are up to date.

        Returns the update for the client, with the log after turn `after`, or only the new turns.
        """
        table = await self.get(table_id, at_least=version)
        async with table.lock:
            self.check_actor(table, client, version, after)
            known = table.complete_turns if after is None else after
            try:
                plan = planner(table)
            except IllegalActionError as error:
                raise ApiError(
                    "action/illegal", str(error), explanation=explanation_view(error.explanation)
                ) from error
            if not await self._commit(table, plan):
                raise self._stale(await self.get(table_id), client, after)
            return self.update(table, client, after=known)

    async def play_bot_turn(self, table_id: str, number: int, decisions: list[str]) -> None:
        """Commit what a bot decided when the game had `number` actions, unless the game has moved on."""
        table = await self.get(table_id)
        async with table.lock:
            stored = table.stored
            if stored.number != number or not awaits_bot(stored):
                return
            await self._commit(table, table.turn(decisions))

    async def _check(self, table_ids: Sequence[str]) -> None:
        """Forget those tables in memory that the database has in another version."""
        versions = await self._store.versions(table_ids)
        for table_id in table_ids:
            table = self._tables.get(table_id)
            if table is None:
                continue
            if versions.get(table_id) == table.stored.version:
                table.believe()
            elif (
                not table.lock.locked()
            ):  # a locked table is being changed here, and will be up to date
                del self._tables[table_id]
                self._hub.notify(table_id)

    def doubt_all(self) -> None:
        """Treat all tables in memory as outdated: messages of other processes may have been lost."""
        for table in self._tables.values():
            table.doubt()

    async def check_watched(self) -> None:
        """Keep watched tables up to date until cancelled, even if messages are lost."""
        while True:
            await asyncio.sleep(_CHECK_SECONDS)
            await self._check([each for each in self._hub.watched() if each in self._tables])

    async def refresh(self, table_id: str) -> None:
        """Read a table that another process has changed again, if it is in use here."""
        if table_id in self._tables:
            async with self._tables[table_id].lock:
                self._tables.pop(table_id, None)
        if self._hub.is_watched(table_id):
            with contextlib.suppress(ApiError):
                await self.get(table_id)
                self._hub.notify(table_id)

    def update(
        self, table: LiveTable, client: str | None, seat: int | None = None, after: int = 0
    ) -> TableUpdate:
        """Return the table as a client sees it, with the log from a turn on."""
        return update_view(
            table,
            client,
            seat=seat,
            after=after,
            is_connected=lambda each: self.is_connected(table.stored.id, each),
        )

    def is_watched(self, table_id: str) -> bool:
        """Tell whether anybody watches a table through this process."""
        return self._hub.is_watched(table_id)

    def is_connected(self, table_id: str, seat: Seat) -> bool | None:
        """Tell whether the owner of a seat watches; None if they may be connected to another process."""
        if seat.kind != "human":
            return seat.kind == "bot" or None
        return self._hub.watches(table_id, seat.owner) or (False if self.bus.alone else None)

    def _stale(self, table: LiveTable, client: str | None, after: int | None) -> ApiError:
        update = self.update(table, client, after=after or 0)
        return ApiError("action/stale", "the table has moved on", update=update)

    async def _commit(self, table: LiveTable, plan: Plan) -> bool:
        """Store a plan, install it and announce it; False if the table has changed meanwhile."""
        seen = table.stored
        version = seen.version + 1
        plan = replace(plan, stored=replace(plan.stored, version=version, updated=time.time()))
        texts = [plan.game.text(action) for action in plan.appended] if plan.game else []
        try:
            saved = await self._store.save(plan.stored, seen=seen, actions=texts)
        except BaseException:
            # It isn't known whether it was stored (for instance if cancelled): the database decides.
            self._tables.pop(seen.id, None)
            raise
        if not saved:
            self._tables.pop(seen.id, None)
            return False
        table.install(plan)
        self._announce(table, tentative=plan.tentative)
        await self.bus.publish(seen.id)
        return True

    def _announce(self, table: LiveTable, *, tentative: bool) -> None:
        stored = table.stored
        if tentative and stored.decider is not None:
            # Only the browser that tries it out sees a tentative change.
            self._hub.notify(stored.id, only=(stored.seats[stored.decider].owner,))
            return
        self._hub.notify(stored.id)
        self.on_change(table)

    def check_actor(
        self, table: LiveTable, client: str | None, version: int, after: int | None = None
    ) -> None:
        """Raise ApiError unless it is a client's turn and they are up to date."""
        stored = table.stored
        if not stored.owned_by(client):
            raise ApiError("seat/not-yours", "you have no seat at this table")
        if stored.status == "lobby":
            raise ApiError("table/not-started", "the game hasn't begun")
        deciding = stored.decider in stored.played_by(client)
        # Other clients don't know the versions of a tentative turn.
        if version < table.public_version or (deciding and version != stored.version):
            raise self._stale(table, client, after)
        if stored.status == "finished":
            raise ApiError("table/finished", "the game is over")
        if not deciding:
            raise ApiError("action/not-your-turn", f"seat {stored.decider} must decide")


def awaits_bot(stored: StoredTable) -> bool:
    """Tell whether a bot must decide."""
    return (
        stored.status == "playing"
        and stored.decider is not None
        and stored.seats[stored.decider].kind == "bot"
    )
