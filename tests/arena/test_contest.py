"""Contests: balanced by seat, and the same from the same seed."""

from collections import Counter
from typing import ClassVar

import pytest

from praefectus import Options
from praefectus.arena import Contest, play_game, seatings
from praefectus.errors import PraefectusError


def test_every_seating_once_and_any_round_balanced_by_seat():
    orders = seatings(("a", "b", "b", "c"))
    assert len(orders) == len(set(orders)) == 12
    for first in range(0, 12, 4):
        for seat in range(4):
            held = Counter(order[seat] for order in orders[first : first + 4])
            assert held == {"a": 1, "b": 2, "c": 1}


def test_games_of_one_block_have_one_set_up():
    contest = Contest(Options("italia", 2), ("greedy", "random"), seed=4, every_seating=True)
    setups = [contest.new_game(index).setup for index in range(4)]
    assert setups[0] == setups[1] != setups[2] == setups[3]
    assert [contest.seating(index)[0] for index in range(4)] == ["greedy", "random"] * 2


def test_bots_in_given_seats_stay_there_and_every_game_has_its_own_set_up():
    contest = Contest(Options("italia", 2), ("greedy", "random"), seed=4)
    setups = [contest.new_game(index).setup for index in range(3)]
    assert setups[0] != setups[1] != setups[2]
    assert {contest.seating(index) for index in range(3)} == {("greedy", "random")}


@pytest.mark.parametrize(
    "contest",
    [
        Contest(Options("atlantis", 3), ("random",) * 3, seed=1),
        Contest(Options("italia", 1), ("random",), seed=1),
        Contest(Options("italia", 2), ("random", "nobody"), seed=1),
    ],
)
def test_what_cannot_be_played_is_refused_before_the_first_game(contest):
    with pytest.raises(PraefectusError):
        contest.check()


def test_every_seat_needs_a_bot():
    with pytest.raises(PraefectusError, match="3 players need as many bots, not 2"):
        Contest(Options("italia", 3), ("random", "random"), seed=1)


class Noisy:
    """A bot that notes when it is closed."""

    closed: ClassVar[list[object]] = []

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed

    def choose(self, position, legal):
        if self.seed % 2:
            raise RuntimeError("odd")
        return legal[0]

    def close(self):
        self.closed.append(self)


@pytest.mark.parametrize("every_seating", [False, True])
def test_bots_are_guarded_and_closed_after_their_game(monkeypatch, every_seating):
    from praefectus.arena import contest as module

    monkeypatch.setattr(Noisy, "closed", [])
    monkeypatch.setattr(module, "make", lambda spec, seed: Noisy(seed=1))
    contest = Contest(Options("italia", 2), ("odd", "odd"), seed=4, every_seating=every_seating)
    result = play_game(contest, 0)
    assert len(Noisy.closed) == 2
    assert len(result.troubles) == 20
    assert "bot odd raised" in result.troubles[0]


def test_bots_are_closed_even_if_the_game_breaks_off(monkeypatch):
    from praefectus.arena import contest as module

    class Broken(Noisy):
        def choose(self, position, legal):
            raise KeyboardInterrupt

    monkeypatch.setattr(Noisy, "closed", [])
    monkeypatch.setattr(module, "make", lambda spec, seed: Broken(seed=seed))
    with pytest.raises(KeyboardInterrupt):
        play_game(Contest(Options("italia", 2), ("a", "b"), seed=4), 0)
    assert len(Noisy.closed) == 2
