"""Runs the engine from its sources even if compiled modules are installed beside them.

`install()` is called once, at the top of `praefectus/__init__.py`, before anything of the package
is imported. If the environment has PRAEFECTUS_PURE=1 it installs a finder that finds only
`.py` files for modules inside `praefectus`; otherwise it does nothing.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

PACKAGE = __name__.partition(".")[0]


class SourceFinder:
    """A meta path finder that finds modules of this package as sources only."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the source of a module inside the package; return None for all other modules."""
        if path is None or not fullname.startswith(PACKAGE + "."):
            return None
        for folder in path:
            finder = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES))
            spec = finder.find_spec(fullname, target)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def is_pure() -> bool:
    """Say whether the environment asks for the uncompiled sources."""
    return os.environ.get("PRAEFECTUS_PURE", "") not in ("", "0")


def install() -> None:
    """Prefer sources to compiled modules from now on, if PRAEFECTUS_PURE=1; else do nothing."""
    if is_pure() and SourceFinder not in sys.meta_path:
        sys.meta_path.insert(0, SourceFinder)
