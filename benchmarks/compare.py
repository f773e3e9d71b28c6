"""Measure praefectus beside other simulators, in one run on one machine.

    .venv/bin/python benchmarks/compare.py

The others are installed into an environment of their own, build/compare. Every measurement is a
process of its own that takes turns with the rest, and the best of the rounds counts. Rates are by
processor time of one thread. Prints a table and writes benchmarks/results.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).parent.parent
VENV = ROOT / "build" / "compare"
RESULTS = Path(__file__).parent / "results.md"
PACKAGES = ["catanatron==3.2.1", "open_spiel==2.0.2", "pettingzoo[classic]==1.27.0"]
SECONDS = 1.0
IMPORTS = 7


def rate(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """Repeat `work`, which says how many steps it was, for some time; return steps per second."""
    work()
    steps = 0
    began = time.thread_time()
    while True:
        steps += work()
        spent = time.thread_time() - began
        if spent >= seconds:
            return steps / spent


# --- praefectus ------------------------------------------------------------------------------


def playout() -> float:
    import praefectus
    from praefectus.rules.playout import playouts

    start = praefectus.Game.new("imperium", 4, seed=1).position
    seeds = iter(range(10**9))
    return rate(lambda: playouts(start, 100, next(seeds)))


def python_loop() -> float:
    import praefectus

    rng = random.Random(1)
    seeds = iter(range(10**9))

    def game() -> int:
        steps = 0
        game = praefectus.Game.new("imperium", 4, seed=next(seeds))
        choose = rng.random
        while not game.is_over:
            legal = game.legal_actions
            game.push(legal[int(choose() * len(legal))])
            steps += 1
        return steps

    return rate(game)


def aec_loop(env: object) -> float:
    """Return the steps per second of a PettingZoo environment, with observations and masks."""
    import numpy as np

    rng = random.Random(1)

    def game() -> int:
        steps = 0
        env.reset(seed=rng.randrange(10**6))  # type: ignore[attr-defined]
        for _agent in env.agent_iter():  # type: ignore[attr-defined]
            observation, _, terminated, truncated, info = env.last()  # type: ignore[attr-defined]
            action = None
            if not terminated and not truncated:
                legal = np.flatnonzero(
                    info["action_mask"] if "action_mask" in info else observation["action_mask"]
                )
                action = int(legal[int(rng.random() * len(legal))])
                steps += 1
            env.step(action)  # type: ignore[attr-defined]
            if steps >= 500:
                break
        return steps

    return rate(game)


def aec() -> float:
    from praefectus.envs import aec_env

    return aec_loop(aec_env("imperium", 4))


def vector(dtype: str) -> float:
    from praefectus.envs import VectorEnv

    env = VectorEnv(1024, "imperium", 4, dtype=dtype)  # type: ignore[arg-type]
    env.reset(seed=1)

    def steps() -> int:
        for _ in range(20):
            env.step(env.sample_actions())
        return 20 * 1024

    for _ in range(15):  # so that the games are at all stages
        steps()
    return rate(steps)


def gym() -> float:
    from praefectus.envs import ConcordiaEnv

    env = ConcordiaEnv("imperium", 4)
    env.reset(seed=1)

    def steps() -> int:
        for _ in range(100):
            _, _, terminated, _, _ = env.step(env.action_space.sample())
            if terminated:
                env.reset()
        return 100

    return rate(steps)


# --- the others ------------------------------------------------------------------------------


def catanatron() -> float:
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    seeds = iter(range(10**9))

    def game() -> int:
        colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
        game = Game([RandomPlayer(color) for color in colors], seed=next(seeds))
        game.play()
        return len(game.state.actions)

    return rate(game)


def openspiel(name: str) -> float:
    import pyspiel

    game = pyspiel.load_game(name)
    rng = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        steps = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return rate(play)


def classic(name: str) -> float:
    from importlib import import_module

    return aec_loop(import_module(f"pettingzoo.classic.{name}").env())


MEASURES: dict[str, tuple[str, Callable[[], float]]] = {
    "playout": ("praefectus: random playouts inside the engine", playout),
    "loop": ("praefectus: Python loop, legal_actions and push", python_loop),
    "aec": ("praefectus: PettingZoo AEC loop, observation and mask", aec),
    "gym": ("praefectus: Gymnasium, a learner against three random bots", gym),
    "vector_int8": ("praefectus: VectorEnv n=1024, int8", lambda: vector("int8")),
    "vector_float32": ("praefectus: VectorEnv n=1024, float32", lambda: vector("float32")),
    "catanatron": ("catanatron: 4 random players", catanatron),
    "os_chess": ("OpenSpiel: Python loop, chess", lambda: openspiel("chess")),
    "os_backgammon": ("OpenSpiel: Python loop, backgammon", lambda: openspiel("backgammon")),
    "pz_chess": ("PettingZoo classic: chess_v6", lambda: classic("chess_v6")),
    "pz_connect_four": ("PettingZoo classic: connect_four_v3", lambda: classic("connect_four_v3")),
    "pz_tictactoe": ("PettingZoo classic: tictactoe_v3", lambda: classic("tictactoe_v3")),
    "pz_texas": ("PettingZoo classic: texas_holdem_v4", lambda: classic("texas_holdem_v4")),
}
OURS = ("playout", "loop", "aec", "gym", "vector_int8", "vector_float32")


# --- the run ---------------------------------------------------------------------------------


def install(pip_options: list[str]) -> Path:
    """Make the environment of the others, if it is not there; return its Python."""
    python = VENV / "bin" / "python"
    stamp = VENV / "packages.txt"
    wanted = "\n".join(PACKAGES)
    if not stamp.exists() or stamp.read_text() != wanted:
        subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
        pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *pip_options, *PACKAGES], check=True)
        stamp.write_text(wanted)
    return python


def measure(python: str | Path, name: str) -> float:
    """Run one measurement as a process and return its rate."""
    # BLAS threads would only get in the way.
    env = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [python, __file__, "--measure", name], capture_output=True, text=True, env=env, check=False
    )
    if done.returncode:
        sys.exit(f"{name} failed:\n{done.stderr}")
    return float(json.loads(done.stdout.splitlines()[-1]))


def import_ms() -> float:
    """Return the milliseconds that `import praefectus` takes, beyond starting Python."""
    code = "import time; t = time.process_time(); import praefectus; print(time.process_time() - t)"
    times = []
    for _ in range(IMPORTS):
        done = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        )
        times.append(float(done.stdout))
    return 1000 * min(times)


def goals(rates: dict[str, float], imported: float) -> list[tuple[str, str, str, bool]]:
    """Return what must be reached: the goal, what it asks, what was measured, whether reached."""
    catan = rates["playout"] / rates["catanatron"]
    chess = rates["loop"] / rates["os_chess"]
    vector = rates["vector_int8"]
    return [
        (
            "AEC loop with observation and mask",
            "50,000/s",
            f"{rates['aec']:,.0f}/s",
            rates["aec"] >= 5e4,
        ),
        ("VectorEnv, n=1024", "1,000,000/s", f"{vector:,.0f}/s", vector >= 1e6),
        ("playouts : catanatron's decisions", "200", f"{catan:,.0f}", catan >= 200),
        ("Python loop : OpenSpiel's chess loop", "4", f"{chess:.1f}", chess >= 4),
        ("import praefectus", "100 ms", f"{imported:.0f} ms", imported < 100),
    ]


def facts() -> list[str]:
    """Return what is to be said of the machine and the versions."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = models[0].partition(":")[2].strip() if models else cpu
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    ).stdout.strip()
    names = ["numpy", "gymnasium", "pettingzoo"]
    ours = []
    for name in names:
        try:
            ours.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            continue
    return [
        f"- date: {time.strftime('%Y-%m-%d')}, praefectus at commit {commit or 'unknown'}",
        f"- machine: {cpu}, {os.cpu_count()} cores, {platform.system()}",
        f"- load average when begun: {os.getloadavg()[0]:.1f}",
        f"- Python {platform.python_version()}; {', '.join(ours)}",
        f"- the others: {', '.join(PACKAGES)}",
    ]


