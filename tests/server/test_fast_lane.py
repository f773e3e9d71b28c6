"""The short way to the endpoints of play answers exactly as the usual way does."""

import json

import pytest

from praefectus.server import fast_lane
from tests.server.browser import JSON

# A parameter that nobody knows is ignored, but keeps a request from the short way.
USUAL = "usual=1"


@pytest.fixture
def taken(monkeypatch):
    """The endpoints that the short way has led to."""
    found = []
    really = fast_lane._note_route

    def noted(scope, endpoint):
        found.append(endpoint.__name__)
        really(scope, endpoint)

    monkeypatch.setattr(fast_lane, "_note_route", noted)
    return found


def both(browser, method, path, body=None):
    """Return what is answered on the short way and on the usual way."""
    return [
        browser.http.request(method, f"{path}?{query}", content=body, headers=JSON)
        for query in ("after=0", f"after=0&{USUAL}")
    ]


def test_a_table_looks_the_same(browser, taken):
    table = browser.create("me", "hotseat")
    short, usual = both(browser, "GET", f"/api/tables/{table['id']}")
    assert short.json() == usual.json()
    assert short.headers.keys() == usual.headers.keys()
    assert taken == ["get_table"]


def test_a_turn_is_played_the_same_way(browser, taken):
    views = []
    for query in ("after=0", f"after=0&{USUAL}"):
        table = browser.create("me", "hotseat")
        for verb, more in [
            ("decide", {"decision": "play architect"}),
            ("undo", {}),
            ("redo", {}),
            ("restart", {}),
            ("decide", {"decision": "play architect"}),
            ("end", {}),
        ]:
            body = json.dumps({"version": table["version"], **more})
            path = f"/api/tables/{table['id']}/{verb}?{query}"
            answer = browser.http.post(path, content=body, headers=JSON)
            assert answer.status_code == 200
            assert "set-cookie" in answer.headers
            table = answer.json()["table"]
        views.append((table["version"], table["game"]["turn"], sorted(answer.headers)))
    assert views[0] == views[1]
    assert taken == ["decide", "undo", "redo", "restart", "decide", "end"]


@pytest.mark.parametrize(
    "body",
    [
        '{"version": 0, "decision": "play architect", "more": 1}',
        '{"version": "x", "decision": "play architect"}',
        '{"version": 1.5, "decision": "play architect"}',
        '{"decision": "play architect"}',
        '{"version": 99, "decision": "play architect"}',
        '{"version": 0, "decision": "build roma"}',
        '{"version": 0, "decision": "dance"}',
        '{"version": 0, "decision": "A"}',
        '{"version": 0, "decision": "\\ud800"}',
        "[]",
        "{",
        "",
        "\xff",
        "[" * 5000,
    ],
)
def test_what_is_wrong_is_told_the_same_way(browser, body):
    table = browser.create("me", "hotseat")
    path = f"/api/tables/{table['id']}/decide"
    short, usual = both(browser, "POST", path, body.encode("latin-1"))
    assert short.status_code == usual.status_code
    assert short.json() == usual.json()
    assert short.headers.keys() == usual.headers.keys()


@pytest.mark.parametrize("path", ["nosuchtable", "x", "nosuchtable/decide", "nosuchtable/dance"])
@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_what_does_not_exist_is_told_the_same_way(browser, path, method):
    body = b'{"version": 0, "decision": "end"}'
    short, usual = both(browser, method, f"/api/tables/{path}", body)
    assert (short.status_code, short.json()) == (usual.status_code, usual.json())
