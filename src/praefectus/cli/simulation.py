"""Many games between bots: what is played, by how many processes, and what came of it.

Game number i of a job depends on the job and i alone, so that any number of processes, working in
any order, give the same results.
"""

import os
import time
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path

import praefectus
from praefectus import bots, record
from praefectus.bots import Bot
from praefectus.parallel import derive_seed, process_pool

BATCH_SECONDS = 0.25  # how much work a process is handed at a time
LARGEST_BATCH = 64


@dataclass(frozen=True)
class Job:
    """Games to play: the table, the bot of each seat, the seed, and where records go."""

    map: str
    bots: tuple[str, ...]
    seed: int
    edition: str = "revised"
    intermediate_scoring: bool = False
    save: Path | None = None
    keep_actions: bool = False  # whether results tell all decisions

    def new_game(self, index: int) -> praefectus.Game:
        """Set up game number `index`."""
        return praefectus.Game.new(
            map=self.map,
            players=len(self.bots),
            seed=derive_seed(self.seed, index, "setup"),
            edition=self.edition,
            intermediate_scoring=self.intermediate_scoring,
        )

    def new_bots(self, index: int) -> list[Bot]:
        """Make the bots of game number `index`, each with a seed of its own, under guard."""
        return [
            guarded(spec, derive_seed(self.seed, index, f"seat {seat}"))
            for seat, spec in enumerate(self.bots)
        ]

    def check(self) -> None:
        """Raise a PraefectusError or OSError now rather than in the first game."""
        self.new_game(0)
        self.new_bots(0)
        if self.save is not None:
            self.save.mkdir(parents=True, exist_ok=True)

    def record_path(self, index: int) -> Path:
        """Give the file that game number `index` is saved in: the same game, the same name."""
        assert self.save is not None
        name = f"{self.map}-{len(self.bots)}-{self.seed}-{index + 1:06}.concordia.json"
        return self.save / name


@dataclass(frozen=True)
class GameResult:
    """What one game came to."""

    index: int
    points: tuple[int, ...]
    winner: int
    turns: int
    decisions: int
    reason: str
    actions: tuple[int, ...] = ()  # all decisions, if the job keeps them


def guarded(spec: str, seed: int) -> Bot:
    """Make a bot whose choices are always legal: by its guard, or by being the random one."""
    bot = bots.make(spec, seed=seed)
    return bot if spec == "random" else bots.Guarded(bot, spec, seed=seed)


def play_game(job: Job, index: int) -> GameResult:
    """Play game number `index` to its end, and save its record if the job says so."""
    game = job.new_game(index)
    seats = job.new_bots(index)
    position = bots.Position(game)
    while not game.is_over:
        game.push(seats[game.seat].choose(position, game.legal_actions))
    outcome = game.outcome()
    if job.save is not None:
        write_record(job.record_path(index), game, job.bots)
    actions = game.actions
    return GameResult(
        index=index,
        points=tuple(points["total"] for points in outcome.points),
        winner=outcome.winner,
        turns=game.turn,
        decisions=len(actions),
        reason=outcome.reason,
        actions=tuple(actions) if job.keep_actions else (),
    )


def save_again(job: Job, result: GameResult) -> None:
    """Write the record of a game that was played elsewhere, from its decisions."""
    game = job.new_game(result.index)
    for action in result.actions:
        game.push(action)
    write_record(job.record_path(result.index), game, job.bots)


def write_record(path: Path, game: praefectus.Game, players: tuple[str, ...]) -> None:
    """Write a record as a whole or not at all."""
    text = record.dumps(game, players)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def play_batch(job: Job, start: int, stop: int) -> tuple[float, list[GameResult]]:
    """Play the games start..stop-1; give the seconds it took and the results."""
    began = time.perf_counter()
    results = [play_game(job, index) for index in range(start, stop)]
    return time.perf_counter() - began, results


def fitting_batch(games: int, seconds: float, wanted: float) -> int:
    """Return how many games take the seconds wanted, if so many took so long."""
    return max(1, min(LARGEST_BATCH, int(wanted * games / max(seconds, 1e-6))))


def run(job: Job, games: int, workers: int) -> Generator[GameResult, None, None]:
    """Play games 0..games-1, giving each result as it comes; in order only with one worker.

    Closing the iterator, or an interrupt, ends the processes at once.
    """
    if workers == 1:
        for index in range(games):
            yield play_game(job, index)
    else:
        yield from run_in_processes(job, games, workers)


def run_in_processes(job: Job, games: int, workers: int) -> Generator[GameResult, None, None]:
    """Play by processes; batches grow until each takes a moment, so that handing out costs little."""
    begun = 0
    batch = 1
    waiting: set[Future[tuple[float, list[GameResult]]]] = set()
    with process_pool(workers) as pool:
        while begun < games or waiting:
            while begun < games and len(waiting) < 2 * workers:
                stop = min(games, begun + batch)
                waiting.add(pool.submit(play_batch, job, begun, stop))
                begun = stop
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                seconds, results = future.result()
                yield from results
                batch = fitting_batch(len(results), seconds, BATCH_SECONDS)
