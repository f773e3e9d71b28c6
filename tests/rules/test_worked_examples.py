"""The worked examples of the rulebooks, E1 to E10 of RULES.md (R13), with their numbers."""

from __future__ import annotations

import pytest

from tests.support import goods, hand, make_game, money, play, player, refused, words

ALL_GODS = {
    "vesta": 3,
    "jupiter": 18,
    "saturnus": 28,
    "mercurius": 16,
    "mars": 30,
    "minerva": 12,
    "concordia": 7,
    "total": 114,
}


def test_e1_tribune_with_four_cards_played_before_five_come_back_for_two_sestertii():
    """R4.1, R4.2"""
    game = make_game(
        money={0: 5},
        goods={0: {"food": 1, "tool": 1}},
        hand={0: ["tribune", "diplomat-jupiter", "senator"]},
        discard={0: ["architect", "prefect", "mercator-3", "prefect"]},
    )
    play(game, "play tribune")
    assert money(game) == 7
    assert len(hand(game)) == 7
    assert player(game)["discard"] == []
    # And one new colonist for 1 food and 1 tool, which frees a space.
    play(game, "colonist land", "end")
    assert goods(game) == {}
    assert player(game)["colonists"] == ["land roma", "land roma", "sea roma"]
    assert player(game)["storehouse"] == {"land": 1, "sea": 2}


def architect(aquileia: str):
    """E2: one land colonist on its way, one of each kind in Roma; two strangers in Aquileia."""
    return make_game(
        tokens={"massilia": "cloth", "novaria": "wine", "aquileia": aquileia, "vindobona": "tool"},
        money={0: 40},
        goods={0: {"brick": 4, "food": 1, "tool": 1, "wine": 1, "cloth": 1}},
        colonists={0: ["land colonia-a~novaria", "land roma", "sea roma"]},
        houses={0: ["colonia-a"], 1: ["aquileia"], 2: ["aquileia"]},
    )


def test_e2_architect_three_points_for_three_colonists():
    """R5.1, R5.2"""
    game = play(architect("food"), "play architect", "move sea roma massilia~roma")
    assert refused(game, "move land roma sirmium~vindobona").rule == "R5.1"  # it would take 3
    play(game, "move land roma aquileia~vindobona")
    assert words(game, "move") == []
    assert player(game)["colonists"] == [
        "land aquileia~vindobona",
        "land colonia-a~novaria",
        "sea massilia~roma",
    ]


def moved(aquileia: str):
    return play(
        architect(aquileia),
        "play architect",
        "move sea roma massilia~roma",
        "move land roma aquileia~vindobona",
    )


def test_e2_architect_four_of_five_cities_are_left_to_build_in():
    """R5.5, R5.6"""
    game = moved("food")
    assert sorted(words(game, "build")) == [
        "build aquileia",
        "build massilia",
        "build novaria",
        "build vindobona",
    ]
    assert refused(game, "build colonia-a").rule == "R5.6"  # an own house is there
    assert refused(game, "build roma").rule == "R5.6"
    assert refused(game, "build valentia").rule == "R5.5"


@pytest.mark.parametrize(
    ("aquileia", "city", "price", "paid"),
    [
        ("food", "massilia", 5, {"cloth": 1, "brick": 1}),
        ("food", "novaria", 4, {"wine": 1, "brick": 1}),
        ("food", "aquileia", 6, {"food": 1, "brick": 1}),  # the third house of a food city
        ("brick", "aquileia", 3, {"food": 1}),  # the third house of a brick city
    ],
)
def test_e2_architect_what_the_houses_cost(aquileia, city, price, paid):
    """R5.7"""
    game = moved(aquileia)
    before = goods(game)
    play(game, f"build {city}")
    assert 40 - money(game) == price
    after = goods(game)
    assert {
        good: n - after.get(good, 0) for good, n in before.items() if n > after.get(good, 0)
    } == paid


def test_e2_architect_builds_three_houses_and_pays_fifteen_sestertii():
    """R5.5, R5.7"""
    game = play(moved("food"), "build massilia", "build novaria", "build aquileia", "end")
    assert money(game) == 40 - 5 - 4 - 6
    assert player(game)["houses"] == ["aquileia", "colonia-a", "massilia", "novaria"]
    assert goods(game) == {"brick": 1, "tool": 1}


