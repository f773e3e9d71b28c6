"""`Game`: what a caller does with it."""

import random

import numpy as np
import pytest

import praefectus
from praefectus import (
    Game,
    IllegalActionError,
    LegalActions,
    NotationError,
    Options,
    PraefectusError,
)
from praefectus.game import STRETCH
from praefectus.rules.ids import OF_MONEY
from praefectus.rules.state import State, block
from tests.support import TABLES, make_game, play, random_position, stroll


def test_a_game_as_a_caller_plays_it():
    game = praefectus.Game.new(map="italia", players=3, seed=7)
    rng = random.Random(7)
    while not game.is_over:
        game.push(rng.choice(list(game.legal_actions)))
    result = game.outcome()
    assert sorted(result.ranking) == [0, 1, 2]
    assert result.winner == result.ranking[0]
    assert result.reason in ("houses", "cards")
    assert len(result.points) == 3


def test_the_defaults_are_imperium_with_four_players_in_the_revised_edition():
    game = Game.new()
    assert game.options == Options("imperium", 4, "revised", intermediate_scoring=False)


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_what_a_game_says_of_itself(map, players):
    game = Game.new(map, players, 1, edition="first", intermediate_scoring=True)
    assert (game.map, game.players) == (map, players)
    assert game.options == Options(map, players, "first", intermediate_scoring=True)
    assert (game.seat, game.turn_seat, game.turn, game.phase) == (0, 0, 0, "play")
    assert not game.is_over
    assert game.actions == []
    assert repr(game) == f"Game.from_position({game.position_text(hidden=True)!r})"
    assert isinstance(game.position, State)
    assert repr(game.position) == f"<State {map} turn 0 play>"


def test_legal_actions_are_a_view():
    game = Game.new("italia", 2, 1)
    legal = game.legal_actions
    assert isinstance(legal, LegalActions)
    assert list(legal) == sorted(legal)
    assert len(legal) == len(list(legal))
    assert legal[0] == next(iter(legal))
    assert legal[-1] == list(legal)[-1]
    with pytest.raises(IndexError):
        legal[len(legal)]
    assert legal[0] in legal
    assert repr(legal) == f"<LegalActions: {', '.join(legal.texts())}>"
    assert legal.texts() == [game.text(action) for action in legal]
    assert random.Random(1).choice(legal) in legal


@pytest.mark.parametrize("thing", [-1, 10**6, 10**30, -(10**30), "play senator", None, 1.5, (1,)])
def test_what_is_no_legal_action_is_not_in_them(thing):
    assert thing not in Game.new("italia", 2, 1).legal_actions


def test_legal_actions_stay_as_they_were_asked_for():
    game = Game.new("italia", 2, 1)
    legal = game.legal_actions
    before = list(legal)
    play(game, "play senator")
    assert list(legal) == before


def test_play_takes_numbers_decisions_and_steps():
    by_number, by_words, by_step = (Game.new("imperium", 3, 1) for _ in range(3))
    words = ["play architect", "move land roma", "to land aquileia~roma", "end"]
    for text in words:
        (number,) = by_number.parse(text)
        by_number.play(number)
        by_words.play(text)
    play(by_step, "play architect", "move land roma aquileia~roma", "end")
    assert by_number.position == by_words.position == by_step.position
    assert by_number.actions == by_words.actions == by_step.actions
    assert [by_step.text(action) for action in by_step.actions] == words


def test_numbers_of_numpy_are_numbers():
    game = Game.new(seed=1)
    action = np.int64(game.legal_actions[3])
    assert action in game.legal_actions
    game.play(action)
    assert game.actions == [int(action)]
    with pytest.raises(IllegalActionError):
        game.play(np.uint16(game.action_count - 1))


def test_play_checks_and_changes_nothing_when_it_refuses():
    game = make_game(colonists={0: ["land roma"], 1: ["land aquileia~roma"]})
    play(game, "play architect")
    before, actions = game.position.key(), game.actions
    for step in ("move land roma aquileia~roma", "build roma", "cash", game.parse("cash")[0]):
        with pytest.raises(IllegalActionError):
            game.play(step)
        assert (game.position.key(), game.actions) == (before, actions)
    with pytest.raises(NotationError):
        game.play("fly to roma")
    assert (game.position.key(), game.actions) == (before, actions)


