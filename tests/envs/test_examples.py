"""The examples run, briefly, so that they cannot rot; and they run uncompiled too."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


def run(*args, **environment):
    return subprocess.run(
        [sys.executable, *map(str, args)],
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1", **environment},
        timeout=300,
    )


def test_the_ppo_example_trains_and_draws_its_curve(tmp_path):
    pytest.importorskip("torch")
    script = ROOT / "examples" / "train_ppo.py"
    assert len(script.read_text(encoding="utf-8").splitlines()) < 80
    model, figure = tmp_path / "ppo.zip", tmp_path / "ppo.png"
    options = ["--minutes", 0.02, "--map", "italia", "--players", 2, "--envs", 4]
    done = run("-W", "error", script, *options, "--model", model, "--figure", figure)
    assert done.returncode == 0, done.stderr
    assert "games won, par is 50 %" in done.stdout
    assert model.stat().st_size > 10_000
    assert figure.read_bytes().startswith(b"\x89PNG")


def test_observations_are_the_same_uncompiled(tmp_path):
    script = """
import hashlib, random
from praefectus.envs import VectorEnv
env = VectorEnv(3, "italia", 3)
observations, infos = env.reset(seed=5)
digest = hashlib.sha256()
for _ in range(400):
    observations, rewards, *_, infos = env.step(env.sample_actions())
    for array in (observations, rewards, infos["action_mask"], infos["seat"]):
        digest.update(array.tobytes())
print(digest.hexdigest())
"""
    compiled = run("-c", script)
    pure = run("-c", script, PRAEFECTUS_PURE="1")
    assert compiled.returncode == pure.returncode == 0, compiled.stderr + pure.stderr
    assert compiled.stdout == pure.stdout
