"""Limits, headers, origins: what a stranger can't do."""

from contextlib import closing, contextmanager

import httpx
import pytest
from websockets.exceptions import InvalidStatus

from praefectus.server.admission import address_key
from praefectus.server.ratelimit import RateLimit
from praefectus.server.settings import Limits
from tests.server.browser import Browser, hosting


def code(answer):
    return answer.json()["error"]["code"]


@contextmanager
def limited(folder, **limits):
    with hosting(folder, Limits(**limits)) as host, closing(Browser(host.url)) as browser:
        yield browser


def test_a_bucket_empties_and_fills():
    limit = RateLimit(per_second=2, at_once=3)
    assert [limit.take("a", now=0) for _ in range(3)] == [0, 0, 0]
    assert limit.take("a", now=0) == pytest.approx(0.5)
    assert limit.take("b", now=0) == 0, "everybody has their own"
    assert limit.take("a", now=0.5) == 0
    assert limit.take("a", now=0.5) > 0
    assert [limit.take("a", now=100) for _ in range(4)][:3] == [0, 0, 0], "never more than it holds"


def test_buckets_do_not_pile_up():
    limit = RateLimit(per_second=1, at_once=1)
    for n in range(50_000):
        limit.take(str(n), now=n)
    assert len(limit._buckets) <= 20_000


