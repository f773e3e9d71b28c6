"""Operating a server: settings, read-only mode, and ending it without a lost turn."""

import json
import random
import re
import signal
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from praefectus.errors import PraefectusError
from praefectus.server.environment import VARIABLES, read_numbers
from praefectus.server.settings import from_environment
from tests.server.browser import Browser, hosting
from tests.server.process import serving

DOCS = Path(__file__).parent.parent.parent / "docs"


def code(answer):
    return answer.json()["error"]["code"]


def test_every_variable_is_documented_with_its_default(tmp_path):
    table = dict(
        re.findall(r"^\| `(\w+)` \| ([^|]+) \|", (DOCS / "hosting.md").read_text(), re.MULTILINE)
    )
    settings = from_environment(tmp_path / "tables.db")
    for each in VARIABLES:
        part, _, name = each.field.rpartition(".")
        default = getattr(getattr(settings, part) if part else settings, name) / each.unit
        shown = "one per core" if each.field == "bot_workers" else f"{default:g}"
        assert table[each.name].strip() == shown, each.name


@pytest.mark.parametrize("variable", VARIABLES, ids=lambda variable: variable.name)
def test_every_variable_sets_its_field_and_refuses_nonsense(variable, tmp_path, monkeypatch):
    monkeypatch.setenv(variable.name, f"{variable.highest:g}")
    settings = from_environment(tmp_path / "tables.db")
    part, _, name = variable.field.rpartition(".")
    found = getattr(getattr(settings, part) if part else settings, name)
    assert found == variable.highest * variable.unit
    for text in ("much", f"{variable.highest + 1:.0f}", "-1"):
        with pytest.raises(
            PraefectusError, match=f"{variable.name} must be a (whole )?number from"
        ):
            read_numbers({variable.name: text})


@pytest.mark.parametrize("text", ["PRAEFECTUS_WORKERS=1.5", "PRAEFECTUS_READ_ONLY=0.5"])
def test_what_is_counted_is_whole(text):
    name, _, number = text.partition("=")
    with pytest.raises(PraefectusError, match=f"{name} must be a whole number"):
        read_numbers({name: number})


@pytest.mark.parametrize(
    "url",
    [
        *("nonsense", "redis://[::1", "redis://localhost:99999", "unix://"),
        *("redis://localhost?socket_timeout=long", "redis://cato:se/cret@localhost"),
    ],
)
@pytest.mark.parametrize("name", ["REDIS_URL", "PRAEFECTUS_JOBS"])
def test_an_address_that_makes_no_sense_is_told(url, name, tmp_path, monkeypatch):
    monkeypatch.setenv(name, url)
    with pytest.raises(PraefectusError, match=name) as told:
        from_environment(tmp_path / "tables.db")
    assert "cret" not in str(told.value)


def test_a_read_only_server_shows_games_and_changes_nothing(tmp_path):
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        table = browser.create("me", "bot")
        cookies = browser.http.cookies
        token = browser.create("me", "open")["invitation"].rpartition("/")[2]
    with (
        hosting(tmp_path, read_only=True) as host,
        closing(Browser(host.url)) as browser,
    ):
        browser.http.cookies.update(cookies)
        view = browser.view(table["id"])
        assert view["read_only"]
        path = f"/api/tables/{table['id']}"
        for answer in (
            browser.decide(view, "play architect"),
            browser.do(view, "end"),
            browser.patch(path, {"name": "Other"}),
            browser.delete(path),
            browser.post(f"/api/invitations/{token}", {"name": "Cato"}),
            browser.post("/api/tables", {"map": "italia", "seats": [{"kind": "me"}] * 2}),
        ):
            assert (answer.status_code, code(answer)) == (503, "server/read-only")
        assert browser.get("/api/ready").status_code == 200
        assert len(browser.get("/api/tables").json()["tables"]) == 2
        assert browser.get(f"{path}/replay").status_code == 200
        start = browser.post("/api/positions/start", {"map": "italia", "players": 2})
        assert browser.post("/api/positions/check", start.json()).status_code == 200
        with browser.watch(table["id"]) as socket:
            assert json.loads(socket.recv())["table"]["read_only"]
        assert browser.view(table["id"])["version"] == view["version"], "no bot plays either"


def until_closed(socket):
    while True:
        socket.recv(timeout=10)


def test_a_server_that_is_told_to_end_finishes_what_it_began(tmp_path):
    """People play while the server gets SIGTERM: sockets are told to reconnect, and nothing that was answered is lost."""
    db = tmp_path / "tables.db"
    last: dict[str, tuple[Browser, dict[str, Any]]] = {}
    with serving(db) as server:

        def play(browser: Browser) -> None:
            rng, table = random.Random(1), browser.create("me", "hotseat")
            last[table["id"]] = browser, table
            try:
                while True:
                    words = rng.choice(table["game"]["question"]["legal"])["text"]
                    answer = browser.decide(table, words)
                    if answer.status_code == 503:
                        return
                    table = answer.json()["table"]
                    last[table["id"]] = browser, table
            except httpx.HTTPError:
                pass

        browsers = [Browser(server.url) for _ in range(3)]
        threads = [threading.Thread(target=play, args=(browser,)) for browser in browsers]
        watched = browsers[0].create("me", "hotseat")
        with browsers[0].watch(watched["id"]) as socket:
            socket.recv()
            for thread in threads:
                thread.start()
            while len(last) < len(threads):
                threading.Event().wait(0.02)
            assert server.end(signal.SIGTERM) in (0, -signal.SIGTERM)
            with pytest.raises(ConnectionClosed) as closed:
                until_closed(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "the page reconnects"
        for thread in threads:
            thread.join()
        assert "Traceback" not in server.errors
    with serving(db) as server:
        for table_id, (browser, seen) in last.items():
            with closing(Browser(server.url)) as again:
                again.http.cookies.update(browser.http.cookies)
                assert again.view(table_id)["version"] >= seen["version"]
                if again.view(table_id)["version"] == seen["version"]:
                    assert again.view(table_id)["game"] == seen["game"]
            browser.close()
