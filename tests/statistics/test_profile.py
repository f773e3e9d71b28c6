"""What statistics note of a game, compared with the game's record."""

import random

import pytest

from praefectus import Game, record
from praefectus.errors import IllegalActionError, PraefectusError
from praefectus.statistics import profile
from praefectus.statistics.profile import LEAD_ROUNDS
from tests.support import EXAMPLES

# The two Diplomats of Saturnus differ in their price alone.
SALE_FACES = {f"diplomat-saturnus-{good}": "diplomat-saturnus" for good in ("tool", "food")}


def played(path):
    game = record.load(path).game
    return game, profile(Game.from_setup(game.setup), game.actions)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_a_profile_says_what_the_record_says(path):
    """Everything is found again in the texts of the record, which are read independently."""
    game, found = played(path)
    document = record.dump(game)
    assert (found.map, found.players, found.turns) == (game.map, game.players, game.turn)
    assert found.outcome == game.outcome()
    for seat, mine in enumerate(found.seats):
        turns = [
            (number, turn) for number, turn in enumerate(document["turns"]) if turn["seat"] == seat
        ]
        assert mine.cards == [turn["play"] for _, turn in turns][:2]
        steps = [(number, step.split()) for number, turn in turns for step in turn["steps"]]
        built = [words[1] for _, words in steps if words[0] == "build"]
        assert mine.cities == built[:2]
        assert mine.goods == [game.setup.cities[city] for city in built[:2]]
        bought = [number for number, words in steps if words[0] == "purchase"]
        assert [round for _, round in mine.purchases] == [
            number // game.players + 1 for number in bought
        ]
        documents = [
            *game.state()["players"][seat]["hand"],
            *game.state()["players"][seat]["discard"],
        ]
        for card, _ in mine.purchases:
            assert SALE_FACES.get(card, card) in documents


def test_the_leader_is_whoever_has_most_points_if_it_ended_then():
    (path,) = [path for path in EXAMPLES if path.name == "imperium-4.concordia.json"]
    game, found = played(path)
    again = Game.from_setup(game.setup)
    expected = []
    for action in game.actions:
        if again.phase == "play" and again.turn in [4 * round for round in LEAD_ROUNDS]:
            totals = [player["points"]["total"] for player in again.state()["players"]]
            best = max(totals)
            if totals.count(best) == 1:
                second = sorted(totals)[-2]
                expected.append((again.turn // 4, totals.index(best), best - second))
        again.push(action)
    assert [(lead.round, lead.seat, lead.points) for lead in found.leads] == expected
    assert expected


def test_a_game_that_goes_on_has_no_profile():
    game = Game.new("italia", 2, seed=1)
    with pytest.raises(PraefectusError, match="the game is not over"):
        profile(game, [])


def test_actions_are_checked():
    game = Game.new("italia", 2, seed=1)
    illegal = random.Random(1).choice(
        [action for action in range(game.action_count) if action not in game.legal_actions]
    )
    with pytest.raises(IllegalActionError):
        profile(game, [illegal])
