"""A browser as the server sees it: a cookie jar that sends JSON; and a server to talk to."""

import asyncio
import json
import random
import secrets
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
import websockets.sync.client
from fastapi import FastAPI

import praefectus
from praefectus.rules import RULES_VERSION
from praefectus.server import lobby
from praefectus.server.app import create_app
from praefectus.server.results import result_of
from praefectus.server.settings import Limits, Settings, sqlite_url
from praefectus.server.socket_protocol import LimitedSocketProtocol
from praefectus.server.store import Store
from praefectus.server.stored import Seat, StoredTable
from tests.server.declared import CheckedConnection, check_answer

T = TypeVar("T")
# Long enough for a busy machine; nobody waits longer than something takes.
PATIENCE = 60.0
JSON = {"content-type": "application/json"}


class Browser:
    """Sends requests; errors are returned like everything else. All that comes back is held against its declaration."""

    def __init__(self, url: str) -> None:
        self.url = url
        # No address here has a certificate, and reading those that a machine trusts takes longer than most tests.
        self.http = httpx.Client(
            base_url=url,
            timeout=PATIENCE,
            event_hooks={"response": [check_answer]},
            verify=False,
        )

    def close(self) -> None:
        self.http.close()

    @property
    def client(self) -> str:
        """Who the server takes this browser for."""
        if not self.http.cookies:
            self.get("/api/tables")
        return cookie_client(self.http.cookies)

    def get(self, path: str, **params: Any) -> httpx.Response:
        return self.http.get(path, params=params)

    def post(self, path: str, body: object = None) -> httpx.Response:
        # Not httpx's own JSON: it can't send half a surrogate pair, and tests want to.
        return self.http.post(path, content=json.dumps({} if body is None else body), headers=JSON)

    def patch(self, path: str, body: object) -> httpx.Response:
        return self.http.patch(path, json=body)

    def delete(self, path: str) -> httpx.Response:
        return self.http.request("DELETE", path, content="{}", headers=JSON)

    # What tests do all the time.

    def create(
        self, *kinds: str, map: str = "italia", level: str = "random", **options: Any
    ) -> dict[str, Any]:
        """Make a table and return its view: `create("me", "open")`.

        If all are to be bots, somebody sits down first and then lets a bot play on.
        """
        if set(kinds) == {"bot"}:
            table = self.create("me", *kinds[1:], map=map, level=level, **options)
            seat = next(seat["seat"] for seat in table["seats"] if seat["mine"])
            path = f"/api/tables/{table['id']}/seats/{seat}/replace"
            return self.post(path, {"level": level}).json()["table"]
        seats = [
            {"kind": kind, "level": level} if kind == "bot" else {"kind": kind} for kind in kinds
        ]
        answer = self.post("/api/tables", {"map": map, "seats": seats, **options})
        assert answer.status_code == 201, answer.text
        return answer.json()["table"]

    def join(self, table: dict[str, Any], name: str = "Guest") -> httpx.Response:
        token = table["invitation"].rpartition("/")[2]
        return self.post(f"/api/invitations/{token}", {"name": name})

    def view(self, table_id: str, **params: Any) -> dict[str, Any]:
        return self.get(f"/api/tables/{table_id}", **params).json()["table"]

    def decide(self, table: dict[str, Any], words: str) -> httpx.Response:
        body = {"version": table["version"], "decision": words}
        return self.post(f"/api/tables/{table['id']}/decide", body)

    def do(self, table: dict[str, Any], what: str) -> httpx.Response:
        """Undo, redo, restart or end."""
        return self.post(f"/api/tables/{table['id']}/{what}", {"version": table["version"]})

    def take(self, table: dict[str, Any], *decisions: str) -> dict[str, Any]:
        """Take decisions that must succeed, and return the view after them."""
        for words in decisions:
            answer = self.decide(table, words)
            assert answer.status_code == 200, answer.text
            table = answer.json()["table"]
        return table

    def play_turn(self, table: dict[str, Any], rng: random.Random) -> dict[str, Any]:
        """Take random decisions until the seat that decides has ended."""
        while True:
            words = rng.choice(table["game"]["question"]["legal"])["text"]
            table = self.take(table, words)
            if words == "end":
                return table

    def watch(
        self, table_id: str, query: str = "", **options: Any
    ) -> websockets.sync.client.ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        url = self.url.replace("http:", "ws:") + f"/api/tables/{table_id}/live{query}"
        headers = {"Cookie": cookie} if cookie else {}
        return websockets.sync.client.connect(
            url,
            additional_headers=headers | options.pop("headers", {}),
            create_connection=CheckedConnection,
            **options,
        )