def test_the_message_of_a_refusal():
    game = play(Game.new("imperium", 3, 1), "play architect")
    with pytest.raises(IllegalActionError) as caught:
        game.play("build roma")
    assert str(caught.value) == "illegal action 'build roma': no house can be built in Roma (R5.6)"
    assert caught.value.text == "build roma"
    explanation = caught.value.explanation
    assert (explanation.legal, explanation.rule) == (False, "R5.6")
    assert (explanation.key, explanation.values) == ("architect.capital", {"city": "roma"})
    assert explanation == game.explain(game.parse("build roma")[0])


def test_an_explanation_of_what_is_allowed():
    game = play(Game.new("imperium", 3, 1), "play architect")
    explanation = game.explain(game.parse("move land roma")[0])
    assert (explanation.legal, explanation.rule) == (True, "R5.1")
    assert str(explanation) == "allowed (R5.1)"


@pytest.mark.parametrize("number", [-1, 519, 10**30, -(10**30)])
def test_numbers_outside_the_space(number):
    game = Game.new("imperium", 3, 1)
    message = rf"^the action must be a number from 0 to 518, not {number}$"
    for call in (game.text, game.play, game.explain):
        with pytest.raises(PraefectusError, match=message):
            call(number)
    assert game.actions == []


def test_a_step_that_fails_halfway_is_taken_back():
    game = make_game(colonists={0: ["land roma"], 1: ["land aquileia~roma"]})
    play(game, "play architect")
    key = game.position.key()
    with pytest.raises(IllegalActionError, match=r"a colonist stands on Aquileia–Roma already"):
        game.play("move land roma aquileia~roma")
    assert game.position.key() == key
    assert game.phase == "architect"


def test_parse_gives_a_list_of_the_callers_own():
    game = Game.new("imperium", 3, 1)
    step = "move land roma aquileia~roma"
    for parse in (game.parse, game.parse_step):
        parse(step).append(0)
        assert len(parse(step)) == 2


def test_taking_back():
    game = Game.new("italia", 3, 1)
    start = game.position.key()
    play(game, "play senator", "end", "play mercator-3")
    assert game.pop() == game.parse("play mercator-3")[0]
    assert (game.turn, game.phase) == (1, "play")
    game.pop()
    assert (game.turn, game.phase) == (0, "senator")
    game.pop()
    assert game.position.key() == start
    with pytest.raises(IndexError, match=r"^no decision was taken yet$"):
        game.pop()


def test_taking_back_in_a_game_that_began_inside_a_turn():
    game = play(Game.new("italia", 3, 1), "play architect", "move land roma")
    for other in (game.determinize(0, random.Random(1)), Game(game.position.copy())):
        assert other.actions == []
        key = other.position.key()
        play(other, "to casinum~roma", "move sea roma")
        assert len(other.actions) == 2
        other.pop()
        other.pop()
        assert other.position.key() == key


def test_a_copy_shares_the_past_and_goes_its_own_way():
    game = play(Game.new("italia", 3, 1), "play senator")
    copy = game.copy()
    play(game, "end")
    assert (copy.turn, game.turn) == (0, 1)
    assert copy.actions == game.actions[:1]
    play(copy, "end", "play tribune")
    copy.pop()
    copy.pop()
    copy.pop()
    assert copy.actions == []
    assert game.turn == 1
    assert len(game.actions) == 2


def at_random(game, rng, decisions):
    """Play some decisions; return the positions before each of them."""
    before = []
    for _ in range(decisions):
        before.append(game.state())
        game.push(rng.choice(game.legal_actions))
    return before


@pytest.mark.parametrize("handed_out", [False, True])
def test_every_decision_of_a_stretch_can_be_taken_back(handed_out):
    game = Game.new("italia", 3, 1)
    if handed_out:
        assert game.position.board.name == "italia"
    before = at_random(game, random.Random(1), 3 * STRETCH + 5)
    actions = game.actions
    while before:
        assert game.pop() == actions.pop()
        assert game.state() == before.pop()
        assert game.actions == actions


@pytest.mark.parametrize("decisions", [1, STRETCH - 1, STRETCH, STRETCH + 1])
def test_copies_go_their_own_ways_from_any_decision(decisions):
    game = Game.new("italia", 3, 1)
    before = at_random(game, random.Random(1), decisions)
    common = game.actions
    copies = [game.copy(), game.copy(), game]
    ways = [at_random(copy, random.Random(seed), STRETCH) for seed, copy in enumerate(copies)]
    for copy, way in zip(copies, ways, strict=True):
        assert copy.actions[:decisions] == common
        for position in reversed(before + way):
            copy.pop()
            assert copy.state() == position


