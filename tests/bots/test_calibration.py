"""Shown chances: their order is that of the search, they sum to 1, and a bad file is one sentence."""

import json

import pytest

import praefectus
from praefectus.bots import BotError, calibration
from praefectus.bots.calibration import Curve

PLAIN = {"format": calibration.FORMAT, "players": {"2": {"slopes": [1, 1], "shifts": [0, 0]}}}


def test_every_number_of_players_has_a_curve():
    assert set(calibration.curves()) == {2, 3, 4, 5}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("remaining", [0.0, 0.2, 0.7, 1.0])
def test_the_order_of_turns_stays(players, remaining):
    found = [n / 100 for n in range(101)]
    shown = [calibration.shown(chance, players, remaining) for chance in found]
    assert shown == sorted(shown)
    assert 0 < shown[0] < shown[50] < shown[100] < 1


def test_the_chances_of_all_seats_sum_to_one():
    shown = calibration.shown_all([0.6, 0.2, 0.15, 0.05], 0.3)
    assert sum(shown) == pytest.approx(1)
    assert shown == sorted(shown, reverse=True)


def test_a_curve_is_straight_between_its_knots():
    curve = Curve((1.0, 2.0, 4.0), (0.0, 0.5, 0.5))
    assert curve.at(0.0) == (1.0, 0.0)
    assert curve.at(0.25) == (1.5, 0.25)
    assert curve.at(0.75) == (3.0, 0.5)
    assert curve.at(1.5) == (4.0, 0.5)


def test_the_stage_is_that_of_the_evaluation():
    from librt.vecs import vec

    from praefectus import bots
    from praefectus.bots import weights
    from praefectus.bots.evaluation import Evaluator

    game = praefectus.Game.new(map="italia", players=3, seed=4)
    seats = [bots.make("greedy", seed=seat) for seat in range(3)]
    evaluator = Evaluator(game.position.deal, vec[float](list(weights.load("greedy"))))
    seen = set()
    while not game.is_over:
        assert calibration.stage(game.position) == pytest.approx(evaluator.remaining(game.position))
        seen.add(calibration.stage(game.position))
        game.push(seats[game.seat].choose(bots.Position(game), game.legal_actions))
    assert 1.0 in seen
    assert 0.0 in seen


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "x"}, "expected the format"),
        ({"players": {"2": {"slopes": [1, 1]}}}, "not a file of a calibration"),
        ({"players": {"2": {"slopes": [1], "shifts": [0]}}}, "two knots or more"),
        ({"players": {"2": {"slopes": [1, 0], "shifts": [0, 0]}}}, "the order of turns"),
    ],
)
def test_a_bad_file_is_one_sentence(change, sentence):
    with pytest.raises(BotError, match=sentence):
        calibration.parse(json.dumps(PLAIN | change), "here")
