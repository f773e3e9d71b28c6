"""`simulate --ray` against a real Ray, started here."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("ray")

COMMAND = [sys.executable, "-m", "praefectus.cli", "simulate", "--json"]


def run(*args):
    done = subprocess.run([*COMMAND, *map(str, args)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def processes():
    """Return the parent and the command of every process."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stat = (folder / "stat").read_text()
                command = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            found[int(folder.name)] = (int(stat.rpartition(")")[2].split()[1]), command)
    return found


def descendants(root, name):
    """Return the processes below `root` whose command begins with `name`."""
    every = processes()
    below = []
    for pid, (parent, command) in every.items():
        ancestor = parent
        while ancestor in every and ancestor != root:
            ancestor = every[ancestor][0]
        if ancestor == root and command.startswith(name):
            below.append(pid)
    return below


@pytest.mark.slow
def test_a_local_ray_gives_the_same_results_even_if_a_worker_is_killed(tmp_path):
    options = ["--games", 90, "--seed", 4, "--map", "italia", "--players", 2]
    options += ["--bots", "greedy,random"]
    alone = run(*options, "--save", tmp_path / "alone")
    command = [*COMMAND, *map(str, options), "--ray", "local", "--save", str(tmp_path / "ray")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    killed = None
    deadline = time.monotonic() + 200
    while killed is None and process.poll() is None and time.monotonic() < deadline:
        # Once the first games are there, a worker that is busy is killed. Only then are processes looked through: that takes
        # as much of a processor as a worker does.
        has_begun = any((tmp_path / "ray").glob("*.json"))
        busy = descendants(process.pid, b"ray::play_batch") if has_begun else []
        if busy:
            killed = busy[0]
            os.kill(killed, signal.SIGKILL)
        time.sleep(0.01)
    out, err = process.communicate(timeout=200)
    assert process.returncode == 0, err
    assert killed is not None
    assert json.loads(out) == alone, err
    names = sorted(path.name for path in (tmp_path / "alone").iterdir())
    assert names == sorted(path.name for path in (tmp_path / "ray").iterdir())
    for name in names:
        assert (tmp_path / "alone" / name).read_bytes() == (tmp_path / "ray" / name).read_bytes()


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("127.0.0.1:1", "no Ray cluster answers"),
        ("nonsense", "HOST:PORT"),
        ("x:99999999", "answers"),
    ],
)
def test_an_address_where_nothing_answers_is_refused_at_once(address, message):
    from praefectus.arena.cluster import knock
    from praefectus.errors import PraefectusError

    with pytest.raises(PraefectusError, match=message):
        knock(address)


def test_a_missing_extra_is_named(monkeypatch):
    from praefectus.arena.cluster import connect
    from praefectus.extras import MissingExtraError

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'praefectus\[cluster\]'"):
        connect("local")
