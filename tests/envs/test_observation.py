"""Observations: every part tells what it says, nothing tells what is hidden."""

import random

import numpy as np
import pytest

import praefectus
from praefectus.envs.layout import layout_of
from praefectus.envs.spaces import Eye, observation_box
from praefectus.rules.facts import SALE_NAMES
from praefectus.rules.ids import FACE_NAMES, GOD_NAMES, GOOD_NAMES, PHASE_NAMES

TABLES = [("imperium", n) for n in (3, 4, 5)] + [("italia", n) for n in (2, 3, 4)]


def play_on(game, rng, decisions):
    for _ in range(decisions):
        if game.is_over:
            return
        game.push(rng.choice(list(game.legal_actions)))


def eye_of(game, dtype="int8"):
    eye = Eye(layout_of(game.map), dtype, "place")
    eye.begin(game)
    return eye


def named(game, seat):
    """Return the parts of an observation by name."""
    vector = eye_of(game).vector(game.position, seat)
    return {name: vector[part.slice] for name, part in layout_of(game.map).parts.items()}


@pytest.mark.parametrize("map", ["imperium", "italia"])
def test_parts_follow_each_other(map):
    layout = layout_of(map)
    at = 0
    for name, part in layout.parts.items():
        assert part.name == name
        assert at <= part.start < at + 8
        assert part.size > 0
        assert 1 <= part.top <= 127
        at = part.start + part.size
    assert at <= layout.size < at + 8


@pytest.mark.parametrize(("map", "players"), TABLES)
@pytest.mark.parametrize("dtype", ["float32", "int8"])
def test_rows_brought_up_to_date_equal_rows_written_anew(map, players, dtype):
    rng = random.Random(players)
    game = praefectus.Game.new(map, players, seed=players, intermediate_scoring=True)
    space = observation_box(layout_of(map), dtype)
    kept = eye_of(game, dtype)
    step = 0
    while not game.is_over:
        action = rng.choice(list(game.legal_actions))
        game.push(action)
        step += 1
        kept._observer.write(0, game.position, game.seat, action == 0)
        if step % 3 == 0:
            fresh = eye_of(game, dtype).vector(game.position, game.seat)
            shown = kept._vector if kept._tops is None else kept._vector / kept._tops
            assert np.array_equal(shown, fresh)
            assert space.contains(fresh)


def test_float32_is_int8_divided_by_the_top():
    game = praefectus.Game.new("imperium", 5, seed=3)
    play_on(game, random.Random(3), 300)
    whole = eye_of(game, "int8").vector(game.position, 2)
    scaled = eye_of(game, "float32").vector(game.position, 2)
    for part in layout_of("imperium").parts.values():
        expected = whole[part.slice].astype(np.float32) / np.float32(part.top)
        assert np.array_equal(scaled[part.slice], expected), part.name


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_parts_agree_with_the_state_document(map, players):
    rng = random.Random(7)
    game = praefectus.Game.new(map, players, seed=7)
    board = game.position.board
    while not game.is_over:
        play_on(game, rng, 17)
        document = game.state()
        for viewer in (game.seat, 0):
            parts = named(game, viewer)
            assert PHASE_NAMES[int(np.argmax(parts["phase"]))] == game.phase
            for n in range(5):
                if n >= players:
                    assert not any(parts[name].any() for name in parts if name.startswith(f"p{n}."))
                    continue
                player = document["players"][(viewer + n) % players]
                mine = {name[3:]: part for name, part in parts.items() if name[:3] == f"p{n}."}
                assert mine["present"][0] == 1
                assert int(mine["money"][0]) + int(mine["money_above"][0]) == player["money"]
                assert dict(zip(GOOD_NAMES, mine["goods"].tolist(), strict=True)) == player["goods"]
                assert mine["stored"].tolist() == list(player["storehouse"].values())
                assert [
                    c for c, on in zip(board.city_names, mine["houses"], strict=True) if on
                ] == (sorted(player["houses"], key=board.city_names.index))
                assert mine["houses_left"][0] == 15 - len(player["houses"])
                hand = [f for f, k in zip(FACE_NAMES, mine["hand"], strict=True) for _ in range(k)]
                pile = [f for f, k in zip(FACE_NAMES, mine["pile"], strict=True) for _ in range(k)]
                assert sorted(hand) == player["hand"]
                assert sorted(pile) == sorted(player["discard"])
                top = [f for f, on in zip(FACE_NAMES, mine["top"], strict=True) if on]
                assert top == player["discard"][-1:]
                points = dict(zip((*GOD_NAMES, "concordia"), mine["points"].tolist(), strict=True))
                assert points == {k: v for k, v in player["points"].items() if k != "total"}
                stands: list[str] = []
                for kind in ("land", "sea"):
                    for city, count in zip(board.city_names, mine[f"{kind}_cities"], strict=True):
                        stands += [f"{kind} {city}"] * int(count)
                    first = 0 if kind == "land" else int(board.land_lines)
                    for line in np.flatnonzero(mine[f"{kind}_lines"]):
                        stands.append(f"{kind} {board.line_names[first + int(line)]}")
                assert sorted(stands) == player["colonists"]
            display = [parts[f"display_{slot}"] for slot in range(1, 8)]
            assert [
                SALE_NAMES[int(np.argmax(slot))] if slot.any() else None for slot in display
            ] == document["display"]
            assert int(parts["deck"].sum()) == document["deck"]
            coins = [p for p, on in zip(board.province_names, parts["coins"], strict=True) if on]
            assert coins == [p for p, side in document["markers"].items() if side == "coins"]
            holder = (document["praefectus_magnus"] - viewer) % players
            assert np.flatnonzero(parts["praefectus_magnus"]).tolist() == [holder]
            assert np.flatnonzero(parts["seat"]).tolist() == [viewer]


