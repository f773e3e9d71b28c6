"""`praefectus play`: a server for this machine alone, with the page opened in the browser."""

from typing import Annotated

import typer

from praefectus.cli.serve import DbOption, PortOption, run_server


def play(
    port: PortOption = 0,
    db: DbOption = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", metavar="", help="Only print the address.")
    ] = False,
) -> None:
    """Play in the browser, against bots and friends, until Ctrl-C.

    Games are kept: start it again to continue.
    """
    run_server("127.0.0.1", port, db, browser=not no_browser)
