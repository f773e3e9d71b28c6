"""What a bot does in a worker process: one whole turn, from being asked to `end`; or hints for a person.

Runs in spawned processes, so everything goes in and out by pickling; nothing here touches the server.
"""

import os
import threading
import time
from dataclasses import dataclass, field
from multiprocessing import parent_process

from praefectus import Game, bots
from praefectus.bots.uniform import Uniform
from praefectus.rules.ids import ACTION_END
from praefectus.server.beginning import Beginning

# Answers to people's browsers come first.
_NICENESS = 5


@dataclass(frozen=True)
class Task:
    """A position and the bot that is to decide in it."""

    level: str
    seed: int
    beginning: Beginning
    actions: list[int]

    def game(self) -> Game:
        """Return the game as it stands."""
        game = self.beginning.game()
        for action in self.actions:
            game.push(action)
        return game


@dataclass(frozen=True)
class Turn:
    """The decisions taken, how long that took, and what went wrong on the way, if anything did."""

    decisions: list[str]
    seconds: float
    troubles: list[str] = field(default_factory=list)


def prepare() -> None:
    """Set up a worker: low priority, and ends with the server."""
    os.nice(_NICENESS)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    # A worker waits on a pipe of which it holds both ends, so it wouldn't notice a killed server.
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def take_turn(task: Task) -> Turn:
    """Return what the bot decides until its turn is over; where it fails, safe choices are made for it."""
    began = time.perf_counter()
    try:
        made = bots.make(task.level, seed=task.seed)
    except Exception as error:  # noqa: BLE001 - a bot can fail in any way; the game goes on
        return Turn(safe_turn(task), 0.0, [f"bot {task.level} can't be made: {error!r}"])
    bot = bots.Guarded(made, task.level, seed=task.seed)
    game = task.game()
    decisions = _play(game, bot)
    return Turn(decisions, time.perf_counter() - began, bot.troubles)


def give_hints(task: Task, count: int) -> list[bots.Candidate]:
    """Return the best turns from here; the bot sees no more than the seat that must decide."""
    adviser = bots.make(task.level, seed=task.seed)
    candidates: list[bots.Candidate] = adviser.candidates(bots.Position(task.game()), count)  # type: ignore[attr-defined]
    return candidates


def safe_turn(task: Task) -> list[str]:
    """Return a turn of the random bot, which never fails."""
    return _play(task.game(), Uniform(seed=task.seed))


def _play(game: Game, bot: bots.Bot) -> list[str]:
    decisions: list[str] = []
    while True:
        action = bot.choose(bots.Position(game), game.legal_actions)
        decisions.append(game.text(action))
        if action == ACTION_END:
            return decisions
        game.push(action)
