"""What happened, as data: effects are exactly the difference, and a log tells a game in full."""

import random
from collections import Counter
from typing import Any

import praefectus
from praefectus.events import Log, Snapshot, describe, difference, take


def played(seed, map="italia", players=3):
    """Yield (game, state before, step, state after) of a random game."""
    rng = random.Random(seed)
    game = praefectus.Game.new(map=map, players=players, seed=seed, intermediate_scoring=True)
    while not game.is_over:
        before = game.state()
        step = take(game, rng.choice(list(game.legal_actions)))
        yield game, before, step, game.state()


def apply(effect, state):
    """Put an effect on a state document, as a client would."""
    for change in effect.get("seats", ()):
        player = state["players"][change["seat"]]
        player["money"] += change.get("money", 0)
        for good, units in change.get("goods", {}).items():
            player["goods"][good] += units
        for kind, number in change.get("storehouse", {}).items():
            player["storehouse"][kind] += number
        colonists = Counter(player["colonists"])
        colonists.subtract(change.get("colonists_removed", ()))
        colonists.update(change.get("colonists_added", ()))
        player["colonists"] = sorted(colonists.elements())
        player["houses"] = sorted(player["houses"] + change.get("houses", []))
        for god, points in change.get("points", {}).items():
            player["points"][god] += points
    state["markers"].update(effect.get("markers", {}))
    for name in ("display", "deck", "praefectus_magnus", "concordia", "intermediate"):
        if name in effect:
            state[name] = effect[name]


def test_an_effect_is_the_whole_difference():
    for seed in range(3):
        for _, before, step, after in played(seed):
            apply(step["effect"], before)
            for player, truth in zip(before["players"], after["players"], strict=True):
                for name in ("money", "goods", "storehouse", "colonists", "houses", "points"):
                    assert player[name] == truth[name], (step["text"], name)
            for name in ("markers", "display", "deck", "praefectus_magnus", "concordia"):
                assert before[name] == after[name], (step["text"], name)
            assert before["intermediate"] == after["intermediate"]


def test_cards_played_and_bought_are_told():
    for _, before, step, after in played(7):
        seat = step["seat"]
        change: dict[str, Any] = next(
            (c for c in step["effect"].get("seats", ()) if c["seat"] == seat), {}
        )
        owned = [
            Counter(state["players"][seat]["hand"] + state["players"][seat]["discard"])
            for state in (before, after)
        ]
        assert sorted((owned[1] - owned[0]).elements()) == change.get("cards", [])
        if step["kind"] == "play" and step["thing"]["id"] != "tribune":
            assert change["played"] == step["thing"]["id"]


def test_nothing_changed_is_nothing_told():
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    assert difference(Snapshot(game.position), Snapshot(game.position)) == {}


def test_a_log_tells_every_turn_once():
    log, entries = Log(), {}
    steps = 0
    for game, _, step, after in played(5):
        entry = log.add(step, game)
        entries[entry["turn"]] = entry
        steps += 1
        if step["kind"] == "end" and not entry["open"]:
            assert entry["turn"] == game.turn
            assert entry["points"] == [player["points"] for player in after["players"]]
    assert list(entries) == list(range(1, game.turn + 1))
    assert sum(len(entry["steps"]) for entry in entries.values()) == steps
    assert not entries[game.turn]["open"]


def test_every_action_is_about_a_thing():
    for board in ("imperium", "italia"):
        game = praefectus.Game.new(map=board, players=3, seed=1)
        for action in range(game.action_count):
            described = describe(game, action)
            assert described["text"] == game.text(action)
            assert described["thing"]["id"]
            assert (described["thing"]["type"] == "none") == (
                described["kind"] in ("end", "income", "cash")
            )
