"""Packages built from nothing, and the container's steps followed by hand: minutes, so `make test-long`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.release import containerfile
from tests.release.packages import ROOT, Environment, made, sdist_files, wheel_files
from tests.release.test_installed import GAME, serving

pytestmark = pytest.mark.long

TYPED = """
import praefectus
game = praefectus.Game.new(map="italia", players=3, seed=7)
game.play("play architect")
over: bool = game.is_over
wrong: str = game.is_over
"""


def build(folder: Path, out: Path, *flags: str) -> None:
    """Run `python -m build` as its user would: in an environment of its own, with what it downloads."""
    subprocess.run(
        [sys.executable, "-m", "build", "--quiet", *flags, "--outdir", out, folder],
        check=True,
        env=os.environ | {"SOURCE_DATE_EPOCH": "1577836800"},
    )


@pytest.fixture(scope="module")
def from_sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a wheel that was built from the sdist, without Node.js."""
    folder = tmp_path_factory.mktemp("sdist")
    shutil.unpack_archive(made("*.tar.gz"), folder / "unpacked", filter="data")
    (tree,) = (folder / "unpacked").iterdir()
    build(tree, folder / "out", "--wheel")
    (wheel,) = (folder / "out").glob("*.whl")
    return wheel


def test_the_sdist_builds_the_same_wheel(from_sdist):
    assert from_sdist.name == made("*.whl").name
    ours, theirs = wheel_files(made("*.whl")), wheel_files(from_sdist)
    assert set(ours) == set(theirs)
    assert not [name for name in ours if not name.endswith(".so") and ours[name] != theirs[name]]


def test_an_sdist_of_an_sdist_is_the_same(tmp_path):
    shutil.unpack_archive(made("*.tar.gz"), tmp_path / "unpacked", filter="data")
    (tree,) = (tmp_path / "unpacked").iterdir()
    for out in ("one", "two"):
        build(tree, tmp_path / out, "--sdist", "--no-isolation")
    (one,), (two,) = (tmp_path / "one").iterdir(), (tmp_path / "two").iterdir()
    assert one.read_bytes() == two.read_bytes()
    assert set(sdist_files(one)) == set(sdist_files(made("*.tar.gz")))


def test_the_wheel_of_the_sdist_plays_and_serves(from_sdist, tmp_path):
    environment = Environment(tmp_path / "environment")
    environment.install(f"{from_sdist}[server]")
    ran = environment.run("python", "-c", GAME)
    assert ran.returncode == 0, ran.stderr
    with serving(environment, tmp_path / "tables.db") as url:
        assert httpx.get(f"{url}/api/health").json()["status"] == "ok"
        assert httpx.get(url).status_code == 200


def test_the_oldest_libraries_that_are_allowed_will_do(tmp_path):
    environment = Environment(tmp_path / "environment")
    environment.install(str(made("*.whl")))
    environment.pip("--no-deps", "librt==0.11.0", "mypy_extensions==1.0.0")
    ran = environment.run("python", "-c", GAME)
    assert ran.returncode == 0, ran.stderr


def test_users_type_checkers_see_the_types(tmp_path):
    environment = Environment(tmp_path / "environment")
    environment.install(str(made("*.whl")))
    (tmp_path / "program.py").write_text(TYPED)
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull]
    ran = subprocess.run(
        [*command, "--python-executable", environment.bin / "python", "program.py"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert "program.py:6: error: Incompatible types in assignment" in ran.stdout, ran.stdout
    assert "Found 1 error" in ran.stdout


def test_the_steps_of_the_container_lead_to_a_server(tmp_path):
    """Copies and runs what the Containerfile says, in a folder instead of an image."""
    stage, image = containerfile.read(ROOT / "Containerfile")
    tree, target = tmp_path / "build", tmp_path / "praefectus"
    tree.mkdir()
    left_out = shutil.ignore_patterns("node_modules", "__pycache__", "*.so", "static", "*.egg-info")
    for word, rest in stage.steps:
        if word == "COPY":
            for source in rest.split()[:-1]:
                if (ROOT / source).is_dir():
                    shutil.copytree(ROOT / source, tree / source, ignore=left_out)
                else:
                    shutil.copy(ROOT / source, tree)
        elif word == "RUN" and "apt-get" not in rest:
            script = rest.replace("/opt/praefectus", str(target))
            subprocess.run(["bash", "-euc", script], cwd=tree, check=True)
    (user,) = containerfile.command(image.last("ENTRYPOINT"))
    assert (target / "bin" / user).exists()
    environment = Environment(target)
    with serving(environment, tmp_path / "tables.db") as url:
        *_, check = containerfile.command(image.last("HEALTHCHECK"))
        ran = environment.run("python", "-c", check.replace("http://127.0.0.1:8000", url))
        assert ran.returncode == 0, ran.stderr
        assert httpx.get(url).status_code == 200
    for tool in ("pip", "pytest", "mypy"):
        assert not (target / "bin" / tool).exists()
