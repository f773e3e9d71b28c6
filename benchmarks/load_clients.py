"""Clients for `server_load.py`, as thin as can be, to measure the server and not themselves.

They do what the page does: send decisions over the table's socket, see there what others have done, and read the answers they need.
A server of an earlier version, a baseline, is sent decisions over HTTP.
"""

import asyncio
import random
import time
from typing import Any

import orjson

HEAD_END = b"\r\n\r\n"
_UPGRADE = (
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
)
_TEXT, _PING, _PONG = 0x81, 0x89, 0x8A
# What a client sends is masked, be it with zeros.
_MASKED, _MASK = 0x80, bytes(4)
_PRESENCE = b'{"type":"presence"'
_VERSION = b'"version":'
_ERROR = b'{"error":'
_DONE, _REFUSED = b'{"type":"done"', b'{"type":"refused"'
_UPDATE = b'"update":'


class Browser(asyncio.Protocol):
    """One keep-alive connection and a cookie."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self._transport: asyncio.Transport | None = None
        self._received = b""
        self._answered: asyncio.Future[bytes] | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Connect again for the next request."""
        # The server closes connections on which nothing happens for a while.
        self._transport = None
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(exc or ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        """Give a whole answer to who waits for it."""
        self._received = received = self._received + data if self._received else data
        end = received.find(HEAD_END)
        if end < 0:
            return
        start = received.find(b"content-length: ", 0, end) + 16
        whole = end + 4 + int(received[start : received.find(b"\r\n", start)])
        if len(received) >= whole:
            self._received = b""
            assert self._answered is not None
            self._answered.set_result(received)

    async def open(self) -> None:
        """Connect."""
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", self.port)

    def close(self) -> None:
        """Disconnect."""
        if self._transport is not None:
            self._transport.close()

    async def send(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Send a request and return the answer; an error is an error."""
        data = b"" if body is None else orjson.dumps(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        if self._transport is None:
            await self.open()
        assert self._transport is not None
        self._answered = asyncio.get_running_loop().create_future()
        self._transport.write(head.encode() + data)
        answer = await self._answered
        end = answer.find(HEAD_END)
        if not self.cookie:
            self._keep_cookie(answer[:end])
        text = answer[end + 4 :]
        if text.startswith(_ERROR):
            raise RuntimeError(f"{method} {path}: {text!r}")
        received: dict[str, Any] = orjson.loads(text)
        return received

    def _keep_cookie(self, head: bytes) -> None:
        _, _, value = head.decode("latin-1").partition("set-cookie: ")
        self.cookie = value.partition(";")[0]


class Socket(asyncio.Protocol):
    """The socket of a browser. It keeps the last update as it came: most are never looked at."""

    def __init__(self) -> None:
        self.bytes = 0
        self._received = b""
        self._is_open = self._is_lost = False
        self._update = b""
        self._news = asyncio.Event()
        self._answered: asyncio.Future[bytes] | None = None
        self._opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, port: int, table_id: str, cookie: str = "") -> None:
        """Connect, and wait for the first update."""
        loop = asyncio.get_running_loop()
        transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", port)
        self._transport = transport
        head = f"GET /api/tables/{table_id}/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{_UPGRADE}"
        known = f"Cookie: {cookie}\r\n" if cookie else ""
        transport.write(f"{head}{known}\r\n".encode())
        await self._opened
        while not self._update:
            await self._wait()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Tell who waits."""
        self._is_lost = True
        self._news.set()
        if self._answered is not None and not self._answered.done():
            self._answered.set_exception(ConnectionError("the server closed the socket"))
        if not self._opened.done():
            self._opened.set_result(None)

    def data_received(self, data: bytes) -> None:
        """Read whole frames."""
        self.bytes += len(data)
        received = self._received + data if self._received else data
        if not self._is_open:
            head, end, received = received.partition(HEAD_END)
            if not end:
                self._received = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self._opened.set_exception(RuntimeError(head.decode("latin-1")))
                return
            self._is_open = True
            self._opened.set_result(None)
        at, size = 0, len(received)
        while size - at >= 2:
            length, start = received[at + 1], at + 2
            if length == 126:
                if size - at < 4:
                    break
                length, start = int.from_bytes(received[at + 2 : at + 4], "big"), at + 4
            elif length == 127:
                if size - at < 10:
                    break
                length, start = int.from_bytes(received[at + 2 : at + 10], "big"), at + 10
            if start + length > size:
                break
            self._frame(received[at], received, start, start + length)
            at = start + length
        self._received = received[at:] if at < size else b""

    def _frame(self, kind: int, received: bytes, start: int, end: int) -> None:
        if kind == _PING:
            head = bytes((_PONG, _MASKED | end - start))
            self._transport.write(head + _MASK + received[start:end])
        elif kind == _TEXT and received.startswith((_DONE, _REFUSED), start):
            assert self._answered is not None
            self._answered.set_result(received[start:end])
        elif kind == _TEXT and not received.startswith(_PRESENCE, start):
            self._update = received[start:end]
            self._news.set()

    async def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return the update it is answered with; a refusal is an error."""
        data = orjson.dumps(request)
        size = len(data)
        length = bytes((_MASKED | size,)) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self._answered = asyncio.get_running_loop().create_future()
        self._transport.write(bytes((_TEXT,)) + length + _MASK + data)
        answer = await self._answered
        if not answer.startswith(_DONE):
            raise RuntimeError(f"{request}: {answer!r}")
        # What the server would have sent on the socket otherwise.
        self._update = answer[answer.find(_UPDATE) + len(_UPDATE) : -1]
        update: dict[str, Any] = orjson.loads(self._update)
        return update

    async def _wait(self) -> None:
        if self._is_lost:
            raise ConnectionError("the server closed the socket")
        self._news.clear()
        await self._news.wait()

    async def update(self, version: int) -> dict[str, Any]:
        """Return the first update of at least a version."""
        # Cheaper than parsing: the version comes before the game.
        while int(self._update.partition(_VERSION)[2].partition(b",")[0]) < version:
            await self._wait()
        update: dict[str, Any] = orjson.loads(self._update)
        return update

    def close(self) -> None:
        """Disconnect."""
        self._transport.close()


def question(view: dict[str, Any]) -> dict[str, Any] | None:
    """Return what a view's browser is asked; earlier versions of the server called it otherwise."""
    game = view["table"]["game"]
    asked: dict[str, Any] | None = game["question"] if "question" in game else game["decision"]
    return asked


class Table:
    """Two browsers at one table, and what they measured."""

    def __init__(self, port: int, number: int, *, by_socket: bool) -> None:
        self.port = port
        self.by_socket = by_socket
        self.rng = random.Random(number)
        self.browsers = [Browser(port), Browser(port)]
        self.answers: list[float] = []

    async def set_up(self) -> None:
        """Open the table, join it by invitation, and watch it from both browsers."""
        for browser in self.browsers:
            await browser.open()
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "hotseat"}, {"kind": "open"}]
        host, guest = self.browsers
        made = await host.send("POST", "/api/tables", {"map": "imperium", "seats": seats})
        self.id = made["table"]["id"]
        token = made["table"]["invitation"].rpartition("/")[2]
        for name in ("Cato", "Varro"):
            await guest.send("POST", f"/api/invitations/{token}", {"name": name})
        self.sockets = [Socket(), Socket()]
        for browser, socket in zip(self.browsers, self.sockets, strict=True):
            await socket.open(self.port, self.id, browser.cookie)

    async def look(self) -> tuple[int, dict[str, Any]]:
        """Return which browser must decide, and what it sees, as its socket was told."""
        views = [await socket.update(0) for socket in self.sockets]
        actor = 0 if question(views[0]) else 1
        return actor, views[actor]

    async def play(self, until: float, pause: float) -> None:
        """Take random decisions until the time is up or the game over."""
        await asyncio.sleep(self.rng.random() * pause)
        actor, view = await self.look()
        while time.perf_counter() < until and view["table"]["status"] == "playing":
            actor, view = await self.act(actor, view)
            if pause:
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)

    async def act(self, actor: int, view: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        """Take one random decision and return who must decide after it, and what they see."""
        table, asked = view["table"], question(view)
        assert asked is not None
        words = self.rng.choice(asked["legal"])["text"]
        body = {"version": table["version"], "decision": words}
        began = time.perf_counter()
        if self.by_socket:
            request = {"type": "decide", "id": len(self.answers), **body}
            answer = await self.sockets[actor].ask(request)
        else:
            answer = await self.browsers[actor].send("POST", f"/api/tables/{self.id}/decide", body)
        self.answers.append(time.perf_counter() - began)
        if question(answer) or answer["table"]["status"] != "playing":
            return actor, answer
        other = 1 - actor
        return other, await self.sockets[other].update(answer["table"]["version"])

    async def close(self) -> None:
        """Let go of the sockets."""
        for socket, browser in zip(self.sockets, self.browsers, strict=True):
            socket.close()
            browser.close()