def test_deck_shows_which_cards_are_left_by_tier():
    game = praefectus.Game.new("imperium", 5, seed=1)
    play_on(game, random.Random(1), 250)
    names = layout_of("imperium").deck_names()
    shown = [name for name, on in zip(names, named(game, 0)["deck"], strict=True) if on]
    deck = game.setup.cards[-game.state()["deck"] :]
    assert sorted(name.partition(" ")[2] for name in shown) == sorted(deck)
    tiers = [8, 7, 6, 5, 4]
    assert 0 < len(shown) < sum(tiers)
    assert [int(name[0]) for name in shown] == sorted(int(name[0]) for name in shown)


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_another_order_of_the_hidden_cards_changes_no_observation(map, players):
    """Play a game twice, the second time with the face-down cards dealt anew at some moment.

    Until a card of the new order is turned up, no seat may see a difference.
    """
    rng = random.Random(11)
    compared = 0
    for start in (0, 40, 120, 200):
        first = praefectus.Game.new(map, players, seed=start + players)
        play_on(first, rng, start)
        if first.is_over or first.state()["deck"] == 0:
            continue
        second = first.determinize(first.seat, rng)
        deck = first.state()["deck"]
        while first.phase != "finished" and first.state()["deck"] == deck:
            for seat in range(players):
                assert np.array_equal(
                    eye_of(first).vector(first.position, seat),
                    eye_of(second).vector(second.position, seat),
                )
            assert list(first.legal_actions) == list(second.legal_actions)
            compared += 1
            action = rng.choice(list(first.legal_actions))
            first.push(action)
            second.push(action)
    assert compared > 10


def test_details_of_a_turn_are_shown():
    game = praefectus.Game.new("imperium", 3, seed=1)
    game.play("play architect")
    parts = named(game, 0)
    assert FACE_NAMES[int(np.argmax(parts["card"]))] == "architect"
    assert parts["movement"][0] == 2
    game.play("move land roma")
    parts = named(game, 0)
    assert parts["picked_kind"].tolist() == [1, 0]
    picked = int(np.argmax(parts["picked"]))
    assert game.position.board.city_names[picked] == "roma"
    game = praefectus.Game.new("imperium", 3, seed=1)
    game.play("play mercator-3")
    game.play("sell food 1")
    parts = named(game, 0)
    assert parts["traded"].tolist() == [0, 1, 0, 0, 0]
    assert parts["choices"][0] == 1


def test_the_lot_to_keep_is_shown_to_who_must_choose():
    rng = random.Random(5)
    seen = 0
    for seed in range(30):
        game = praefectus.Game.new("italia", 3, seed=seed)
        while not game.is_over:
            game.push(rng.choice(list(game.legal_actions)))
            if game.phase == "keep":
                parts = named(game, game.seat)
                assert parts["lot"].sum() > parts["keep_room"][0] > 0
                assert parts["decider"][0] == 1
                whose = int(np.argmax(parts["turn_seat"]))
                assert whose == (game.turn_seat - game.seat) % 3
                seen += 1
    assert seen > 3
