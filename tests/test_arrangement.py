"""Positions laid out by hand: exact both ways, refused by rule or in one sentence, and never with a traceback."""

import copy
import json
import random
from importlib.resources import files
from typing import Any

import pytest
from pydantic import TypeAdapter

from praefectus import Game, PositionError
from praefectus.arrangement import TOO_EARLY, arrange, check
from praefectus.messages import POSITIONS
from praefectus.rules.ids import FACE_NAMES, GOOD_NAMES
from praefectus.wire.arrangement import Arrangement, CheckedArrangement
from tests.support import TABLES, play
from tests.test_position import games

FORM: TypeAdapter[Arrangement] = TypeAdapter(Arrangement)
ANSWER: TypeAdapter[CheckedArrangement] = TypeAdapter(CheckedArrangement)


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_every_position_comes_back(map, players):
    phases = set()
    for number, game in enumerate(games(map, players, seed=players)):
        if number % 5 and not game.is_over:
            continue
        laid_out = arrange(game.position)
        assert FORM.validate_json(json.dumps(laid_out), strict=True) == laid_out
        checked = check(laid_out)
        assert ANSWER.validate_python(checked, strict=True) == checked
        assert (checked["why"], checked["turn"]) == (None, None)
        text = game.position_text()
        assert checked["position"] == text
        assert arrange(Game.from_position(text).position) == laid_out
        phases.add(game.phase)
    assert {"play", "finished"} < phases


def test_the_goods_of_the_markers_follow_from_the_tokens():
    game = Game.new("italia", 3, 4)
    laid_out = arrange(game.position)
    goods = {province["id"]: province["cities"] for province in provinces("italia")}
    for province, good in check(laid_out)["markers"].items():
        tokens = [laid_out["cities"][city] for city in goods[province]]
        assert good == max(tokens, key=GOOD_NAMES.index)


def provinces(map):
    path = files("praefectus").joinpath(f"data/maps/{map}.json")
    return json.loads(path.read_text("utf-8"))["topology"]["provinces"]


def early() -> Arrangement:
    """A position after three turns, by what a player would see."""
    steps = ("play senator", "end", "play mercator-3", "end", "play prefect", "cash", "end")
    return arrange(play(Game.new("italia", 3, 1), *steps).position)


def start() -> Arrangement:
    return arrange(Game.new("italia", 3, 1).position)


def key(laid_out: Arrangement) -> str | None:
    why = check(laid_out)["why"]
    return None if why is None else why["key"].removeprefix("position.")


def test_what_the_rules_forbid_is_told_by_rule():
    def changed(**player):
        laid_out = early()
        seat: Any = laid_out["players"][0]
        seat.update(player)
        return key(laid_out)

    goods = dict.fromkeys(GOOD_NAMES, 2)
    assert changed(goods=goods) == "storehouse"
    assert changed(goods=goods | {"wine": 40}) == "storehouse"
    assert changed(goods=goods | {"wine": -1}) == "storehouse"
    assert changed(houses=["roma"]) == "capital"
    assert changed(colonists=["land roma"]) == "no-colonist"
    assert changed(colonists=["land aleria~cosa", "sea roma"]) == "wrong-line"
    assert changed(colonists=["land verona", "sea roma"]) == "colonist-city"
    assert changed(hand=["tribune"]) == "first-hand"
    assert changed(hand=[*early()["players"][0]["hand"], "consul"]) == "cards"
    laid_out = early()
    laid_out["cities"]["verona"] = laid_out["cities"]["genua"] = "cloth"
    assert key(laid_out) == "setup.tokens"
    laid_out = early()
    laid_out["concordia"] = 1
    assert key(laid_out) == "ended-by-houses"
    laid_out = early()
    laid_out["display"][3] = None
    assert key(laid_out) in ("display-filled", "display-holes")


def test_whoever_has_the_concordia_card_has_no_more_turn():
    laid_out = early()
    laid_out["turn"] = 90
    cities = list(laid_out["cities"])
    laid_out["players"][0]["houses"] = sorted(cities[:15])
    laid_out["concordia"] = 0
    over = check(laid_out)
    assert over["position"] is not None
    assert Game.from_position(over["position"]).is_over
    laid_out["turn"] = 91
    running = check(laid_out)
    assert running["position"] is not None
    assert not Game.from_position(running["position"]).is_over


def test_too_few_turns_are_told_with_the_least_that_do():
    laid_out = start()
    for seat, played in ((0, ["prefect", "architect", "senator"]), (1, ["prefect", "senator"])):
        player = laid_out["players"][seat]
        player["discard"] = played
        for card in played:
            player["hand"].remove(card)
    laid_out["players"][0]["houses"] = ["genua"]
    checked = check(laid_out)
    assert checked["position"] is None
    assert checked["why"] is not None
    assert checked["why"]["key"] in TOO_EARLY
    assert checked["turn"] == 9
    laid_out["turn"] = checked["turn"]
    assert check(laid_out)["position"] is not None
    laid_out["turn"] -= 3
    assert check(laid_out)["why"] is not None


def test_more_turns_do_not_put_right_what_else_is_wrong():
    laid_out = start()
    laid_out["players"][0]["money"] = 40
    assert check(laid_out)["turn"] == 3
    laid_out["begun"] = {"phase": "architect", "decider": 0, "cells": "card=architect"}
    checked = check(laid_out)
    assert (checked["position"], checked["turn"]) == (None, None)


