"""Who is served next: the urgent first, then everybody in turn."""

import pytest

from praefectus.server.fair_queue import FairQueue, Owner, Priority


def served(queue):
    """Return the entries in the order in which they are served."""
    return [queue.pop() for _ in range(len(queue))]


def test_the_urgent_go_first():
    queue: FairQueue[str] = FairQueue()
    queue.add("review", Priority.BACKGROUND, Owner("a"))
    queue.add("turn", Priority.UNWATCHED, Owner("a"))
    queue.add("hint", Priority.PERSON_WAITS, Owner("b"))
    queue.add("watched", Priority.WATCHED, Owner("c"))
    assert served(queue) == ["hint", "watched", "turn", "review"]


def test_owners_take_turns_however_much_each_wants():
    queue: FairQueue[str] = FairQueue()
    for number in range(4):
        queue.add(f"greedy {number}", Priority.UNWATCHED, Owner("greedy"))
    queue.add("modest", Priority.UNWATCHED, Owner("modest"))
    queue.add("late", Priority.UNWATCHED, Owner("late"))
    assert served(queue) == ["greedy 0", "modest", "late", "greedy 1", "greedy 2", "greedy 3"]


def test_so_do_addresses_however_many_people_each_has():
    queue: FairQueue[str] = FairQueue()
    for number in range(3):
        queue.add(f"cookie {number}", Priority.UNWATCHED, Owner("greedy", f"cookie {number}"))
        queue.add(f"again {number}", Priority.UNWATCHED, Owner("greedy", f"cookie {number}"))
    queue.add("modest", Priority.UNWATCHED, Owner("modest"))
    queue.add("late", Priority.UNWATCHED, Owner("late"))
    assert served(queue) == [
        *("cookie 0", "modest", "late", "cookie 1"),
        *("cookie 2", "again 0", "again 1", "again 2"),
    ]


def test_many_urgent_ones_do_not_stop_the_others():
    queue: FairQueue[str] = FairQueue()
    for number in range(20):
        queue.add(f"hint {number}", Priority.PERSON_WAITS, Owner(f"person {number}"))
    queue.add("watched", Priority.WATCHED, Owner("a"))
    queue.add("turn", Priority.UNWATCHED, Owner("a"))
    queue.add("review", Priority.BACKGROUND, Owner("a"))
    order = served(queue)
    assert order[0] == "hint 0"
    assert order.index("watched") < order.index("turn") < order.index("hint 10")
    assert order[-1] == "review"


def test_an_entry_waits_once_and_can_become_more_urgent():
    queue: FairQueue[str] = FairQueue()
    queue.add("a", Priority.UNWATCHED, Owner("x"))
    queue.add("b", Priority.UNWATCHED, Owner("y"))
    queue.add("a", Priority.UNWATCHED, Owner("x"))
    queue.add("b", Priority.WATCHED, Owner("y"))
    queue.add("b", Priority.BACKGROUND, Owner("y"))
    assert len(queue) == 2
    assert served(queue) == ["b", "a"]


def test_entries_can_be_removed():
    queue: FairQueue[str] = FairQueue()
    queue.add("a", Priority.WATCHED, Owner("x"))
    queue.add("b", Priority.WATCHED, Owner("x"))
    queue.remove("a")
    queue.remove("a")
    assert "a" not in queue
    assert queue.count(Owner("x")) == 1
    assert served(queue) == ["b"]
    with pytest.raises(IndexError):
        queue.pop()
