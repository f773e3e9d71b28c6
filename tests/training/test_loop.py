"""The loop with a tiny course: it survives the death of its workers and of itself, and promotes by matches."""

import json
import os
import signal
import subprocess
import sys
import time
from importlib.util import find_spec

import pytest

from praefectus import PraefectusError
from praefectus.bots import learning
from praefectus.training.crew import Processes
from praefectus.training.loop import Course, Run
from praefectus.training.recipe import Recipe

pytestmark = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed")
TINY = Course(
    seed=3,
    games=16,
    sims=6,
    quick=2,
    match_sims=2,
    pairs=2,
    recipe=Recipe(hidden=4, wide=2, epochs=2, batch=64),
)
OPTIONS = ["--seed=3", "--games=16", "--sims=6", "--quick=2", "--match-sims=2", "--pairs=2"]
OPTIONS += ["--hidden=4", "--wide=2", "--epochs=2", "--batch=64"]


@pytest.mark.long
def test_a_killed_actor_changes_nothing(tmp_path):
    """Two runs of one course, one of which loses a worker, make the same files."""
    made = []
    for name in ("whole", "hurt"):
        crew = Processes(1)
        said: list[str] = []
        run = Run(TINY, tmp_path / name, said.append)
        if name == "hurt":
            os.kill(crew.pids[0], signal.SIGKILL)
        try:
            run.proceed(crew, 1, tmp_path / f"{name}.json")
        finally:
            crew.close()
        made.append((tmp_path / name / "001" / "candidate.json").read_text())
        match = run.match(1)
        assert match is not None
        assert match["pairs"] == 2
    assert made[0] == made[1]
    assert learning.parse(made[0], "candidate") is not None
    provenance = json.loads(made[0])["provenance"]
    assert provenance["games"] == 16
    assert provenance["held_out"]["positions"] > 0


@pytest.mark.slow
def test_a_killed_loop_continues_with_the_same_command(tmp_path):
    command = [sys.executable, "-m", "praefectus.training", "loop", str(tmp_path / "run")]
    command += ["--generations=1", *OPTIONS]
    games = tmp_path / "run" / "001" / "games"
    first = subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL)
    while first.poll() is None and not (games.exists() and any(games.iterdir())):
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "run" / "001" / "match.json").exists()
    other = subprocess.run([*command, "--epochs=3"], capture_output=True, text=True, check=False)
    assert other.returncode == 1
    assert "the run of another course" in other.stderr


def test_the_champion_follows_from_the_matches_on_disk(tmp_path):
    run = Run(TINY, tmp_path, lambda _: None)
    for generation, promoted in ((1, True), (2, False), (3, True)):
        run.place(generation).mkdir()
        (run.place(generation) / "candidate.json").write_text(
            f'{{"provenance": {{"n": {generation}}}}}'
        )
        (run.place(generation) / "match.json").write_text(json.dumps({"promoted": promoted}))
    assert [each.name for each in run.champions(4)] == ["003", "001", "start"]
    assert [each.name for each in run.champions(3)] == ["001", "start"]
    assert json.loads(run.promoted_text(3))["provenance"]["match"] == {"promoted": True}
    with pytest.raises(PraefectusError, match="another course"):
        Run(Course(), tmp_path, lambda _: None)