def test_what_more_turns_put_right_are_sentences_of_the_rules():
    assert set(POSITIONS) > TOO_EARLY


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda d: d["options"].update(map="atlantis"), "the map must be one of"),
        (lambda d: d["options"].update(players=5), "Italia is for 2 to 4 players"),
        (lambda d: d["options"].update(players=2), "the game is for 2 players, and 3 are laid out"),
        (lambda d: d["players"].clear(), "the game is for 3 players, and 0 are laid out"),
        (lambda d: d["cities"].pop("verona"), "the city 'verona' has no token"),
        (lambda d: d["cities"].update(roma="wine"), "there is no city 'roma' with a token"),
        (lambda d: d["cities"].update({"x" * 900: "wine"}), "there is no city"),
        (lambda d: d["markers"].update(mars="coins"), "there is no province 'mars'"),
        (lambda d: d["display"].pop(), "the display has 7 slots, not 6"),
        (lambda d: d["display"].__setitem__(0, "tribune-x"), "there is no card for sale"),
        (lambda d: d.update(turn=-1), "the number of turns must be a whole number"),
        (lambda d: d.update(turn=10**30), "the number of turns must be a whole number"),
        (lambda d: d.update(praefectus_magnus=3), "a seat must be 0 to 2"),
        (lambda d: d.update(concordia=3), "there is no seat 3"),
        (lambda d: d.update(concordia=-1), "there is no seat -1"),
        (lambda d: d["players"][0].update(money=-5), "money must be a whole number"),
        (lambda d: d["players"][0].update(hand=["joker"]), "there is no card 'joker'"),
        (lambda d: d["players"][0].update(hand=["tribune"] * 5000), "at most 4,000 characters"),
        (lambda d: d["players"][0].update(discard=["senator"] * 40), "at most 36 cards"),
        (lambda d: d["players"][0].update(houses=["genua"] * 2), "named twice"),
        (lambda d: d["players"][0].update(houses=["carthago"]), "there is no city 'carthago'"),
        (lambda d: d["players"][0].update(colonists=["air roma"]), "there is no colonist"),
        (lambda d: d["players"][0].update(colonists=["land roma~mars"]), "Italia has no place"),
        (lambda d: d["players"][0].update(colonists=["land roma"] * 4), "up to three places"),
        (lambda d: d.update(begun={"phase": "end", "decider": 0, "cells": "a b"}), "are one word"),
        (lambda d: d.update(begun={"phase": "end", "decider": 0, "cells": ""}), "are one word"),
        (lambda d: d.update(begun={"phase": "end", "decider": 9, "cells": "-"}), "a seat must be"),
        (lambda d: d.update(begun={"phase": "end", "decider": 0, "cells": "x=1"}), "no cell 'x'"),
    ],
)
def test_what_there_is_not_is_refused_in_one_sentence(change, says):
    laid_out = early()
    change(laid_out)
    with pytest.raises(PositionError, match=says) as caught:
        check(laid_out)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def mutated(laid_out: Arrangement, rng: random.Random) -> Arrangement:
    """Return a position with one to three things changed, as a hand would do it or as no hand would."""
    changed = copy.deepcopy(laid_out)
    cities = [*changed["cities"]]
    for _ in range(rng.randint(1, 3)):
        player = rng.choice(changed["players"])
        what = rng.randrange(9)
        if what == 0:
            player["money"] = rng.choice([-1, 0, 7, 10**9])
        elif what == 1:
            player["goods"][rng.choice(GOOD_NAMES)] = rng.randint(-1, 14)
        elif what == 2:
            player["houses"] = rng.sample(cities, rng.randint(0, 16))
        elif what == 3:
            spots = ["roma", *cities[:4], "genua~nicaea", "~", ""]
            some = [f"{rng.choice(['land', 'sea', ''])} {rng.choice(spots)}" for _ in range(3)]
            player["colonists"] = some
        elif what == 4:
            side = rng.choice([player["hand"], player["discard"]])
            side.append(rng.choice(FACE_NAMES))
        elif what == 5 and player["hand"]:
            player["discard"].append(player["hand"].pop(rng.randrange(len(player["hand"]))))
        elif what == 6:
            changed["turn"] = rng.randint(-2, 200)
        elif what == 7:
            changed["display"][rng.randrange(7)] = rng.choice([None, *FACE_NAMES])
        else:
            changed["concordia"] = rng.choice([None, 0, 1, 2, 8])
    return changed


def test_a_wrong_document_is_refused_or_is_a_position_that_can_be_played():
    rng = random.Random(5)
    refused = unreadable = played = 0
    for number, game in enumerate(games("italia", 3, seed=2)):
        if number % 4:
            continue
        try:
            checked = check(mutated(arrange(game.position), rng))
        except PositionError as error:
            unreadable += str(error).count("\n") == 0
            continue
        if checked["position"] is None:
            assert checked["why"] is not None
            refused += 1
            continue
        played += 1
        other = Game.from_position(checked["position"])
        for _ in range(20):
            if other.is_over:
                break
            other.push(rng.choice(list(other.legal_actions)))
    assert min(refused, unreadable, played) > 10