def test_a_game_taken_back_beyond_a_turn_leaves_its_copy_alone():
    game = Game.new("italia", 3, 1)
    assert game.position.board.name == "italia"
    play(game, "play senator", "end", "play mercator-3")
    copy = game.copy()
    game.pop()
    play(game, "play tribune", "end")
    assert [copy.text(action) for action in copy.actions] == [
        "play senator",
        "end",
        "play mercator-3",
    ]
    copy.pop()
    assert (copy.turn, copy.phase) == (1, "play")
    copy.pop()
    assert (copy.turn, copy.phase) == (0, "senator")


def test_taking_back_keeps_what_was_changed_in_the_position():
    game = Game.new("italia", 3, 1)
    play(game, "play senator", "end")
    game.position.cells[block(1) + OF_MONEY] = 77
    play(game, "play mercator-3", "end")
    game.pop()
    game.pop()
    assert game.position.cells[block(1) + OF_MONEY] == 77


@pytest.mark.parametrize("seat", [-1, 3, 10**30])
def test_only_seats_at_the_table_can_be_determinized(seat):
    with pytest.raises(PraefectusError, match=rf"^the seat must be 0 to 2, not {seat}$"):
        Game.new("italia", 3, 1).determinize(seat, random.Random(1))


def test_determinize_depends_on_the_generator_alone():
    game = random_position("imperium", 5, 2, 60)
    one, same, other = (game.determinize(0, random.Random(seed)) for seed in (1, 1, 2))
    assert one.setup == same.setup
    assert one.setup != other.setup
    assert one.position == same.position
    assert one.position != other.position


def test_a_mask_has_a_byte_for_each_action():
    game = Game.new("imperium", 3, 1)
    mask = game.mask()
    assert isinstance(mask, bytes)
    assert len(mask) == game.action_count == 519
    assert Game.new("italia", 3, 1).action_count == 461


def test_positions_are_equal_by_value():
    one, same = Game.new("italia", 3, 1), Game.new("italia", 3, 1)
    assert one.position == same.position
    assert hash(one.position) == hash(same.position)
    assert one.position != Game.new("italia", 3, 2).position
    assert one.position != Game.new("italia", 3, 1, edition="first").position
    assert one.position != "a position"
    play(one, "play senator")
    assert one.position != same.position


def test_the_picture_shows_the_position():
    game = make_game(
        tokens={"massilia": "cloth"},
        houses={0: ["massilia"], 1: ["massilia"]},
        coins=["gallia"],
        display=["mason", None, "consul"],
        deck=["farmer"],
    )
    text = str(game)
    assert text.splitlines()[0] == (
        "Imperium: turn 1, play; Praefectus Magnus: C; 1 card in the deck"
    )
    assert "1: mason  2: -  3: consul" in text
    assert "Massilia (cloth AB)" in text
    assert "gallia      [coins]" in text
    assert "▸ A (seat 0)  5 sestertii" in text
    assert all(len(line) <= 110 for line in text.splitlines())


def test_every_position_of_a_game_can_be_drawn_and_described():
    game = Game.new("italia", 2, 3, intermediate_scoring=True)
    for _ in stroll(game, random.Random(3)):
        assert str(game).count("\n") > 15
        document = game.state()
        assert document["to_play"] == game.turn_seat
        assert document["phase"] == game.phase
        assert document["turn"] == game.turn
    assert game.state()["to_play"] is None
    assert str(game)


def test_the_errors_form_a_tree():
    for name in (
        "SetupError",
        "NotationError",
        "IllegalActionError",
        "PositionError",
        "RecordError",
    ):
        assert issubclass(getattr(praefectus, name), PraefectusError)
    assert issubclass(PraefectusError, ValueError)
    assert set(praefectus.__all__) >= {"Game", "LegalActions", "Explanation", "Outcome"}


def test_a_long_game_is_given_back_without_trouble():
    game = Game.new("italia", 2, 1)
    tribune, end = game.parse("play tribune")[0], game.parse("end")[0]
    for _ in range(20_000):
        game.push(tribune)
        game.push(end)
    assert game.turn == 20_000
    assert len(game.actions) == 40_000
    copy = game.copy()
    del game
    assert copy.pop() == end