def report(rates: dict[str, float], imported: float, said: list[str], rounds: int) -> str:
    """Return the page of results."""
    lines = ["# Speed beside other simulators", ""]
    lines += [
        "Written by `python benchmarks/compare.py`, which makes an environment of its own for"
    ]
    lines += [
        f"the others. Best of {rounds} rounds, steps per second of processor time, one thread.",
        "",
    ]
    lines += [
        *said,
        "",
        "## What must be reached",
        "",
        "| | asked | measured | |",
        "| --- | --- | --- | --- |",
    ]
    for name, asked, got, reached in goals(rates, imported):
        lines.append(f"| {name} | {asked} | {got} | {'reached' if reached else 'missed'} |")
    lines += ["", "## All rates", "", "| | steps per second |", "| --- | ---: |"]
    lines += [f"| {text} | {rates[name]:,.0f} |" for name, (text, _) in MEASURES.items()]
    lines += [
        "",
        "A step is one decision. The playouts and loops choose evenly among the legal decisions; the",
        "VectorEnv loop includes that choice (`sample_actions`). One measurement by itself:",
        "`python benchmarks/compare.py --measure NAME`, with NAME one of",
        ", ".join(f"`{name}`" for name in MEASURES) + ".",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--measure", choices=list(MEASURES), help="measure one thing, print its rate"
    )
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--pip", action="append", default=[], help="a further option for pip install"
    )
    args = parser.parse_args()
    if args.measure:
        print(json.dumps(MEASURES[args.measure][1]()))
        return
    others = install(args.pip)
    said = facts()
    rates: dict[str, float] = {}
    for turn in range(args.rounds):
        for name in MEASURES:
            print(
                f"\rround {turn + 1}/{args.rounds}: {name:20}", end="", file=sys.stderr, flush=True
            )
            found = measure(sys.executable if name in OURS else others, name)
            rates[name] = max(found, rates.get(name, 0.0))
    print(file=sys.stderr)
    text = report(rates, import_ms(), said, args.rounds)
    # What server_load.py has measured stays.
    _, heading, server = RESULTS.read_text(encoding="utf-8").partition("# The server under load")
    RESULTS.write_text(f"{text}\n{heading}{server}" if heading else text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
