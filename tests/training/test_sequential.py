"""The sequential test: it decides rightly, and as often wrongly as it says."""

from random import Random

import pytest

from praefectus.training.sequential import Bounds, Tally


def verdict(rng: Random, win: float, most: int = 5000) -> bool | None:
    """Play a match of a candidate that wins each game of a pair with this chance."""
    tally = Tally()
    for _ in range(most):
        tally = tally.add((rng.random() < win) + (rng.random() < win))
        decided = tally.verdict(Bounds())
        if decided is not None:
            return decided
    return None


@pytest.mark.parametrize(("win", "better"), [(0.6, True), (0.45, False)])
def test_clear_cases_are_decided(win, better):
    rng = Random(3)
    assert [verdict(rng, win) for _ in range(20)] == [better] * 20


def test_an_equal_candidate_is_seldom_promoted():
    rng = Random(4)
    promoted = sum(verdict(rng, 0.5) is True for _ in range(200))
    assert promoted <= 20


def test_a_tally_counts():
    tally = Tally().add(0).add(1).add(2).add(2)
    assert (tally.lost, tally.shared, tally.won, tally.pairs) == (1, 1, 2, 4)
    assert tally.score == 0.625
    low, high = tally.interval
    assert low < 0.625 < high
    assert Tally().verdict(Bounds()) is None
