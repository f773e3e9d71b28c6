"""`praefectus serve` whose writes take as many seconds longer as the file SLOW_DISK_FILE says."""

import os
import time
from collections.abc import Sequence
from pathlib import Path

from sqlalchemy import Connection

from praefectus.cli import run
from praefectus.server import store
from praefectus.server.writing import Write, execute_all

_CONTROL = Path(os.environ["SLOW_DISK_FILE"])


def execute_slowly(connection: Connection, batch: Sequence[Write]) -> list[bool]:
    """Write after the delay that is set at the moment."""
    delay = float(_CONTROL.read_text() or 0)
    if delay:  # under a clock that lies, no sleep is possible at all
        time.sleep(delay)
    return execute_all(connection, batch)


if __name__ == "__main__":
    setattr(store, "execute_all", execute_slowly)  # noqa: B010 - not exported, so mypy knows no attribute
    run()
