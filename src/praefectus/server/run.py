"""Runs the application with uvicorn: binds the port, prints the address, and stops cleanly."""

import asyncio
import logging
import os
import socket
import sys
import threading
import webbrowser
from contextlib import nullcontext
from pathlib import Path

import uvicorn
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from praefectus.errors import PraefectusError
from praefectus.rules.facts import map_names
from praefectus.server.app import create_app
from praefectus.server.database_file import owned
from praefectus.server.http_protocol import LimitedProtocol
from praefectus.server.settings import Settings, from_environment
from praefectus.server.store import NewerDatabaseError, Store

# How long open connections may take to finish on Ctrl-C.
_GRACE_SECONDS = 2
_SOCKET_BYTES = 4096


def default_db() -> Path:
    """Return the default database file, in the user's data folder."""
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return base / "praefectus" / "tables.db"


class _Server(uvicorn.Server):
    """A server that prints its address once it is ready: tests and people wait for that line."""

    def __init__(self, config: uvicorn.Config, address: str, *, browser: bool) -> None:
        super().__init__(config)
        self._address = address
        self._browser = browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the address and open the browser there."""
        await super().startup(sockets)
        if not self.started:
            return
        print(f"praefectus is ready at {self._address}", flush=True)
        if self._browser:
            # Some browsers block the caller.
            threading.Thread(target=webbrowser.open, args=(self._address,), daemon=True).start()


def run(host: str, port: int, db: Path | None, *, browser: bool = False) -> None:
    """Serve until Ctrl-C or SIGTERM. Raises PraefectusError if it can't start."""
    map_names()  # a map file that is no board is told before anything else is begun
    path = (db or default_db()).absolute()
    at_url = bool(os.environ.get("DATABASE_URL"))
    if not at_url:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise PraefectusError(f"the database must be a file, and {path} is a folder")
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    with nullcontext() if at_url else owned(path):
        _serve(from_environment(path), None if at_url else path, host, port, browser=browser)


def _serve(settings: Settings, path: Path | None, host: str, port: int, *, browser: bool) -> None:
    _prepare(settings.database_url, path)
    listener = _listen(host, port)
    # A browser can't open the address that stands for all interfaces.
    reachable = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    shown = f"[{reachable}]" if ":" in reachable else reachable
    address = f"http://{shown}:{listener.getsockname()[1]}"
    config = uvicorn.Config(
        create_app(settings),
        http=LimitedProtocol,
        log_level="warning",
        access_log=False,
        server_header=False,
        # People think for longer than the usual five seconds.
        timeout_keep_alive=75,
        timeout_graceful_shutdown=_GRACE_SECONDS,
        ws_max_size=_SOCKET_BYTES,
        # Compressing a few kB costs more time than sending them.
        ws_per_message_deflate=False,
    )
    server = _Server(config, address, browser=browser)
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()


def _prepare(url: str, path: Path | None) -> None:
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
    except (SQLAlchemyError, ImportError, OSError) as error:
        cause = error.orig if isinstance(error, DBAPIError) and error.orig else error
        reason = str(cause).partition("\n")[0]
        raise PraefectusError(f"{name} can't be used: {reason}") from error


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, the event loop knows to send answers at once (TCP_NODELAY); without it each waits
    # some 40 ms for the client's acknowledgement.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise PraefectusError(
            f"can't listen on {host}:{port}: {error.strerror or error}"
        ) from error
    return listener
