"""What a seat may see. The view of a position doesn't depend on what its viewer can't know."""

import random
from copy import deepcopy

import pytest

import praefectus
from praefectus.view import Eyes, Tentative, Views, game_view, legal_view, slots_view, state_view

BOARDS = [("imperium", 3), ("imperium", 5), ("italia", 2), ("italia", 4)]


def positions(map, players, seed, every=7):
    """Yield positions of a random game."""
    rng = random.Random(seed)
    game = praefectus.Game.new(map=map, players=players, seed=seed, intermediate_scoring=True)
    count = 0
    while not game.is_over:
        if count % every == 0:
            yield game
        game.push(rng.choice(list(game.legal_actions)))
        count += 1
    yield game


@pytest.mark.parametrize(("map", "players"), BOARDS)
def test_a_view_does_not_depend_on_the_order_of_the_deck(map, players):
    for game in positions(map, players, seed=3):
        other = game.determinize(0, random.Random(1))
        for seat in (None, *range(players)):
            for open_hands in (True, False):
                eyes = Eyes(seat, open_hands)
                tentative = Tentative() if seat == game.seat else None
                assert game_view(game, eyes, tentative) == game_view(other, eyes, tentative)


def test_open_hands_are_seen_by_all():
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    for seat in (None, 0, 1):
        players = state_view(game, Eyes(seat, open_hands=True))["players"]
        assert all(len(player["hand"] or ()) == player["hand_count"] == 7 for player in players)


def test_a_hidden_hand_is_seen_by_its_owner_alone():
    for game in positions("italia", 3, seed=2):
        document = game.state()
        for seat in (None, 0, 1, 2):
            players = state_view(game, Eyes(seat, open_hands=False))["players"]
            for number, (player, truth) in enumerate(
                zip(players, document["players"], strict=True)
            ):
                if number == seat or game.is_over:
                    assert player["hand"] == truth["hand"]
                    assert player["discard"] == truth["discard"]
                else:
                    assert player["hand"] is None
                    assert player["discard"] == truth["discard"][-1:]
                assert player["hand_count"] == len(truth["hand"])
                assert player["discard_count"] == len(truth["discard"])
                assert player["cards"] == sorted(truth["hand"] + truth["discard"])


def test_the_rest_of_the_document_is_as_the_record_format_says():
    for game in positions("imperium", 4, seed=5):
        view = state_view(game, Eyes(None, open_hands=True))
        added = {"cards", "hand_count", "discard_count"}
        players = [
            {key: value for key, value in player.items() if key not in added}
            for player in view["players"]
        ]
        assert {**view, "players": players} == game.state()


@pytest.mark.parametrize(("map", "players"), BOARDS)
def test_every_legal_action_is_offered_with_its_words(map, players):
    for game in positions(map, players, seed=8):
        offered = legal_view(game)
        assert [each["action"] for each in offered] == list(game.legal_actions)
        for each in offered:
            assert game.parse(each["text"]) == [each["action"]]
            assert (each["effect"] is None) == (each["text"] == "end")


def test_trying_changes_nothing():
    for game in positions("imperium", 3, seed=9):
        before = game.position.key()
        legal_view(game)
        assert game.position.key() == before


def test_a_move_has_its_cost_in_points():
    game = praefectus.Game.new(map="imperium", players=3, seed=1)
    game.play("play architect")
    game.play("move land roma")
    costs = {each["thing"]["id"]: each["cost"] for each in legal_view(game)}
    assert costs
    for line, cost in costs.items():
        assert cost == (1 if "roma" in line.split("~") else 2), line


def test_a_purchase_shows_what_it_costs():
    game = praefectus.Game.new(map="imperium", players=3, seed=1)
    game.play("play senator")
    prices = {slot["slot"]: slot for slot in slots_view(game.state()["display"])}
    assert prices[1]["slot_cost"] == []
    assert prices[6]["slot_cost"] == ["any", "cloth"]
    for each in legal_view(game):
        if each["kind"] == "purchase":
            slot = prices[int(each["thing"]["id"])]
            price = slot["card_cost"] + [good for good in slot["slot_cost"] if good != "any"]
            assert each["effect"] is not None
            paid = each["effect"]["seats"][0]["goods"]
            assert -sum(paid.values()) == len(price) + len(each["thing"]["goods"])
            assert each["effect"]["seats"][0]["cards"]


def test_a_finished_game_has_an_outcome_and_asks_nobody():
    *_, game = positions("italia", 2, seed=4)
    view = game_view(game, Eyes(0, open_hands=True))
    assert view["seat"] is None
    assert view["question"] is None
    assert view["outcome"] is not None
    assert view["outcome"]["winner"] == game.outcome().winner
    assert view["state"]["finished"]


@pytest.mark.parametrize("map_", ["italia", "imperium"])
@pytest.mark.parametrize("open_hands", [True, False])
def test_views_one_after_another_are_those_of_their_positions(map_, open_hands):
    """Also when a decision is taken back, and when the end shows all hands."""
    game = praefectus.Game.new(map=map_, players=3, seed=5, intermediate_scoring=True)
    views, rng, before = Views(deepcopy), random.Random(5), None
    while not game.is_over:
        for position in (game, before or game, game):
            eyes = Eyes(position.seat, open_hands)
            made = views.game(position, views.state(position, eyes), Tentative())
            assert made == game_view(position, eyes, Tentative())
            assert views.game(position, views.state(position, eyes)) == game_view(position, eyes)
        before = game.copy()
        game.push(rng.choice(list(game.legal_actions)))
    for seat in (None, 0, 1, 2):
        eyes = Eyes(seat, open_hands)
        assert views.game(game, views.state(game, eyes)) == game_view(game, eyes)


def test_views_make_only_what_has_changed():
    sealed = []

    def seal(part):
        sealed.append(part)
        return part

    views, game, eyes = (
        Views(seal),
        praefectus.Game.new(map="italia", players=3, seed=5),
        Eyes(0, True),
    )
    views.game(game, views.state(game, eyes))
    assert len(sealed) == 3 + 2, "players, the board and the slots"
    sealed.clear()
    game.play("play architect")
    views.game(game, views.state(game, eyes))
    assert len(sealed) == 1, "the player who played"