def test_a_client_is_slowed_down_and_others_are_not(tmp_path):
    with limited(tmp_path, requests_per_second=0.005, requests_at_once=10) as browser:
        browser.get("/api/tables")
        answers = [browser.get("/api/tables") for _ in range(11)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert code(answers[-1]) == "rate/limited"
        assert int(answers[-1].headers["retry-after"]) >= 1
        with closing(Browser(browser.url)) as other:
            assert other.get("/api/tables").status_code == 200


def test_cookies_cost_nothing_so_addresses_are_limited_too(tmp_path):
    with limited(tmp_path, address_per_second=0.005, address_at_once=8) as browser:
        statuses = []
        for _ in range(10):
            with closing(Browser(browser.url)) as another:
                another.get("/api/tables")
                statuses.append(another.get("/api/tables").status_code)
        assert statuses[0] == 200
        assert statuses[-1] == 429


def test_ipv6_is_counted_by_network():
    household = address_key("2001:db8:1:2:3:4:5:6")
    assert household == address_key("2001:db8:1:2:ffff::1")
    assert household != address_key("2001:db8:1:3::1")
    assert address_key("::ffff:192.0.2.7") == address_key("192.0.2.7")
    assert address_key("192.0.2.7") != address_key("192.0.2.8")
    assert address_key("testclient") == "testclient"


def test_strangers_share_their_addresss_rate(tmp_path):
    with limited(tmp_path, strangers_per_second=0.005, strangers_at_once=5) as browser:
        answers = [httpx.get(f"{browser.url}/api/health") for _ in range(7)]
        assert [answer.status_code for answer in answers] == [200] * 5 + [429] * 2


def test_opening_tables_is_limited_by_address(tmp_path):
    with limited(tmp_path, heavy_per_second=0.005, heavy_at_once=3) as browser:
        body = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
        statuses = []
        for _ in range(5):
            browser.http.cookies.clear()  # a new cookie doesn't help
            statuses.append(browser.post("/api/tables", body).status_code)
        assert statuses == [201] * 3 + [429] * 2


@pytest.mark.parametrize("path", ["/api/lessons/first", "/api/puzzles/first"])
def test_so_is_opening_prepared_positions(tmp_path, path):
    with limited(tmp_path, heavy_per_second=0.005, heavy_at_once=3) as browser:
        statuses = [browser.post(path).status_code for _ in range(5)]
        assert statuses == [404] * 3 + [429] * 2


def test_the_page_of_a_shared_game_is_limited_too(tmp_path):
    """It asks the database; the other pages are files."""
    with limited(tmp_path, strangers_per_second=0.005, strangers_at_once=3) as browser:
        statuses = [browser.get("/shared/nosuchgame").status_code for _ in range(5)]
        assert 429 not in statuses[:3]
        assert statuses[3:] == [429] * 2
        assert browser.get("/table/nosuchtable").status_code != 429


def test_sockets_are_limited(tmp_path):
    import websockets.exceptions

    with limited(tmp_path, sockets_per_client=2) as browser:
        table = browser.create("me", "hotseat")
        with browser.watch(table["id"]) as one, browser.watch(table["id"]) as two:
            one.recv(timeout=60)
            two.recv(timeout=60)
            with browser.watch(table["id"]) as three:
                with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
                    three.recv(timeout=60)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4429


def test_bodies_are_limited(browser):
    big = {"name": "x" * 20_000}
    answer = browser.post("/api/tables", big)
    assert (answer.status_code, code(answer)) == (413, "request/too-large")
    answer = browser.http.post(
        "/api/replays", content=b"x" * 1_000_001, headers={"content-type": "application/json"}
    )
    assert (answer.status_code, code(answer)) == (413, "request/too-large")


def test_the_length_of_a_body_must_be_told(browser):
    def pieces():
        yield b"{}"

    answer = browser.http.post(
        "/api/tables", content=pieces(), headers={"content-type": "application/json"}
    )
    assert (answer.status_code, code(answer)) == (411, "request/length")


def test_only_json_changes_anything(browser):
    """What a form of another site could send is refused."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        answer = browser.http.post("/api/tables", content=b"{}", headers={"content-type": kind})
        assert (answer.status_code, code(answer)) == (415, "request/media-type")


def test_other_sites_change_nothing(browser):
    body = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
    elsewhere = {"origin": "http://elsewhere.example"}
    answer = browser.http.post("/api/tables", json=body, headers=elsewhere)
    assert (answer.status_code, code(answer)) == (403, "request/origin")
    for strange in ("http://[", "null", "http://" + "[" * 500):
        answer = browser.http.post("/api/tables", json=body, headers={"origin": strange})
        assert (answer.status_code, code(answer)) == (403, "request/origin")
    here = {"origin": browser.url}
    assert browser.http.post("/api/tables", json=body, headers=here).status_code == 201


@pytest.mark.parametrize("path", ["/", "/api/health", "/api/nothing", "/table/x", "/no.such.file"])
def test_every_answer_has_security_headers(browser, path):
    headers = browser.get(path).headers
    policy = headers["content-security-policy"]
    assert "script-src 'self';" in policy
    assert "unsafe-eval" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"


def test_scripts_may_not_be_inline(browser):
    policy = browser.get("/").headers["content-security-policy"]
    scripts = next(part for part in policy.split(";") if part.strip().startswith("script-src"))
    assert scripts.split() == ["script-src", "'self'"]


def test_answers_of_the_api_are_not_cached(browser):
    assert browser.get("/api/tables").headers["cache-control"] == "no-store"


def test_names_come_back_as_they_are_and_as_json(browser):
    """Escaping is the page's work; what is sent can't be taken for HTML."""
    name = '<img src=x onerror="alert(1)">'
    answer = browser.post(
        "/api/tables",
        {
            "map": "italia",
            "name": name,
            "seats": [{"kind": "me", "name": name}, {"kind": "hotseat"}],
        },
    )
    assert answer.headers["content-type"] == "application/json"
    table = answer.json()["table"]
    assert table["name"] == name
    assert name in [seat["name"] for seat in table["seats"]]


def test_connecting_again_and_again_is_slowed_down(tmp_path):
    with limited(tmp_path, connects_per_second=0.01, connects_at_once=3) as browser:
        table = browser.create("me", "me")
        for _ in range(3):
            with browser.watch(table["id"]) as socket:
                socket.recv(timeout=10)
        with pytest.raises(InvalidStatus) as refused:
            browser.watch(table["id"])
        answer = refused.value.response
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) > 1
        assert b"rate/limited" in answer.body
