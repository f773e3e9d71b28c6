"""The greedy bot: legal whole turns everywhere, far better than random, without a look at the deck."""

import random

import pytest

import praefectus
from praefectus import bots

TABLES = [
    ("imperium", 3),
    ("imperium", 4),
    ("imperium", 5),
    ("italia", 2),
    ("italia", 3),
    ("italia", 4),
]


def play(game: praefectus.Game, players: list[bots.Bot]) -> praefectus.Outcome:
    while not game.is_over:
        # `play` checks every decision.
        game.play(players[game.seat].choose(bots.Position(game), game.legal_actions))
        assert game.turn < 1000
    return game.outcome()


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_greedy_plays_whole_games_on_every_board(map, players):
    for seed in range(2):
        game = praefectus.Game.new(map=map, players=players, seed=seed)
        outcome = play(game, [bots.make("greedy", seed=seat) for seat in range(players)])
        assert outcome.points[outcome.winner]["total"] > 60


def test_greedy_beats_random():
    wins = 0
    for seed in range(12):
        game = praefectus.Game.new(seed=seed)
        seats = [bots.make("random", seed=seed + seat) for seat in range(4)]
        seats[seed % 4] = bots.make("greedy")
        wins += play(game, seats).winner == seed % 4
    assert wins >= 11


def test_greedy_goes_on_from_the_middle_of_any_turn():
    rng = random.Random(3)
    for seed in range(6):
        game = praefectus.Game.new(map="italia", players=3, seed=seed)
        while not game.is_over:
            bot = bots.make("greedy", seed=1)
            assert bot.choose(bots.Position(game), game.legal_actions) in game.legal_actions
            game.push(rng.choice(list(game.legal_actions)))


def test_greedy_decides_the_same_whatever_the_order_of_the_deck():
    game = praefectus.Game.new(seed=5)
    bot, other = bots.make("greedy", seed=1), bots.make("greedy", seed=1)
    for number in range(200):
        shuffled = game.determinize(game.seat, random.Random(number))
        action = bot.choose(bots.Position(game), game.legal_actions)
        assert other.choose(bots.Position(shuffled), shuffled.legal_actions) == action
        game.push(action)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (None, "there is no file of weights"),
        ("{", "not a file of weights"),
        ('{"format": "x"}', "expected the format"),
        ('{"format": "praefectus-weights/1", "weights": {}}', "the weights lack"),
    ],
)
def test_a_missing_or_corrupt_file_of_weights_is_one_sentence(tmp_path, text, sentence):
    path = tmp_path / "weights.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(bots.BotError, match=sentence):
        bots.make(f"greedy:weights={path}")
