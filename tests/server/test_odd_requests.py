"""Bytes that no browser sends: a real server answers or hangs up, never fails, and logs no traceback."""

import base64
import contextlib
import itertools
import json
import signal
import socket
from contextlib import closing

import pytest

from tests.server.browser import PATIENCE, Browser, next_update
from tests.server.process import serving

pytestmark = pytest.mark.slow

REQUEST_LINES = [
    b"\x00\x01\x02\x03",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # TLS
    b"GET",
    b"GET /",
    b"GET / HTTP/9.9",
    b"get / HTTP/1.1",
    b"CONQUER / HTTP/1.1",
    b"PRI * HTTP/2.0",
    b"OPTIONS * HTTP/1.1",
    b"CONNECT gallia:1 HTTP/1.1",
    b"GET http://[ HTTP/1.1",
    b"GET http://gallia/api/health HTTP/1.1",
    b"GET //// HTTP/1.1",
    b"GET /%zz HTTP/1.1",
    b"GET /%ff%fe%00 HTTP/1.1",
    b"GET /shared/%ff%00 HTTP/1.1",
    b"GET /api/tables/%2e%2e%2f HTTP/1.1",
    b"GET /api/tables/\xff\xff\xff\xff\xff\xff\xff\xff HTTP/1.1",
    b"GET /api/tables?archived=%00&archived=yes HTTP/1.1",
    b"GET /api/" + b"a" * 12_000 + b" HTTP/1.1",
    b"GET /?" + b"a=b&" * 3000 + b" HTTP/1.1",
    b"GET /?\xff HTTP/1.1",
    b"GET /api/network?\xff HTTP/1.1",
    b"GET /api/metrics HTTP/1.0",
]
HEADERS = [
    *(b"Host: " + host for host in (b"[", b"[::1", b"a b", b"@", b"x/y", b"\xff", b"")),
    *(b"Origin: " + origin for origin in (b"http://[", b"null", b"\xff\xfe", b"http://a:b:c", b"")),
    b"Cookie: praefectus=\xff\xfe.\x80",
    b"Cookie: ;;;=;==;,",
    b"Cookie: praefectus=" + b"." * 3000,
    *(b"Content-Length: " + size for size in (b"-1", b"abc", b"9" * 30, b"9" * 5000, b"0x10")),
    b"Content-Length: 0\r\nContent-Length: 5",
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"Transfer-Encoding: gzip, chunked",
    *(
        b"X-Forwarded-For: " + who
        for who in (b"[[[", b"1.2.3.4, , ,", b"::ffff:999.1.1.1", b"\xff")
    ),
    b"X-Forwarded-For: " + b"1.2.3.4, " * 1000,
    b"X-Forwarded-Proto: javascript",
    b"X-Forwarded-Host: [",
    b"Upgrade: websocket",
    b"Upgrade: websocket\r\nConnection: Upgrade",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: x",
    b"Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQ",
    b"Expect: 100-continue",
    b"Range: bytes=9999999999-0",
    b"If-None-Match: \xff",
    b"Authorization: Bearer \xff\xff",
    b"Accept-Encoding: \xff, gzip;q=nan",
    b": nothing",
    b"Name without colon",
    b" folded: header",
]
PATHS = ["/", "/table/x", "/api/health", "/api/nothing", "/api/tables", "/api/network"]
BODIES = [
    b"",
    b"null",
    b"[]",
    b'"senator"',
    b"{",
    b"{}{}",
    b"\xff\xfe\x00",
    b"\x00" * 100,
    '{"version": 1}'.encode("utf-16"),
    b'\xef\xbb\xbf{"version": 1}',
    b"[" * 8000,
    b'{"a":' * 2500,
    b'{"version": 1e999}',
    b'{"version": NaN}',
    b'{"version": true}',
    b'{"version": -1}',
    b'{"version": 1.5}',
    b'{"version": "1"}',
    b'{"version": 9007199254740993, "decision": "end"}',
    b'{"version": ' + b"9" * 5000 + b"}",
    b'{"version": 1, "version": 2, "decision": "end"}',
    b'{"version": 0, "decision": "end\\u0000"}',
    b'{"version": 0, "decision": "\\ud800"}',
    b'{"name": "\\ud800\\udc00\\udfff"}',
    b'{"name": "\\u202e\\u200b\\u0000"}',
    b'{"name": "' + "a\u0301\u0301\u0301\u0301\u0301".encode() * 6 + b'"}',
    b'{"\\ud800": 1, "' + b"x" * 5000 + b'": 2}',
    b'{"map": "italia", "seats": [{"kind": "me"}, {"kind": {"kind": []}}]}',
    b'{"map": "../../etc/passwd", "seats": [{"kind": "me"}, {"kind": "me"}]}',
    b'{"map": "italia", "seats": [{"kind": "bot", "level": "x:time=1e9"}, {"kind": "me"}]}',
    b'{"position": "' + b"9" * 4000 + b'", "simulations": 200}',
    b'{"format": "concordia-record/1", "turns": {"0": []}}',
    b'{"give_up": 7, "archived": "perhaps", "seat": 1e400}',
]
FRAMES = [
    b"\x81\x05hello",  # not masked
    b"\x80\x80\x00\x00\x00\x00",  # a continuation of nothing
    b"\x83\x80\x00\x00\x00\x00",  # a reserved opcode
    b"\xf1\x80\x00\x00\x00\x00",  # reserved bits
    b"\x89\xfe\x01\x00\x00\x00\x00\x00" + b"x" * 256,  # a ping too long
    b"\x88\x82\x00\x00\x00\x00\x00\x01",  # closed with a code that does not exist
    b"\x88\x81\x00\x00\x00\x00\x00",  # closed with half a code
    b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # a text that is none
    b"\x82\x84\x00\x00\x00\x00\x00\xff\x00\xff",  # binary
    b"\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # endless
    b"\x01\x81\x00\x00\x00\x00[" + b"\x00\x81\x00\x00\x00\x00[" * 5000,  # fragments without end
    b"\x81",  # half a frame
    b"\x81\xfe\x03",
]


