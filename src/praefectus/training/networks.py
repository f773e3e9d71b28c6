"""Networks that travel with the work: a name and the text of the file."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from praefectus.arena.state_file import user_cache
from praefectus.bots import files, learning


@dataclass(frozen=True)
class Network:
    """A network's file; the machine that plays with it may not have it."""

    name: str
    text: str

    @staticmethod
    def of(name: str) -> Network:
        """Read the network that bots call `name`: one of the package's, or a path. Raises BotError."""
        text, _ = files.read(name, "a network", *learning.FORMATS)
        return Network(Path(name).stem, text)

    @property
    def digest(self) -> str:
        """What tells it from all others, in a few letters."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:12]

    def path(self) -> str:
        """Return the path of the file in this machine's cache; it is written at the first call."""
        folder = user_cache() / "networks"
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.digest}.json"
        if not path.exists():
            part = folder / f"{self.digest}.{os.getpid()}.part"
            part.write_text(self.text, encoding="utf-8")
            part.replace(path)
        return str(path)
