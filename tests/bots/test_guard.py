"""The guard: whatever a bot does, the game goes on and the bot is named."""

import time

import praefectus
from praefectus import bots


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
    assert bot.choose(game, game.legal_actions) == game.legal_actions[0]
    assert "took longer than 0.05 s" in said[0]
