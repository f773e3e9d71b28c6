"""Who is served next: the urgent first, then everybody in turn."""

import pytest

from praefectus.server.fair_queue import FairQueue, Priority


def served(queue):
    """Return the entries in the order in which they are served."""
    return [queue.pop() for _ in range(len(queue))]


def test_the_urgent_go_first():
    queue: FairQueue[str] = FairQueue()
    queue.add("review", Priority.BACKGROUND, "a")
    queue.add("turn", Priority.UNWATCHED, "a")
    queue.add("hint", Priority.PERSON_WAITS, "b")
    queue.add("watched", Priority.WATCHED, "c")
    assert served(queue) == ["hint", "watched", "turn", "review"]


def test_owners_take_turns_however_much_each_wants():
    queue: FairQueue[str] = FairQueue()
    for number in range(4):
        queue.add(f"greedy {number}", Priority.UNWATCHED, "greedy")
    queue.add("modest", Priority.UNWATCHED, "modest")
    queue.add("late", Priority.UNWATCHED, "late")
    assert served(queue) == ["greedy 0", "modest", "late", "greedy 1", "greedy 2", "greedy 3"]


def test_an_entry_waits_once_and_can_become_more_urgent():
    queue: FairQueue[str] = FairQueue()
    queue.add("a", Priority.UNWATCHED, "x")
    queue.add("b", Priority.UNWATCHED, "y")
    queue.add("a", Priority.UNWATCHED, "x")
    queue.add("b", Priority.WATCHED, "y")
    queue.add("b", Priority.BACKGROUND, "y")
    assert len(queue) == 2
    assert served(queue) == ["b", "a"]


def test_entries_can_be_removed():
    queue: FairQueue[str] = FairQueue()
    queue.add("a", Priority.WATCHED, "x")
    queue.add("b", Priority.WATCHED, "x")
    queue.remove("a")
    queue.remove("a")
    assert "a" not in queue
    assert queue.count("x") == 1
    assert served(queue) == ["b"]
    with pytest.raises(IndexError):
        queue.pop()
