"""The set-up itself: locks, what is compiled, what is imported."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import praefectus

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "praefectus"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = sorted(ROOT.glob("requirements/*.txt"))


def compiled_sources() -> list[Path]:
    lines = (ROOT / "scripts" / "compiled.txt").read_text().splitlines()
    paths = [ROOT / line for line in lines if line and not line.startswith("#")]
    sources = [
        path for found in paths for path in (found.rglob("*.py") if found.is_dir() else [found])
    ]
    return sorted(path for path in sources if path.name != "__init__.py")


def imported_from(pure: str) -> dict[str, str]:
    """Import the package in a new process; give the file of each of its modules."""
    code = (
        "import sys, praefectus, praefectus.record\n"
        "for name, module in sys.modules.items():\n"
        "    if name.startswith('praefectus.'): print(name, module.__file__)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PRAEFECTUS_PURE": pure},
    )
    return dict(line.split(" ", 1) for line in result.stdout.splitlines())


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_locks_name_no_address(lock: Path):
    assert "://" not in lock.read_text()
    assert not re.search(
        r"^\s*--(index|extra-index|find-links|trusted)", lock.read_text(), re.MULTILINE
    )


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_locks_pin_every_version_with_a_hash(lock: Path):
    requirements = re.split(r"\n(?=\S)", lock.read_text())
    for requirement in requirements:
        if requirement and not requirement.startswith("#"):
            assert "==" in requirement
            assert "--hash=sha256:" in requirement or lock.name == "torch.txt"


@pytest.mark.parametrize("name", ["play.txt", "build.txt"])
def test_subsets_are_locked_as_the_whole(name: str):
    def pins(name: str) -> set[str]:
        return set(
            re.findall(r"^[\w-]+==\S+", (ROOT / "requirements" / name).read_text(), re.MULTILINE)
        )

    assert pins(name) <= pins("test.txt")


def test_playing_installs_nothing_for_tests_training_or_drawing():
    text = (ROOT / "requirements/play.txt").read_text()
    text += (ROOT / "requirements/build.txt").read_text()
    for name in ("pytest", "matplotlib", "numpy", "openskill", "ray", "ruff", "gymnasium"):
        assert not re.search(rf"^{name}==", text, re.MULTILINE), name


def test_the_compiler_is_the_same_wherever_the_engine_is_built():
    assert "mypy==2.4.1" in PROJECT["build-system"]["requires"]
    assert "mypy==2.4.1" in PROJECT["dependency-groups"]["build"]


def test_the_version_stands_in_one_place():
    assert "version" in PROJECT["project"]["dynamic"]
    assert PROJECT["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "praefectus.__version__"}
    assert f"## {praefectus.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_everything_that_is_to_be_compiled_exists():
    assert len(compiled_sources()) > 10
    for source in compiled_sources():
        assert source.exists()


def test_no_compiled_module_is_older_than_its_source():
    for source in compiled_sources():
        for module in source.parent.glob(f"{source.stem}.*.so"):
            group = next((ROOT / "src").glob("praefectus__mypyc.*.so"))
            assert group.stat().st_mtime >= source.stat().st_mtime, f"run make build: {module}"


def test_compiled_modules_are_used_unless_pure_is_asked_for():
    rules = imported_from(pure="")
    is_built = any((ROOT / "src").glob("praefectus__mypyc.*"))
    assert rules["praefectus.game"].endswith(".py") is not is_built
    assert rules["praefectus.rules.turn"].endswith(".py") is not is_built
    for name, file in imported_from(pure="1").items():
        assert file.endswith(".py"), name


def test_importing_the_package_brings_nothing_heavy():
    code = (
        "import sys, praefectus; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "typer", "rich", "pydantic", "fastapi", "asyncio", "multiprocessing"}
    assert not heavy & set(result.stdout.split())


def test_the_core_needs_six_packages():
    names = {re.split(r"[=<>]", need)[0] for need in PROJECT["project"]["dependencies"]}
    assert names == {"icu4py", "librt", "mypy_extensions", "rich", "typer", "typing_extensions"}
