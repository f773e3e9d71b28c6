"""`praefectus bench`: how fast the engine is on this machine."""

import json
import random
import time
import tracemalloc
from collections.abc import Callable
from typing import Annotated, Literal, TypedDict

import typer

from praefectus import Game
from praefectus.cli.options import JsonOption
from praefectus.rules import playout

MAP = "imperium"
PLAYERS = 4
SLICES = 5


class Figures(TypedDict):
    """What is measured."""

    playout_decisions_per_s: int
    loop_decisions_per_s: int
    copy_ns: int
    state_bytes: int
    replay_games_per_s: int
    compiled: bool


Measured = Literal[
    "playout_decisions_per_s",
    "loop_decisions_per_s",
    "copy_ns",
    "state_bytes",
    "replay_games_per_s",
]
# What the project promises on one core: a minimum, or a maximum where less is better.
GOALS: dict[Measured, tuple[float, str]] = {
    "playout_decisions_per_s": (5e6, "decisions per second, random playouts inside the engine"),
    "loop_decisions_per_s": (1e6, "decisions per second, a Python loop of legal_actions and push"),
    "copy_ns": (500, "nanoseconds to copy a position"),
    "state_bytes": (4096, "bytes of a position"),
    "replay_games_per_s": (1000, "records per second, read and checked"),
}
SMALLER_IS_BETTER = ("copy_ns", "state_bytes")


def bench(
    seconds: Annotated[
        float,
        typer.Option("--seconds", metavar="S", help="How many seconds to measure each figure."),
    ] = 2.0,
    json_: JsonOption = False,
) -> None:
    """Measure the engine on one core: four players on Imperium, the full rules."""
    if not 0 < seconds <= 600:
        raise typer.BadParameter(f"--seconds must be above 0 and at most 600, not {seconds}")
    figures = measure(seconds)
    if json_:
        typer.echo(json.dumps(figures))
    else:
        show_figures(figures)


def show_figures(figures: Figures) -> None:
    """Print the figures beside what the project promises."""
    from rich.console import Console
    from rich.table import Table

    table = Table(caption="compiled" if figures["compiled"] else "not compiled: plain Python")
    table.add_column("measured", justify="right")
    table.add_column("")
    table.add_column("goal", justify="right")
    for key, (goal, words) in GOALS.items():
        value = figures[key]
        smaller = key in SMALLER_IS_BETTER
        met = value <= goal if smaller else value >= goal
        table.add_row(
            f"[{'green' if met else 'red'}]{value:,.0f}[/]",
            words,
            f"{'≤' if smaller else '≥'} {goal:,.0f}",
        )
    Console().print(table)


def measure(seconds: float) -> Figures:
    """Measure everything on one core, about `seconds` for each figure."""
    return {
        "playout_decisions_per_s": round(playout_rate(seconds)),
        "loop_decisions_per_s": round(loop_rate(seconds)),
        "copy_ns": round(copy_time(seconds) * 1e9),
        "state_bytes": state_size(),
        "replay_games_per_s": round(replay_rate(seconds)),
        "compiled": is_compiled(),
    }


def is_compiled() -> bool:
    """Say whether the rules that were imported are compiled."""
    return not str(playout.__file__).endswith(".py")


def rate(work: Callable[[int], int], seconds: float) -> float:
    """Call `work(round)` for some seconds; return the sum of its results per second.

    Time is the CPU time of this process, in slices of which the best counts, since other load on
    the machine only slows the work down.
    """
    best = 0.0
    rounds = 0
    for _ in range(SLICES):
        done = 0
        began = now = time.process_time()
        while now - began < seconds / SLICES:
            done += work(rounds)
            rounds += 1
            now = time.process_time()
        best = max(best, done / (now - began))
    return best


def new_game(seed: int) -> Game:
    """Set up the game that is measured."""
    return Game.new(map=MAP, players=PLAYERS, seed=seed)


def play_at_random(game: Game, seed: int) -> int:
    """Play a game to its end by a Python loop; return how many decisions it took."""
    draw = random.Random(seed).random
    decisions = 0
    while not game.is_over:
        legal = game.legal_actions
        game.push(legal[int(draw() * len(legal))])
        decisions += 1
    return decisions


def playout_rate(seconds: float) -> float:
    """Return the decisions per second of random games inside the engine."""
    return rate(lambda seed: int(playout.playouts(new_game(seed).position, 10, seed)), seconds)


def loop_rate(seconds: float) -> float:
    """Return the decisions per second of `legal_actions` and `push` called from Python."""
    return rate(lambda seed: play_at_random(new_game(seed), seed), seconds)


def middle_of_a_game() -> Game:
    """Return a position with houses, colonists and cards on the board."""
    game = new_game(7)
    total = play_at_random(game, 7)
    for _ in range(total // 2):
        game.pop()
    return game


def copy_time(seconds: float) -> float:
    """Return the seconds that a copy of a position takes."""
    copy = middle_of_a_game().copy

    def work(_: int) -> int:
        for _ in range(1000):
            copy()
        return 1000

    return 1 / rate(work, seconds)


def state_size() -> int:
    """Return the bytes that one more copy of a position takes."""
    game = middle_of_a_game()
    count = 1000
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        copies = [game.copy() for _ in range(count)]
        after = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    return (after - before) // len(copies)


def replay_rate(seconds: float) -> float:
    """Return the records per second that are read from text and checked."""
    from praefectus import record

    texts = []
    for seed in range(20):
        game = new_game(seed)
        play_at_random(game, seed)
        texts.append(record.dumps(game))

    def work(round_: int) -> int:
        record.loads(texts[round_ % len(texts)])
        return 1

    return rate(work, seconds)
