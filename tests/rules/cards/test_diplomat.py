"""R9: Diplomat."""

import pytest

from praefectus import Game
from tests.support import goods, hand, make_game, money, play, refused, words

DIPLOMATS = ["diplomat-jupiter", "diplomat-saturnus", "diplomat-mercurius", "diplomat-mars"]
PHASE = {
    "architect": "architect",
    "prefect": "prefect",
    "mercator-3": "mercator",
    "mercator-5": "mercator",
    "colonist": "colonist",
    "senator": "senator",
    "consul": "consul",
    "mason": "end",
    "farmer": "end",
    "smith": "end",
    "vintner": "end",
    "weaver": "end",
}


def facing(*piles: list[str], **more: object) -> Game:
    """Seat 0 holds a Diplomat; the others' discard piles are these."""
    settings: dict[str, object] = {
        "players": max(3, len(piles) + 1),
        "discard": dict(enumerate(piles, 1)),
    }
    return make_game(**{**settings, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize("card", PHASE)
@pytest.mark.parametrize("diplomat", DIPLOMATS)
def test_the_action_of_the_top_card_of_an_opponents_pile_is_carried_out(card, diplomat):
    """R9.1: carry out the action of the top card of an opponent's discard pile."""
    game = facing(["senator", card], hand={0: [diplomat]})
    play(game, f"play {diplomat}", "copy 1")
    assert game.phase == PHASE[card]
    assert game.turn_seat == 0


@pytest.mark.parametrize(("card", "sestertii"), [("mercator-3", 3), ("mercator-5", 5)])
def test_a_mercator_for_sale_gives_5(card, sestertii):
    """R9.1: as if one had played it oneself (a Mercator for sale gives 5)."""
    game = facing([card], money={0: 0, 1: 0})
    play(game, "play diplomat-jupiter", "copy 1", "end")
    assert money(game, 0) == sestertii
    assert money(game, 1) == 0


def test_a_copied_card_uses_the_copiers_things():
    """R9.1: as if one had played it oneself: own houses, own goods, own colonists."""
    game = facing(
        ["vintner"],
        tokens={"massilia": "wine", "carthago": "brick"},
        houses={0: ["massilia"], 1: ["carthago"]},
        goods={0: {}, 1: {}},
    )
    play(game, "play diplomat-jupiter", "copy 1", "end")
    assert goods(game, 0) == {"wine": 1}
    assert goods(game, 1) == {}


def test_a_copied_architect_moves_own_colonists():
    """R9.1: an Architect that is copied moves and builds for the copier."""
    game = facing(["architect"], tokens={"massilia": "brick"})
    play(
        game,
        "play diplomat-jupiter",
        "copy 1",
        "move sea roma massilia~roma",
        "build massilia",
        "end",
    )
    assert game.state()["players"][0]["houses"] == ["massilia"]
    assert game.state()["players"][1]["colonists"] == ["land roma", "sea roma"]


@pytest.mark.parametrize("card", ["senator", "consul"])
def test_a_copied_purchase_closes_the_display_up(card):
    """R9.1: a Senator or Consul that is copied buys, and the display is refilled."""
    game = facing([card], goods={0: {"food": 1}}, display=["mason", "farmer"], deck=["consul"])
    play(game, "play diplomat-jupiter", "copy 1", "purchase 1", "end")
    assert game.state()["display"][:3] == ["farmer", "consul", None]
    assert "mason" in hand(game)


def test_a_copied_colonist_is_paid_by_edition():
    """R9.1: a Colonist that is copied follows the edition in play."""
    for edition, income in (("revised", 7), ("first", 4)):
        game = facing(["colonist"], money={0: 0}, edition=edition)
        play(game, "play diplomat-jupiter", "copy 1", "income")
        assert money(game) == income


def test_any_opponent_may_be_chosen():
    """R9.1: of any opponent."""
    game = facing(["mason"], ["senator"], ["prefect"], ["colonist"])
    play(game, "play diplomat-jupiter")
    assert words(game) == ["copy 1", "copy 2", "copy 3", "copy 4"]


def test_not_ones_own_pile():
    """R9.1: an opponent's pile, not one's own."""
    game = facing(["mason"], discard={0: ["architect"], 1: ["mason"]})
    play(game, "play diplomat-jupiter")
    why = refused(game, "copy 0")
    assert (why.rule, why.key, why.values) == ("R9.1", "diplomat.self", {"seat": 0})


def test_there_are_no_more_seats_than_players():
    """R9.1: an opponent is somebody who plays."""
    game = play(facing(["mason"]), "play diplomat-jupiter")
    why = refused(game, "copy 3")
    assert (why.rule, why.key, why.values) == ("R9.1", "diplomat.no-seat", {"seat": 3})


@pytest.mark.parametrize("diplomat", DIPLOMATS)
def test_a_diplomat_cannot_be_copied(diplomat):
    """R9.2: a Diplomat cannot be copied."""
    game = play(facing(["architect", diplomat], ["mason"]), "play diplomat-jupiter")
    assert words(game) == ["copy 2"]
    why = refused(game, "copy 1")
    assert (why.rule, why.key, why.values) == ("R9.2", "diplomat.diplomat", {"seat": 1})


def test_an_opponent_whose_cards_are_all_in_hand_offers_nothing():
    """R9.2: an opponent whose cards are all in hand (after a Tribune) offers nothing."""
    game = make_game(discard={1: ["architect"], 2: ["mason"]}, seat=1)
    play(game, "play tribune", "end", "play mercator-3", "end")
    play(game, "play diplomat-jupiter")
    assert words(game) == ["copy 2"]
    why = refused(game, "copy 1")
    assert (why.rule, why.key, why.values) == ("R9.2", "diplomat.empty", {"seat": 1})


def test_the_card_that_was_played_lies_on_ones_own_pile():
    """R9.2: the card that was played, the Diplomat, is what lies on one's own pile."""
    game = facing(["mercator-3"])
    play(game, "play diplomat-jupiter", "copy 1", "end")
    assert game.state()["players"][0]["discard"] == ["diplomat-jupiter"]
    assert game.state()["players"][1]["discard"] == ["mercator-3"]
    assert refused(game, "play diplomat-jupiter").key == "diplomat.nothing"


def test_a_copied_diplomat_of_a_copied_card_is_still_a_diplomat():
    """R9.2: who copied an Architect with a Diplomat shows a Diplomat, which nobody copies."""
    game = facing(["mercator-3"], hand={0: ["diplomat-jupiter"], 1: ["diplomat-mars"]})
    play(game, "play diplomat-jupiter", "copy 1", "end")
    assert words(game) == []
