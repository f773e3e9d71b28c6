"""Compiles the engine with mypyc; everything else about the package stands in pyproject.toml.

PRAEFECTUS_COMPILE=0 leaves the engine as plain Python: much slower, otherwise the same.
"""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from setuptools import setup

if TYPE_CHECKING:
    from setuptools import Extension


def compiled_sources() -> list[str]:
    """Give the paths of the modules that mypyc compiles, sorted, as scripts/compiled.txt says."""
    found: set[Path] = set()
    for line in Path("scripts/compiled.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path = Path(line)
            found.update(path.rglob("*.py") if path.is_dir() else [path])
    return sorted(str(path) for path in found if path.name != "__init__.py" and path.exists())


def extensions() -> "list[Extension]":
    """Give the extension modules to build: none if PRAEFECTUS_COMPILE=0."""
    sources = compiled_sources()
    if os.environ.get("PRAEFECTUS_COMPILE") == "0" or not sources:
        return []
    from mypyc.build import mypycify

    # One group and one C file: the compiler sees every call between modules and can inline it.
    return mypycify(
        sources, opt_level="3", debug_level="0", strip_asserts=False, group_name="praefectus"
    )


setup(ext_modules=extensions())
