"""The wheel in an empty environment, without compiler and Node.js: what a user has after pip install."""

import contextlib
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.release.packages import Environment, alone, made

pytestmark = pytest.mark.slow

GAME = """
import random, praefectus, praefectus.game, praefectus.rules.turn
assert praefectus.game.__file__.endswith(".so"), praefectus.game.__file__
assert praefectus.rules.turn.__file__.endswith(".so"), praefectus.rules.turn.__file__
rng = random.Random(7)
game = praefectus.Game.new(map="italia", players=3, seed=7)
while not game.is_over:
    game.push(rng.choice(game.legal_actions))
print(praefectus.game.__file__, game.outcome().ranking)
"""

# Prints what the extra needs and the environment lacks.
UNMET = """
import re
from importlib.metadata import PackageNotFoundError, requires, version
for need in requires("praefectus"):
    name, _, marker = need.partition(";")
    if "extra" not in marker or "'server'" in marker.replace('"', "'"):
        try:
            version(re.match(r"[\\w-]+", name)[0])
        except PackageNotFoundError:
            print(name)
"""


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all test processes of this run share."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if base.name.startswith("popen-") else base) / "installed"
    folder.mkdir(exist_ok=True)
    return folder


def prepare(shared: Path, name: str, install: Callable[[Environment], None]) -> Environment:
    """Make an environment once for all test processes."""
    with alone(shared):
        environment = Environment(shared / name)
        done = environment.home / "done"
        if not done.exists():
            install(environment)
            done.touch()
        return environment


@pytest.fixture(scope="session")
def core(shared: Path) -> Environment:
    """Return an environment after `pip install praefectus`."""
    return prepare(shared, "core", lambda one: one.install(str(made("*.whl"))))


@pytest.fixture(scope="session")
def full(shared: Path) -> Environment:
    """Return an environment with what the lock has for `praefectus[server]`."""
    return prepare(shared, "full", lambda one: one.install_locked("play.txt", made("*.whl")))


@contextlib.contextmanager
def serving(environment: Environment, db: Path) -> Iterator[str]:
    """Run `praefectus serve`; give its address."""
    process = subprocess.Popen(
        [environment.bin / "praefectus", "serve", "--port", "0", "--db", db],
        stdout=subprocess.PIPE,
        text=True,
        env=environment.variables,
        cwd=environment.home,
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip().rpartition(" ")[2]
    finally:
        process.terminate()
        process.communicate(timeout=30)


def test_nothing_but_python_is_there(core):
    for tool in ("cc", "gcc", "node", "npm", "make", "git"):
        assert shutil.which(tool, path=core.variables["PATH"]) is None


def test_a_game_is_played_by_the_compiled_engine(core):
    ran = core.run("python", "-c", GAME)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(str(core.bin.parent))


@pytest.mark.parametrize(
    "command",
    [
        ["--version"],
        ["simulate", "--games", "2", "--bots", "greedy,random,random"],
        ["show", "italia"],
        ["bench", "--help"],
    ],
    ids=lambda command: command[0],
)
def test_commands_that_need_no_extra(core, command):
    ran = core.run("praefectus", *command)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.strip()


@pytest.mark.parametrize("command", ["play", "serve"])
def test_a_missing_extra_is_one_sentence_that_says_what_to_install(core, command):
    ran = core.run("praefectus", command)
    assert ran.returncode == 2
    assert ran.stderr.strip().count("\n") == 0
    assert "pip install 'praefectus[server]'" in ran.stderr


def test_the_lock_for_playing_has_all_that_the_extra_asks_for(full):
    ran = full.run("python", "-c", UNMET)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split() == []


def test_the_page_is_served_with_everything_it_asks_for(full, tmp_path):
    with (
        serving(full, tmp_path / "tables.db") as url,
        httpx.Client(base_url=url) as client,
    ):
        page = client.get("/")
        assert page.status_code == 200
        assets = re.findall(r'(?:src|href)="(/?assets/[^"]+|/favicon[^"]+)"', page.text)
        assert {path.rpartition(".")[2] for path in assets} >= {"js", "css", "svg"}
        for path in assets:
            assert client.get(path).status_code == 200, path
        assert client.get("/gallery.html").status_code == 404
        assert client.get("/api/health").json()["status"] == "ok"
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        made = client.post("/api/tables", json={"map": "italia", "seats": seats})
        assert made.status_code == 201, made.text
        assert made.json()["table"]["status"] == "playing"
