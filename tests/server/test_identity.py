"""Whose cookie is whose: two servers on one host, and secrets that change."""

from contextlib import closing

from starlette.responses import Response

from praefectus.server.identity import FORMER_COOKIE, Identity
from tests.server.browser import Browser, hosting

OLD, NEW = "the old secret of this server", "the new secret of this server"


def asking(**cookies):
    """Return the scope of a request with cookies."""
    header = "; ".join(f"{name}={value}" for name, value in cookies.items()).encode()
    return {"type": "http", "headers": [(b"cookie", header)]}


def test_two_servers_on_one_host_leave_each_other_alone(tmp_path):
    """Cookies know no ports: a browser sends both servers' cookies to both."""
    with (
        hosting(tmp_path / "a") as one,
        hosting(tmp_path / "b") as two,
        closing(Browser(one.url)) as browser,
        closing(Browser(two.url)) as same,
    ):
        table = browser.create("me", "hotseat")
        same.http.cookies.update(browser.http.cookies)
        other = same.create("me", "hotseat")
        browser.http.cookies.update(same.http.cookies)
        browser.get("/api/tables")
        same.http.cookies.update(browser.http.cookies)
        assert browser.view(table["id"])["host"]
        assert same.view(other["id"])["host"]


def test_a_cookie_of_the_former_name_keeps_its_seat():
    identity = Identity([OLD], "abcd")
    assert identity.read(asking(**{FORMER_COOKIE: identity.sign("livia")})) == "livia"
    assert identity.read(asking(**{FORMER_COOKIE: "somebody.elses"})) is None
    both = {identity.cookie: "somebody.elses", FORMER_COOKIE: identity.sign("livia")}
    assert identity.read(asking(**both)) == "livia"


def test_a_secret_that_comes_back_brings_the_seats_back(tmp_path):
    """Who only looks meanwhile keeps their cookie; who opens a table needs a new one."""
    cookies: dict[str, str] = {}
    for secret in (OLD, NEW, OLD):
        with hosting(tmp_path, secrets=(secret,)) as host, closing(Browser(host.url)) as browser:
            browser.http.cookies.update(cookies)
            if not cookies:
                browser.create("me", "hotseat")
                cookies = dict(browser.http.cookies)
            answer = browser.get("/api/tables")
            assert len(answer.json()["tables"]) == (secret == OLD)
            assert ("set-cookie" in answer.headers) == (secret == OLD)
            if secret == NEW:
                body = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
                assert "set-cookie" in browser.post("/api/tables", body).headers


def test_a_secret_can_be_rotated():
    before, during, after = Identity([OLD], "x"), Identity([NEW, OLD], "x"), Identity([NEW], "x")
    signed_before = asking(**{before.cookie: before.sign("livia")})
    assert during.read(signed_before) == "livia"
    assert after.read(signed_before) is None
    response = Response()
    during.write(response, "livia", secure=False)
    assert during.sign("livia") in response.headers["set-cookie"]
    assert after.read(asking(**{after.cookie: during.sign("livia")})) == "livia"
