"""All tables of this process: finds them, applies one change at a time, notifies watchers.

Every change takes the same path: it is planned under the table's lock, the store accepts it if the version is still the
one seen, then it is installed in memory and announced. If the store refuses, another process was first, and the table is
read again. Whenever a table is read from the store, those of its watchers who were sent another version are sent this one,
so nobody has to know why memory was outdated.
"""

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Container, Sequence
from typing import TypeVar

from praefectus.errors import IllegalActionError
from praefectus.server.bus import Bus
from praefectus.server.errors import ApiError
from praefectus.server.hub import Hub
from praefectus.server.live_table import LiveTable, Plan
from praefectus.server.present import Connected, seen_version, update_view
from praefectus.server.sending import json_bytes
from praefectus.server.store import Store
from praefectus.server.stored import Seat, StoredTable, public_version
from praefectus.view import explanation_view
from praefectus.wire.table import Presence, TableUpdate

T = TypeVar("T")
Planner = Callable[[LiveTable], Plan]
# Seconds between comparisons of watched tables with the database.
_CHECK_SECONDS = 2.0
# For so many seconds after a write whose outcome nobody knows, memory is compared with the database: it may still be under way.
_UNSURE_SECONDS = 600.0
# Spectators of a table come and are sent updates one after another, so a few texts are enough to share.
_TEXTS_LENGTH = 1_000_000
# How often a change is tried that others keep interfering with.
_ATTEMPTS = 5


