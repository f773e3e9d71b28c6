"""`praefectus serve`: the server, for one machine or behind a proxy."""

from pathlib import Path
from typing import Annotated

import typer

HostOption = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="0.0.0.0 lets other machines in.")
]
PortOption = Annotated[
    int, typer.Option("--port", metavar="P", help="0 takes a free one.", min=0, max=65535)
]
DbOption = Annotated[
    Path | None,
    typer.Option(
        "--db",
        metavar="FILE",
        help="The SQLite file that keeps the tables.",
        show_default="in your data folder",
    ),
]


def serve(host: HostOption = "127.0.0.1", port: PortOption = 8000, db: DbOption = None) -> None:
    """Serve tables to browsers until Ctrl-C.

    The address is printed when the server is ready. `DATABASE_URL` (PostgreSQL) takes the place of the
    file, `REDIS_URL` connects several servers on one database, `PRAEFECTUS_SECRET` signs the cookies.
    """
    run_server(host, port, db)


def run_server(host: str, port: int, db: Path | None, *, browser: bool = False) -> None:
    """Run the server; what is missing is said in one sentence."""
    try:
        from praefectus.server.run import run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("praefectus"):
            raise
        raise typer.BadParameter(
            f"the server needs {error.name}: install it with pip install 'praefectus[server]'"
        ) from error
    run(host, port, db, browser=browser)
