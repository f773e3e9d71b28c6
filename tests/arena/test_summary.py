"""What results come to."""

import random
import sys
from typing import cast

import pytest

from praefectus import Options
from praefectus.arena import PARTS, Contest, GameResult, Numbers, Summary, run, wilson
from praefectus.wire.position import Points


def test_wilson_intervals():
    assert wilson(0, 0) == (0.0, 1.0)
    # Checked against statsmodels' proportion_confint(method="wilson").
    assert wilson(25, 100) == pytest.approx((0.1754521, 0.3430446), abs=1e-6)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775328), abs=1e-6)
    assert wilson(10, 10) == pytest.approx((0.7224672, 1.0), abs=1e-6)


def test_numbers_have_mean_deviation_and_range():
    numbers = Numbers()
    for value in (3, -1, 4, 10):
        numbers.add(value)
    assert numbers.mean == 4
    assert numbers.deviation == pytest.approx(4.546060565661952)
    assert (numbers.least, numbers.most) == (-1, 10)


def result(index, totals, ranking, turns=9, reason="cards", troubles=()):
    return GameResult(
        index,
        seating=("a", "b", "a"),
        points=[
            cast("Points", dict.fromkeys(PARTS, 0) | {"mars": total, "total": total})
            for total in totals
        ],
        ranking=ranking,
        turns=turns,
        reason=reason,
        turns_taken=[3] * len(totals),
        seconds=[0.5] * len(totals),
        troubles=list(troubles),
        decisions=50,
    )


def test_a_summary_counts_wins_by_seat_and_by_bot():
    summary = Summary(Contest(Options("italia", 3), ("a", "b", "a"), seed=1))
    summary.add(result(0, (10, 20, 30), [2, 1, 0]))
    summary.add(result(1, (9, 20, 8), [1, 0, 2], turns=7, reason="houses"))
    assert summary.games == 2
    assert [seat.wins for seat in summary.seats] == [0, 1, 1]
    assert {bot: (tally.wins, tally.games) for bot, tally in summary.bots.items()} == {
        "a": (1, 4),
        "b": (1, 2),
    }
    assert summary.endings == {"houses": 1, "cards": 1}
    assert summary.winners.points.mean == 25
    assert summary.winners.mean_points("mars") == 25
    assert summary.bots["b"].interval == wilson(1, 2)
    assert summary.bots["a"].ms_per_turn == pytest.approx(500 / 3)
    assert [bot for bot, _ in summary.ranked()] == ["b", "a"]


def test_troubles_are_counted_for_the_bot_that_has_them():
    summary = Summary(Contest(Options("italia", 3), ("a", "b", "a"), seed=1))
    summary.add(result(0, (1, 2, 3), [2, 1, 0], troubles=["bot b raised KeyError()"] * 2))
    assert (summary.bots["a"].troubles, summary.bots["b"].troubles) == (0, 2)


def test_the_order_of_results_makes_no_difference():
    contest = Contest(
        Options("italia", 3), ("greedy", "random", "random"), seed=2, every_seating=True
    )
    results = list(run(contest, range(6)))
    forth, back = Summary(contest), Summary(contest)
    for one in results:
        forth.add(one)
    random.Random(1).shuffle(results)
    for one in results:
        back.add(one)
    assert forth.ratings() == back.ratings()
    assert forth.bots["greedy"].points == back.bots["greedy"].points
    assert forth.winners.by_god == back.winners.by_god


def test_ratings_put_the_better_bot_first():
    contest = Contest(Options("italia", 2), ("greedy", "random"), seed=2, every_seating=True)
    summary = Summary(contest)
    for one in run(contest, range(4)):
        summary.add(one)
    ratings = summary.ratings()
    assert ratings is not None
    assert ratings["greedy"].mu > ratings["random"].mu
    assert ratings["greedy"].half > 0


def test_one_bot_alone_has_no_rating():
    contest = Contest(Options("italia", 2), ("random", "random"), seed=2)
    summary = Summary(contest)
    for one in run(contest, range(2)):
        summary.add(one)
    assert summary.ratings() == {}


def test_without_openskill_there_are_no_ratings(monkeypatch):
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert Summary(Contest(Options("italia", 2), ("greedy", "random"), seed=2)).ratings() is None
