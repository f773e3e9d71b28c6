"""Requests that come slowly or without end are given up; everybody else is served."""

import contextlib
import resource
import socket
from pathlib import Path

import pytest

from praefectus.server import http_protocol
from tests.server.browser import wait_for
from tests.server.process import serving

pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="looks at /proc")
HALF_A_BODY = b"\r\n".join(
    [
        b"POST /api/replays HTTP/1.1",
        b"Host: here",
        b"Content-Type: application/json",
        b"Content-Length: 1000",
        b"",
        b"{",
    ]
)
HEAD = b"GET /api/health HTTP/1.1\r\nHost: here\r\n"


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    with serving(tmp_path_factory.mktemp("server") / "db") as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        yield host, int(port)


def answer(connection):
    """Return all that is answered until the server closes the connection."""
    connection.settimeout(60)
    received = b""
    with contextlib.suppress(ConnectionResetError):
        while part := connection.recv(65_536):
            received += part
    return received


def send(connection, data):
    """Send until the server has had enough."""
    with contextlib.suppress(BrokenPipeError, ConnectionResetError):
        connection.sendall(data)


@pytest.mark.parametrize("line", [b"X-A: b\r\n", b"X-A: " + b"b" * 5_000_000])
def test_headers_without_end_are_refused(address, line):
    with socket.create_connection(address) as connection:
        send(connection, HEAD)
        send(connection, line * max(1, 5_000_000 // len(line)))
        received = answer(connection)
        assert received == b"" or received.split(b" ")[1] in (b"400", b"431")


def test_ordinary_headers_are_not(address):
    with socket.create_connection(address) as connection:
        send(connection, HEAD + b"Cookie: a=" + b"b" * 4000 + b"\r\nConnection: close\r\n\r\n")
        assert answer(connection).startswith(b"HTTP/1.1 200")


def test_a_connection_is_kept_for_several_requests(address):
    with socket.create_connection(address) as connection:
        for _ in range(3):
            send(connection, HEAD + b"\r\n")
            connection.settimeout(60)
            received = b""
            while not received.endswith(b"}"):
                received += connection.recv(65_536)
            assert received.startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET /api/hea",
        HEAD,
        HALF_A_BODY,
    ],
    ids=["nothing", "half a line", "half a head", "half a body"],
)
def test_half_a_request_is_given_up(tmp_path, half):
    """With a clock that runs faster, for the test."""
    code = (
        "from praefectus.server import http_protocol; http_protocol.REQUEST_SECONDS = 1.0;"
        "from praefectus.cli import main; main()"
    )
    assert http_protocol.REQUEST_SECONDS >= 5, "people have slow lines"
    with serving(tmp_path / "db", code=code) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port))) as connection:
            send(connection, half)
            received = answer(connection)
            assert received == b"" or b"408" in received


def test_answers_that_nobody_reads_are_given_up(tmp_path):
    """With a clock that runs faster, for the test."""
    code = (
        "from praefectus.server import http_protocol; http_protocol.READ_SECONDS = 1.0;"
        "from praefectus.cli import main; main()"
    )
    with serving(tmp_path / "db", code=code) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")

        def sockets():
            opened = Path(f"/proc/{server.process.pid}/fd").iterdir()
            return sum(each.is_socket() for each in opened)

        before = sockets()
        with socket.create_connection((host, int(port))) as connection:
            wait_for(lambda: sockets() > before)
            # Some megabytes: more than the system holds for a connection.
            send(connection, b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n" * 200)
            wait_for(lambda: sockets() == before, patience=60)


def test_an_address_has_so_many_connections(tmp_path):
    """One that takes all it can get, and somebody else."""
    env = {"PRAEFECTUS_CONNECTIONS_PER_ADDRESS": "20"}
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path / "db", env=env))
        host, _, port = server.url.removeprefix("http://").partition(":")

        def connect(source):
            made = socket.create_connection((host, int(port)), source_address=(source, 0))
            return stack.enter_context(made)

        greedy = [connect("127.0.0.2") for _ in range(30)]
        assert [answer(each) for each in greedy[20:]] == [b""] * 10
        # The others are open: those of the address, and of everybody else; a proxy on this machine is not counted.
        for source in ("127.0.0.3", *["127.0.0.1"] * 25):
            other = connect(source)
            send(other, HEAD + b"Connection: close\r\n\r\n")
            assert answer(other).startswith(b"HTTP/1.1 200")
        # Who leaves makes room.
        for each in greedy[:20]:
            send(each, HEAD + b"Connection: close\r\n\r\n")
            assert answer(each).startswith(b"HTTP/1.1 200")
        again = connect("127.0.0.2")
        send(again, HEAD + b"Connection: close\r\n\r\n")
        assert answer(again).startswith(b"HTTP/1.1 200")


def test_the_server_may_have_more_connections_than_usual(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(soft, 1024), hard))
    try:
        with serving(tmp_path / "db") as server:
            limits = Path(f"/proc/{server.process.pid}/limits").read_text()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    found = next(line for line in limits.splitlines() if line.startswith("Max open files"))
    assert int(found.split()[3]) == min(65_536, int(found.split()[4]))
