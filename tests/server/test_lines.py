"""The ways to a socket: frames are those of the library, and without a connection of the server's messages go through ASGI."""

import asyncio
import json
from contextlib import closing

import pytest
from starlette.websockets import WebSocket
from websockets.frames import Frame, Opcode

from praefectus.server.lines import CONNECTION, AsgiLine, DirectLine, Message, line_to
from tests.server.browser import Browser, hosting, next_update


@pytest.mark.parametrize("length", [1, 125, 126, 65_535, 65_536, 100_000])
def test_frames_are_those_of_the_library(length):
    text = b"x" * length
    assert Message(text).frame == Frame(Opcode.TEXT, text).serialize(mask=False)


class Connection:
    """A connection of the server's."""

    def __init__(self):
        self.is_plain = True
        self.frames = []
        self.on_ready = lambda: None

    def write_frame(self, frame):
        self.frames.append(frame)


def socket_with(connection=None, send=None):
    extensions = {} if connection is None else {CONNECTION: {"connection": connection}}
    scope = {"type": "websocket", "headers": [], "extensions": extensions}

    async def receive():
        return {"type": "websocket.connect"}

    async def nowhere(_):
        pass

    return WebSocket(scope, receive, send or nowhere)


def test_a_connection_that_is_handed_out_is_written_to():
    connection, ready = Connection(), []
    line = line_to(socket_with(connection), lambda: ready.append(True))
    assert isinstance(line, DirectLine)
    line.write(Message(b"{}"))
    assert connection.frames == [b"\x81\x02{}"]
    connection.is_plain = False
    assert not line.is_ready
    connection.on_ready()
    assert ready


def test_without_one_and_if_it_changes_what_is_sent_messages_go_through_asgi():
    assert isinstance(line_to(socket_with(), lambda: None), AsgiLine)
    connection = Connection()
    connection.is_plain = False
    assert isinstance(line_to(socket_with(connection), lambda: None), AsgiLine)


def test_through_asgi_one_message_is_sent_at_a_time():
    async def work():
        may_go, sent, ready = asyncio.Event(), [], []

        async def send(message):
            if message["type"] == "websocket.send":
                await may_go.wait()
            sent.append(message)

        socket = socket_with(send=send)
        await socket.accept()
        line = line_to(socket, lambda: ready.append(True))
        states = [line.is_ready]
        line.write(Message("{“}".encode()))
        await asyncio.sleep(0)
        states.append(line.is_ready)
        may_go.set()
        while not ready:
            await asyncio.sleep(0)
        states.append(line.is_ready)
        assert sent[1:] == [{"type": "websocket.send", "text": "{“}"}]
        await line.close(1011)
        states.append(line.is_ready)
        assert states == [True, False, True, False]
        assert sent[-1]["code"] == 1011

    asyncio.run(asyncio.wait_for(work(), 30))


def test_a_socket_that_is_gone_is_not_ready_again():
    async def work():
        async def send(message):
            if message["type"] == "websocket.send":
                raise OSError("gone")

        socket = socket_with(send=send)
        await socket.accept()
        line = line_to(socket, lambda: pytest.fail("it is gone"))
        line.write(Message(b"{}"))
        for _ in range(5):
            await asyncio.sleep(0)
        assert not line.is_ready

    asyncio.run(asyncio.wait_for(work(), 30))


def test_a_server_that_compresses_plays_too(tmp_path):
    with hosting(tmp_path, compressing=True) as host, closing(Browser(host.url)) as browser:
        table = browser.create("me", "hotseat")
        with browser.watch(table["id"]) as socket:
            assert socket.protocol.extensions, "it compresses"
            version = next_update(socket)["table"]["version"]
            request = {"type": "decide", "id": 1, "version": version, "decision": "play architect"}
            socket.send(json.dumps(request))
            while (answer := json.loads(socket.recv(timeout=30)))["type"] != "done":
                pass
            browser.do(answer["update"]["table"], "end")
            assert next_update(socket)["table"]["game"]["turn"] == 1
