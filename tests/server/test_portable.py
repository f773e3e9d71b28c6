"""Jobs as plain data: they come back as they went, and nothing else is accepted."""

import json

import pytest

from praefectus import bots
from praefectus.server.portable import BY_NAME, PORTABLE
from praefectus.server.thinking import Turn, give_hints, safe_turn, take_turn
from tests.server.test_bots import task


def through_json(value):
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("work", [take_turn, safe_turn])
def test_a_task_and_its_turn_survive_the_way(work):
    portable = PORTABLE[work]
    given = task(decisions=40)
    (found,) = portable.unpack(through_json(portable.pack(given)))
    assert found == given
    result = work(found)
    assert portable.unpack_result(through_json(portable.pack_result(result))) == result


def test_hints_survive_the_way():
    portable = PORTABLE[give_hints]
    given = task(f"{bots.levels()[-1]}:time=0.05")
    args = portable.unpack(through_json(portable.pack(given, 3)))
    assert args == (given, 3)
    candidates = give_hints(*args)
    assert candidates
    assert portable.unpack_result(through_json(portable.pack_result(candidates))) == candidates


@pytest.mark.parametrize(
    "change",
    [
        {"level": 5},
        {"seed": "1"},
        {"seed": True},
        {"actions": ["1"]},
        {"actions": {"0": 1}},
        {"options": []},
        {"options": {"map": "italia", "players": 3, "secret": 1}},
        {"setup": None},
    ],
)
def test_what_is_no_task_is_refused(change):
    portable = BY_NAME["take_turn"]
    (document,) = portable.pack(task())
    with pytest.raises((TypeError, ValueError)):
        portable.unpack([{**document, **change}])


def test_what_is_no_turn_is_refused():
    portable = BY_NAME["take_turn"]
    turn = portable.pack_result(Turn(["end"], 0.1))
    changes: list[dict[str, object]] = [
        {"decisions": "end"},
        {"decisions": [1]},
        {"troubles": None},
        {"seconds": []},
    ]
    for change in changes:
        with pytest.raises((TypeError, ValueError)):
            portable.unpack_result({**turn, **change})
