"""A waiting line that lets the urgent go first and is fair among those who wait.

Entries stand in line by priority; within a priority everybody who has entries is served in turn, however many
each has. So a person with a thousand tables waits for their own, not everybody for them.
"""

from collections import OrderedDict, deque
from collections.abc import Hashable
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Priority(IntEnum):
    """How urgent a piece of thinking is; the lowest goes first."""

    PERSON_WAITS = 0  # somebody looks at the page and waits for this answer
    WATCHED = 1  # a bot's turn at a table that somebody watches
    UNWATCHED = 2  # a bot's turn that nobody looks at
    BACKGROUND = 3  # whatever may take its time


class FairQueue(Generic[T]):
    """Entries by priority and owner; an entry that waits already is not added again."""

    def __init__(self) -> None:
        # For each priority the owners in the order in which they are served, each with its entries.
        self._lines: dict[Priority, OrderedDict[str, deque[T]]] = {
            priority: OrderedDict() for priority in Priority
        }
        self._where: dict[T, tuple[Priority, str]] = {}

    def __len__(self) -> int:
        return len(self._where)

    def __contains__(self, entry: T) -> bool:
        return entry in self._where

    def count(self, owner: str) -> int:
        """Return how many entries of an owner wait."""
        return sum(len(line.get(owner, ())) for line in self._lines.values())

    def add(self, entry: T, priority: Priority, owner: str) -> None:
        """Put an entry in line. One that waits already moves only if it has become more urgent."""
        found = self._where.get(entry)
        if found is not None:
            if found[0] <= priority:
                return
            self.remove(entry)
        self._where[entry] = (priority, owner)
        self._lines[priority].setdefault(owner, deque()).append(entry)

    def remove(self, entry: T) -> None:
        """Take an entry out of the line, if it waits."""
        found = self._where.pop(entry, None)
        if found is None:
            return
        priority, owner = found
        entries = self._lines[priority][owner]
        entries.remove(entry)
        if not entries:
            del self._lines[priority][owner]

    def pop(self) -> T:
        """Take out whoever's turn it is. Raises IndexError if nobody waits."""
        for line in self._lines.values():
            if line:
                owner, entries = next(iter(line.items()))
                entry = entries.popleft()
                del self._where[entry]
                # The owner goes to the end of the line, or out of it.
                if entries:
                    line.move_to_end(owner)
                else:
                    del line[owner]
                return entry
        raise IndexError("nobody waits")
