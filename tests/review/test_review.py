"""Reviews: sums that add up, luck that is none on average, costs beyond the noise only."""

from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

import pytest

from praefectus import Game, bots, record
from praefectus.bots import calibration
from praefectus.bots.search import Settings, plant
from praefectus.review import Depth, ReviewError, Reviewing, review
from praefectus.review.chances import exact, shown
from praefectus.review.course import course
from praefectus.review.examiner import Examiner, _noise
from praefectus.review.grades import GRADES, HOPELESS, accuracy, grade, limits, loss
from praefectus.review.luck import refills
from praefectus.rules.rng import Rng
from praefectus.rules.setup import determinize
from praefectus.wire.review import Review

GOLDEN = Path(__file__).parent.parent / "golden"
QUICK = Depth(simulations=24, repeats=2, rivals=2, outcomes=4, deals=2)


def played(players: int, seed: int, spec: str = "greedy", map: str = "italia") -> Game:
    game = Game.new(map, players, seed=seed)
    seats = [bots.make(spec, seed=seed * 10 + seat) for seat in range(players)]
    while not game.is_over:
        game.push(seats[game.seat].choose(bots.Position(game), game.legal_actions))
    return game


@cache
def reviewed(players: int, seed: int, spec: str = "greedy") -> Review:
    return review(played(players, seed, spec), [f"p{n}" for n in range(players)], QUICK)


@pytest.mark.parametrize("name", ["italia-2-cards", "imperium-5-houses"])
def test_result_is_par_and_luck_and_turns_exactly(name):
    found = review(record.load(GOLDEN / f"{name}.concordia.json").game, depth=QUICK)
    winner = next(seat["seat"] for seat in found["seats"] if seat["result"])
    for seat in found["seats"]:
        parts = seat["par"] + seat["deal"] + seat["refills"] + sum(seat["turns"])
        assert parts == seat["result"] == float(seat["seat"] == winner)
    for part in ("par", "deal", "refills"):
        assert sum(seat[part] for seat in found["seats"]) == float(part == "par")


def test_every_turn_passes_the_chances_on_to_the_next():
    turns = reviewed(3, 1)["turns"]
    assert [turn["turn"] for turn in turns] == list(range(1, len(turns) + 1))
    for turn, following in pairwise(turns):
        assert sum(turn["before"]) == sum(turn["after"]) == 1.0
        moved = [a + b for a, b in zip(turn["after"], turn["luck"], strict=True)]
        assert moved == following["before"]
        assert bool(turn["cards"]) or not any(turn["luck"])
    assert any(turn["cards"] and any(turn["luck"]) for turn in turns)


def test_the_turn_that_was_played_is_among_the_candidates_once():
    game = played(3, 1)
    taken = course(game)
    for turn, was in zip(reviewed(3, 1)["turns"], taken, strict=True):
        candidates = turn["candidates"]
        [own] = [each for each in candidates if each["played"]]
        words = [was.start.text(action) for action in was.decisions if action != was.decisions[-1]]
        assert [step["text"] for step in own["steps"]] == words
        chances = [each["win_chance"] for each in candidates]
        assert chances == sorted(chances, reverse=True)
        if turn["cost"]:
            assert turn["cost"] == pytest.approx(chances[0] - own["win_chance"], abs=2e-5)
            assert turn["cost"] > 2 * turn["noise"] - 1e-4
            assert not turn["lead"]
        else:
            assert turn["grade"] == "best"


def test_a_poor_player_loses_more_than_a_good_one():
    depth = Depth(simulations=200, rivals=2, outcomes=1)
    poor, good = (
        mean(turn["loss"] for turn in Reviewing(played(2, 3, spec), depth=depth).run())
        for spec in ("greedy:slips=1", "search:sims=100,net=learned")
    )
    assert poor > 2 * good


def test_luck_is_none_on_average():
    """Deal and refills of many games of greedy players: each seat's mean is within its error of nothing."""
    depth = Depth(simulations=8, repeats=1, rivals=0, outcomes=6, deals=2)
    lucks: list[list[float]] = [[], []]
    for seed in range(24):
        for seat in review(played(2, seed), depth=depth)["seats"]:
            lucks[seat["seat"]].append(seat["deal"] + seat["refills"])
    for luck in lucks:
        assert stdev(luck) > 0.01
        assert abs(mean(luck)) < 2.5 * stdev(luck) / sqrt(len(luck))


def test_what_could_have_come_is_all_there_with_its_probability():
    taken = next(turn for turn in course(played(3, 1)) if len(turn.cards) == 1)
    found = refills(taken.before_end, 1, most=20, seed=1)
    assert sum(probability for *_, probability in found) == pytest.approx(1)
    assert taken.cards in [cards for _, cards, _ in found]
    rng = Rng(5)
    seen = set()
    for _ in range(300):
        other = determinize(taken.before_end, rng)
        game = Game(other)
        game.push(taken.decisions[-1])
        display = tuple(card for card in game.state()["display"] if card)
        seen.add(display)
    assert len(seen) == len(found)
    for state, _, _ in found:
        assert tuple(card for card in Game(state).state()["display"] if card) in seen