# With a clock that runs faster: some of these requests never end.
CODE = (
    "from praefectus.server import http_protocol; http_protocol.REQUEST_SECONDS = 2.0;"
    "from praefectus.cli import main; main()"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server") / "db", code=CODE) as server:
        yield server


def connect(server) -> socket.socket:
    host, _, port = server.url.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=PATIENCE)


def exchange(server, data: bytes) -> bytes:
    """Send bytes and return the head of what comes back; nothing if the server hangs up."""
    with connect(server) as connection:
        with contextlib.suppress(OSError):  # it may have heard enough
            connection.sendall(data)
        received = b""
        with contextlib.suppress(ConnectionResetError):
            while b"\r\n\r\n" not in received and (part := connection.recv(65_536)):
                received += part
    return received.partition(b"\r\n\r\n")[0]


def check(received: bytes, sent: bytes) -> None:
    status = int(received.split(b" ")[1]) if received else 0
    assert status < 500 or status == 503, (sent[:200], received)


def test_odd_heads_do_no_harm(server):
    for line in REQUEST_LINES:
        sent = line + b"\r\nHost: here\r\nConnection: close\r\n\r\n"
        check(exchange(server, sent), sent)
    for path, header in itertools.product(PATHS, HEADERS):
        for first in (f"GET {path}", f"POST {path}"):
            sent = first.encode() + b" HTTP/1.1\r\n"
            if not header.startswith(b"Host"):
                sent += b"Host: here\r\n"
            sent += b"Content-Type: application/json\r\nConnection: close\r\n" + header
            check(exchange(server, sent + b"\r\n\r\n"), sent)


def test_odd_bodies_do_no_harm(server):
    with closing(Browser(server.url)) as browser:
        playing, lobby = browser.create("me", "hotseat"), browser.create("me", "open")
        posts = [
            "/api/tables",
            "/api/replays",
            "/api/reviews",
            "/api/branches?seat=0&level=random",
            "/api/puzzles?turn=0",
            "/api/positions",
            "/api/analysis",
            "/api/network",
            "/api/lessons/first",
            lobby["invitation"].replace("/join/", "/api/invitations/"),
        ]
        for table in (playing, lobby):
            verbs = "decide undo redo restart end hint archive start again share branch puzzle"
            verbs += " answer review seats/0/leave seats/0/replace seats/0/claim"
            posts += [f"/api/tables/{table['id']}/{verb}" for verb in verbs.split()]
        requests = [("POST", path) for path in posts]
        requests += [("PATCH", f"/api/tables/{playing['id']}{end}") for end in ("", "/seats/0")]
        requests.append(("DELETE", f"/api/tables/{playing['id']}/share"))
        for (method, path), body in itertools.product(requests, BODIES):
            answer = browser.http.request(
                method, path, content=body, headers={"content-type": "application/json"}
            )
            assert answer.status_code < 500 or answer.status_code == 503, (path, body[:200])
            json.loads(answer.content)
        assert browser.view(playing["id"])["status"] == "playing"


def test_half_requests_do_no_harm(server):
    """Whoever sent them is gone before they are complete."""
    with closing(Browser(server.url)) as browser:
        table = browser.create("me", "hotseat")
        cookie = "; ".join(f"{name}={value}" for name, value in browser.http.cookies.items())
        body = json.dumps({"version": table["version"], "decision": "play tribune"})
        whole = (
            f"POST /api/tables/{table['id']}/decide HTTP/1.1\r\nHost: here\r\nCookie: {cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        ).encode()
        for length in range(0, len(whole), 3):
            with connect(server) as connection:
                connection.sendall(whole[:length])
        assert browser.view(table["id"])["version"] == table["version"], "nothing was decided"
        assert exchange(server, whole).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
def test_odd_frames_close_their_socket_and_no_other(server, frame):
    with closing(Browser(server.url)) as browser:
        table = browser.create("me", "hotseat")
        key = base64.b64encode(bytes(16)).decode()
        head = (
            f"GET /api/tables/{table['id']}/live HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n"
        ).encode()
        with browser.watch(table["id"]) as watching, connect(server) as connection:
            next_update(watching)
            connection.sendall(head)
            assert connection.recv(12) == b"HTTP/1.1 101"
            with contextlib.suppress(OSError):
                connection.sendall(frame)
                connection.shutdown(socket.SHUT_WR)
            with contextlib.suppress(ConnectionResetError):
                while connection.recv(65_536):
                    pass
            browser.take(table, "play tribune", "end")
            while next_update(watching)["table"]["game"]["turn"] != 1:
                pass


def test_after_all_that_the_server_is_ready_and_has_logged_no_fault(server):
    """The last test here: it ends the server."""
    with closing(Browser(server.url)) as browser:
        assert browser.get("/api/ready").status_code == 200
    server.end(signal.SIGTERM)
    assert "Traceback" not in server.errors
    assert "ERROR" not in server.errors
