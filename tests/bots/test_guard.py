"""The guard: whatever a bot does, the game goes on and the bot is named."""

import sys
import time
from contextlib import suppress

import numpy as np
import pytest

import praefectus
from praefectus import bots
from praefectus.bots import guard


class Raising:
    def choose(self, position, legal):
        raise RuntimeError("no idea")


class Cheating:
    def choose(self, position, legal):
        return 10**6


class Sleeping:
    budget = 0.01

    def choose(self, position, legal):
        time.sleep(5)
        return legal[-1]


def guarded(bot: bots.Bot, limit: float | None = None) -> tuple[bots.Guarded, list[str]]:
    said: list[str] = []
    return bots.Guarded(bot, "cato", limit=limit, report=said.append), said


def test_a_bot_that_raises_is_named_and_the_game_goes_on():
    game = praefectus.Game.new(seed=1)
    bot, said = guarded(Raising())
    assert bot.choose(game, game.legal_actions) in game.legal_actions
    assert said == ["bot cato raised RuntimeError('no idea'); a safe choice was made for it"]


def test_a_bot_is_shown_what_its_seat_may_know_whatever_the_caller_had_at_hand():
    shown = []

    class Spy:
        def choose(self, position, legal):
            shown.append(type(position))
            return legal[0]

    game = praefectus.Game.new(seed=1)
    bot, _ = guarded(Spy())
    bot.choose(game, game.legal_actions)
    bot.choose(bots.Position(game), game.legal_actions)
    assert shown == [bots.Position, bots.Position]


def test_a_bot_that_cheats_is_named_and_the_game_goes_on():
    game = praefectus.Game.new(seed=1)
    bot, said = guarded(Cheating())
    for _ in range(100):
        action = bot.choose(game, game.legal_actions)
        game.play(action)
    assert "chose 1000000, which is not legal" in said[0]
    assert len(said) == 10
    assert "failed 10 times" in said[-1]


def test_a_bot_that_overruns_is_interrupted_and_named():
    game = praefectus.Game.new(seed=1)
    bot, said = guarded(Sleeping(), limit=0.05)
    assert bot.choose(game, game.legal_actions) in game.legal_actions
    assert "took longer than 0.05 s" in said[0]


@pytest.mark.parametrize(
    ("budget", "name", "seconds"),
    [
        (0.5, "cato", 2),
        (None, "cato:depth=2,time=0.25", 1.5),
        ("soon", "cato", guard.UNBUDGETED),
        (None, "cato:time=soon", guard.UNBUDGETED),
        (float("inf"), "cato:time=nan", guard.UNBUDGETED),
    ],
)
def test_the_limit_follows_from_the_budget(budget, name, seconds):
    class Budgeted(Raising):
        pass

    if budget is not None:
        Budgeted.budget = budget  # type: ignore[attr-defined]
    assert bots.Guarded(Budgeted(), name)._limit == seconds


class Stubborn:
    """Catches whatever can be caught, and goes on."""

    def choose(self, position, legal):
        while True:
            with suppress(Exception):
                time.sleep(1)


def test_a_bot_that_catches_every_exception_is_interrupted_too():
    game = praefectus.Game.new(seed=1)
    bot, said = guarded(Stubborn(), limit=0.05)
    assert bot.choose(game, game.legal_actions) in game.legal_actions
    assert "took longer than 0.05 s" in said[0]


class Leaving:
    def choose(self, position, legal):
        sys.exit("I have had enough")


def test_a_bot_that_leaves_does_not_end_the_program():
    game = praefectus.Game.new(seed=1)
    bot, said = guarded(Leaving())
    assert bot.choose(game, game.legal_actions) in game.legal_actions
    assert "raised SystemExit" in said[0]


@pytest.mark.parametrize("wrong", [None, "end", 0.0, True, [0], 10**30, -1])
def test_what_is_no_legal_number_is_refused(wrong):
    class Confused:
        def choose(self, position, legal):
            return wrong

    game = praefectus.Game.new(seed=1)
    bot, said = guarded(Confused())
    assert bot.choose(game, game.legal_actions) in game.legal_actions
    assert "which is not legal" in said[0]


def test_a_number_of_numpy_is_a_choice():
    class Array:
        def choose(self, position, legal):
            return np.flatnonzero(np.frombuffer(position.mask(), np.uint8))[-1]

    game = praefectus.Game.new(seed=1)
    bot, said = guarded(Array())
    action = bot.choose(game, game.legal_actions)
    assert type(action) is int
    assert action == game.legal_actions[len(game.legal_actions) - 1]
    assert not said


@pytest.mark.parametrize(("map", "players"), [("imperium", 4), ("italia", 2)])
def test_a_table_where_everyone_fails_still_comes_to_an_end(map, players):
    game = praefectus.Game.new(map=map, players=players, seed=1)
    seats = [bots.Guarded(Raising(), "cato", seed=seat) for seat in range(players)]
    while not game.is_over:
        assert game.turn < 5000
        game.play(seats[game.seat].choose(game, game.legal_actions))


def test_closing_the_guard_closes_the_bot():
    class Holding(Raising):
        closed = False

        def close(self):
            self.closed = True

    holding = Holding()
    guarded(holding)[0].close()
    assert holding.closed
    guarded(Raising())[0].close()


def test_a_bot_that_cannot_be_closed_is_named():
    class Clinging(Raising):
        def close(self):
            raise OSError("stuck")

    bot, said = guarded(Clinging())
    bot.close()
    assert said == ["bot cato raised OSError('stuck') when it was closed"]
