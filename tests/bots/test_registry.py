"""Bots by name: specs, options, budgets, and what is said when something is wrong."""

import random
from types import SimpleNamespace

import pytest

import praefectus
from praefectus import bots
from praefectus.bots import registry


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
        assert action == two.choose(bots.Position(game), legal)
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
    assert game.setup != other.setup
    one, two = (bots.Position(each).determinize(random.Random(5)).setup for each in (game, other))
    assert one == two


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("search:time=0", "time must be above 0, not 0"),
        ("search:sims=-3", "sims must be above 0, not -3"),
        ("search:time=inf", "time must be a finite number, not inf"),
        ("search:exploration=nan", "exploration must be a finite number, not nan"),
        ("search:width=0", "width must be above 0 and at most 1,000, not 0"),
        ("search:deals=-1", "deals must be above 0 and at most 1,000, not -1"),
        ("search:sims=1000000000", "sims must be above 0 and at most 200,000, not 1000000000"),
        (f"search:sims=1{'0' * 400}", "sims must be above 0 and at most 200,000"),
        ("search:workers=65", "workers must be above 0 and at most 64, not 65"),
        ("search:time", "expected time=VALUE, not 'time'"),
        ("greedy:weights=cato", "no file of weights 'cato', only greedy, hand and paths"),
        (
            "learned:net=cato",
            "no file of a network 'cato', only fifth, first, fourth, learned, second, third and paths",
        ),
    ],
)
def test_an_option_that_makes_no_sense_is_one_sentence(spec, sentence):
    with pytest.raises(bots.BotError, match=sentence) as refused:
        bots.make(spec)
    assert "\n" not in str(refused.value)


class Broken:
    def __init__(self, *, seed: int = 0) -> None:
        raise FileNotFoundError("book.bin")


class Mute:
    def __init__(self, *, seed: int = 0) -> None:
        pass


class Seedless:
    def choose(self, position, legal):
        return legal[0]


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        (Broken, "the bot 'cato' cannot be made: FileNotFoundError"),
        (Mute, "'cato' is not a bot: .* has no method choose"),
        (Seedless, "the bot 'cato' cannot be made: TypeError"),
    ],
)
def test_a_bot_of_another_package_that_cannot_be_made_is_named(monkeypatch, target, sentence):
    point = SimpleNamespace(name="cato", load=lambda: target)
    monkeypatch.setattr(registry, "entry_points", lambda **_: [point])
    assert "cato" in bots.names()
    with pytest.raises(bots.BotError, match=sentence):
        bots.make("cato")
