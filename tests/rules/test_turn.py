"""R2: what a turn is."""

import pytest

from praefectus import Game
from praefectus.rules.ids import FACE_NAMES
from tests.support import TABLES, hand, make_game, play, refused, words

# A turn of each card that can always be played, and what lies on the pile then.
STARTING = ["architect", "mercator-3", "prefect", "senator"]
DONE = {"prefect": "cash", "colonist": "income"}


def turn(game: Game, card: str) -> None:
    play(game, f"play {card}")
    if card in DONE:
        play(game, DONE[card])
    play(game, "end")


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_turns_go_clockwise(map, players):
    """R2.1: turns go clockwise."""
    game = Game.new(map, players, 1)
    for number in range(2 * players):
        assert game.turn_seat == game.seat == number % players
        assert game.turn == number
        turn(game, "mercator-3" if number < players else "tribune")


@pytest.mark.parametrize("card", STARTING)
def test_a_card_is_played_from_the_hand_on_top_of_the_own_discard_pile(card):
    """R2.1: a turn is: play one card from the hand on top of one's own discard pile."""
    game = make_game(hand={0: [card, "tribune"]}, discard={0: ["mason", "farmer"]})
    turn(game, card)
    assert hand(game) == ["tribune"]
    assert game.state()["players"][0]["discard"] == ["mason", "farmer", card]
    assert [p["discard"] for p in game.state()["players"][1:]] == [[], []]


def test_one_card_is_played_a_turn():
    """R2.1: one card is played a turn."""
    game = play(Game.new("italia", 3, 1), "play mercator-3")
    why = refused(game, "play senator")
    assert (why.rule, why.key) == ("R2.1", "turn.not-now")


def test_a_turn_begins_with_a_card():
    """R2.1: nothing can be done or ended before a card is played."""
    game = Game.new("italia", 3, 1)
    for step in ("end", "cash", "income", "build cosa", "purchase 1", "keep wine", "copy 1"):
        why = refused(game, step)
        assert (why.rule, why.key) == ("R2.1", "turn.play-first")


def test_only_cards_in_the_hand_can_be_played():
    """R2.1: the card comes from the hand."""
    game = make_game(hand={0: ["tribune", "consul", "consul"]}, discard={0: ["architect"]})
    assert words(game) == ["play tribune", "play consul"]
    for face in FACE_NAMES:
        if face not in ("tribune", "consul"):
            why = refused(game, f"play {face}")
            assert (why.rule, why.key) == ("R2.1", "turn.not-in-hand")
            assert why.values == {"card": face}


def test_only_the_top_card_of_a_discard_pile_can_be_seen_and_copied():
    """R2.1: only the top card of a discard pile is visible."""
    game = make_game(discard={1: ["architect", "mercator-3"], 2: ["senator", "diplomat-jupiter"]})
    play(game, "play diplomat-jupiter")
    assert words(game) == ["copy 1"]
    assert play(game, "copy 1").phase == "mercator"


@pytest.mark.parametrize("card", ["architect", "mercator-3", "mercator-5", "senator", "consul"])
def test_architect_mercator_senator_and_consul_may_do_nothing(card):
    """R2.2: Architect, Mercator, Senator and Consul may do nothing."""
    game = make_game(hand={0: [card, "tribune"]}, goods={0: {}})
    play(game, f"play {card}", "end")
    assert game.turn == 1


def test_a_card_may_be_played_even_if_its_action_does_little():
    """R2.2: a card may be played even if its action then does little."""
    game = make_game(
        hand={0: ["weaver", "architect", "prefect"]},
        colonists={0: []},
        goods={0: {"wine": 6}},
        money={0: 0},
    )
    assert words(game) == ["play architect", "play prefect", "play weaver"]
    assert words(play(game.copy(), "play weaver")) == ["end"]
    assert words(play(game.copy(), "play architect")) == ["end"]


@pytest.mark.parametrize(("card", "options"), [("prefect", "cash"), ("colonist", "income")])
def test_prefect_and_colonist_must_take_one_of_their_two_options(card, options):
    """R2.2: a Prefect and a Colonist must take one of their two options."""
    game = make_game(hand={0: [card, "tribune"]})
    play(game, f"play {card}")
    why = refused(game, "end")
    assert (why.rule, why.key) == ("R2.2", "turn.decide-first")
    play(game, options, "end")


def test_a_diplomat_needs_a_card_it_can_copy():
    """R2.2: a Diplomat needs a card it can copy."""
    game = make_game(hand={0: ["tribune", "diplomat-mars", "diplomat-saturnus"]})
    assert words(game) == ["play tribune"]
    why = refused(game, "play diplomat-mars")
    assert (why.rule, why.key) == ("R9.2", "diplomat.nothing")
    game = make_game(hand={0: ["diplomat-mars", "diplomat-saturnus"]}, discard={2: ["mason"]})
    assert words(game) == ["play diplomat-saturnus", "play diplomat-mars"]


def test_a_diplomat_that_was_played_must_copy():
    """R2.2: a Diplomat must name whose card it copies."""
    game = make_game(discard={1: ["architect"]})
    play(game, "play diplomat-jupiter")
    assert refused(game, "end").key == "turn.decide-first"
    why = refused(game, "build londinium")
    assert (why.rule, why.key) == ("R9.1", "diplomat.copy-first")


def test_there_is_always_a_legal_turn():
    """R2.2: the Tribune always comes back to the hand, so there is always a legal turn."""
    game = make_game(hand={0: ["tribune"]}, goods={0: {}}, colonists={0: []})
    play(game, "play tribune", "end")
    assert hand(game) == ["tribune"]
    assert game.state()["players"][0]["discard"] == []


def test_nothing_can_be_done_once_the_game_is_over():
    """R11.1: after the last turns the game is over and nothing is legal."""
    game = make_game("italia", 2, display=["mason"], deck=[], goods={0: {"food": 1}})
    play(game, "play senator", "purchase 1", "end", "play tribune", "end")
    assert game.is_over
    assert game.phase == "finished"
    assert len(game.legal_actions) == 0
    for action in range(game.action_count):
        why = game.explain(action)
        assert (why.legal, why.rule, why.key) == (False, "R11.1", "turn.finished")
    assert refused(game, "play tribune").key == "turn.finished"


def test_before_the_end_of_a_turn_nobody_elses_things_change():
    """R2.1: others are only touched when the turn is ended."""
    game = make_game(tokens={"massilia": "wine"}, houses={1: ["massilia"], 0: ["burdigala"]})
    before = game.state()["players"][1:]
    play(game, "play prefect", "produce gallia")
    assert game.state()["players"][1:] == before
    play(game, "end")
    assert game.state()["players"][1]["goods"]["wine"] == 2
