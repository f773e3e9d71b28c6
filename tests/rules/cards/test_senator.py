"""R10.1: Senator."""

import pytest

from praefectus import Game
from tests.support import goods, hand, make_game, play, refused, words

# What a card costs, and what its slot costs besides.
CARD = {
    "architect": ["tool"],
    "prefect": ["wine"],
    "mercator-5": ["wine"],
    "colonist": ["food"],
    "consul": ["cloth"],
    "mason": ["food"],
    "farmer": ["brick", "food"],
    "smith": ["brick", "tool"],
    "vintner": ["brick", "wine"],
    "weaver": ["brick", "cloth"],
    "diplomat-saturnus-tool": ["tool"],
    "diplomat-saturnus-food": ["food"],
    "diplomat-mercurius": ["tool"],
    "diplomat-mars": ["food"],
}
SLOT = [[], ["any"], ["any"], ["cloth"], ["cloth"], ["any", "cloth"], ["cloth", "cloth"]]
SEVEN = ["mason", "farmer", "smith", "colonist", "prefect", "architect", "mercator-5"]
OUT = ["land roma"] * 3 + ["sea roma"] * 3


def counted(names: list[str]) -> dict[str, int]:
    return {name: names.count(name) for name in names}


def buying(has: dict[str, int], card: str = "senator", **more: object) -> Game:
    """Seat 0 with these goods has played a Senator; every colonist is out, for room."""
    settings: dict[str, object] = {
        "hand": {0: [card]},
        "goods": {0: has},
        "colonists": {0: OUT},
        "display": SEVEN,
        "deck": ["consul", "weaver", "vintner"],
    }
    return play(make_game(**{**settings, **more}), f"play {card}")  # type: ignore[arg-type]


@pytest.mark.parametrize("card", CARD)
@pytest.mark.parametrize("slot", range(1, 8))
def test_the_price_is_the_goods_on_the_card_and_the_goods_under_its_slot(card, slot):
    """R10.1: price = the goods on the card + the goods under its slot."""
    price = CARD[card] + [good for good in SLOT[slot - 1] if good != "any"]
    wild = "any" in SLOT[slot - 1]
    paid = "brick" if wild else ""
    display = [*SEVEN[: slot - 1], card, *SEVEN[slot:]]
    game = buying(counted(price + ["brick"] * wild), display=display)
    step = f"purchase {slot} {paid}".strip()
    assert step in words(game)
    play(game, step)
    assert goods(game) == {}
    assert card.removesuffix("-tool").removesuffix("-food") in hand(game)
    for lacking in set(price):
        game = buying(counted(price + ["brick"] * wild) | {lacking: price.count(lacking) - 1})
        game = buying(
            {good: n for good, n in goods(game).items() if n},
            display=display,
        )
        if not (wild and lacking == "brick"):
            why = refused(game, step)
            assert (why.rule, why.key) == ("R10.1", "market.goods")
            assert why.values["good"] == lacking


@pytest.mark.parametrize("slot", [2, 3, 6])
@pytest.mark.parametrize("good", ["brick", "food", "tool", "wine", "cloth"])
def test_any_is_one_good_of_the_buyers_choice(slot, good):
    """R10.1: "any" is one good of the buyer's choice."""
    cloth = SLOT[slot - 1].count("cloth")
    has = {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1 + cloth}
    game = buying(has, display=["mason"] * 7)
    assert words(game, f"purchase {slot}") == [
        f"purchase {slot} {name}" for name in ("brick", "food", "tool", "wine", "cloth")
    ]
    play(game, f"purchase {slot} {good}")
    left = {**has}
    left["food"] -= 1
    left["cloth"] -= cloth
    left[good] -= 1
    assert goods(game) == {name: n for name, n in left.items() if n}


def test_the_good_of_choice_must_be_there_besides_the_rest():
    """R10.1: the good of choice is paid besides those of the card."""
    game = buying({"food": 1})
    why = refused(game, "purchase 2 food")  # the Farmer costs brick and food
    assert (why.rule, why.key) == ("R10.1", "market.goods")
    game = buying({"food": 1}, display=["mason"] * 7)
    assert words(game, "purchase") == ["purchase 1"]
    assert refused(game, "purchase 2 food").values == {"slot": 2, "card": "mason", "good": "food"}
    assert refused(game, "purchase 2 wine").values["good"] == "wine"


def test_the_good_of_choice_must_be_named():
    """R10.1: a slot with "any" needs to be told which good pays it, another slot none."""
    game = buying({"brick": 3, "food": 3, "tool": 3, "cloth": 3})
    why = refused(game, "purchase 2")
    assert (why.rule, why.key) == ("R10.1", "market.any-missing")
    for step in ("purchase 1 food", "purchase 4 food", "purchase 7 cloth"):
        why = refused(game, step)
        assert (why.rule, why.key) == ("R10.1", "market.no-any")