class TableRegistry:
    """The tables of this process. The application sets `bus` and `on_change` once they exist."""

    bus: Bus
    # Called with every table that this process has changed or that somebody begins to watch, so that bots play.
    on_change: Callable[[LiveTable], None]

    def __init__(self, store: Store, hub: Hub, in_memory: int, absent_seconds: float = 600) -> None:
        # How long the game must have waited for somebody before others may let a bot play on for them.
        self.absent_seconds = absent_seconds
        # Nothing may be changed; clients are told.
        self.read_only = False
        self._store = store
        self._hub = hub
        self._in_memory = in_memory
        # The least recently used first.
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()
        # Tables that are being read from the store.
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        # Until then a write of this process may reach the database of which nobody knows.
        self._unsure_until = 0.0
        # What spectators were sent lately, the oldest first.
        self._texts: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._texts_length = 0
        # How many decisions were stored, by whom.
        self.actions_stored = {"person": 0, "bot": 0}

    def __len__(self) -> int:
        return len(self._tables)

    async def get(self, table_id: str, at_least: int = 0) -> LiveTable:
        """Return a table, from memory or replayed from the store.

        If the database may hold something else, memory counts as up to date only for a short time, and not at all if it is older
        than `at_least`, a version that the client has seen: a message about the change may have been lost.
        """
        table = self.at_hand(table_id, at_least)
        if table is None and table_id in self._tables:
            await self._check([table_id])
            table = self.at_hand(table_id)
        if table is None:
            # All who ask meanwhile share one reading: nothing can be changed here between what it finds and what is kept.
            if table_id not in self._loading:
                self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loaded = await asyncio.shield(self._loading[table_id])
            return self._tables.get(table_id, loaded)
        return table

    def at_hand(self, table_id: str, at_least: int = 0) -> LiveTable | None:
        """Return a table that is in memory, unless it has to be compared with the database first."""
        table = self._tables.get(table_id)
        # A table that is being changed here was up to date a moment ago, or will be.
        if table and self._is_doubtful(table, at_least) and not table.lock.locked():
            return None
        if table is not None:
            self._tables.move_to_end(table_id)
        return table

    async def _load(self, table_id: str) -> LiveTable:
        """Read a table into memory; who watches it and was sent another version is sent this one."""
        try:
            found = await self._store.load(table_id)
            if found is None:
                raise ApiError("table/not-found", "there is no such table")
            table = await self._made(*found)
        finally:
            del self._loading[table_id]
        self._tables[table_id] = table
        self._forget_idle()
        self._hub.notify_outdated(table_id, lambda client: seen_version(table.stored, client))
        # After a restart it may wait for a bot whose turn is not queued yet.
        self.on_change(table)
        return table

    async def _made(self, stored: StoredTable, actions: list[str]) -> LiveTable:
        """Return a table in memory; of a finished game that our rules can't replay, with the result that was kept."""
        try:
            return await LiveTable.load(stored, actions)
        except ApiError:
            result = await self._store.result(stored.id) if stored.status == "finished" else None
            if result is None:
                raise
            return LiveTable(stored, former=result)

    def _forget_idle(self) -> None:
        """Forget tables that nobody watches, if there are too many of them; they are replayed when asked for."""
        excess = len(self._tables) - self._hub.tables - self._in_memory
        # The last one was asked for just now.
        for table_id in list(self._tables)[:-1] if excess > 0 else ():
            if self._hub.is_watched(table_id) or self._tables[table_id].lock.locked():
                self._tables.move_to_end(table_id)
                continue
            del self._tables[table_id]
            excess -= 1
            if excess <= 0:
                break

    async def add(self, stored: StoredTable, actions: Sequence[str] = ()) -> LiveTable:
        """Keep a new table, and the actions that its game begins with."""
        await self._store.create(stored, actions)
        table = await self.get(stored.id)
        self.on_change(table)
        return table

    async def change(
        self, table_id: str, planner: Callable[[StoredTable], StoredTable]
    ) -> LiveTable:
        """Change the stored values of a table: seats, name, start. Tries again if another process was first."""

        async def attempt() -> LiveTable | None:
            table = await self._locked(table_id)
            try:
                stored = planner(table.stored)
                if stored is table.stored:
                    return table
                game, steps = table.draft, table.steps
                if stored.draft != table.stored.draft and table.game is not None:
                    game, steps = table.game.copy(), []
                return table if await self._commit(table, Plan(stored, game, steps)) else None
            finally:
                table.lock.release()

        for _ in range(_ATTEMPTS):
            changed = await self.surely(table_id, attempt)
            if changed is not None:
                return changed
        raise ApiError("server/busy", "the table is changing too fast; try again")

    async def act(
        self,
        table_id: str,
        client: str | None,
        version: int,
        planner: Planner,
        after: int | None = None,
    ) -> tuple[LiveTable, int]:
        """Let a client decide, undo, redo, restart or end, if it is their turn and they are up to date.

        Returns the table as it is then, and how many turns were complete before. A refusal has the log after turn `after`.
        """

        async def attempt() -> tuple[LiveTable, int]:
            table = await self._locked(table_id, at_least=version)
            try:
                self.check_actor(table, client, version, after)
                known = table.complete_turns
                if not await self._commit(table, planner(table)):
                    raise self._stale(await self.get(table_id), client, after)
            except IllegalActionError as error:
                raise ApiError(
                    "action/illegal",
                    str(error),
                    explanation=explanation_view(error.explanation),
                ) from error
            finally:
                table.lock.release()
            return table, known

        return await self.surely(table_id, attempt)

    async def delete(self, stored: StoredTable) -> bool:
        """Delete a table; False if it has changed meanwhile."""
        if not await self._store.delete(stored):
            return False
        self._tables.pop(stored.id, None)
        self._hub.notify(stored.id)
        await self.bus.publish(stored.id)
        return True

    async def play_bot_turn(self, table_id: str, number: int, decisions: list[str]) -> None:
        """Commit what a bot decided when the game had `number` actions, unless the game has moved on."""
        table = await self._locked(table_id)
        try:
            stored = table.stored
            if stored.number == number and awaits_bot(stored):
                await self._commit(table, table.turn(decisions))
        finally:
            table.lock.release()

    async def _locked(self, table_id: str, at_least: int = 0) -> LiveTable:
        """Return a table to be changed, locked; the caller releases it."""
        attempt = 0
        while True:
            attempt += 1
            table = await self.get(table_id, at_least)
            await table.lock.acquire()
            # Who held the lock before may have found the table outdated. A version that does not exist is not waited for.
            is_current = attempt >= _ATTEMPTS or not self._is_doubtful(table, at_least)
            if is_current and self._tables.get(table_id) is table:
                return table
            table.lock.release()

    async def surely(self, table_id: str, attempt: Callable[[], Awaitable[T]]) -> T:
        """Return what an attempt returns; one that was refused because memory is outdated is repeated."""
        try:
            return await attempt()
        except ApiError:
            if self._is_sure or not await self._is_outdated(table_id):
                raise
        return await attempt()

    async def _is_outdated(self, table_id: str) -> bool:
        """Tell whether another process has changed a table; then it is read again when it is asked for."""
        versions = await self._store.versions([table_id])
        table = self._tables.get(table_id)
        if table is None or versions.get(table_id) == table.stored.version:
            return table is None
        table.doubt()
        return True

    @property
    def _is_sure(self) -> bool:
        """Whether the database holds what memory does: no other process writes, and no write of ours is in doubt."""
        return self.bus.alone and time.monotonic() >= self._unsure_until

    def _is_doubtful(self, table: LiveTable, at_least: int) -> bool:
        return not self._is_sure and table.is_doubtful(at_least)

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

    def doubt_all(self) -> None:
        """Treat all tables in memory as outdated: messages of other processes may have been lost."""
        for table in self._tables.values():
            table.doubt()

    async def keep_watched_current(self) -> None:
        """Compare watched tables with the database until cancelled, so that no lost message leaves an old view."""
        while True:
            await asyncio.sleep(_CHECK_SECONDS)
            await self.compare_watched()

    async def compare_watched(self) -> None:
        """Read watched tables again that are outdated, or that are not in memory: reading them may have failed."""
        watched = self._hub.watched()
        if not self._is_sure:
            await self._check([each for each in watched if each in self._tables])
        for table_id in watched:
            if table_id not in self._tables:
                await self._show(table_id)

    async def refresh(self, table_id: str) -> None:
        """Read a table that another process has changed again, if it is in use here."""
        known = self._tables.get(table_id)
        if known is not None:
            async with known.lock:
                self._tables.pop(table_id, None)
        elif table_id in self._loading:
            with contextlib.suppress(ApiError):
                # It may have been read before the change.
                (await asyncio.shield(self._loading[table_id])).doubt()
        if self._hub.is_watched(table_id):
            await self._show(table_id)

    async def _show(self, table_id: str) -> None:
        """Have a table in memory, and so its watchers up to date."""
        try:
            await self.get(table_id)
        except ApiError:  # it was deleted, which watchers learn when it is to be sent to them
            self._hub.notify(table_id)

    def update(
        self,
        table: LiveTable,
        client: str | None,
        seat: int | None = None,
        after: int = 0,
        connected: Connected | None = None,
    ) -> TableUpdate:
        """Return the table as a client sees it, with the log from a turn on."""
        return update_view(
            table,
            client,
            seat=seat,
            after=after,
            connected=self.connected(table.stored) if connected is None else connected,
            patience=self.absent_seconds,
            read_only=self.read_only,
        )

    def update_text(
        self, table: LiveTable, client: str | None, seat: int | None, after: int
    ) -> bytes:
        """Return the update as JSON. Strangers, who all see the same, share one text."""
        stored = table.stored
        connected = self.connected(stored)
        # What one of the players is sent nobody else is. Were it kept, it would only drive other things out of the processor's cache.
        if stored.insider(client) is not None:
            return json_bytes(self.update(table, client, seat, after, connected))
        # Who counts as absent changes with time alone.
        key = (stored.id, stored.version, connected, int(time.monotonic()), after)
        text = self._texts.get(key)
        if text is None:
            text = json_bytes(self.update(table, None, None, after, connected))
            self._texts[key] = text
            self._texts_length += len(text)
            while self._texts_length > _TEXTS_LENGTH:
                _, old = self._texts.popitem(last=False)
                self._texts_length -= len(old)
        return text

    def presence_text(self, table: LiveTable) -> bytes:
        """Return the message that says who is present."""
        connected = list(self.connected(table.stored))
        return json_bytes(Presence(type="presence", connected=connected))

    def is_watched(self, table_id: str) -> bool:
        """Tell whether anybody watches a table through this process."""
        return self._hub.is_watched(table_id)

    def connected(self, stored: StoredTable) -> tuple[bool | None, ...]:
        """Tell for each seat whether its owner watches."""
        present = self._hub.present(stored.id)
        return tuple([self._is_connected(seat, present) for seat in stored.seats])

    def is_connected(self, table_id: str, seat: Seat) -> bool | None:
        """Tell whether the owner of a seat watches; None if they may be connected to another process."""
        return self._is_connected(seat, self._hub.present(table_id))

    def _is_connected(self, seat: Seat, present: Container[str | None]) -> bool | None:
        if seat.kind != "human":
            return seat.kind == "bot" or None
        return seat.owner in present or (False if self.bus.alone else None)

    def _stale(self, table: LiveTable, client: str | None, after: int | None) -> ApiError:
        update = self.update(table, client, after=after or 0)
        return ApiError("action/stale", "the table has moved on", update=update)

    async def _commit(self, table: LiveTable, plan: Plan) -> bool:
        """Store a plan, install it and announce it; False if the table has changed meanwhile."""
        seen = table.stored
        plan.stamp()
        stored = plan.stored
        texts = [plan.game.text(action) for action in plan.appended] if plan.game else []
        try:
            ends = stored.status == "finished" and seen.status != "finished"
            saving = self._store.save(
                stored,
                seen=seen,
                extent=plan.extent,
                actions=texts,
                result=table.result(plan.appended) if ends else None,
            )
            foreseen = table.foresee(plan)
            saved = await saving
        except BaseException:
            # It isn't known whether it was stored, or will be (for instance if cancelled): the database decides.
            self._unsure_until = time.monotonic() + _UNSURE_SECONDS
            self._tables.pop(seen.id, None)
            raise
        if not saved:
            self._tables.pop(seen.id, None)
            return False
        if texts:
            self.actions_stored["bot" if awaits_bot(seen) else "person"] += len(texts)
        table.install(plan, foreseen)
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
        deciding = stored.decides(client)
        # Other clients don't know the versions of a tentative turn.
        if version < public_version(stored.version) or (deciding and version != stored.version):
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