def syria(magnus: int):
    """E3: red (seat 0) and blue (1) in a food city of Syria, yellow (2) in its cloth city."""
    return make_game(
        tokens={"antiochia": "food", "tyros": "cloth"},
        magnus=magnus,
        goods={0: {}, 1: {}, 2: {}},
        houses={0: ["antiochia"], 1: ["antiochia"], 2: ["tyros"]},
    )


def test_e3_prefect_in_syria():
    """R6.1"""
    game = play(syria(magnus=2), "play prefect", "produce syria", "end")
    assert goods(game, 0) == {"cloth": 1, "food": 1}
    assert goods(game, 1) == {"food": 1}
    assert goods(game, 2) == {"cloth": 1}
    assert game.state()["markers"]["syria"] == "coins"
    assert game.state()["praefectus_magnus"] == 2


def test_e3_prefect_in_syria_with_the_praefectus_magnus():
    """R6.3: the bonus is doubled, the cities' production is not, and it goes to the right."""
    game = play(syria(magnus=0), "play prefect", "produce syria", "end")
    assert goods(game, 0) == {"cloth": 2, "food": 1}
    assert goods(game, 1) == {"food": 1}
    assert goods(game, 2) == {"cloth": 1}
    assert game.state()["praefectus_magnus"] == 2


def settlers(houses: list[str]):
    return make_game(
        hand={0: ["colonist", "tribune"]},
        goods={0: {"food": 2, "tool": 3}},
        houses={0: houses},
    )


def test_e4_colonist_two_are_placed_for_two_food_and_two_tools():
    """R7.1"""
    game = settlers(["aquileia", "massilia"])
    play(game, "play colonist", "settle sea roma", "settle land massilia")
    assert goods(game) == {"tool": 1}
    assert words(game) == ["end"]
    play(game, "end")
    assert player(game)["colonists"] == ["land massilia", "land roma", "sea roma", "sea roma"]


def test_e4_colonist_where_one_may_be_placed():
    """R7.1: also both in one city; Aquileia has lines of both kinds."""
    game = play(settlers(["aquileia", "massilia"]), "play colonist")
    assert sorted(words(game, "settle")) == sorted(
        f"settle {kind} {city}"
        for kind in ("land", "sea")
        for city in ("aquileia", "massilia", "roma")
    )
    assert refused(game, "settle land novaria").rule == "R7.1"  # no own house
    play(game, "settle land massilia", "settle land massilia", "end")
    assert player(game)["colonists"] == ["land massilia", "land massilia", "land roma", "sea roma"]


def test_e4_colonist_never_a_sea_colonist_in_novaria():
    """R7.1: no sea line touches Novaria, so an own house there does not help."""
    game = play(settlers(["novaria"]), "play colonist")
    assert refused(game, "settle sea novaria").rule == "R7.1"
    play(game, "settle land novaria")


def test_e5_mercator_sells_three_wine_and_buys_four_bricks():
    """R8.1, R3.1"""
    game = make_game(
        money={0: 2},
        goods={0: {"wine": 3, "food": 1, "tool": 1, "cloth": 1}},  # two spaces are free
    )
    play(game, "play mercator-3")
    assert money(game) == 5
    play(game, "sell wine 3")
    assert money(game) == 23
    # 23 sestertii would pay 7 bricks, but there are 5 spaces.
    assert words(game, "buy brick") == [f"buy brick {n}" for n in range(1, 6)]
    assert refused(game, "buy brick 6").rule == "R3.1"
    play(game, "buy brick 4")
    assert money(game) == 11
    assert refused(game, "buy food 1").rule == "R8.1"  # a third kind of good
    play(game, "end")
    assert goods(game) == {"brick": 4, "food": 1, "tool": 1, "cloth": 1}


def test_e6_diplomat_has_three_choices_out_of_four_piles():
    """R9.1, R9.2"""
    game = make_game(
        players=5,
        seat=4,
        discard={0: ["senator"], 1: ["architect"], 2: ["prefect"], 3: ["diplomat-jupiter"]},
    )
    play(game, "play diplomat-jupiter")
    assert words(game) == ["copy 0", "copy 1", "copy 2"]
    assert refused(game, "copy 3").rule == "R9.2"


