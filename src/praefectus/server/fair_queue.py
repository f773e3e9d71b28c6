"""A queue that serves urgent entries first and owners of equal priority in turn.

Entries are ordered by priority. Within a priority the addresses are served in turn, and at each address its people, however
many entries each has. So somebody with a thousand tables, or with a thousand cookies, delays only themselves. Now and then an
entry that is less urgent goes first, so that a crowd of urgent ones does not stop everything else.
"""

from collections import OrderedDict, deque
from collections.abc import Hashable
from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T", bound=Hashable)


class Priority(IntEnum):
    """How urgent a job is; the lowest value goes first."""

    PERSON_WAITS = 0  # a person waits for this answer
    WATCHED = 1  # a bot's turn at a watched table
    UNWATCHED = 2  # a bot's turn at a table that nobody watches
    BACKGROUND = 3  # work that is not urgent


# How many more urgent entries pass before the first of a priority is served. Work in the background may take long.
_PASSES = {
    Priority.PERSON_WAITS: 0,
    Priority.WATCHED: 4,
    Priority.UNWATCHED: 4,
    Priority.BACKGROUND: 40,
}


class Owner(NamedTuple):
    """For whom an entry is: what stands for their address, and who they are."""

    address: str
    person: str = ""


NOBODY = Owner("")


class _Line(Generic[T]):
    """The entries of one priority: addresses, and people at each, in the order in which they are served."""

    def __init__(self, priority: Priority) -> None:
        self._addresses: OrderedDict[str, OrderedDict[str, deque[T]]] = OrderedDict()
        self._passes = _PASSES[priority]
        # How many more urgent entries were served since the last one of this line.
        self.passed = 0

    @property
    def has_waited(self) -> bool:
        """Whether its first entry is to be served before more urgent ones."""
        return self.passed >= self._passes

    def __bool__(self) -> bool:
        return bool(self._addresses)

    def entries(self, owner: Owner) -> deque[T]:
        """Return what waits for an owner."""
        people = self._addresses.get(owner.address)
        return deque() if people is None else people.get(owner.person, deque())

    def add(self, entry: T, owner: Owner) -> None:
        people = self._addresses.setdefault(owner.address, OrderedDict())
        people.setdefault(owner.person, deque()).append(entry)

    def remove(self, entry: T, owner: Owner) -> None:
        self.entries(owner).remove(entry)
        self._tidy(owner)

    def pop(self) -> T:
        address, people = next(iter(self._addresses.items()))
        person, entries = next(iter(people.items()))
        entry = entries.popleft()
        # Both go to the end of their lines, or leave them without entries.
        people.move_to_end(person)
        self._addresses.move_to_end(address)
        self._tidy(Owner(address, person))
        self.passed = 0
        return entry

    def _tidy(self, owner: Owner) -> None:
        people = self._addresses[owner.address]
        if not people[owner.person]:
            del people[owner.person]
        if not people:
            del self._addresses[owner.address]


class FairQueue(Generic[T]):
    """Entries by priority and owner; an entry that is already waiting is not added again."""

    def __init__(self) -> None:
        self._lines: dict[Priority, _Line[T]] = {priority: _Line(priority) for priority in Priority}
        self._where: dict[T, tuple[Priority, Owner]] = {}

    def __len__(self) -> int:
        return len(self._where)

    def __contains__(self, entry: T) -> bool:
        return entry in self._where

    def count(self, owner: Owner) -> int:
        """Return how many entries of an owner wait."""
        return sum(len(line.entries(owner)) for line in self._lines.values())

    def add(self, entry: T, priority: Priority, owner: Owner) -> None:
        """Add an entry. One that is already waiting moves only if it has become more urgent."""
        found = self._where.get(entry)
        if found is not None:
            if found[0] <= priority:
                return
            self.remove(entry)
        self._where[entry] = (priority, owner)
        self._lines[priority].add(entry, owner)

    def remove(self, entry: T) -> None:
        """Remove an entry, if it is waiting."""
        found = self._where.pop(entry, None)
        if found is not None:
            priority, owner = found
            self._lines[priority].remove(entry, owner)

    def pop(self) -> T:
        """Remove and return the next entry. Raises IndexError if the queue is empty."""
        waiting = [line for line in self._lines.values() if line]
        if not waiting:
            raise IndexError("nobody waits")
        line = next((each for each in waiting[1:] if each.has_waited), waiting[0])
        for other in waiting[waiting.index(line) + 1 :]:
            other.passed += 1
        entry = line.pop()
        del self._where[entry]
        return entry
