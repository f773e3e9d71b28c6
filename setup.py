"""Compiles the engine with mypyc; everything else about the package stands in pyproject.toml.

PRAEFECTUS_COMPILE=0 leaves the engine as plain Python: much slower, otherwise the same.
PRAEFECTUS_PAGE=0 makes a package without the page: for programs, not for playing in a browser.
SOURCE_DATE_EPOCH, where it is set, is the time of all files in what is made.
"""

import gzip
import os
import shutil
import subprocess
import sys
import tarfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError, LinkError

PAGE = Path("src/praefectus/server/static/index.html")
# Commands that compile nothing; mypyc takes seconds to find that out.
WITHOUT_ENGINE = {"dist_info", "egg_info", "sdist"}
# Functions are inlined across C files when these are linked: random playouts are a tenth faster.
AS_ONE = ["-flto=auto", "-O3"]


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
    if os.environ.get("PRAEFECTUS_COMPILE") == "0" or WITHOUT_ENGINE & set(sys.argv):
        return []
    from mypyc.build import mypycify

    # One group, so that modules call each other directly; a C file per module, so that cores share
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


def need_page() -> None:
    """Build the page if it is missing and can be built. Exits with what to do if it can't."""
    if PAGE.exists() or os.environ.get("PRAEFECTUS_PAGE") == "0":
        return
    npm = shutil.which("npm")
    if npm is None or not Path("ui/package.json").exists():
        sys.exit(
            "the page is not built: run make ui, install Node.js 20.19 or later, or set PRAEFECTUS_PAGE=0"
        )
    for command in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        subprocess.run([npm, *command], cwd="ui", check=True)


class WithPage(build_py):
    """Takes the page into the package, and nothing that an earlier build left behind."""

    def run(self) -> None:
        """Copy modules and data."""
        if not self.editable_mode:
            need_page()
            for path in Path(self.build_lib).rglob("*"):
                if path.is_file() and path.suffix != ".so":
                    path.unlink()
        super().run()
        if not self.editable_mode:
            # Beside the package: Python looks for such files there.
            self.copy_file("src/praefectus.pth", self.build_lib)


class SdistWithPage(sdist):
    """Takes the page along, so that building needs no Node.js; the same files give the same bytes."""

    def run(self) -> None:
        """Make the archive."""
        need_page()
        super().run()

    def make_archive(self, base_name: Any, format: str, root_dir: Any = None, base_dir: Any = None, owner: Any = None, group: Any = None) -> str:  # fmt: skip # noqa: ARG002
        """Pack the folder; who packed it, and with which permissions, doesn't show."""
        when = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))

        def anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.uid = entry.gid = 0
            entry.uname = entry.gname = ""
            entry.mode = 0o755 if entry.isdir() else 0o644
            entry.mtime = when
            return entry

        with (
            Path(f"{base_name}.tar.gz").open("wb") as file,
            gzip.GzipFile("", "wb", fileobj=file, mtime=when) as packed,
            tarfile.open(fileobj=packed, mode="w") as archive,
        ):
            archive.add(base_dir, filter=anonymous)
        return file.name


class ParallelBuild(build_ext):
    """Compiles the C files of an extension at the same time, one per core, and optimises them as one."""

    def run(self) -> None:
        """Build all extensions, and remove modules that are no longer compiled."""
        super().run()
        wanted = {Path(self.build_lib, *one.name.split(".")) for one in self.extensions}
        for module in Path(self.build_lib).rglob("*.so"):
            if module.with_name(module.name.partition(".")[0]) not in wanted:
                module.unlink()

    def build_extensions(self) -> None:
        """Build all extensions."""
        one_by_one = self.compiler.compile

        def at_once(sources: list[str], *args: Any, **kwargs: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                parts = pool.map(lambda source: one_by_one([source], *args, **kwargs), sources)
                return [path for part in parts for path in part]

        if os.name == "posix" and self.optimises_as_one():
            for extension in self.extensions:
                # All but the library itself are one small file each; they share their lists of options.
                if len(extension.sources) > 1:
                    extension.extra_compile_args = [*extension.extra_compile_args, *AS_ONE]
                    extension.extra_link_args = [*extension.extra_link_args, *AS_ONE]
        self.compiler.compile = at_once
        super().build_extensions()

    def optimises_as_one(self) -> bool:
        """Tell whether compiler and linker know how to optimise several files as one, by trying it."""
        with TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("int probe(void) { return 0; }\n", encoding="utf-8")
            try:
                made = self.compiler.compile([str(source)], folder, extra_postargs=AS_ONE)
                library = str(Path(folder, "probe.so"))
                self.compiler.link_shared_object(made, library, extra_postargs=AS_ONE)
            except (CompileError, LinkError):
                return False
        return True


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": ParallelBuild, "build_py": WithPage, "sdist": SdistWithPage},
)
