"""`praefectus play`: a server for this machine alone, with the page opened in the browser."""

from typing import Annotated

import typer

from praefectus.cli.serve import DbOption, server_run, skip_garbage


def play(
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="P",
            help="The port to listen on; 0 takes any.",
            show_default="8300, or the next free one",
            min=0,
            max=65535,
        ),
    ] = None,
    db: DbOption = None,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", metavar="", help="Only print the address.")
    ] = False,
) -> None:
    """Play in the browser, against bots and friends, until Ctrl-C.

    Games are kept: start it again to continue. Friends on your network can join once you let them in, at the table.
    """
    skip_garbage()
    server_run().run_here(port, db, browser=not no_browser)
