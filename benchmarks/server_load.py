"""How fast the server answers with many tables at once.

    python benchmarks/server_load.py                      # 100 tables, a decision every half second at each
    python benchmarks/server_load.py --pause 0            # as fast as it goes
    python benchmarks/server_load.py --tables 20 --seconds 5

Starts `praefectus serve` on a free port of this machine with a database of its own, opens the tables (two browsers each, the
second by invitation, both on the WebSocket), plays random legal decisions in real games through HTTP, and prints how long an
answer took (validated, stored, and on its way), how long until the other browser saw an ended turn, actions a second, and the
server's memory. The clients run in this process, so on a small machine they slow the server down too.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import orjson
import uvloop
import websockets

HEAD_END = b"\r\n\r\n"


class Browser:
    """One keep-alive connection and a cookie; as thin as can be, to measure the server and not itself."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""

    async def open(self) -> None:
        """Connect."""
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def send(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """Send a request and return the answer; an error is an error."""
        data = b"" if body is None else orjson.dumps(body)
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self.writer.write(head.encode() + data)
        answer = await self.reader.readuntil(HEAD_END)
        length = 0
        for line in answer.decode("latin-1").split("\r\n"):
            name, _, value = line.partition(":")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                self.cookie = value.strip().partition(";")[0]
        received: dict[str, Any] = orjson.loads(await self.reader.readexactly(length))
        if "error" in received:
            raise RuntimeError(f"{method} {path}: {received['error']}")
        return received


class Table:
    """Two browsers at one table, and what they measured."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.rng = random.Random(number)
        self.browsers = [Browser(port), Browser(port)]
        self.answers: list[float] = []
        self.broadcasts: list[float] = []
        # The version that ending a turn leads to: when, and by which browser, it was sent.
        self.ended: dict[int, tuple[float, int]] = {}

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
        self.sockets = [
            await websockets.connect(
                f"ws://127.0.0.1:{self.port}/api/tables/{self.id}/live",
                additional_headers={"Cookie": browser.cookie},
                compression=None,
            )
            for browser in self.browsers
        ]
        self.watchers = [
            asyncio.create_task(self.watch(number, socket))
            for number, socket in enumerate(self.sockets)
        ]

    async def watch(self, number: int, socket: websockets.ClientConnection) -> None:
        """Note when the other browser sees that a turn has ended."""
        async for message in socket:
            assert isinstance(message, str)
            # Cheaper than parsing: the version comes before the game.
            version = int(message.partition('"version":')[2].partition(",")[0])
            began, actor = self.ended.get(version, (0.0, number))
            if actor != number:
                self.broadcasts.append(time.perf_counter() - began)
                del self.ended[version]

    async def look(self) -> list[dict[str, Any]]:
        """Ask for the table as both browsers see it."""
        return [await b.send("GET", f"/api/tables/{self.id}?after=9999") for b in self.browsers]

    async def play(self, until: float, pause: float) -> None:
        """Take random decisions until the time is up or the game over."""
        await asyncio.sleep(self.rng.random() * pause)
        views = await self.look()
        while time.perf_counter() < until and views[0]["table"]["status"] == "playing":
            actor = 0 if views[0]["table"]["game"]["question"] else 1
            table = views[actor]["table"]
            words = self.rng.choice(table["game"]["question"]["legal"])["text"]
            body = {"version": table["version"], "decision": words}
            began = time.perf_counter()
            if words == "end":
                self.ended[table["version"] + 1] = (began, actor)
            path = f"/api/tables/{self.id}/decide"
            views[actor] = await self.browsers[actor].send("POST", path, body)
            self.answers.append(time.perf_counter() - began)
            if words == "end":
                views = await self.look()
            if pause:
                await asyncio.sleep(self.rng.uniform(0.5, 1.5) * pause)

    async def close(self) -> None:
        """Let go of the sockets."""
        for watcher in self.watchers:
            watcher.cancel()
        for socket in self.sockets:
            await socket.close()


def memory(pid: int, field: str) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split(f"{field}:")[1].split()[0]) / 1024


def cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def summary(seconds: list[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    return {
        "median_ms": round(ordered[len(ordered) // 2] * 1000, 2),
        "p99_ms": round(ordered[int(len(ordered) * 0.99)] * 1000, 2),
    }


async def load(port: int, pid: int, tables: int, seconds: float, pause: float) -> dict[str, Any]:
    playing = [Table(port, number) for number in range(tables)]
    for table in playing:
        await table.set_up()
    began, busy = time.perf_counter(), cpu_seconds(pid)
    await asyncio.gather(*(table.play(began + seconds, pause) for table in playing))
    took = time.perf_counter() - began
    busy = cpu_seconds(pid) - busy
    await asyncio.sleep(0.2)  # the last broadcasts
    result: dict[str, Any] = {
        "tables": tables,
        "actions": sum(len(table.answers) for table in playing),
        "seconds": round(took, 2),
        "answer": summary([each for table in playing for each in table.answers]),
        "broadcast": summary([each for table in playing for each in table.broadcasts]),
        "server_mib": round(memory(pid, "VmRSS"), 1),
        "server_peak_mib": round(memory(pid, "VmHWM"), 1),
    }
    result["actions_per_s"] = round(result["actions"] / took, 1)
    result["cpu_ms_per_action"] = round(busy / result["actions"] * 1000, 2)
    for table in playing:
        await table.close()
    return result


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, default=0.5, help="between decisions at a table")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if not (0 < options.tables <= 1000 and 0 < options.seconds <= 600 and options.pause >= 0):
        parser.error("at most 1000 tables and 600 seconds, no negative pause")
    with tempfile.TemporaryDirectory() as folder:
        command = [
            str(Path(sys.executable).with_name("praefectus")),
            "serve",
            "--port",
            "0",
            "--db",
            f"{folder}/db",
        ]
        environment = os.environ | {"PRAEFECTUS_RATE_FACTOR": "1000"}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            port = int(server.stdout.readline().rpartition(":")[2])
            result = uvloop.run(
                load(port, server.pid, options.tables, options.seconds, options.pause)
            )
        finally:
            server.terminate()
            server.wait(timeout=20)
    if options.json:
        print(json.dumps(result))
    else:
        print(f"{result['tables']} tables, {result['actions']} actions in {result['seconds']} s")
        print(
            f"answer     median {result['answer']['median_ms']} ms, p99 {result['answer']['p99_ms']} ms"
        )
        print(
            f"broadcast  median {result['broadcast']['median_ms']} ms, p99 {result['broadcast']['p99_ms']} ms"
        )
        print(
            f"throughput {result['actions_per_s']} actions/s, "
            f"{result['cpu_ms_per_action']} ms of the server's CPU each"
        )
        print(f"memory     {result['server_mib']} MiB, peak {result['server_peak_mib']} MiB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
