"""Bots in their processes: a turn at a time, and what happens when one fails."""

import asyncio
import random

import pytest

import praefectus
from praefectus import bots
from praefectus.rules.ids import ACTION_END
from praefectus.server.beginning import Beginning
from praefectus.server.jobs import JobTimeoutError
from praefectus.server.levels import Levels
from praefectus.server.thinking import Task, safe_turn, take_turn
from praefectus.server.worker_pool import WorkerPool


def task(level="random", decisions=0, seed=1):
    """Return a task at a position of a random game: at the beginning of somebody's choice."""
    rng = random.Random(seed)
    game = praefectus.Game.new(map="italia", players=3, seed=seed)
    for _ in range(decisions):
        game.push(rng.choice(list(game.legal_actions)))
    while game.actions and game.actions[-1] != ACTION_END:
        game.push(rng.choice(list(game.legal_actions)))
    return Task(level, seed=seed, beginning=Beginning.at_setup(game.setup), actions=game.actions)


def check(task, decisions):
    """The decisions are one legal turn: to the first `end`."""
    game = task.game()
    for words in decisions:
        game.play(words)
    assert decisions[-1] == "end"
    assert decisions.count("end") == 1


def test_a_turn_is_whole_and_legal():
    for seed in range(20):
        given = task(decisions=seed * 10, seed=seed)
        turn = take_turn(given)
        check(given, turn.decisions)
        assert turn.troubles == []


def test_a_safe_turn_is_always_there():
    for seed in range(20):
        given = task(decisions=seed * 15, seed=seed)
        check(given, safe_turn(given))


def test_a_bot_that_cannot_be_made_is_reported_and_replaced():
    turn = take_turn(task("nobody"))
    check(task(), turn.decisions)
    assert "nobody" in turn.troubles[0]


def test_a_bot_that_fails_is_reported_and_replaced(monkeypatch):
    class Clumsy:
        def choose(self, position, legal):
            raise RuntimeError("dropped the cards")

    monkeypatch.setattr(bots, "make", lambda level, seed: Clumsy())
    turn = take_turn(task("clumsy"))
    check(task(), turn.decisions)
    assert "dropped the cards" in turn.troubles[0]


def test_a_bot_cannot_see_the_deck(monkeypatch):
    """What a bot is given has no way to the order of the cards."""
    seen = []

    class Curious:
        def choose(self, position, legal):
            seen.append(position)
            return legal[0]

    monkeypatch.setattr(bots, "make", lambda level, seed: Curious())
    take_turn(task("curious"))
    assert all(isinstance(position, bots.Position) for position in seen)


def test_the_pool_gives_turns_and_gives_up_late_ones():
    async def play():
        pool = WorkerPool(1)
        try:
            given = task()
            first = await pool.run(take_turn, given, seconds=60)
            with pytest.raises(JobTimeoutError):
                await pool.run(take_turn, task("champion"), seconds=0.01)
            again = await pool.run(take_turn, given, seconds=60)
            return first, again
        finally:
            await pool.close()

    first, again = asyncio.run(play())
    check(task(), first.decisions)
    assert again.decisions == first.decisions, "the same task, the same turn"


def test_levels_are_those_of_the_registry():
    levels = Levels()
    assert levels.exists(levels.default)
    assert not levels.exists("nobody")
    assert "random" in [level.id for level in levels.all]
