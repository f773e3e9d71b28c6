"""Bots by name: specs, options, budgets, and what is said when something is wrong."""

import random

import pytest

import praefectus
from praefectus import bots


def test_every_named_bot_can_be_made_and_says_its_options():
    for name in bots.names():
        bot = bots.make(name, seed=3)
        assert isinstance(bot, bots.Bot)
        assert bots.options(name) is not None


def test_random_decides_alike_for_equal_seeds():
    game = praefectus.Game.new(seed=1)
    one, two = (bots.make("random", seed=5) for _ in range(2))
    for _ in range(50):
        legal = game.legal_actions
        action = one.choose(bots.Position(game), legal)
        assert action == two.choose(game, legal)
        game.play(action)


def test_an_unknown_bot_lists_those_that_exist():
    with pytest.raises(bots.BotError, match=r"there is no bot 'cato', only random"):
        bots.make("cato")


def test_an_unknown_option_lists_those_that_exist():
    with pytest.raises(bots.BotError, match="random has no option 'time', only none at all"):
        bots.make("random:time=1")


def test_options_after_commas_stay_with_their_bot():
    assert bots.split_specs("search:time=1,workers=2,greedy, random") == [
        "search:time=1,workers=2",
        "greedy",
        "random",
    ]


def test_the_order_of_the_deck_is_not_within_reach():
    game = praefectus.Game.new(seed=1)
    position = bots.Position(game)
    names = [name for name in dir(position) if not name.startswith("_")]
    assert "setup" not in names
    assert "position" not in names
    assert "game" not in names
    assert position.state() == game.state()


def test_what_is_dealt_anew_depends_on_nothing_hidden():
    game = praefectus.Game.new(seed=1)
    other = game.determinize(0, random.Random(3))
    assert game.setup() != other.setup()
    one, two = (bots.Position(each).determinize(random.Random(5)).setup() for each in (game, other))
    assert one == two