def next_update(
    socket: websockets.sync.client.ClientConnection, patience: float = PATIENCE
) -> dict[str, Any]:
    """Return the next update of a socket; messages of presence come in between."""
    while True:
        message: dict[str, Any] = json.loads(socket.recv(timeout=patience))
        if message["type"] == "update":
            return message


def cookie_client(cookies: httpx.Cookies) -> str:
    """Return who a server takes the owner of its cookie for."""
    (value,) = [value for name, value in cookies.items() if name.startswith("praefectus")]
    return value.rpartition(".")[0]


def wait_for(what: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Return what a function returns as soon as it is true."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = what()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError("waited in vain")


@dataclass
class Host:
    """A running server in a thread of this process."""

    url: str
    app: FastAPI

    @property
    def parts(self) -> Any:
        return self.app.state.server

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Run something in the server's event loop."""
        loop = self.parts.store._writer.get_loop()
        return asyncio.run_coroutine_threadsafe(work, loop).result(PATIENCE)


@contextmanager
def hosting(
    folder: Path,
    limits: Limits | None = None,
    database_url: str | None = None,
    redis_url: str | None = None,
    static: Path | None = None,
    *,
    compressing: bool = False,
    **options: Any,
) -> Iterator[Host]:
    """Run a server on a free port with a database in `folder`; `compressing` what it sends on sockets, if clients like."""
    folder.mkdir(exist_ok=True)
    settings = Settings(
        database_url=database_url or sqlite_url(folder / "tables.db"),
        redis_url=redis_url,
        limits=limits or Limits().times(1000),
        static=static or folder / "static",
        **({"bot_workers": 1} | options),
    )
    app = create_app(settings)
    server = uvicorn.Server(
        uvicorn.Config(
            app,
            port=0,
            log_level="warning",
            ws=LimitedSocketProtocol,
            ws_per_message_deflate=compressing,
        )
    )
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        wait_for(lambda: server.started or not thread.is_alive())
        port = server.servers[0].sockets[0].getsockname()[1]
        yield Host(f"http://127.0.0.1:{port}", app)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def plant(host: Host, game: praefectus.Game, browsers: Sequence[Browser], **options: Any) -> str:
    """Put a game as far as it has come on a server's table, a seat for each browser; return the id."""
    names = ("Livia", "Cato", "Drusus", "Varro", "Crassus")
    seats = tuple(
        Seat("human", names[n], lobby.COLORS[n], owner=browser.client)
        for n, browser in enumerate(browsers)
    )
    record = StoredTable(
        id=secrets.token_urlsafe(9),
        name="Planted",
        status="finished" if game.is_over else "playing",
        options=game.options,
        hands=options.get("hands", "open"),
        hints=options.get("hints", True),
        host=browsers[0].client,
        invitation=secrets.token_urlsafe(9),
        rules_version=options.get("rules_version", RULES_VERSION),
        seats=seats,
        created=time.time(),
        updated=time.time(),
        turn=game.turn,
        decider=None if game.is_over else game.seat,
        setup=game.setup.as_json(),
    )
    actions = [game.text(action) for action in game.actions]

    async def keep() -> None:
        store = await Store.open(host.parts.settings.database_url)
        await store.create(record)
        await store.save(
            replace(record, version=1, number=len(actions)),
            seen=record,
            actions=actions,
            result=result_of(game, names[: len(seats)]) if game.is_over else None,
        )
        await store.close()

    asyncio.run(keep())
    return record.id


def finished_table(host: Host, *browsers: Browser, **options: Any) -> dict[str, Any]:
    """Return a finished table of some browsers."""
    rng = random.Random(7)
    game = praefectus.Game.new(map="italia", players=len(browsers), seed=7)
    while not game.is_over:
        game.push(rng.choice(list(game.legal_actions)))
    return browsers[0].view(plant(host, game, browsers, **options))