def test_e7_senator_buys_the_mercator_and_the_architect():
    """R10.1"""
    game = make_game(
        display=["mercator-5", "prefect", "architect", "farmer", "smith", "colonist", "mason"],
        deck=["weaver", "vintner", "consul"],
        goods={0: {"brick": 3, "food": 1, "tool": 1, "wine": 1, "cloth": 1}},
    )
    play(game, "play senator")
    assert "purchase 4" in words(game)  # the Farmer: brick + food, and cloth for the slot
    play(game, "purchase 1")
    assert goods(game) == {"brick": 3, "food": 1, "tool": 1, "cloth": 1}
    play(game, "purchase 3 brick")
    assert goods(game) == {"brick": 2, "food": 1, "cloth": 1}
    assert refused(game, "purchase 4").rule == "R10.1"  # two at most
    play(game, "end")
    assert game.state()["display"] == [
        "prefect",  # 1 to the left, all others 2
        "farmer",
        "smith",
        "colonist",
        "mason",
        "weaver",
        "vintner",
    ]
    assert {"mercator-5", "architect"} <= set(hand(game))


@pytest.mark.parametrize("good", ["brick", "food", "wine", "cloth"])
def test_e7_senator_any_good_pays_for_the_question_mark(good):
    """R10.1"""
    game = make_game(
        display=["mercator-5", "prefect", "architect"], goods={0: {"tool": 1, good: 1}}
    )
    play(game, "play senator")
    assert words(game, "purchase 3") == [f"purchase 3 {good}"]


def test_e7_senator_the_farmer_costs_cloth_in_slot_four_and_anything_in_slot_two():
    """R10.1, R12"""
    farmer = {"brick": 1, "food": 1, "cloth": 1}
    game = make_game(display=["mason", "smith", "weaver", "farmer"], goods={0: farmer})
    assert words(play(game, "play senator"), "purchase 4") == ["purchase 4"]
    game = make_game(display=["mason", "farmer"], goods={0: {"brick": 1, "food": 1, "wine": 1}})
    assert words(play(game, "play senator"), "purchase 2") == ["purchase 2 wine"]


def test_e8_consul_buys_the_colonist_of_slot_six_for_one_food():
    """R10.2"""
    game = make_game(
        hand={0: ["consul", "tribune"]},
        display=["mason", "smith", "farmer", "weaver", "vintner", "colonist", "prefect"],
        deck=["architect", "mercator-5"],
        goods={0: {"food": 2, "cloth": 1}},
    )
    play(game, "play consul", "purchase 6")
    assert goods(game) == {"food": 1, "cloth": 1}
    assert refused(game, "purchase 1").rule == "R10.2"  # not more than one
    play(game, "end")
    assert hand(game) == ["colonist", "tribune"]
    assert game.state()["display"][4:] == ["vintner", "prefect", "architect"]


def test_e9_vintner_with_four_houses_in_wine_cities():
    """R8.2"""
    wine = {
        "isca-d": "wine",
        "massilia": "wine",
        "memphis": "wine",
        "petra": "wine",
        "athenae": "wine",
    }
    game = make_game(
        tokens=wine,
        hand={0: ["vintner", "tribune"]},
        goods={0: {}, 1: {}, 2: {}},
        houses={0: ["isca-d", "massilia", "memphis", "petra"], 1: ["memphis", "athenae"]},
    )
    play(game, "play vintner", "end")
    assert goods(game, 0) == {"wine": 4}
    assert goods(game, 1) == {}
    assert goods(game, 2) == {}


def test_e10_final_scoring_of_114_points():
    """R11.1, R11.2"""
    houses = {
        "isca-d": "brick",
        "londinium": "food",
        "colonia-a": "food",
        "vindobona": "cloth",
        "burdigala": "tool",
        "lutetia": "tool",
        "massilia": "brick",
        "carthago": "food",
        "byzantium": "brick",
        "sinope": "tool",
        "antiochia": "food",
        "alexandria": "cloth",
    }
    game = make_game(
        seed=5,
        tokens=houses,
        money={0: 13},
        goods={0: {"cloth": 1, "tool": 3, "brick": 1, "food": 1}},
        colonists={0: ["land roma", "land roma", "land roma", "sea roma", "sea roma"]},
        houses={0: list(houses)},
        hand={
            0: [
                "tribune",
                "senator",
                "architect",
                "consul",
                "farmer",
                "mercator-3",
                "mercator-5",
                "colonist",
                "prefect",
                "prefect",
                "prefect",
                "prefect",
            ]
        },
        display=["colonist"],
        deck=[],
    )
    # The last card of the display: 1 food, the third Mars card, and the Concordia card.
    play(game, "play consul", "purchase 1", "end")
    assert game.state()["concordia"] == 0
    play(game, "play tribune", "end", "play tribune", "end")
    assert game.is_over
    outcome = game.outcome()
    assert outcome.points[0] == ALL_GODS
    assert outcome.winner == 0
    assert outcome.reason == "cards"
