"""The log in memory gives back every turn as it was put, however many there are."""

import orjson
import pytest

from praefectus.server.turn_log import TurnLog


def entry(turn, *, is_open=False):
    return {"turn": turn, "seat": 0, "card": "a\nb", "steps": [], "open": is_open, "points": []}


def sent(log, after):
    return orjson.loads(orjson.dumps(log.after(after)))


@pytest.mark.parametrize("turns", [0, 1, 7, 8, 9, 16, 17, 50])
def test_turns_after_any_number(turns):
    log = TurnLog()
    entries = [entry(n + 1) for n in range(turns)]
    for each in entries:
        log.put(each)
    assert len(log) == turns
    for after in range(turns + 3):
        assert sent(log, after) == entries[after:]
    assert sent(log, 9999) == []


@pytest.mark.parametrize("turns", [1, 8, 9, 16, 17])
def test_the_last_turn_grows(turns):
    log = TurnLog()
    for n in range(turns):
        log.put(entry(n + 1, is_open=True))
        log.put(entry(n + 1))
    assert sent(log, 0) == [entry(n + 1) for n in range(turns)]
