"""A game as a Python object: copied, pickled, compared, hashed and shown."""

import copy
import pickle
import random

import pytest

from praefectus import Game, Options, PraefectusError, Setup, record
from praefectus.errors import OtherRulesError
from tests.support import TABLES, play, stroll


def halfway(map: str = "italia", players: int = 3, decisions: int = 150) -> Game:
    game = Game.new(map, players, 5)
    rng = random.Random(5)
    for _ in range(decisions):
        game.push(rng.choice(list(game.legal_actions)))
    return game


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, Game.copy])
def test_a_copy_goes_on_by_itself(how):
    game = halfway()
    other = how(game)
    assert other == game
    assert other.actions == game.actions
    other.push(other.legal_actions[0])
    assert other != game
    assert len(game.actions) == 150
    other.pop()
    other.pop()
    assert game.pop() is not None
    assert other == game


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy])
def test_a_position_can_be_copied(how):
    position = halfway().position
    other = how(position)
    assert other == position
    assert other is not position
    other.cells[0] += 1
    assert other != position


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_game_is_pickled_with_its_history(protocol):
    game = halfway()
    other = pickle.loads(pickle.dumps(game, protocol))
    assert other == game
    assert other.actions == game.actions
    assert other.options == game.options
    assert other.setup == game.setup
    assert record.dumps(other) == record.dumps(game)
    while other.actions:
        assert other.pop() == game.pop()
        assert other == game


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_a_pickled_game_is_small(map, players):
    game = Game.new(map, players, 3)
    for _ in stroll(game, random.Random(3)):
        pass
    assert len(pickle.dumps(game)) < 8_000 + 3 * len(game.actions)


def test_a_game_that_began_in_the_middle_is_pickled_too():
    game = Game(halfway().position)
    play(game, game.legal_actions.texts()[0])
    other = pickle.loads(pickle.dumps(game))
    assert (other, other.actions) == (game, game.actions)


def test_values_are_pickled():
    game = halfway()
    for value in (game.position, game.position.deal, game.options, game.setup):
        other = pickle.loads(pickle.dumps(value))
        if value is not game.position.deal:
            assert other == value
    assert pickle.loads(pickle.dumps(Options("italia", 2, "first"))).edition == "first"


@pytest.mark.parametrize(
    "fail",
    [
        lambda: Game.new("italia", 3, 1).play("build roma"),
        lambda: Game.new("italia", 3, 1).play("sing"),
        lambda: Game.new("italia", 9, 1),
        lambda: Game.from_position("concordia-position/1"),
        lambda: Game.from_position(
            Game.new("italia", 3, 1).position_text().replace(":a", ":ah", 1)
        ),
        lambda: record.loads(
            '{"format": "concordia-record/1", "rules": "0", "result": {"winner": 1}}'
        ),
    ],
)
def test_errors_come_out_of_other_processes_as_they_are(fail):
    with pytest.raises(PraefectusError) as raised:
        fail()
    error = raised.value
    other = pickle.loads(pickle.dumps(error))
    assert (type(other), str(other), vars(other)) == (type(error), str(error), vars(error))


def test_a_record_of_other_rules_tells_both_versions():
    with pytest.raises(OtherRulesError) as raised:
        record.loads('{"format": "concordia-record/1", "rules": "0"}')
    assert (raised.value.rules, raised.value.ours, raised.value.result) == ("0", "1", None)


def test_games_are_equal_where_they_stand_equal():
    one, same, other = Game.new("italia", 3, 1), Game.new("italia", 3, 1), Game.new("italia", 3, 2)
    assert one == same != other
    assert hash(one) == hash(same)
    assert len({one, same, other}) == 2
    assert one != "a game"
    # How they came there does not count, nor does the order of cards that were turned up long ago.
    play(one, "play senator", "end")
    assert one == Game(one.position)
    cards = list(same.setup.cards)
    assert cards[0] != cards[1]
    cards[:2] = cards[1], cards[0]
    turned = Game.from_setup(Setup(same.options, same.setup.cities, cards))
    assert turned != same, "the display differs"
    # The order of the deck does.
    assert one != one.determinize(0, random.Random(1))


def test_the_rule_options_count():
    assert Game.new("italia", 3, 1) != Game.new("italia", 3, 1, edition="first")


def test_the_repr_can_be_pasted_back():
    for game in (Game.new("imperium", 5, 3), halfway(), halfway("imperium", 4, 313)):
        assert eval(repr(game)) == game
        assert "\n" not in repr(game)
