"""Actions as text, both directions."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from praefectus import Game, IllegalActionError, NotationError, PraefectusError
from praefectus.notation import DECISION_FORMS, STEP_FORMS, notation
from praefectus.rules.actions import action_space
from praefectus.rules.facts import load_board, map_names
from tests.support import make_game, play, stroll

every_map = pytest.mark.parametrize("map", map_names())
SIZES = {"imperium": 519, "italia": 461}


@every_map
def test_the_whole_space_both_ways(map):
    """R2.1: every number has one text, and every text leads back to its number."""
    game = Game.new(map, 3, 1)
    texts = [game.text(action) for action in range(game.action_count)]
    assert len(set(texts)) == len(texts) == SIZES[map]
    for action, text in enumerate(texts):
        assert game.parse(text) == [action]
        meaning = notation(game.position.board).actions[action]
        assert str(meaning) == text
        assert text.split(" ")[0] == meaning.verb


@every_map
def test_the_space_is_numbered_as_the_board_says(map):
    board = load_board(map)
    space = action_space(board)
    assert len(space) == board.action_count
    firsts = {
        "produce": board.action_produce,
        "move": board.action_move,
        "to": board.action_to,
        "build": board.action_build,
        "settle": board.action_settle,
    }
    for verb, first in firsts.items():
        numbers = [n for n, action in enumerate(space) if action.verb == verb]
        assert numbers == list(range(first, first + len(numbers)))
    assert str(space[0]) == "end"
    assert {action.verb for action in space} == set(DECISION_FORMS)


@every_map
def test_every_step_of_the_space_can_be_read_as_a_record_writes_it(map):
    board = load_board(map)
    words = notation(board)
    state = Game.new(map, 3, 1).position
    moves = 0
    for action, text in enumerate(words.texts):
        verb = words.actions[action].verb
        if verb == "move":
            for line, to in enumerate(words.actions):
                if to.verb == "to" and to.args[0] == words.actions[action].args[0]:
                    assert words.read_step(state, f"{text} {to.args[1]}") == [action, line]
                    moves += 1
        elif verb in STEP_FORMS and verb != "keep" and text not in ("copy 3", "copy 4"):
            assert words.read_step(state, text) == [action]
        else:
            with pytest.raises(PraefectusError):
                words.read_step(state, text)
    lines = (int(board.land_lines), int(board.lines - board.land_lines))
    assert moves == sum((int(board.cities) + n) * n for n in lines)


def test_a_record_of_random_games_is_parsed_to_the_same_numbers():
    for map in map_names():
        game = Game.new(map, 4, 5)
        for action in stroll(game, random.Random(5)):
            text = game.text(action)
            assert game.parse(text) == [action]
            if text.startswith("to "):
                assert game.parse(text.split(" ")[2]) == [action]
                assert game.parse(f"to {text.split(' ')[2]}") == [action]


def test_a_line_between_twins_follows_the_colonist_that_was_picked():
    """R5.3: a bare line is of the kind of the colonist that was picked."""
    game = play(Game.new("imperium", 3, 1), "play architect", "move sea roma")
    assert game.text(game.parse("roma~syracusae")[0]) == "to sea roma~syracusae"
    game = play(Game.new("imperium", 3, 1), "play architect", "move land roma")
    assert game.text(game.parse("roma~syracusae")[0]) == "to land roma~syracusae"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "expected one of "),
        (" ", "expected one of "),
        ("fly", "expected one of colonist, income, cash, "),
        ("END", "expected one of "),
        ("end now", "expected `end`"),
        ("play", "expected `play CARD`"),
        ("play joker", "there is no card 'joker'"),
        ("play mercator", "there is no card 'mercator'"),
        ("colonist", "expected `colonist land|sea`"),
        ("colonist air", "expected `colonist land|sea`"),
        ("income 5", "expected `income`"),
        ("copy", "expected `copy SEAT`"),
        ("copy 5", "expected `copy SEAT`"),
        ("copy -1", "expected `copy SEAT`"),
        ("keep", "expected `keep GOOD, or keep SEAT GOOD…`"),
        ("keep salt", "expected `keep GOOD, or keep SEAT GOOD…`"),
        ("keep 0 salt", "there is no good 'salt'"),
        ("keep 7 wine", "there is no seat 7"),
        ("keep 00 wine", "expected `keep GOOD, or keep SEAT GOOD…`"),
        ("sell wine", "expected `sell GOOD N`"),
        ("sell wine -1", "expected `sell GOOD N`"),
        ("sell wine 1000000000", "expected `sell GOOD N`"),
        ("buy salt 1", "expected `buy GOOD N`"),
        ("purchase", "expected `purchase SLOT [GOOD…]`"),
        ("purchase 0", "expected `purchase SLOT [GOOD…]`"),
        ("purchase 1 salt", "expected `purchase SLOT [GOOD…]`"),
        ("produce rome", "there is no province 'rome'"),
        ("move land", "expected `move KIND FROM [LINE]`"),
        ("move air roma", "expected `move KIND FROM [LINE]`"),
        ("move land atlantis", "expected `move KIND FROM [LINE]`"),
        ("move land roma roma~aquileia", "the line is written aquileia~roma"),
        ("move land roma roma~atlantis", "there is no line 'roma~atlantis' on Imperium"),
        ("to roma~aquileia", "the line is written aquileia~roma"),
        ("roma~aquileia", "expected one of "),
        ("build", "expected `build CITY`"),
        ("build atlantis", "there is no city 'atlantis'"),
        ("settle roma", "expected `settle KIND CITY`"),
        ("settle land atlantis", "there is no city 'atlantis'"),
    ],
)
def test_what_cannot_be_read_says_what_was_expected(text, reason):
    game = Game.new("imperium", 3, 1)
    with pytest.raises(NotationError) as caught:
        game.parse(text)
    assert str(caught.value).startswith(f"cannot read {text!r}: ")
    assert caught.value.reason.startswith(reason)
    assert caught.value.text == text
    with pytest.raises(NotationError):
        game.play(text)


def test_long_texts_make_short_messages():
    game = Game.new("imperium", 3, 1)
    for text in ("x" * 10_000, "build " + "y" * 10_000, "move land roma a~" + "z" * 10_000):
        with pytest.raises(NotationError) as caught:
            game.play(text)
        assert len(str(caught.value)) < 300
    with pytest.raises(IllegalActionError) as refused:
        play(game, "play senator").play("purchase 1" + " food" * 1000)
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("text", "rule", "key"),
    [
        ("purchase 2 food food", "R10.1", "market.one-any"),
        ("move land roma carthago~roma", "R5.2", "architect.wrong-kind"),
        ("move land carthago~roma aquileia~roma", "R5.2", "architect.wrong-kind"),
        ("move land roma massilia", "R5.4", "architect.to-city"),
    ],
)
def test_what_no_position_allows_is_refused_by_its_rule(text, rule, key):
    """R5.2: what can be read but lies outside the action space is refused like an action."""
    with pytest.raises(IllegalActionError) as caught:
        make_game().play(text)
    assert (caught.value.explanation.rule, caught.value.explanation.key) == (rule, key)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [*DECISION_FORMS, "roma", "aquileia~roma", "land", "sea", "0", "1", "7", "13", "wine"]
        )
        | st.text(max_size=4),
        max_size=5,
    ).map(" ".join)
)
def test_any_text_is_read_or_refused(text):
    game = Game.new("imperium", 3, 1)
    try:
        actions = game.parse(text)
    except PraefectusError as error:
        message = str(error)
    else:
        assert all(0 <= action < game.action_count for action in actions)
        return
    assert "\n" not in message
