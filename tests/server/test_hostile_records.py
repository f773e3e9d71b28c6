"""Records that are none, or lie, at every endpoint that takes one: refused with one sentence; or read, and harmless."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from praefectus import record
from tests.server.browser import JSON

RECORD = Path(__file__).parent.parent / "fixtures/examples/italia-3.concordia.json"
ENDS = {
    "/api/replays": {},
    "/api/reviews": {},
    "/api/branches": {"turn": 3, "seat": 0, "level": "random"},
    "/api/puzzles": {"turn": 3},
}


def changed(**parts) -> dict[str, Any]:
    return json.loads(RECORD.read_text()) | parts


def without(part: str) -> dict[str, Any]:
    document = changed()
    del document[part]
    return document


def with_turn(number: int, **parts) -> dict[str, Any]:
    document = changed()
    document["turns"][number] |= parts
    return document


def swapped() -> dict[str, Any]:
    document = changed()
    document["turns"][4], document["turns"][5] = document["turns"][5], document["turns"][4]
    return document


def dealt(**parts) -> dict[str, Any]:
    document = changed()
    document["setup"] |= parts
    return document


def result(**parts) -> dict[str, Any]:
    document = changed()
    document["result"] |= parts
    return document


HOSTILE: dict[str, object] = {
    "nothing": b"",
    "no JSON": b'[Event "Casual game"]\n1. e4 e5',
    "no Unicode": b"\xff\xfe{}",
    "a zero": b"\x00",
    "deep": b"[" * 50_000,
    "no number": b'{"format": NaN}',
    "a huge number": b'{"format": ' + b"9" * 5000 + b"}",
    "twice": b'{"format": 1, "format": 2}',
    "a list": [],
    "a word": "concordia",
    "another format": changed(format="concordia-record/2"),
    "other rules": changed(rules="0-augurs"),
    "rules of no kind": changed(rules=["base"]),
    "no board": changed(map="atlantis"),
    "a path for a board": changed(map="../../etc/passwd"),
    "no names": changed(players=[]),
    "too many names": changed(players=["a"] * 200),
    "names of no kind": changed(players=[1, None, {}]),
    "half a character": changed(players=["\ud800", "b", "c"]),
    "no deal": without("setup"),
    "no turns": without("turns"),
    "turns of no kind": changed(turns={"0": 1}),
    "a turn of no kind": changed(turns=[[]]),
    "no result": without("result"),
    "a wrong result": result(points=[1, 2, 3]),
    "another winner": result(winner=True),
    "cards of no kind": dealt(cards=[{}]),
    "cards twice": dealt(cards=["farmer"] * 30),
    "cities of no kind": dealt(cities=[1]),
    "cities elsewhere": dealt(cities={"atlantis": "wine"}),
    "another seat": with_turn(3, seat=9**99),
    "no such card": with_turn(3, play="emperor"),
    "a card of no kind": with_turn(3, play=["prefect"]),
    "steps of no kind": with_turn(3, steps=[{"move": 1}]),
    "no such step": with_turn(3, steps=["fly roma\u0000\u202e" * 100]),
    "an open turn within": with_turn(3, open=True),
    "another order": swapped(),
}


def bytes_of(document: object) -> bytes:
    return document if isinstance(document, bytes) else json.dumps(document).encode()


def send(browser, path, document):
    return browser.http.post(path, content=bytes_of(document), headers=JSON, params=ENDS[path])


@pytest.mark.parametrize("path", ENDS)
def test_every_hostile_record_is_refused_in_one_sentence(browser, path):
    for name, document in HOSTILE.items():
        answer = send(browser, path, document)
        assert 400 <= answer.status_code < 500, (name, answer.text)
        error = answer.json()["error"]
        assert error["code"] == "record/invalid", (name, error)
        assert 0 < len(error["message"]) < 400, (name, error)
        assert error["message"].isprintable(), (name, error)


def test_names_of_records_are_shown_without_what_is_not_printable(browser):
    names = ["\u0000\u001b[31mCato\u0007", "  Livia\n Drusilla ", "\u202e" * 70 + "x" * 100]
    document = changed(players=names)
    shown = ["[31mCato", "Livia Drusilla", "x" * 64]
    assert send(browser, "/api/replays", document).json()["seats"] == shown
    opened = send(browser, "/api/branches", document).json()["table"]
    assert [seat["name"] for seat in opened["seats"]] == shown
    blank = changed(players=["\u200b", "\u0000", ""])
    opened = send(browser, "/api/branches", blank).json()["table"]
    assert all(seat["name"].isprintable() and seat["name"] for seat in opened["seats"])


def test_a_good_record_is_read_everywhere(browser):
    """So the hostile ones are refused for what is wrong with them."""
    for path in ENDS:
        assert send(browser, path, copy.deepcopy(changed())).status_code in (200, 201), path
    assert record.load(RECORD).game.is_over
