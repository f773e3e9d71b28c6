"""What a position says, in lists: the same as its state document."""

import random

import pytest

import praefectus
from praefectus.rules import reading
from praefectus.rules.facts import SALE_NAMES
from praefectus.rules.ids import FACE_NAMES, GOOD_NAMES, KIND_NAMES


@pytest.mark.parametrize(("map", "players"), [("imperium", 5), ("italia", 2)])
def test_a_position_reads_like_its_state_document(map, players):
    game = praefectus.Game.new(map=map, players=players, seed=2)
    rng = random.Random(2)
    while not game.is_over and game.turn < 40 * players:
        game.push(rng.choice(list(game.legal_actions)))
        if game.phase != "play":
            continue
        s, board, document = game.position, game.position.board, game.state()
        assert [SALE_NAMES[n] if n >= 0 else None for n in reading.display(s)] == document[
            "display"
        ]
        assert reading.deck_size(s) == document["deck"]
        for province, name in enumerate(board.province_names):
            assert reading.shows_coins(s, province) == (document["markers"][name] == "coins")
        for seat, player in enumerate(document["players"]):
            assert reading.money(s, seat) == player["money"]
            assert reading.goods(s, seat) == [player["goods"][good] for good in GOOD_NAMES]
            assert reading.stored(s, seat) == [player["storehouse"][kind] for kind in KIND_NAMES]
            stand = [
                f"{KIND_NAMES[k]} {board.place_name(p)}" for k, p in reading.colonists(s, seat)
            ]
            assert sorted(stand) == player["colonists"]
            assert sorted(board.city_names[n] for n in reading.houses(s, seat)) == player["houses"]
            hand = zip(FACE_NAMES, reading.hand(s, seat), strict=True)
            assert sorted(face for face, n in hand for _ in range(n)) == player["hand"]
            assert [FACE_NAMES[face] for face in reading.pile(s, seat)] == player["discard"]


@pytest.mark.parametrize("scoring", [False, True])
def test_the_intermediate_scoring_is_read_only_where_there_is_one(scoring):
    game = praefectus.Game.new(map="italia", players=2, seed=2, intermediate_scoring=scoring)
    assert reading.intermediate(game.position) == ([-1, -1] if scoring else None)
    for action in ("play tribune", "end"):
        game.play(action)
    points = game.state()["players"][0]["points"]["total"]
    assert reading.intermediate(game.position) == ([points, -1] if scoring else None)
