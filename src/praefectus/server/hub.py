"""Who watches which table in this process, and waking them when it changes."""

import asyncio
from collections import Counter
from collections.abc import Callable, Container
from dataclasses import dataclass, field


@dataclass(eq=False)
class Watcher:
    """An open socket. `dirty` wakes its sender, which then sends what has changed as it is at that moment.

    A slow reader is thus sent fewer messages, never a growing queue of old ones.
    """

    client: str | None
    address: str
    dirty: asyncio.Event = field(default_factory=asyncio.Event)
    # What there is to send: the table, or only who is present.
    table_changed: bool = False
    presence_changed: bool = False
    # The version of the table that was sent last, as the client sees it.
    sent: int | None = None
    # A request of its own is being answered: the answer says what has changed.
    is_answered: bool = False

    def wake(self) -> None:
        """Have its sender send what has changed, unless an answer will say it."""
        if not self.is_answered:
            self.dirty.set()

    def answered(self) -> None:
        """Have its sender send what no answer has said."""
        self.is_answered = False
        if self.table_changed or self.presence_changed:
            self.dirty.set()


class Hub:
    """The watchers of every table."""

    # Called with a table when the first socket of a client opens or the last one closes.
    on_presence: Callable[[str], None]

    def __init__(self) -> None:
        # In the order in which they came; a dict forgets one of a thousand at once.
        self._watchers: dict[str, dict[Watcher, None]] = {}
        self._present: dict[str, Counter[str]] = {}
        self._sockets = 0
        self._of_client: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        self.on_presence = lambda _: None

    def add(self, table_id: str, watcher: Watcher) -> None:
        """Note a new watcher."""
        self._watchers.setdefault(table_id, {})[watcher] = None
        self._sockets += 1
        self._of_address[watcher.address] += 1
        if watcher.client is not None:
            self._of_client[watcher.client] += 1
            present = self._present.setdefault(table_id, Counter())
            present[watcher.client] += 1
            if present[watcher.client] == 1:
                self.on_presence(table_id)

    def remove(self, table_id: str, watcher: Watcher) -> None:
        """Forget a watcher."""
        watchers = self._watchers[table_id]
        del watchers[watcher]
        if not watchers:
            del self._watchers[table_id]
        self._sockets -= 1
        _take_one(self._of_address, watcher.address)
        if watcher.client is not None:
            _take_one(self._of_client, watcher.client)
            present = self._present[table_id]
            _take_one(present, watcher.client)
            if watcher.client not in present:
                self.on_presence(table_id)
            if not present:
                del self._present[table_id]

    def notify(self, table_id: str, only: Container[str | None] | None = None) -> None:
        """Have the table sent to its watchers, or only to those of some clients."""
        for watcher in self._watchers.get(table_id, ()):
            if only is None or watcher.client in only:
                watcher.table_changed = True
                watcher.wake()

    def notify_outdated(self, table_id: str, version_for: Callable[[str | None], int]) -> None:
        """Have the table sent to those watchers who were sent another version than a client should see now."""
        for watcher in self._watchers.get(table_id, ()):
            if watcher.sent not in (None, version_for(watcher.client)):
                watcher.table_changed = True
                watcher.wake()

    def notify_presence(self, table_id: str) -> None:
        """Have the watchers of a table told who is present."""
        for watcher in self._watchers.get(table_id, ()):
            watcher.presence_changed = True
            watcher.wake()

    def is_watched(self, table_id: str) -> bool:
        """Tell whether anybody here watches a table."""
        return table_id in self._watchers

    @property
    def tables(self) -> int:
        """How many tables somebody here watches."""
        return len(self._watchers)

    def watched(self) -> list[str]:
        """Return the tables that somebody here watches."""
        return list(self._watchers)

    def watches(self, table_id: str, client: str | None) -> bool:
        """Tell whether a client watches a table here."""
        return client in self._present.get(table_id, ())

    def count(self, *, client: str | None = None, address: str | None = None) -> int:
        """Return the number of sockets: of all, of one client or of one address."""
        if client is not None:
            return self._of_client[client]
        return self._sockets if address is None else self._of_address[address]


def _take_one(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
