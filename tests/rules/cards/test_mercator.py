"""R8.1: Mercator."""

import pytest

from praefectus import Game, IllegalActionError, NotationError
from tests.support import goods, make_game, money, play, refused, words

PRICE = {"brick": 3, "food": 4, "tool": 5, "wine": 6, "cloth": 7}


def trading(card: str = "mercator-3", **more: object) -> Game:
    settings: dict[str, object] = {"hand": {0: [card]}, "money": {0: 0}, "goods": {0: {}}}
    return play(make_game(**{**settings, **more}), f"play {card}")  # type: ignore[arg-type]


@pytest.mark.parametrize(("card", "sestertii"), [("mercator-3", 3), ("mercator-5", 5)])
def test_receive_3_sestertii_5_from_one_that_was_for_sale(card, sestertii):
    """R8.1: receive 3 sestertii (5 from a Mercator that was for sale)."""
    assert money(trading(card)) == sestertii


def test_the_money_comes_first_and_can_be_spent():
    """R8.1: then trade: the money received can be spent."""
    game = trading()
    assert words(game) == ["end", "buy brick 1"]
    play(game, "buy brick 1")
    assert (money(game), goods(game)) == (0, {"brick": 1})


@pytest.mark.parametrize("good", PRICE)
@pytest.mark.parametrize("units", [1, 2, 6])
def test_goods_are_bought_at_the_fixed_prices(good, units):
    """R8.1: trade with the bank at the fixed prices."""
    game = trading(money={0: 50})
    play(game, f"buy {good} {units}")
    assert money(game) == 53 - units * PRICE[good]
    assert goods(game) == {good: units}


@pytest.mark.parametrize("good", PRICE)
@pytest.mark.parametrize("units", [1, 2, 6])
def test_goods_are_sold_at_the_fixed_prices(good, units):
    """R8.1: goods are sold for the prices at which they are bought."""
    game = trading(goods={0: {good: 6}})
    play(game, f"sell {good} {units}")
    assert money(game) == 3 + units * PRICE[good]
    assert goods(game).get(good, 0) == 6 - units


def test_up_to_two_different_goods():
    """R8.1: in up to two different goods: none, one or two."""
    game = trading(goods={0: {"wine": 2, "cloth": 2}})
    for steps in ([], ["sell wine 1"], ["sell wine 1", "sell cloth 2"]):
        assert play(game.copy(), *steps, "end").turn == 1
    play(game, "sell wine 1", "sell cloth 2")
    assert words(game) == ["end"]
    why = refused(game, "buy brick 1")
    assert (why.rule, why.key) == ("R8.1", "mercator.two-goods")


def test_the_same_good_is_not_traded_twice():
    """R8.1: two different goods: a good is sold or bought once."""
    game = trading(goods={0: {"wine": 4}}, money={0: 40})
    for first, second in (
        ("sell wine 1", "sell wine 1"),
        ("sell wine 2", "buy wine 1"),
        ("buy wine 1", "sell wine 3"),
        ("buy wine 1", "buy wine 1"),
    ):
        at = play(game.copy(), first)
        why = refused(at, second)
        assert (why.rule, why.key) == ("R8.1", "mercator.same-good")
        assert not any("wine" in text for text in words(at))


@pytest.mark.parametrize(
    "steps",
    [
        ("sell wine 2", "sell cloth 1"),
        ("sell wine 2", "buy cloth 1"),
        ("buy cloth 1", "sell wine 2"),
        ("buy cloth 1", "buy brick 2"),
    ],
)
def test_each_of_the_two_is_either_sold_or_bought_in_either_order(steps):
    """R8.1: each of the two is either sold or bought, in either order."""
    game = trading(goods={0: {"wine": 2, "cloth": 1}}, money={0: 20})
    assert play(game, *steps, "end").turn == 1


