"""Sums over many games: the same in any order and from any parts."""

import random
from itertools import pairwise

import pytest

from praefectus import Game
from praefectus.statistics import Sums, profile
from praefectus.statistics.sums import LEADS, PERIODS, part


def random_game(map, players, seed):
    game = Game.new(map, players, seed=seed)
    start = game.copy()
    rng = random.Random(seed)
    while not game.is_over:
        game.push(rng.choice(game.legal_actions))
    return profile(start, game.actions)


@pytest.fixture(scope="module")
def games():
    return [
        random_game(map, players, seed)
        for map, players in (("italia", 2), ("imperium", 3))
        for seed in range(6)
    ]


def summed(games, seats=None):
    sums = Sums()
    for game in games:
        sums.add(game, seats)
    return sums


def test_parts_add_up_in_any_order(games):
    whole = summed(games)
    parts = Sums()
    for shuffled in (games[7:], games[:3], games[3:7]):
        parts.merge(summed(shuffled))
    assert parts.games == whole.games == 12
    assert parts.as_json() == whole.as_json()


def test_groups_are_boards_and_numbers_of_players(games):
    groups = summed(games).as_json()["groups"]
    assert [(group["map"], group["players"], group["games"]) for group in groups] == [
        ("imperium", 3, 6),
        ("italia", 2, 6),
    ]
    for group in groups:
        assert sum(rate["wins"] for rate in group["seats"]) == group["games"]
        assert {rate["games"] for rate in group["seats"]} == {group["games"]}
        assert group["houses"] + group["cards"] == group["games"]
        for name in ("everyone", "winners"):
            *gods, total = group[name].values()
            assert total == pytest.approx(sum(gods), abs=0.05)
        assert (
            sum(rate["games"] for rate in group["first_cards"]) == group["games"] * group["players"]
        )
        for part_of in ("first_cards", "first_cities"):
            counted = [rate["games"] for rate in group[part_of]]
            assert sum(counted) <= group["games"] * group["players"]
            assert counted == sorted(counted, reverse=True)
        for rate in (*group["seats"], *group["first_cards"], *group["bought"], *group["leads"]):
            assert 0 <= rate["low"] <= rate["rate"] <= rate["high"] <= 1


def test_only_the_seats_of_a_person_are_counted(games):
    mine = summed(games[:6], seats=[1]).as_json()["groups"][0]
    assert mine["games"] == 6
    assert [rate["games"] for rate in mine["seats"]] == [0, 6]
    assert sum(rate["games"] for rate in mine["first_cards"]) == 6
    wins = sum(game.outcome.winner == 1 for game in games[:6])
    assert mine["seats"][1]["wins"] == wins


@pytest.mark.parametrize("parts", [PERIODS, LEADS])
def test_parts_follow_each_other(parts):
    for (_, most), (least, _) in pairwise(parts):
        assert most is not None
        assert least == most + 1
        assert part(most, parts) + 1 == part(least, parts)
    assert part(10_000, parts) == len(parts) - 1
