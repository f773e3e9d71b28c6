"""The SQLite file: used by one server at a time, and readable only by its owner."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from praefectus.errors import PraefectusError

try:
    import fcntl
except ImportError:  # Windows, where an open file is locked anyway
    fcntl = None  # type: ignore[assignment]

# It holds the secret that signs cookies.
_PRIVATE = 0o600


@contextmanager
def owned(path: Path) -> Iterator[None]:
    """Reserve a database file for this process while the block runs, readable only by its owner.

    Raises PraefectusError if another server has it: two would not see each other's changes.
    """
    if not path.exists():
        path.touch(_PRIVATE)
        hand_over(path, path.parent)
    path.chmod(_PRIVATE)
    lock = path.with_name(f"{path.name}.lock")
    with lock.open("a") as file:
        hand_over(lock, path)
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise PraefectusError(
                    f"another praefectus server uses {path}; stop it, or give this one a file of its own with --db"
                ) from error
        yield


def hand_over(path: Path, like: Path) -> None:
    """Give a file that root makes to the owner of another one: the server, which is not root, must be able to use it."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = like.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
