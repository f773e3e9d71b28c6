"""R4: Tribune."""

import pytest

from tests.support import goods, hand, make_game, money, play, refused, words


def test_all_ones_played_cards_come_back_this_tribune_included():
    """R4.1: take back all one's played cards, this Tribune included."""
    game = make_game(
        hand={0: ["tribune", "senator"]},
        discard={0: ["architect", "prefect", "prefect", "diplomat-mars"], 1: ["mason"]},
    )
    play(game, "play tribune")
    assert hand(game) == [
        "architect",
        "diplomat-mars",
        "prefect",
        "prefect",
        "senator",
        "tribune",
    ]
    assert game.state()["players"][0]["discard"] == []
    assert game.state()["players"][1]["discard"] == ["mason"]


@pytest.mark.parametrize(
    ("played_before", "sestertii"), [(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (7, 5), (35, 33)]
)
def test_each_card_taken_back_after_the_third_brings_1_sestertius(played_before, sestertii):
    """R4.1: for each card taken back after the third, receive 1 sestertius."""
    game = make_game(players=5, money={0: 4}, discard={0: ["farmer"] * played_before})
    play(game, "play tribune")
    assert money(game) == 4 + sestertii


def test_the_tribune_counts_among_the_cards_taken_back():
    """R4.1: the Tribune itself counts: with three cards before it, the fourth brings 1."""
    game = make_game(money={0: 0}, discard={0: ["architect", "senator", "prefect"]})
    assert money(play(game, "play tribune", "end")) == 1


def test_1_food_and_1_tool_move_one_colonist_from_the_storehouse_to_roma():
    """R4.2: then one may pay 1 food + 1 tool to move one colonist from the storehouse to Roma."""
    game = make_game(goods={0: {"food": 3, "tool": 2, "wine": 1}})
    play(game, "play tribune", "colonist land")
    assert goods(game) == {"food": 2, "tool": 1, "wine": 1}
    assert game.state()["players"][0]["colonists"] == ["land roma", "land roma", "sea roma"]
    assert game.state()["players"][0]["storehouse"] == {"land": 1, "sea": 2}


def test_the_colonist_is_a_land_or_a_sea_colonist():
    """R4.2: one land or one sea colonist."""
    game = play(make_game(), "play tribune")
    assert words(game) == ["end", "colonist land", "colonist sea"]
    play(game, "colonist sea")
    assert game.state()["players"][0]["colonists"] == ["land roma", "sea roma", "sea roma"]


def test_the_colonist_is_optional():
    """R4.2: one may pay, and need not."""
    game = play(make_game(), "play tribune", "end")
    assert game.turn == 1
    assert game.state()["players"][0]["colonists"] == ["land roma", "sea roma"]


def test_one_colonist_and_no_more():
    """R4.2: one colonist, not two."""
    game = play(make_game(goods={0: {"food": 4, "tool": 4}}), "play tribune", "colonist sea")
    assert words(game) == ["end"]
    why = refused(game, "colonist land")
    assert (why.rule, why.key) == ("R4.2", "tribune.once")


@pytest.mark.parametrize("has", [{}, {"food": 5}, {"tool": 5}, {"wine": 4, "cloth": 4}])
def test_without_food_and_tool_no_colonist_comes(has):
    """R4.2: it costs 1 food and 1 tool, and nothing else will do."""
    game = play(make_game(goods={0: has}), "play tribune")
    assert words(game) == ["end"]
    why = refused(game, "colonist land")
    assert (why.rule, why.key) == ("R4.2", "colonist.cost")


def test_only_a_colonist_that_is_in_the_storehouse_comes():
    """R4.2: the colonist comes from the storehouse."""
    game = make_game(colonists={0: ["land roma"] * 3})
    play(game, "play tribune")
    assert words(game) == ["end", "colonist sea"]
    why = refused(game, "colonist land")
    assert (why.rule, why.key, why.values) == ("R4.2", "colonist.none-left", {"kind": "land"})


def test_nothing_else_can_be_done_with_a_tribune():
    """R4.2: a Tribune offers nothing else."""
    game = play(make_game(), "play tribune")
    for step in ("income", "cash", "settle land roma", "build massilia", "move land roma"):
        assert refused(game, step).key == "turn.not-now"


def test_the_money_for_the_cards_does_not_pay_for_the_colonist():
    """R4.1: the sestertii come before and beside the colonist."""
    game = make_game(money={0: 0}, discard={0: ["mason"] * 5})
    play(game, "play tribune", "colonist land", "end")
    assert money(game) == 3
