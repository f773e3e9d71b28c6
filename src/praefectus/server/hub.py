"""Who watches which table in this process, and waking them when it changes."""

import asyncio
from collections.abc import Container
from dataclasses import dataclass, field


@dataclass(eq=False)
class Watcher:
    """An open socket. `dirty` wakes its sender, which then sends the table as it is at that moment.

    A slow reader is thus sent fewer updates, never a growing queue of old ones.
    """

    client: str | None
    address: str
    dirty: asyncio.Event = field(default_factory=asyncio.Event)


class Hub:
    """The watchers of every table."""

    def __init__(self) -> None:
        self._watchers: dict[str, list[Watcher]] = {}

    def add(self, table_id: str, watcher: Watcher) -> None:
        """Note a new watcher."""
        self._watchers.setdefault(table_id, []).append(watcher)

    def remove(self, table_id: str, watcher: Watcher) -> None:
        """Forget a watcher."""
        watchers = self._watchers[table_id]
        watchers.remove(watcher)
        if not watchers:
            del self._watchers[table_id]

    def notify(self, table_id: str, only: Container[str | None] | None = None) -> None:
        """Wake the watchers of a table, or only those of some clients."""
        for watcher in self._watchers.get(table_id, ()):
            if only is None or watcher.client in only:
                watcher.dirty.set()

    def is_watched(self, table_id: str) -> bool:
        """Tell whether anybody here watches a table."""
        return table_id in self._watchers

    def watched(self) -> list[str]:
        """Return the tables that somebody here watches."""
        return list(self._watchers)

    def watches(self, table_id: str, client: str | None) -> bool:
        """Tell whether a client watches a table here."""
        return any(each.client == client for each in self._watchers.get(table_id, ()))

    def count(self, *, client: str | None = None, address: str | None = None) -> int:
        """Return the number of sockets, of all or of one client or address."""
        return sum(
            (client is None or each.client == client)
            and (address is None or each.address == address)
            for watchers in self._watchers.values()
            for each in watchers
        )
