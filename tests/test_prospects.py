"""What things would bring whom agrees with what they bring."""

import random

import pytest

from praefectus import Game
from praefectus.prospects import prospects


def positions(map, players, seed):
    """Positions of a random game, each at the start of a turn."""
    game = Game.new(map=map, players=players, seed=seed)
    draw = random.Random(seed)
    while not game.is_over:
        if game.state()["phase"] == "play":
            yield game
        game.push(draw.choice(list(game.legal_actions)))


@pytest.mark.parametrize(("map", "players"), [("imperium", 4), ("italia", 2)])
def test_a_prefect_brings_what_was_told(map, players):
    seen = 0
    for game in positions(map, players, seed=3):
        if "prefect" not in game.state()["players"][game.seat]["hand"]:
            continue
        told = prospects(game, 1)
        before = game.state()["players"]
        for province, prospect in told["provinces"].items():
            trial = game.copy()
            trial.play("play prefect")
            if prospect["marker"] is None:
                texts = [trial.text(action) for action in trial.legal_actions]
                assert f"produce {province}" not in texts
                continue
            trial.play(f"produce {province}")
            if trial.state()["phase"] != "keep":
                trial.play("end")
            if trial.state()["phase"] == "keep":
                continue
            seen += 1
            after = trial.state()["players"]
            for seat, seat_told in enumerate(told["seats"]):
                harvests = prospect["prefect"] if seat == game.seat else prospect["houses"]
                harvest = harvests[seat]
                goods = harvest["goods"]
                gained = {
                    good: after[seat]["goods"][good] - before[seat]["goods"][good]
                    for good in after[seat]["goods"]
                }
                assert harvest["fits"] == min(sum(goods.values()), seat_told["room"])
                assert sum(gained.values()) == harvest["fits"]
                if harvest["fits"] == sum(goods.values()):
                    assert {good: by for good, by in gained.items() if by} == goods
    assert seen > 40


def test_prices_and_builds_are_those_of_an_architect():
    seen = 0
    for game in positions("imperium", 3, seed=5):
        if "architect" not in game.state()["players"][game.seat]["hand"]:
            continue
        told = prospects(game, 1)
        trial = game.copy()
        trial.play("play architect")
        texts = [trial.text(action) for action in trial.legal_actions]
        offered = [text.removeprefix("build ") for text in texts if text.startswith("build ")]
        assert told["seats"][game.seat]["builds"] == offered
        for city in offered:
            seen += 1
            built = trial.copy()
            built.play(f"build {city}")
            paid = trial.state()["players"][game.seat]["money"]
            paid -= built.state()["players"][game.seat]["money"]
            assert told["cities"][city]["money"] == paid
    assert seen > 20


def test_points_of_a_card_are_what_each_card_of_its_god_brings():
    game = Game.new(map="italia", players=2, seed=1)
    for game in positions("italia", 2, seed=2):
        told = prospects(game, 1)
        for seat, player in enumerate(game.state()["players"]):
            owned = player["hand"] + player["discard"]
            worth = told["seats"][seat]["cards"]
            jupiter = [
                card for card in owned if card in ("architect", "consul", "diplomat-jupiter")
            ]
            assert player["points"]["jupiter"] == len(jupiter) * worth["architect"]
            specialists = [
                c for c in owned if c in ("mason", "farmer", "smith", "vintner", "weaver")
            ]
            assert player["points"]["minerva"] == sum(worth[card] for card in specialists)