def test_up_to_two_cards():
    """R10.1: buy up to 2 cards of the display, into the hand."""
    has = {"brick": 2, "food": 4, "tool": 2, "wine": 2, "cloth": 2}
    for steps, bought in (
        ([], []),
        (["purchase 1"], ["mason"]),
        (["purchase 1", "purchase 2 wine"], ["farmer", "mason"]),
        (["purchase 2 wine", "purchase 1"], ["farmer", "mason"]),
    ):
        game = play(buying(has), *steps, "end")
        assert hand(game) == bought


def test_not_three():
    """R10.1: two cards and no more."""
    game = buying({"food": 6, "cloth": 6}, display=["mason"] * 7)
    play(game, "purchase 1", "purchase 4")
    assert words(game) == ["end"]
    why = refused(game, "purchase 5")
    assert (why.rule, why.key) == ("R10.1", "senator.two-cards")


def test_both_are_bought_at_the_slots_as_they_stood():
    """R10.1: both are bought at the slots as they stood."""
    game = buying({"food": 3, "cloth": 2}, display=["mason", "colonist", "mason", "consul"])
    play(game, "purchase 1")
    assert game.state()["display"] == [None, "colonist", "mason", "consul", None, None, None]
    assert words(game, "purchase") == [
        "purchase 2 food",
        "purchase 2 cloth",
        "purchase 3 food",
        "purchase 3 cloth",
        "purchase 4",
    ]
    play(game, "purchase 4")
    assert goods(game) == {"food": 2}
    why = refused(play(buying({"food": 4}), "purchase 1"), "purchase 1")
    assert (why.rule, why.key, why.values) == ("R10.1", "market.empty", {"slot": 1})


def test_only_then_the_rest_closes_up_and_the_display_is_filled_to_7_from_the_deck():
    """R10.1: only then the rest closes up to the left and the display is filled to 7."""
    game = buying({"brick": 2, "food": 4, "tool": 2, "cloth": 2})
    play(game, "purchase 1", "purchase 4")
    assert game.state()["display"] == [
        None,
        "farmer",
        "smith",
        None,
        "prefect",
        "architect",
        "mercator-5",
    ]
    assert game.state()["deck"] == 3
    play(game, "end")
    assert game.state()["display"] == [
        "farmer",
        "smith",
        "prefect",
        "architect",
        "mercator-5",
        "consul",
        "weaver",
    ]
    assert game.state()["deck"] == 1


def test_when_the_deck_runs_out_slots_stay_empty():
    """R10.1: with no deck left, the slots at the right stay empty."""
    game = buying({"food": 4, "cloth": 2}, deck=["consul"])
    play(game, "purchase 1", "purchase 4", "end")
    assert game.state()["display"] == [
        "farmer",
        "smith",
        "prefect",
        "architect",
        "mercator-5",
        "consul",
        None,
    ]
    assert game.state()["deck"] == 0


def test_a_card_bought_is_played_in_a_later_turn():
    """R10.1: into the hand: a card bought can be played from the next turn on."""
    game = play(buying({"food": 1}), "purchase 1")
    assert refused(game, "play mason").key == "turn.not-now"
    play(game, "end", "play mercator-3", "end", "play mercator-3", "end")
    assert words(game) == ["play mason"]


def test_an_empty_display_offers_nothing():
    """R10.1: what is not there is not for sale."""
    game = buying({"food": 4}, display=["mason", None, "mason"], deck=[])
    assert refused(game, "purchase 2 food").key == "market.empty"
    assert refused(game, "purchase 7").key == "market.empty"
    assert words(game, "purchase") == ["purchase 1", "purchase 3 food"]


def test_cards_and_diplomats_of_two_prices():
    """R10.1: the Saturnus Diplomat of deck I costs a tool, that of deck III food."""
    display = ["diplomat-saturnus-tool", "diplomat-saturnus-food"]
    game = buying({"tool": 1, "food": 1, "wine": 1}, display=display)
    play(game, "purchase 1", "purchase 2 wine")
    assert hand(game) == ["diplomat-saturnus", "diplomat-saturnus"]
    assert goods(game) == {}


def test_nothing_else_can_be_done_with_a_senator():
    """R10.1: a Senator buys cards and nothing else."""
    for step in ("buy brick 1", "sell wine 1", "cash", "copy 1", "build massilia"):
        assert refused(buying({"wine": 1}), step).key == "turn.not-now"
