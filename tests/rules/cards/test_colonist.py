"""R7: Colonist."""

import pytest

from praefectus import Game
from tests.support import goods, make_game, money, play, refused, words

ALL_OUT = ["land roma"] * 3 + ["sea roma"] * 3


def settling(**more: object) -> Game:
    """Seat 0 has played a Colonist, with houses in Massilia and Novaria (which the sea misses)."""
    settings: dict[str, object] = {
        "hand": {0: ["colonist"]},
        "houses": {0: ["massilia", "novaria"]},
        "goods": {0: {"food": 4, "tool": 4}},
    }
    return play(make_game(**{**settings, **more}), "play colonist")  # type: ignore[arg-type]


def test_one_or_more_colonists_are_placed_from_the_storehouse():
    """R7.1: place one or more colonists from the storehouse."""
    game = play(settling(), "settle land roma")
    assert "end" in words(game)
    play(game, "settle land massilia", "settle sea massilia", "settle sea roma")
    assert words(game) == ["end"]
    assert game.state()["players"][0]["storehouse"] == {"land": 0, "sea": 0}


def test_settling_needs_at_least_one_colonist():
    """R7.1: one or more: a Colonist that settles places at least one."""
    assert refused(settling(), "end").key == "turn.decide-first"


def test_each_costs_1_food_and_1_tool():
    """R7.1: each for 1 food + 1 tool."""
    game = settling(goods={0: {"food": 3, "tool": 2, "wine": 1}})
    play(game, "settle land roma")
    assert goods(game) == {"food": 2, "tool": 1, "wine": 1}
    play(game, "settle sea roma")
    assert goods(game) == {"food": 1, "wine": 1}
    assert words(game) == ["end"]
    why = refused(game, "settle land massilia")
    assert (why.rule, why.key) == ("R7.1", "colonist.cost")


@pytest.mark.parametrize("has", [{}, {"food": 4}, {"tool": 4}, {"brick": 2, "wine": 2}])
def test_who_cannot_pay_can_only_take_the_income(has):
    """R7.1: without 1 food + 1 tool nobody is settled."""
    game = settling(goods={0: has})
    assert words(game) == ["income"]
    assert refused(game, "settle land roma").key == "colonist.cost"


def test_in_roma_or_in_any_city_with_an_own_house():
    """R7.1: in Roma or in any city with an own house."""
    game = settling(houses={0: ["massilia", "novaria"], 1: ["carthago"]})
    assert words(game, "settle land") == [
        "settle land roma",
        "settle land massilia",
        "settle land novaria",
    ]
    why = refused(game, "settle land carthago")
    assert (why.rule, why.key) == ("R7.1", "colonist.no-house")
    assert why.values == {"kind": "land", "city": "carthago"}


def test_own_colonists_beside_a_city_are_not_enough():
    """R7.1: a city beside an own colonist, without an own house, will not do."""
    game = settling(colonists={0: ["sea carthago~roma"]}, goods={0: {"food": 1, "tool": 1}})
    assert refused(game, "settle sea carthago").key == "colonist.no-house"


def test_a_colonist_can_only_be_placed_where_a_line_of_its_kind_touches_the_city():
    """R7.1: a colonist can only be placed where a line of its kind touches the city."""
    game = settling(houses={0: ["massilia", "novaria", "lutetia", "vindobona"]})
    assert words(game, "settle sea") == ["settle sea roma", "settle sea massilia"]
    why = refused(game, "settle sea novaria")
    assert (why.rule, why.key) == ("R7.1", "colonist.no-line")
    assert why.values == {"kind": "sea", "city": "novaria"}


def test_a_city_without_land_lines_takes_sea_colonists_only():
    """R7.1: on Italia, Olbia and Aleria have no land line."""
    game = settling(map="italia", houses={0: ["olbia", "aleria", "verona"]})
    assert words(game, "settle") == [
        "settle land roma",
        "settle land verona",
        "settle sea roma",
        "settle sea aleria",
        "settle sea olbia",
    ]
    assert refused(game, "settle land olbia").key == "colonist.no-line"


def test_only_colonists_of_the_storehouse_are_placed():
    """R7.1: when none of a kind is left, none of it is placed."""
    game = settling(colonists={0: ["land roma"] * 3})
    assert words(game, "settle") == ["settle sea roma", "settle sea massilia"]
    assert refused(game, "settle land roma").key == "colonist.none-left"
    assert words(settling(colonists={0: ALL_OUT})) == ["income"]


def test_several_colonists_may_stand_in_one_city():
    """R7.1: a city holds any number of colonists."""
    game = play(settling(), *["settle land massilia"] * 2, *["settle sea massilia"] * 2)
    assert game.state()["players"][0]["colonists"] == [
        "land massilia",
        "land massilia",
        "land roma",
        "sea massilia",
        "sea massilia",
        "sea roma",
    ]


@pytest.mark.parametrize("count", range(7))
def test_income_is_5_and_1_for_each_own_colonist_on_the_board(count):
    """R7.2: or income: 5 sestertii + 1 for each own colonist on the board."""
    game = settling(colonists={0: ALL_OUT[:count], 1: ALL_OUT}, money={0: 2}, goods={0: {}})
    assert money(play(game, "income", "end")) == 2 + 5 + count


@pytest.mark.parametrize("count", range(7))
def test_first_edition_2_for_each_own_colonist_on_the_board(count):
    """R7.2: first edition: 2 for each own colonist on the board instead."""
    game = settling(edition="first", colonists={0: ALL_OUT[:count]}, money={0: 2}, goods={0: {}})
    assert money(play(game, "income", "end")) == 2 + 2 * count


def test_colonists_on_lines_and_in_cities_count_alike():
    """R7.2: colonists on the board are those in cities and on lines."""
    game = settling(
        colonists={0: ["land roma", "sea carthago~roma", "land massilia"]}, money={0: 0}
    )
    assert money(play(game, "income")) == 8


@pytest.mark.parametrize("edition", ["revised", "first"])
def test_settling_and_income_exclude_each_other(edition):
    """R7.2: settle or income, not both, in either order."""
    game = play(settling(edition=edition), "settle land roma")
    why = refused(game, "income")
    assert (why.rule, why.key) == ("R7.2", "colonist.either-or")
    game = play(settling(edition=edition), "income")
    assert words(game) == ["end"]
    assert refused(game, "settle land roma").key == "colonist.either-or"
    assert refused(game, "income").key == "colonist.either-or"


def test_the_edition_changes_nothing_else():
    """R7.2: the editions differ in the income alone."""
    for step in ("settle land roma", "settle sea massilia"):
        documents = [play(settling(edition=e), step, "end").state() for e in ("revised", "first")]
        assert documents[0] == documents[1]


def test_nothing_else_can_be_done_with_a_colonist():
    """R7.1: a Colonist neither moves nor builds."""
    for step in ("move land roma", "build massilia", "colonist land", "cash", "purchase 1"):
        assert refused(settling(), step).key == "turn.not-now"