def test_refills_beyond_the_limit_are_drawn():
    taken = next(turn for turn in course(played(3, 1)) if len(turn.cards) == 2)
    found = refills(taken.before_end, 2, most=5, seed=1)
    assert 1 < len(found) <= 5
    assert sum(probability for *_, probability in found) == pytest.approx(1)


def test_a_first_look_does_not_know_the_deck():
    """Two decks that differ only face down: what is found differs by the decks that the search deals, not by the real one."""
    start = Game.new("italia", 2, seed=4).position
    examiner = Examiner(Depth(simulations=2000))
    real, dealt = (
        examiner.outlook(each, 3).chances[0] for each in (start, determinize(start, Rng(9)))
    )
    assert real == pytest.approx(dealt, abs=0.01)


def test_the_same_game_has_the_same_review():
    game = played(2, 6)
    assert review(game, depth=QUICK) == review(game, depth=QUICK)


def test_a_confined_tree_tries_one_turn_only():
    state = Game.new("italia", 3, seed=2).position
    examiner = Examiner(QUICK)
    tree = plant(state, examiner.thinker, Settings(), 1)
    turn = tree.turns()[-1]
    tree.confine(turn)
    tree.run(50)
    assert (tree.turns(), tree.visits()) == ([turn], [50])
    assert tree.totals()[0] / 50 == pytest.approx(tree.chances()[0])
    assert sum(tree.chances()) == pytest.approx(1, abs=0.05)


def test_noise_is_what_differs_by_turn_and_repeat_alone():
    assert _noise([[0.1, 0.3], [0.2, 0.4], [0.0, 0.2]]) == pytest.approx(0)
    assert _noise([[0.1, 0.3], [0.3, 0.1]]) > 0.1
    assert _noise([[0.1], [0.3]]) == 0


def test_chances_are_exact_and_sum_to_one():
    rng = Random(1)
    for players in (3, 4, 5):
        start = Game.new("imperium", players, seed=1).position
        for _ in range(50):
            found = [rng.random() for _ in range(players)]
            total = sum(found)
            made = shown([each / total for each in found], start)
            assert sum(made) == 1.0
            assert all(0 <= each <= 1 for each in made)
    assert exact([1, 1, 2]) == [0.25, 0.25, 0.5]


def test_chances_are_calibrated():
    start = Game.new("imperium", 4, seed=1).position
    found = [0.4, 0.3, 0.2, 0.1]
    assert shown(found, start) == pytest.approx(
        calibration.shown_all(found, calibration.stage(start)), abs=1e-5
    )


def test_grades_go_by_the_loss():
    assert list(limits()) == sorted(set(limits()))
    assert limits()[0] == 0
    assert grade(0.0, 0.5) == "best"
    for name, limit in zip(GRADES, limits(), strict=False):
        assert grade(limit, 0.5) == name
    assert grade(limits()[-1] + 1e-6, 0.5) == "blunder"


def test_a_game_that_is_lost_cannot_be_spoilt():
    assert grade(1.0, HOPELESS) == "blunder"
    assert grade(1.0, HOPELESS - 1e-6) == "slip"
    assert grade(0.0, HOPELESS - 1e-6) == "best"


def test_a_loss_is_the_share_of_the_chance_that_is_given_away():
    assert loss(0.5, 0.4) == pytest.approx(0.2)
    assert loss(0.05, 0.04) == pytest.approx(0.2)
    assert loss(0.2, 0.3) == loss(0.0, 0.0) == 0


def test_accuracy_is_the_share_of_the_chance_that_turns_keep():
    assert accuracy([]) == accuracy([0.0, 0.0]) == 100
    assert accuracy([0.0, 0.5]) == pytest.approx(75)


def test_games_that_go_on_or_began_in_the_middle_are_refused():
    game = Game.new("italia", 2, seed=1)
    with pytest.raises(ReviewError, match="not over"):
        Reviewing(game)
    whole = played(2, 1)
    late = whole.copy()
    while late.turn > 40:
        late.pop()
    begun = Game.from_position(late.position_text(hidden=True))
    for action in whole.actions[len(late.actions) :]:
        begun.push(action)
    assert begun.is_over
    with pytest.raises(ReviewError, match="began in the middle"):
        Reviewing(begun)


def test_turns_come_one_by_one():
    reviewing = Reviewing(played(2, 1), depth=QUICK)
    steps = reviewing.run()
    first = next(steps)
    assert (first["turn"], len(reviewing.turns)) == (1, 1)
    assert reviewing.length > 20
