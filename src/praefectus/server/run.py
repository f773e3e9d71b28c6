"""Runs the application with uvicorn: binds the port, prints the address, and stops cleanly."""

import asyncio
import gc
import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing, nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import cast

import uvicorn
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from praefectus.errors import PraefectusError
from praefectus.rules.facts import map_names
from praefectus.server import logs
from praefectus.server.app import create_app
from praefectus.server.database_file import owned
from praefectus.server.http_protocol import Connections, LimitedProtocol
from praefectus.server.network import LocalNetwork, listener, next_listener
from praefectus.server.settings import Settings, from_environment
from praefectus.server.socket_protocol import LimitedSocketProtocol
from praefectus.server.store import (
    DAMAGED,
    NewerDatabaseError,
    Store,
    StoreUnavailableError,
    is_damage,
)

# How long open connections may take to finish on Ctrl-C.
_GRACE_SECONDS = 2
_SOCKET_BYTES = 4096
_FILES = 65_536
# Where `praefectus play` is found again: bookmarks and what a browser keeps belong to an address.
USUAL_PORT = 8300
_HERE = "127.0.0.1"


def default_db() -> Path:
    """Return the default database file, in the user's data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "praefectus" / "tables.db"


class DatabaseAwayError(PraefectusError):
    """The database does not answer now; it may later."""


class _Server(uvicorn.Server):
    """A server that prints its address once it is ready: tests and people wait for that line."""

    def __init__(
        self, config: uvicorn.Config, app: FastAPI, address: str, *, browser: bool
    ) -> None:
        super().__init__(config)
        self._app = app
        self._address = address
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; once the database is there too, print the address and open the browser there."""
        await super().startup(sockets)
        if self.started:
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        await self._app.state.opened.wait()
        # What has been imported stays; looking through it again and again for garbage costs a tenth of the time. The commands have
        # switched that off until here.
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()
        print(f"praefectus is ready at {self._address}", flush=True)
        if self._browser:
            # Some browsers block the caller.
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()

    async def listen(self, bound: socket.socket) -> None:
        """Accept connections at one more socket."""

        def protocol() -> asyncio.Protocol:
            made = self.config.http_protocol_class
            return made(self.config, self.server_state, self.lifespan.state)  # type: ignore[call-arg]

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(protocol, sock=bound))


def run(host: str, port: int, db: Path | None) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises PraefectusError if it can't start."""
    _run(db, lambda: listener(host, port))


def run_here(port: int | None, db: Path | None, *, browser: bool) -> None:
    """Serve this machine alone, and its network once its user asks for that, until Ctrl-C or SIGTERM.

    Without a port, the usual one or the next that is free is taken. Raises PraefectusError if it can't start.
    """

    def listen() -> socket.socket:
        return next_listener(_HERE, USUAL_PORT) if port is None else listener(_HERE, port)

    _run(db, listen, friends=True, browser=browser)


def _run(
    db: Path | None,
    listen: Callable[[], socket.socket],
    *,
    friends: bool = False,
    browser: bool = False,
) -> None:
    map_names()  # a map file that is no board is told before anything else is begun
    path = (db or default_db()).absolute()
    at_url = bool(os.environ.get("DATABASE_URL"))
    if not at_url:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise PraefectusError(f"the database must be a file, and {path} is a folder")
    settings = from_environment(path)
    if friends and not os.environ.get("PRAEFECTUS_THINK_AHEAD"):
        # Who plays on their own machine has processors to spare.
        settings = replace(settings, think_ahead=True)
    logs.set_up(settings.log_format, settings.log_level)
    _allow_many_files()
    with nullcontext() if at_url else owned(path):
        # The application waits for a database that is away.
        with suppress(DatabaseAwayError):
            prepare(settings.database_url, None if at_url else path)
        with closing(listen()) as bound:
            _serve(settings, bound, friends=friends, browser=browser)


def _serve(settings: Settings, bound: socket.socket, *, friends: bool, browser: bool) -> None:
    host, port = bound.getsockname()[:2]
    # A browser can't open the address that stands for all interfaces.
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    shown = f"[{reachable}]" if ":" in reachable else reachable

    async def listen(more: socket.socket) -> None:
        await server.listen(more)

    network = LocalNetwork(port, listen) if friends else None
    app = create_app(replace(settings, network=network))
    config = uvicorn.Config(
        app,
        http=_limited(settings),
        ws=LimitedSocketProtocol,
        log_config=None,  # its messages go where ours go
        log_level="warning",  # below that it logs addresses and invitations
        access_log=False,
        server_header=False,
        # People think for longer than the usual five seconds.
        timeout_keep_alive=75,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        ws_max_size=_SOCKET_BYTES,
        # Compressing a few kB costs more time than sending them.
        ws_per_message_deflate=False,
    )
    server = _Server(config, app, f"http://{shown}:{port}", browser=browser)
    with suppress(KeyboardInterrupt):
        server.run(sockets=[bound])


def _limited(settings: Settings) -> type[asyncio.Protocol]:
    """Return what makes the protocol of a connection."""
    # As uvicorn reads it, which believes these what they say about the addresses of others.
    trusted = os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")
    connections = Connections(settings.limits.connections_per_address, trusted)
    return cast("type[asyncio.Protocol]", partial(LimitedProtocol, limited_to=connections))


def _allow_many_files() -> None:
    """Let this process have as many connections as the system allows it at most; the usual 1,024 are soon used up."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
        if soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def prepare(url: str, path: Path | None) -> None:
    """Bring the database up to date now, so that an error is reported in one sentence."""

    async def open_and_close() -> None:
        await (await Store.open(url)).close()

    # An address may hold a password.
    name = f"the database {path}" if path else "the database"
    try:
        asyncio.run(open_and_close())
    except NewerDatabaseError as error:
        raise PraefectusError(
            f"{name} was made by a newer version of praefectus; update this one, or use another database"
        ) from error
    except StoreUnavailableError as error:
        raise DatabaseAwayError(f"{name} can't be used: {error}") from error
    except (SQLAlchemyError, sqlite3.Error, ImportError, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        reason = str(cause).partition("\n")[0]
        hint = f"; {DAMAGED}" if is_damage(reason) else ""
        raise PraefectusError(f"{name} can't be used: {reason}{hint}") from error
