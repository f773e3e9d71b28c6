"""R10.2: Consul."""

import pytest

from tests.rules.cards.test_senator import CARD, SEVEN, buying, counted
from tests.support import goods, hand, make_game, play, refused, words


@pytest.mark.parametrize("card", CARD)
@pytest.mark.parametrize("slot", range(1, 8))
def test_1_card_for_the_goods_on_the_card_alone(card, slot):
    """R10.2: buy 1 card for the goods on the card alone."""
    display = [*SEVEN[: slot - 1], card, *SEVEN[slot:]]
    game = buying(counted(CARD[card]), "consul", display=display)
    play(game, f"purchase {slot}")
    assert goods(game) == {}
    assert hand(game) == [card.removesuffix("-tool").removesuffix("-food")]


def test_not_two():
    """R10.2: 1 card and no more."""
    game = play(buying({"food": 6}, "consul"), "purchase 1")
    assert words(game) == ["end"]
    why = refused(game, "purchase 4")
    assert (why.rule, why.key) == ("R10.2", "consul.one-card")


def test_no_good_of_choice_is_asked_for():
    """R10.2: the slot costs nothing, so no good of choice is named."""
    game = buying({"food": 3, "brick": 2, "wine": 1}, "consul")
    assert words(game, "purchase 2") == ["purchase 2"]
    why = refused(game, "purchase 2 wine")
    assert (why.rule, why.key) == ("R10.2", "market.no-any")


def test_the_goods_on_the_card_are_due():
    """R10.2: the goods on the card must be there."""
    game = buying({"food": 1}, "consul")
    why = refused(game, "purchase 2")
    assert (why.rule, why.key) == ("R10.2", "market.goods")
    assert why.values == {"slot": 2, "card": "farmer", "good": "brick"}
    assert words(game, "purchase") == ["purchase 1", "purchase 4"]


def test_then_close_up_and_fill_in_the_same_way():
    """R10.2: then close up and fill in the same way."""
    game = play(buying({"food": 1}, "consul"), "purchase 4")
    assert game.state()["display"] == [*SEVEN[:3], None, *SEVEN[4:]]
    play(game, "end")
    assert game.state()["display"] == [*SEVEN[:3], *SEVEN[4:], "consul"]


def test_a_consul_may_buy_nothing():
    """R2.2: a Consul may do nothing, and the display stays."""
    game = play(buying({"food": 1}, "consul"), "end")
    assert game.state()["display"] == SEVEN


def test_an_empty_slot_sells_nothing():
    """R10.2: an empty slot sells nothing."""
    game = buying({"food": 1}, "consul", display=["mason", None], deck=[])
    why = refused(game, "purchase 2")
    assert (why.rule, why.key) == ("R10.2", "market.empty")


def test_nothing_else_can_be_done_with_a_consul():
    """R10.2: a Consul buys a card and nothing else."""
    game = make_game(hand={0: ["consul"]})
    play(game, "play consul")
    for step in ("cash", "sell wine 1", "settle land roma"):
        assert refused(game, step).key == "turn.not-now"
