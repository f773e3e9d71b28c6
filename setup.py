"""Compiles the engine with mypyc; everything else about the package stands in pyproject.toml.

PRAEFECTUS_COMPILE=0 leaves the engine as plain Python: much slower, otherwise the same.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext


def compiled_sources() -> list[str]:
    """Give the paths of the modules that mypyc compiles, sorted, as scripts/compiled.txt says."""
    found: set[Path] = set()
    for line in Path("scripts/compiled.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            path = Path(line)
            found.update(path.rglob("*.py") if path.is_dir() else [path])
    return sorted(str(path) for path in found if path.name != "__init__.py" and path.exists())


def extensions() -> list[Any]:
    """Give the extension modules to build: none if PRAEFECTUS_COMPILE=0."""
    sources = compiled_sources()
    if os.environ.get("PRAEFECTUS_COMPILE") == "0" or not sources:
        return []
    from mypyc.build import mypycify

    # One group, so that modules call each other directly; a C file a module, so that cores share
    # the work.
    modules = mypycify(
        sources,
        opt_level="3",
        debug_level="0",
        strip_asserts=False,
        group_name="praefectus",
        multi_file=True,
    )
    if os.name == "posix":
        for module in modules:
            # Nobody replaces our functions at run time, so the compiler may inline them and call them directly.
            module.extra_compile_args += ["-fno-semantic-interposition", "-fvisibility=hidden"]
    return modules


class ParallelBuild(build_ext):
    """Compiles the C files of an extension at the same time, one a core."""

    def build_extensions(self) -> None:
        """Build all extensions."""
        one_by_one = self.compiler.compile

        def at_once(sources: list[str], *args: Any, **kwargs: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                parts = pool.map(lambda source: one_by_one([source], *args, **kwargs), sources)
                return [path for part in parts for path in part]

        self.compiler.compile = at_once
        super().build_extensions()


setup(ext_modules=extensions(), cmdclass={"build_ext": ParallelBuild})
