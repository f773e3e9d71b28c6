"""`praefectus play`: its address stays, and friends nearby can be let in."""

import json
import socket
import urllib.error
import urllib.request

import pytest

from praefectus.server.network import next_listener, own_address
from praefectus.server.run import USUAL_PORT
from tests.server.process import Process


def ask(url, body=None, host=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json"} | ({"host": host} if host else {})
    request = urllib.request.Request(url, data, headers)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


@pytest.fixture
def playing(tmp_path):
    process = Process("play", "--no-browser", "--port", "0", "--db", str(tmp_path / "tables.db"))
    yield process
    process.process.kill()
    process.wait()


@pytest.mark.skipif(own_address() is None, reason="this machine is in no network")
def test_friends_nearby_are_let_in_when_the_user_says_so(playing):
    port = playing.url.rpartition(":")[2]
    offered = ask(f"{playing.url}/api/network")
    assert offered == {"address": f"http://{own_address()}:{port}", "open": False}
    with pytest.raises(urllib.error.URLError):
        ask(f"{offered['address']}/api/health")
    assert ask(f"{playing.url}/api/network", {}) == offered | {"open": True}
    assert ask(f"{offered['address']}/api/health")["status"] == "ok"
    assert ask(f"{playing.url}/api/network", {}) == offered | {"open": True}
    # Whoever comes from outside is told nothing of it, and can open nothing.
    assert ask(f"{offered['address']}/api/network") == {"address": None, "open": False}
    with pytest.raises(urllib.error.HTTPError, match="403"):
        ask(f"{offered['address']}/api/network", {})


def test_a_page_of_another_name_cannot_open_it(playing):
    with pytest.raises(urllib.error.HTTPError, match="403"):
        ask(f"{playing.url}/api/network", {}, host="example.org")


def test_a_server_for_many_has_nothing_to_open(browser):
    assert browser.get("/api/network").json() == {"address": None, "open": False}
    assert browser.post("/api/network", {}).status_code == 403


def test_the_next_free_port_is_taken():
    with next_listener("127.0.0.1", USUAL_PORT) as first:
        first.listen()
        taken = first.getsockname()[1]
        with next_listener("127.0.0.1", taken) as second:
            assert taken < second.getsockname()[1] <= taken + 20


def test_a_port_that_was_asked_for_is_not_exchanged(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        process = Process("play", "--no-browser", "--port", port, "--db", str(tmp_path / "t.db"))
        assert process.wait() != 0
        assert f"can't listen on 127.0.0.1:{port}" in process.errors
