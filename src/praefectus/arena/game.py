"""One game of a contest: played to its end, timed, and kept if requested."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from praefectus import record
from praefectus.arena.contest import Contest
from praefectus.bots import Bot, Legal, Position
from praefectus.game import Game
from praefectus.wire.position import Points

Choose = Callable[[Position, Legal], int]


@dataclass(frozen=True)
class Keep:
    """What is kept of games besides their results."""

    actions: bool = False  # all decisions, in the result
    times: bool = (
        True  # how long each bot thinks; for fast bots the measuring takes a fifth of the time
    )
    records: Path | None = None  # the folder that records are written into

    def prepare(self) -> None:
        """Make the folder of records. Raises OSError if that fails."""
        if self.records is not None:
            self.records.mkdir(parents=True, exist_ok=True)


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game; lists are by seat."""

    index: int
    seating: tuple[str, ...]
    points: list[Points]
    ranking: list[int]  # the seats, best first
    turns: int
    reason: str  # what ended the game: `houses` or `cards`
    turns_taken: list[int]
    seconds: list[float]  # how long each bot thought
    troubles: list[str] = field(default_factory=list)  # what the guards of the bots reported
    decisions: int = 0  # 0 in state files of version 0.1, which lack it
    actions: tuple[int, ...] = ()  # all decisions, if they are kept

    @property
    def winner(self) -> int:
        """The seat that won."""
        return self.ranking[0]


def play_game(contest: Contest, index: int, keep: Keep = Keep()) -> GameResult:  # noqa: B008
    """Play game number `index` to its end, and write its record if requested."""
    game = contest.new_game(index)
    troubles: list[str] = []
    seats = contest.new_bots(index, troubles.append)
    seconds = [0.0] * len(seats)
    turns_taken = [0] * len(seats)
    position = Position(game)
    choices: list[Choose] = [bot.choose for bot in seats]
    if keep.times:
        choices = [timed(choose, seconds, seat) for seat, choose in enumerate(choices)]
    turn = -1
    try:
        while not game.is_over:
            seat = game.seat
            if game.turn != turn:
                turn = game.turn
                turns_taken[seat] += 1
            game.push(choices[seat](position, game.legal_actions))
    finally:
        close(seats)
    if keep.records is not None:
        write_record(record_path(keep.records, contest, index), game, contest.seating(index))
    outcome = game.outcome()
    actions = game.actions
    return GameResult(
        index=index,
        seating=contest.seating(index),
        points=outcome.points,
        ranking=outcome.ranking,
        turns=game.turn,
        reason=outcome.reason,
        turns_taken=turns_taken,
        seconds=[round(each, 4) for each in seconds],
        troubles=troubles,
        decisions=len(actions),
        actions=tuple(actions) if keep.actions else (),
    )


def timed(choose: Choose, seconds: list[float], seat: int) -> Choose:
    """Return `choose` that adds the time it takes to the seconds of a seat."""

    def choose_and_time(position: Position, legal: Legal) -> int:
        began = perf_counter()
        try:
            return choose(position, legal)
        finally:
            seconds[seat] += perf_counter() - began

    return choose_and_time


def close(seats: Sequence[Bot]) -> None:
    """Let every bot release its processes and files, if it has a `close`."""
    for bot in seats:
        end = getattr(bot, "close", None)
        if end is not None:
            end()


def record_path(folder: Path, contest: Contest, index: int) -> Path:
    """Return the file that game number `index` is saved in: the same game, the same name."""
    name = f"{contest.options.map}-{len(contest.bots)}-{contest.seed}-{index + 1:06}.concordia.json"
    return folder / name


def save_again(folder: Path, contest: Contest, result: GameResult) -> None:
    """Write the record of a game that was played elsewhere, from its decisions."""
    game = contest.new_game(result.index)
    for action in result.actions:
        game.push(action)
    write_record(record_path(folder, contest, result.index), game, result.seating)


def write_record(path: Path, game: Game, players: Sequence[str]) -> None:
    """Write a record as a whole or not at all."""
    text = record.dumps(game, list(players))
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
