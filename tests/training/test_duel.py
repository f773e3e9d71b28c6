"""A match of two bots: both sit on the same seats in turn, and the better one is found."""

from praefectus.training.crew import Processes
from praefectus.training.duel import BotDuel, fight, play_pair
from praefectus.training.sequential import Bounds


def test_a_pair_is_played_on_one_set_up():
    duel = BotDuel("greedy", "random", seed=1, tables=(("italia", 2),))
    assert play_pair(duel, 0) == ("italia 2", 2)


def test_equal_bots_share_a_pair():
    # Greedy draws no lots: with the sides changed the second game is the first one again.
    duel = BotDuel("greedy", "greedy", seed=1, tables=(("italia", 2), ("imperium", 3)))
    assert [play_pair(duel, number)[1] for number in range(2)] == [1, 1]


def test_the_better_bot_is_found():
    crew = Processes(1)
    try:
        verdict = fight(crew, BotDuel("greedy", "random", seed=2), Bounds(), 60, lambda _: None)
    finally:
        crew.close()
    assert verdict.better is True
    assert verdict.all.score == 1.0
