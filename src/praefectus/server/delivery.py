"""Sends tables to those who watch them: all watchers of a table at one go, and one message to all who see the same.

Nobody is waited for. Who cannot take a message now is sent the table as it is when they can.
"""

import asyncio
import logging
from collections.abc import Iterable

from praefectus.server.errors import ApiError
from praefectus.server.hub import Hub, Watcher
from praefectus.server.lines import Message
from praefectus.server.live_table import LiveTable
from praefectus.server.present import seen_version
from praefectus.server.registry import TableRegistry
from praefectus.server.store import StoreClosedError, StoreUnavailableError

log = logging.getLogger(__name__)

FAILED, AWAY, NOT_FOUND = 1011, 1013, 4404
# The store has logged why once; each socket would repeat it.
UNREADABLE = (StoreUnavailableError, StoreClosedError)
TRY_AGAIN = "the server's database cannot be reached; connect again in a moment"


class Delivery:
    """What there is to send, by table."""

    def __init__(self, hub: Hub, tables: TableRegistry) -> None:
        self._tables = tables
        self._loop = asyncio.get_running_loop()
        self._due: dict[str, dict[Watcher, None]] = {}
        # Tables that are being read, for their watchers.
        self._reading: set[asyncio.Task[None]] = set()
        hub.on_news = self._note

    def _note(self, table_id: str, watchers: Iterable[Watcher]) -> None:
        # A little later: then those are known whose news an answer tells.
        if not self._due:
            self._loop.call_soon(self._deliver_all)
        self._due.setdefault(table_id, {}).update(dict.fromkeys(watchers))

    def _deliver_all(self) -> None:
        due, self._due = self._due, {}
        for table_id, watchers in due.items():
            table = self._tables.at_hand(table_id)
            if table is not None:
                self._deliver(table, watchers)
            else:
                reading = self._loop.create_task(self._read(table_id, watchers))
                self._reading.add(reading)
                reading.add_done_callback(self._reading.discard)

    async def _read(self, table_id: str, watchers: Iterable[Watcher]) -> None:
        try:
            table = await self._tables.get(table_id)
        except ApiError as error:  # it has been deleted
            _close(watchers, NOT_FOUND, str(error))
        except UNREADABLE:
            _close(watchers, AWAY, TRY_AGAIN)
        except Exception:
            log.exception("the sockets of table %s are closed", table_id)
            _close(watchers, FAILED)
        else:
            self._deliver(table, watchers)

    def _deliver(self, table: LiveTable, watchers: Iterable[Watcher]) -> None:
        shared = _Shared(self._tables, table)
        for watcher in watchers:
            # These come again, once they are answered or can be written to.
            if watcher.is_answered or not watcher.line.is_ready:
                continue
            try:
                if watcher.table_changed:
                    watcher.line.write(shared.update(watcher))
                elif watcher.presence_changed:
                    watcher.presence_changed = False
                    watcher.line.write(shared.presence())
            except Exception:
                log.exception("a socket of table %s is closed", table.stored.id)
                watcher.line.close(FAILED)


class _Shared:
    """Messages about a table as it is at one moment, each made once."""

    def __init__(self, tables: TableRegistry, table: LiveTable) -> None:
        self._tables = tables
        self._table = table
        self._updates: dict[tuple[str | None, int | None, int], tuple[Message, int]] = {}
        self._presence: Message | None = None

    def update(self, watcher: Watcher) -> Message:
        """Return the table as a watcher sees it, and note that it was sent."""
        table = self._table
        client = table.stored.insider(watcher.client)
        seat = None if client is None else watcher.seat
        key = (client, seat, watcher.after)
        found = self._updates.get(key)
        if found is None:
            text = self._tables.update_text(table, client, seat, watcher.after)
            found = self._updates[key] = (Message(text), seen_version(table.stored, client))
        message, version = found
        watcher.note_sent(version, table.complete_turns)
        return message

    def presence(self) -> Message:
        """Return who is present."""
        if self._presence is None:
            self._presence = Message(self._tables.presence_text(self._table))
        return self._presence


def _close(watchers: Iterable[Watcher], code: int, reason: str = "") -> None:
    for watcher in watchers:
        watcher.line.close(code, reason)
