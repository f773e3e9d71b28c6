"""Files that are there whole or not at all, also after a kill or a power cut."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def whole(path: Path) -> Iterator[IO[bytes]]:
    """Give a file to write, which gets its name once it is on disk; its folder is made if it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.part")
    with part.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def write(path: Path, text: str) -> None:
    """Write a text."""
    with whole(path) as file:
        file.write(text.encode())