def test_any_number_of_units_from_1_up():
    """R8.1: any number of units from 1 up, as far as they are there."""
    game = trading(goods={0: {"wine": 5}})
    assert words(game, "sell wine") == [f"sell wine {n}" for n in range(1, 6)]
    with pytest.raises(NotationError):
        game.play("sell wine 0")
    why = refused(game, "sell wine 6")
    assert (why.rule, why.key) == ("R8.1", "mercator.not-enough")
    assert why.values == {"good": "wine", "units": 6, "have": 5}
    assert refused(game, "sell cloth 1").values == {"good": "cloth", "units": 1, "have": 0}


def test_as_money_allows_at_that_moment():
    """R8.1: as money allows at that moment."""
    game = trading(goods={0: {"wine": 1}})
    why = refused(game, "buy cloth 1")
    assert (why.rule, why.key) == ("R8.1", "mercator.money")
    assert why.values == {"good": "cloth", "units": 1, "price": 7, "money": 3}
    play(game, "sell wine 1", "buy cloth 1")
    assert money(game) == 2


def test_as_room_allows_at_that_moment():
    """R8.1: as room allows at that moment: a sale before a purchase makes room for it."""
    game = trading(goods={0: {"wine": 2, "brick": 6}}, money={0: 50})
    why = refused(game, "buy food 1")
    assert (why.rule, why.key) == ("R3.1", "mercator.room")
    assert why.values == {"good": "food", "units": 1, "room": 0}
    play(game, "sell wine 2")
    assert words(game, "buy food") == ["buy food 1", "buy food 2"]


def test_a_whole_storehouse_can_be_traded():
    """R8.1: twelve units are the most a storehouse can hold, sold or bought."""
    out = ["land roma"] * 3 + ["sea roma"] * 3
    game = trading(goods={0: {"brick": 12}}, colonists={0: out}, money={0: 100})
    play(game, "sell brick 12", "buy cloth 12")
    assert money(game) == 100 + 3 + 36 - 84


@pytest.mark.parametrize(
    ("step", "rule", "key", "values"),
    [
        ("sell wine 13", "R8.1", "mercator.not-enough", {"have": 2, "units": 13}),
        ("sell wine 999999999", "R8.1", "mercator.not-enough", {"have": 2, "units": 999999999}),
        ("buy brick 13", "R8.1", "mercator.money", {"units": 13, "price": 39, "money": 3}),
    ],
)
def test_more_units_than_a_storehouse_holds_are_refused_for_the_reason_of_the_moment(
    step, rule, key, values
):
    """R8.1: numbers beyond any storehouse are refused with what there is at that moment."""
    why = refused(trading(goods={0: {"wine": 2}}), step)
    assert (why.rule, why.key) == (rule, key)
    assert values.items() <= why.values.items()


def test_more_units_than_fit_are_refused_for_the_room_there_is():
    """R3.1: numbers beyond any storehouse are refused with the room there is."""
    why = refused(trading(goods={0: {"wine": 2}}, money={0: 99}), "buy brick 13")
    assert (why.rule, why.key) == ("R3.1", "mercator.room")
    assert why.values == {"good": "brick", "units": 13, "room": 6}
    out = ["land roma"] * 3 + ["sea roma"] * 3
    game = trading(goods={0: {}}, colonists={0: out}, money={0: 99})
    assert refused(game, "buy brick 13").values == {"good": "brick", "units": 13, "room": 12}
    game = trading(goods={0: {"wine": 12}}, colonists={0: out})
    assert refused(game, "sell wine 13").values == {"good": "wine", "units": 13, "have": 12}


def test_trading_is_for_mercators():
    """R8.1: no other card trades, whatever the number."""
    for step in ("sell food 1", "sell food 13", "buy brick 1", "buy brick 13"):
        assert refused(make_game(), step).key == "turn.play-first"
        assert refused(play(make_game(), "play senator"), step).key == "turn.not-now"
        with pytest.raises(IllegalActionError):
            play(make_game(), "play architect").play(step)


def test_nobody_else_is_touched():
    """R3.4: a Mercator trades with the bank alone."""
    game = trading(goods={0: {"wine": 2}})
    others = game.state()["players"][1:]
    play(game, "sell wine 2", "buy brick 1", "end")
    assert game.state()["players"][1:] == others
