"""A queue that serves urgent entries first and owners of equal priority in turn.

Entries are ordered by priority; within a priority the owners are served in turn, however many entries each has.
So a person with a thousand tables delays only their own tables, not those of others.
"""

from collections import OrderedDict, deque
from collections.abc import Hashable
from enum import IntEnum
from typing import Generic, TypeVar

T = TypeVar("T", bound=Hashable)


class Priority(IntEnum):
    """How urgent a job is; the lowest value goes first."""

    PERSON_WAITS = 0  # a person waits for this answer
    WATCHED = 1  # a bot's turn at a watched table
    UNWATCHED = 2  # a bot's turn at a table that nobody watches
    BACKGROUND = 3  # work that is not urgent


class FairQueue(Generic[T]):
    """Entries by priority and owner; an entry that is already waiting is not added again."""

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
        """Add an entry. One that is already waiting moves only if it has become more urgent."""
        found = self._where.get(entry)
        if found is not None:
            if found[0] <= priority:
                return
            self.remove(entry)
        self._where[entry] = (priority, owner)
        self._lines[priority].setdefault(owner, deque()).append(entry)

    def remove(self, entry: T) -> None:
        """Remove an entry, if it is waiting."""
        found = self._where.pop(entry, None)
        if found is None:
            return
        priority, owner = found
        entries = self._lines[priority][owner]
        entries.remove(entry)
        if not entries:
            del self._lines[priority][owner]

    def pop(self) -> T:
        """Remove and return the next entry. Raises IndexError if the queue is empty."""
        for line in self._lines.values():
            if line:
                owner, entries = next(iter(line.items()))
                entry = entries.popleft()
                del self._where[entry]
                # The owner goes to the end of its line, or leaves it without entries.
                if entries:
                    line.move_to_end(owner)
                else:
                    del line[owner]
                return entry
        raise IndexError("nobody waits")
