"""The packages that `make dist` made, and environments to install them into."""

import fcntl
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STATIC = "praefectus/server/static/"


def made(pattern: str) -> Path:
    """Return the one package of that name."""
    found = sorted((ROOT / "dist").glob(pattern))
    if len(found) != 1:
        pytest.fail("the packages aren't made: run make dist")
    return found[0]


def wheel_files(wheel: Path) -> dict[str, bytes]:
    """Return what a wheel holds, by name, without its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            if ".dist-info/" not in name and not name.endswith("/")
        }


def sdist_files(sdist: Path) -> dict[str, bytes]:
    """Return what an sdist holds, by name below its folder."""
    with tarfile.open(sdist) as archive:
        found = {}
        for member in archive.getmembers():
            file = archive.extractfile(member)
            if file is not None:
                found[member.name.partition("/")[2]] = file.read()
        return found


class Environment:
    """A new Python environment in which nothing else can be found: no compiler, no Node.js."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.home = folder.with_name(f"{folder.name}-home")
        self.home.mkdir(exist_ok=True)
        if not self.bin.is_dir():
            subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)

    @property
    def variables(self) -> dict[str, str]:
        """Return the environment variables of whatever runs in it."""
        return {"PATH": str(self.bin), "HOME": str(self.home), "LANG": "C.UTF-8"}

    def install(self, *requirements: str) -> None:
        """Install wheels in the versions of the lock, and whatever they say they need."""
        lock = (ROOT / "requirements/test.txt").read_text()
        pins = [line.removesuffix(" \\") for line in lock.splitlines() if "==" in line]
        constraints = self.home / "constraints.txt"
        constraints.write_text("\n".join(pins))
        self.pip("--constraint", str(constraints), *requirements)

    def install_locked(self, lock: str, wheel: Path) -> None:
        """Install all that a lock file lists, and a wheel: quicker, as nothing is looked up."""
        flags = ["--quiet", "--no-deps", "--require-hashes"]
        target = ["--python", str(self.bin / "python")]
        requirements = ["--requirement", str(ROOT / "requirements" / lock)]
        uv = [str(ROOT / "scripts/uv"), "pip", "install"]
        subprocess.run([*uv, *flags, *target, *requirements], check=True)
        self.pip("--no-deps", str(wheel))

    def pip(self, *args: str) -> None:
        """Let the pip of the tests install wheels into this environment."""
        command = [sys.executable, "-m", "pip", "--python", str(self.bin / "python"), "install"]
        flags = ["--quiet", "--disable-pip-version-check", "--only-binary=:all:", "--no-compile"]
        # pip keeps the other variables it has here: they may say where packages come from.
        environment = os.environ | {"PATH": str(self.bin)}
        subprocess.run([*command, *flags, *args], check=True, env=environment)

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the environment in an empty folder."""
        return subprocess.run(
            [self.bin / command[0], *command[1:]],
            capture_output=True,
            text=True,
            env=self.variables,
            cwd=self.home,
            timeout=300,
        )


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other test processes out meanwhile."""
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
