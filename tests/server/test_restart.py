"""Kill -9 at any moment loses no acknowledged action; on restart every table goes on where it was."""

import os
import random
import signal
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest

from praefectus.server.stored import next_version
from tests.server.browser import Browser, wait_for
from tests.server.process import serving

pytestmark = pytest.mark.slow


def same_browser(old: Browser, url: str) -> Browser:
    new = Browser(url)
    new.http.cookies.update(old.http.cookies)
    return new


def test_a_tentative_turn_survives(tmp_path):
    db = tmp_path / "db"
    with serving(db) as server, closing(Browser(server.url)) as browser:
        table = browser.create("me", "hotseat")
        ended = browser.do(browser.take(table, "play architect"), "end").json()["table"]
        played = browser.take(ended, "play mercator-3", "buy brick 1")
        undone = browser.do(played, "undo").json()["table"]
        server.end(signal.SIGKILL)
    with serving(db) as server, closing(same_browser(browser, server.url)) as again:
        view = again.view(table["id"])
        assert view["game"] == undone["game"], "cookie, game, draft and redo are all there"
        assert again.do(view, "redo").json()["table"]["game"] == played["game"]


def test_no_acknowledged_decision_is_lost(tmp_path):
    """Browsers decide as fast as they can while the server is killed; what was answered must be there."""
    db = tmp_path / "db"
    rng = random.Random(1)
    for round_ in range(3):
        with serving(db) as server:
            browsers = [Browser(server.url) for _ in range(4)]
            last: dict[int, dict[str, Any]] = {}
            threads = [
                threading.Thread(target=decide_until_dead, args=(browser, number, last))
                for number, browser in enumerate(browsers)
            ]
            for thread in threads:
                thread.start()
            while len(last) < len(threads):
                time.sleep(0.02)
            time.sleep(0.8 + rng.random())
            server.end(signal.SIGKILL)
            for thread in threads:
                thread.join()
        with serving(db) as server:
            for number, browser in enumerate(browsers):
                with closing(same_browser(browser, server.url)) as again:
                    check_nothing_lost(again, last[number])
                browser.close()
        assert last, round_


def decide_until_dead(browser: Browser, number: int, last: dict[int, dict[str, Any]]) -> None:
    """Play on until the server doesn't answer, keeping its last answer."""
    rng = random.Random(number)
    try:
        table = browser.create("me", "hotseat")
        while True:
            last[number] = table
            table = browser.take(table, rng.choice(table["game"]["question"]["legal"])["text"])
    except httpx.HTTPError:
        pass


def check_nothing_lost(browser: Browser, acknowledged: dict[str, Any]) -> None:
    view = browser.view(acknowledged["id"])
    # At most the one decision that was stored but whose answer didn't arrive.
    version = acknowledged["version"]
    after = {next_version(version, tentative=tentative) for tentative in (True, False)}
    assert view["version"] in {version, *after}
    if view["version"] == acknowledged["version"]:
        assert view["game"] == acknowledged["game"]
    else:
        assert view["game"]["turn"] >= acknowledged["game"]["turn"]


def test_bots_go_on_after_a_kill(tmp_path):
    db = tmp_path / "db"
    with serving(db) as server, closing(Browser(server.url)) as browser:
        table = browser.create("bot", "bot")
        wait_for(lambda: browser.view(table["id"], after=9999)["game"]["turn"] >= 5)
        turn = browser.view(table["id"])["game"]["turn"]
        server.end(signal.SIGKILL)
    with serving(db) as server, closing(Browser(server.url)) as again:
        assert again.view(table["id"])["game"]["turn"] >= turn
        wait_for(lambda: again.view(table["id"], after=9999)["status"] == "finished", patience=60)


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_no_bot_outlives_the_server(tmp_path):
    with serving(tmp_path / "db") as server, closing(Browser(server.url)) as browser:
        table = browser.create("bot", "bot")
        wait_for(lambda: browser.view(table["id"], after=9999)["game"]["turn"] >= 2)
        workers = children(server.process.pid)
        assert workers
        server.end(signal.SIGKILL)
        wait_for(lambda: not any(alive(worker) for worker in workers))


def children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return state != "Z"


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_asked(tmp_path, sent):
    with serving(tmp_path / "db") as server, closing(Browser(server.url)) as browser:
        table = browser.create("me", "bot")
        with browser.watch(table["id"]) as socket:
            socket.recv(timeout=60)
            code = server.end(sent)
        assert code in (0, -sent)
        assert server.errors == ""
