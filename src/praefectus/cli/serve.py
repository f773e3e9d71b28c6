"""`praefectus serve`: the server, for one machine or behind a proxy."""

import gc
from pathlib import Path
from types import ModuleType
from typing import Annotated

import typer

HostOption = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help="The address to listen on; 0.0.0.0 accepts connections from other machines.",
    ),
]
PortOption = Annotated[
    int,
    typer.Option(
        "--port", metavar="P", help="The port to listen on; 0 takes a free one.", min=0, max=65535
    ),
]
DbOption = Annotated[
    Path | None,
    typer.Option(
        "--db",
        metavar="FILE",
        help="The SQLite file that tables are kept in.",
        show_default="in your data folder",
    ),
]


def serve(host: HostOption = "127.0.0.1", port: PortOption = 8000, db: DbOption = None) -> None:
    """Serve tables to browsers until Ctrl-C.

    The address is printed when the server is ready. `DATABASE_URL` (PostgreSQL) replaces the file,
    `REDIS_URL` connects several servers that share a database, `PRAEFECTUS_SECRET` signs the cookies.
    """
    skip_garbage()
    server_run().run(host, port, db)


def skip_garbage() -> None:
    """Look for no garbage until the server is ready: what is imported until then stays, and looking takes a tenth of the time."""
    gc.disable()


def server_run() -> ModuleType:
    """Return the module that runs the server. Raises BadParameter if a package that it needs is missing."""
    try:
        from praefectus.server import run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("praefectus"):
            raise
        raise typer.BadParameter(
            f"a table in the browser needs {error.name}; install it with: pip install 'praefectus[server]'"
            " (praefectus terminal plays without it)"
        ) from error
    return run
