"""Who watches which table in this process, and what there is to tell them."""

from collections import Counter
from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from praefectus.server.lines import Line


@dataclass(eq=False, slots=True)
class Watcher:
    """An open socket: how it is reached, what it was sent, and what there is to send.

    What has changed is sent as it is when the socket can take it. A slow reader is thus sent fewer messages, never a growing
    queue of old ones.
    """

    client: str | None
    address: str
    line: Line
    # The seat through whose eyes it wants to look.
    seat: int | None = None
    # The turns of the log that were sent, those that may still grow not counted.
    after: int = 0
    # What there is to send: the table, or only who is present.
    table_changed: bool = False
    presence_changed: bool = False
    # The version of the table that was sent last, as the client sees it.
    sent: int | None = None
    # A request of its own is being answered: the answer says what has changed.
    is_answered: bool = False

    @property
    def has_news(self) -> bool:
        """Whether there is something to send."""
        return self.table_changed or self.presence_changed

    def note_sent(self, version: int, turns: int) -> None:
        """Note that it was sent the table, with all turns of the log, of which so many are complete."""
        # An update says who is present too.
        self.table_changed = self.presence_changed = False
        self.sent = version
        # A turn that isn't complete yet will be sent again.
        self.after = turns


class Hub:
    """The watchers of every table."""

    # Called with a table when the first socket of a client opens or the last one closes.
    on_presence: Callable[[str], None]
    # Called with a table and those of its watchers that there is something to send to.
    on_news: Callable[[str, Iterable[Watcher]], None]

    def __init__(self) -> None:
        # In the order in which they came; a dict forgets one of a thousand at once.
        self._watchers: dict[str, dict[Watcher, None]] = {}
        self._present: dict[str, Counter[str]] = {}
        self._sockets = 0
        self._of_client: Counter[str] = Counter()
        self._of_address: Counter[str] = Counter()
        self.on_presence = lambda _: None
        self.on_news = lambda _, __: None

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
        watchers: Iterable[Watcher] = self._watchers.get(table_id, ())
        if only is not None:
            watchers = [watcher for watcher in watchers if watcher.client in only]
        self._tell_of_table(table_id, watchers)

    def notify_outdated(self, table_id: str, version_for: Callable[[str | None], int]) -> None:
        """Have the table sent to those watchers who were sent another version than a client should see now."""
        outdated = [
            watcher
            for watcher in self._watchers.get(table_id, ())
            if watcher.sent not in (None, version_for(watcher.client))
        ]
        self._tell_of_table(table_id, outdated)

    def _tell_of_table(self, table_id: str, watchers: Iterable[Watcher]) -> None:
        for watcher in watchers:
            watcher.table_changed = True
        self._tell(table_id, watchers)

    def notify_presence(self, table_id: str) -> None:
        """Have the watchers of a table told who is present."""
        watchers = self._watchers.get(table_id, {})
        for watcher in watchers:
            watcher.presence_changed = True
        self._tell(table_id, watchers)

    def _tell(self, table_id: str, watchers: Iterable[Watcher]) -> None:
        # Most of those who try something out are alone with it, and their answer says it.
        waiting = [watcher for watcher in watchers if not watcher.is_answered]
        if waiting:
            self.on_news(table_id, waiting)

    def tell(self, table_id: str, watcher: Watcher) -> None:
        """Have a watcher sent what it could not be sent before."""
        if watcher.has_news:
            self.on_news(table_id, (watcher,))

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

    def present(self, table_id: str) -> Container[str | None]:
        """Return the clients that watch a table here."""
        return self._present.get(table_id, ())

    def count(self, *, client: str | None = None, address: str | None = None) -> int:
        """Return the number of sockets: of all, of one client or of one address."""
        if client is not None:
            return self._of_client[client]
        return self._sockets if address is None else self._of_address[address]


def _take_one(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if not counter[key]:
        del counter[key]
