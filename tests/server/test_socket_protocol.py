"""Messages of a socket are understood however they are framed and cut; so the short way reads what the library would."""

import json
import os
from contextlib import contextmanager, suppress
from socket import create_connection
from urllib.parse import urlsplit

import pytest
from websockets.frames import Frame, Opcode

from tests.server.browser import PATIENCE

PING = b'{"type": "ping"}'
UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def frame(data, opcode=Opcode.TEXT, *, fin=True, mask=True):
    return Frame(opcode, data, fin).serialize(mask=mask)


class Raw:
    """A socket that is sent bytes as they are."""

    def __init__(self, connection):
        self.connection = connection
        self.received = b""

    def read(self, size):
        while len(self.received) < size:
            part = self.connection.recv(65536)
            assert part, "the server has closed the connection"
            self.received += part
        found, self.received = self.received[:size], self.received[size:]
        return found

    def head(self):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.read(1)
        return head

    def message(self):
        """Return kind and content of the next message of the server's."""
        first, length = self.read(2)
        if length >= 126:
            length = int.from_bytes(self.read(2 if length == 126 else 8), "big")
        return Opcode(first & 0x0F), self.read(length)

    def next_kind(self):
        """Return the type of the next message, those left out that come by themselves."""
        while True:
            opcode, data = self.message()
            if opcode == Opcode.CLOSE:
                return int.from_bytes(data[:2], "big")
            if opcode in (Opcode.PING, Opcode.PONG):
                return f"library's {opcode.name.lower()}"
            if opcode == Opcode.TEXT and (kind := json.loads(data)["type"]) not in (
                "update",
                "presence",
            ):
                return kind

    def is_silent(self):
        """Tell whether the server says nothing for a moment but what comes by itself."""
        self.connection.settimeout(0.1)
        with suppress(TimeoutError):
            return self.next_kind() is None
        self.connection.settimeout(PATIENCE)
        return True

    def send(self, data):
        self.connection.sendall(data)


@pytest.fixture
def table(browser):
    return browser.create("me", "hotseat")


@contextmanager
def connected(host, table):
    where = urlsplit(host.url)
    with create_connection((where.hostname, where.port), timeout=PATIENCE) as connection:
        raw = Raw(connection)
        path = f"/api/tables/{table['id']}/live"
        raw.send(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\n{UPGRADE}".encode())
        assert b" 101 " in raw.head()
        yield raw


@pytest.fixture
def raw(host, table):
    with connected(host, table) as raw:
        raw.message()
        yield raw


def test_whole_frames(raw):
    for _ in range(3):
        raw.send(frame(PING))
        assert raw.next_kind() == "pong"


@pytest.mark.parametrize("cut", [1, 2, 3, 6, 7, -1])
def test_a_frame_in_two_parts(raw, cut):
    """After it, whole ones are still understood."""
    data = frame(PING)
    raw.send(data[:cut])
    assert raw.is_silent()
    raw.send(data[cut:])
    assert raw.next_kind() == "pong"
    raw.send(frame(PING))
    assert raw.next_kind() == "pong"


def test_byte_by_byte(raw):
    for byte in frame(PING) + frame(PING):
        raw.send(bytes((byte,)))
    assert [raw.next_kind() for _ in range(2)] == ["pong", "pong"]


def test_several_frames_at_once(raw):
    raw.send(frame(PING) * 3)
    assert [raw.next_kind() for _ in range(3)] == ["pong"] * 3
    raw.send(frame(PING) + frame(PING)[:4])
    assert raw.next_kind() == "pong"


def test_control_frames_in_between(raw):
    raw.send(frame(b"x", Opcode.PING))
    assert raw.next_kind() == "library's pong"
    raw.send(frame(b"nobody asked", Opcode.PONG))
    raw.send(frame(PING))
    assert raw.next_kind() == "pong"


def test_a_message_in_fragments_with_a_whole_frame_in_between(raw):
    raw.send(frame(PING[:5], fin=False))
    raw.send(frame(b"x", Opcode.PING))
    assert raw.next_kind() == "library's pong"
    raw.send(frame(PING[5:], Opcode.CONT))
    assert raw.next_kind() == "pong"
    raw.send(frame(PING[:5], fin=False))
    raw.send(frame(PING))
    assert raw.next_kind() == 1002, "a new message in the middle of another"


def test_a_message_that_comes_before_the_server_has_answered(host, table):
    where = urlsplit(host.url)
    with create_connection((where.hostname, where.port), timeout=PATIENCE) as connection:
        raw = Raw(connection)
        path = f"/api/tables/{table['id']}/live"
        data = frame(PING)
        raw.send(f"GET {path} HTTP/1.1\r\nHost: {where.netloc}\r\n{UPGRADE}".encode())
        raw.send(data[:3])
        assert b" 101 " in raw.head()
        raw.send(data[3:])
        # What comes with the handshake itself the HTTP server drops; either way no nonsense is read.
        assert raw.next_kind() in ("pong", 1002, 1007, 1009, 4400)


WRONG = {
    "not masked": (frame(PING, mask=False), 1002),
    "a reserved bit": (b"\xc1" + frame(PING)[1:], 1002),
    "bytes": (frame(PING, Opcode.BINARY), 4400),
    "not Unicode": (frame(b"\xff\xfe"), 4400),
    "empty": (frame(b""), 4400),
    "short": (frame(b"x" * 125), 4400),
    "not so short": (frame(b"x" * 126), 4400),
    "long": (frame(b"x" * 2000), 4400),
    "very long": (frame(b"x" * 5000), 4400),
    "of no known kind": (b"\x83\x80" + bytes(4), 1002),
    "in the middle of another": (b"\x01\x80" + bytes(4) + frame(PING), 1002),
    "the end": (frame(b"\x03\xe8", Opcode.CLOSE), 1000),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_closes_the_socket(raw, what):
    data, code = WRONG[what]
    raw.send(data)
    assert raw.next_kind() == code


def test_only_who_is_silent_is_asked_whether_they_are_there(host, table):
    with connected(host, table) as raw:
        raw.message()
        (watcher,) = host.parts.hub._watchers[table["id"]]
        connection = watcher.line._connection
        raw.send(frame(PING))
        assert raw.next_kind() == "pong"
        host.run(asked(connection))
        assert raw.is_silent()
        host.run(asked(connection))
        assert raw.next_kind() == "library's ping"


async def asked(connection):
    connection.send_keepalive_ping()


def test_masks_are_taken_off(raw):
    for size in (0, 1, 50, 97):
        mask, data = os.urandom(4), b'{"type":' + b" " * size + b'"ping"}'
        masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(data))
        raw.send(bytes((0x81, 0x80 | len(data))) + mask + masked)
        assert raw.next_kind() == "pong"
