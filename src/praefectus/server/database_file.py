"""The SQLite file: used by one server at a time, and readable only by its owner."""

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
    path.touch(_PRIVATE)
    path.chmod(_PRIVATE)
    lock = path.with_name(f"{path.name}.lock")
    with lock.open("a") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise PraefectusError(
                    f"another praefectus server uses {path}; stop it, or give this one a file of its own with --db"
                ) from error
        yield
