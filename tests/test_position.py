"""Positions as one line of text: exact both ways, short, and refused where no game can come there."""

import random
import re
from pathlib import Path

import pytest

from praefectus import Game, PositionError, PraefectusError, bots, record
from praefectus.messages import POSITIONS
from praefectus.options import RULE_OPTIONS, from_json
from praefectus.position import ALPHABET, FORMAT
from praefectus.rules.facts import SALE_NAMES
from praefectus.rules.ids import PHASE_NAMES
from tests.support import TABLES, play

PAGE = (Path(__file__).parent.parent / "docs" / "position.md").read_text(encoding="utf-8")
EXAMPLE = next(line for line in PAGE.splitlines() if line.startswith(FORMAT))
LONGEST = 600
CHOICES: list[list[str | bool]] = [[*each.choices] or [False, True] for each in RULE_OPTIONS]


def games(map: str, players: int, seed: int):
    """Give a game after every decision: random ones, and some of bots that build."""
    rng = random.Random(seed)
    for strong in (False, True):
        rules = {
            option.name: rng.choice(choices)
            for option, choices in zip(RULE_OPTIONS, CHOICES, strict=True)
        }
        game = Game.new(map, players, seed, **rules)
        bot = bots.make("greedy", seed=seed)
        yield game
        while not game.is_over:
            if strong and rng.random() < 0.9:
                game.push(bot.choose(bots.Position(game), game.legal_actions))
            else:
                game.push(rng.choice(list(game.legal_actions)))
            yield game


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_every_position_comes_back(map, players):
    phases = set()
    longest = 0
    for game in games(map, players, seed=players):
        text = game.position_text(hidden=True)
        again = Game.from_position(text)
        assert again == game
        assert list(again.position.cells) == list(game.position.cells)
        assert again.options == game.options
        assert again.position_text(hidden=True) == text
        phases.add(game.phase)
        longest = max(longest, len(game.position_text()))
    assert "finished" in phases
    assert len(phases) >= len(PHASE_NAMES) - 2
    assert longest < LONGEST


def test_the_games_of_the_tests_come_to_every_phase():
    seen = {game.phase for seed in range(3) for game in games("italia", 4, seed)}
    assert seen == set(PHASE_NAMES)


def test_without_the_hidden_part_only_the_order_of_the_deck_is_open():
    game = Game.new("imperium", 4, 3)
    for _ in range(200):
        game.push(random.Random(game.turn).choice(list(game.legal_actions)))
    text = game.position_text()
    down = game.state()["deck"]
    assert "deck" not in text
    fixed = [Game.from_position(text) for _ in range(2)]
    dealt = [Game.from_position(text, random.Random(seed)) for seed in (1, 1, 2)]
    assert fixed[0] == fixed[1]
    assert dealt[0] == dealt[1] != dealt[2]
    for other in fixed + dealt:
        assert other.position_text() == text
        assert other.state() == game.state()
        assert sorted(other.setup.cards[-down:]) == sorted(game.setup.cards[-down:])
        Game.from_setup(other.setup)  # each deck is whole


def test_what_nobody_may_know_is_not_in_the_text():
    game = Game.new("imperium", 4, 3)
    other = game.determinize(0, random.Random(1))
    assert game != other
    assert game.position_text() == other.position_text() == bots.Position(game).position_text()


def test_a_game_begins_where_its_text_says():
    game = play(Game.new("italia", 3, 1), "play senator", "end", "play architect", "move land roma")
    again = Game.from_position(game.position_text(hidden=True))
    assert again.actions == []
    assert again.legal_actions.texts() == game.legal_actions.texts()
    with pytest.raises(IndexError):
        again.pop()
    with pytest.raises(PraefectusError, match="began in the middle"):
        record.dump(again)


def test_every_rule_option_is_in_the_text():
    for option in RULE_OPTIONS:
        for value in option.choices[1:] or [True]:
            options = from_json({"players": 4, option.name: value})
            text = Game.new(options, seed=1).position_text()
            assert option.name in text.split(" ")[1]
            assert Game.from_position(text).options == options


# The page about it.


def test_the_example_of_the_page():
    game = Game.from_position(EXAMPLE)
    assert game.position_text(hidden=True) == EXAMPLE
    assert (game.turn, game.seat, game.phase) == (67, 1, "architect")
    state = game.state()
    assert state["intermediate"] == [7, 7, 10]
    assert state["players"][1]["houses"] == ["casinum"]
    assert state["players"][2]["colonists"] == ["land casinum~roma", "sea olbia~roma", "sea roma"]


def test_the_page_names_every_card_and_cell():
    assert ", ".join(f"`{ALPHABET[n]}` {name}" for n, name in enumerate(SALE_NAMES)) in PAGE
    cells = {"card", "points", "picked", "traded", "choices", "produced", "room", "from", "asked"}
    assert all(f"`{name}`" in PAGE for name in cells | {"lot"})


# What is no position.


def changed(**fields: str) -> str:
    """Return a position early in a game with some fields changed; `p0`… are the players."""
    steps = ("play senator", "end", "play mercator-3", "end", "play prefect", "cash", "end")
    game = play(Game.new("italia", 3, 1), *steps)
    names = ["format", "options", "tokens", "clock", "magnus", "end", "markers", "display", "turn"]
    names += ["p0", "p1", "p2", "deck"]
    given = dict(zip(names, game.position_text(hidden=True).split(" "), strict=True))
    assert not set(fields) - set(given)
    return " ".join(value for value in (given | fields).values() if value)


BASE = Game.from_position(changed()).position_text(hidden=True).split(" ")
SEAT = BASE[9]  # seat 0, which is to play: "5:...:aa:aa::hand:pile"


def seat(**parts: str) -> str:
    """Return the field of seat 0 with some parts changed."""
    names = ["money", "goods", "land", "sea", "houses", "hand", "pile"]
    return ":".join((dict(zip(names, SEAT.split(":"), strict=True)) | parts).values())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a position begins with 'concordia-position/1', not ''"),
        ("concordia-position/2 x", "a position begins with"),
        (FORMAT, "at least 9 fields"),
        (changed(options="atlantis:3"), "the map must be one of"),
        (changed(options="italia:5"), "Italia is for 2 to 4 players"),
        (changed(options="italia:2"), "a field for each of them"),
        (changed(options="italia:3:salt"), "there is no option 'salt'"),
        (changed(options="italia:3:edition"), "'edition' must be a text"),
        (changed(options="italia:3:edition=third"), "the edition must be one of"),
        (changed(options="italia:3:edition=first:edition=first"), "is given twice"),
        (changed(tokens="x"), "the tokens of Italia are"),
        (changed(tokens=BASE[2].replace("b", "f")), r"\(R1\.2\)"),
        (changed(clock="3:tea"), "there is no phase 'tea'"),
        (changed(clock="x:play"), "the number of turns must be a whole number"),
        (changed(clock="3:play:1"), "only the seat whose turn it is decides"),
        (changed(clock="0:play"), "had no turn yet|more cards than the seat had turns"),
        (changed(clock="3:finished"), "cannot be over without the Concordia card"),
        (changed(magnus="3"), "a seat must be 0 to 2"),
        (changed(end="0:rain"), "ended by houses or cards"),
        (changed(end="1:houses"), "by building its last house"),
        (changed(end="1:cards"), "by taking the last card"),
        (changed(end="0:houses"), "does not match the turns that are left"),
        (changed(markers="aa"), "is named twice"),
        (changed(markers="Z"), "a province must be one of"),
        (changed(markers="abcdef"), "more markers show coins than turns"),
        (changed(display="abc"), "the display has 7 slots"),
        (changed(display="aaaaaaa"), "cannot have come from the decks"),
        (changed(display=BASE[7][:6] + "-", deck=""), "must be full"),
        (changed(turn="card=architect"), "cells of a turn are given"),
        (changed(turn="salt=3"), "a turn has no cell 'salt'"),
        (changed(turn="points=1,points=1"), "is given twice"),
        (changed(p0="1:2"), "seat 0 needs 7 or 8 parts, not 2"),
        (changed(p0=seat(money="-1")), "money must be a whole number"),
        (changed(p0=seat(money="9" * 40)), "money must be a whole number"),
        (changed(p0=seat(goods="1")), "goods are 5 numbers"),
        (changed(p0=seat(goods="99000")), r"holds more than 12 .*\(R3\.1\)"),
        (changed(p0=seat(land="")), "seat 0 has no land colonist on the board"),
        (changed(p0=seat(land="a")), "up to three places of two letters"),
        (changed(p0=seat(land="99")), "Italia has no place '99'"),
        (changed(p0=seat(land="ab")), "without a house of that seat"),
        (changed(p0=seat(land="bz")), "which is no land line"),
        (changed(p0=seat(houses="a")), "a house in the capital"),
        (changed(p0=seat(houses="bb")), "is named twice"),
        (changed(p0=seat(houses="bcdefghijklmnopq")), "more than 15 houses"),
        (changed(p0=seat(houses="bcdefghijklmnop")), "has built all houses"),
        (changed(p0=seat(hand="a")), "seat 0 lacks the architect of its first hand"),
        (changed(p0=seat(hand=SEAT.split(":")[5] + "h")), "cannot have come from the decks"),
        (changed(p0=seat(pile="a")), "a Tribune is in the discard pile"),
        (changed(p0=seat() + ":3"), "intermediate scoring that is not played"),
        (changed(deck="deck:a"), "are not those that are left"),
        (changed(deck="deck:" + BASE[12][5:] + "i"), "are not those that are left"),
        (changed(deck="duck:"), "a field for each of them"),
        (changed(clock="3:architect"), "does not belong to the card"),
        (changed(clock="3:architect", turn="card=architect"), "neither played nor copied"),
        (changed(clock="3:end", turn="card=tribune"), "must be empty"),
        ("concordia-position/1 " * 2000, "at most 4,000 characters"),
    ],
)
def test_what_no_game_comes_to_is_refused_in_one_sentence(text, message):
    with pytest.raises(PositionError, match=message) as caught:
        Game.from_position(text)
    assert "\n" not in str(caught.value)


def test_two_colonists_do_not_share_a_line():
    line = f"a{ALPHABET[26]}"
    theirs = BASE[10].split(":")
    theirs[2] = line
    with pytest.raises(PositionError, match=r"two colonists stand on .* \(R5\.3\)"):
        Game.from_position(changed(p0=seat(land=line), p1=":".join(theirs)))


def test_a_text_is_a_text():
    with pytest.raises((PositionError, TypeError)):
        Game.from_position(3)  # type: ignore[arg-type]


def mutated(text: str, rng: random.Random) -> str:
    letters = list(text)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(letters))
        change = rng.random()
        if change < 0.5:
            letters[at] = rng.choice(ALPHABET + "-:=, ")
        elif change < 0.65:
            del letters[at]
        elif change < 0.8:
            letters.insert(at, rng.choice(ALPHABET + "-:=, é٣"))
        else:
            other = rng.randrange(len(letters))
            letters[at], letters[other] = letters[other], letters[at]
    return "".join(letters)


def test_a_wrong_text_is_refused_or_is_a_position_that_can_be_played():
    rng = random.Random(8)
    tried = refused = played = 0
    for number, game in enumerate(games("italia", 3, seed=2)):
        if number % 6:
            continue
        tried += 1
        text = mutated(game.position_text(hidden=rng.random() < 0.7), rng)
        try:
            other = Game.from_position(text)
        except PositionError as error:
            refused += str(error).count("\n") == 0
            continue
        played += 1
        for _ in range(30):
            assert Game.from_position(other.position_text(hidden=True)) == other, text
            if other.is_over:
                break
            other.push(rng.choice(list(other.legal_actions)))
    assert played > 3
    assert refused == tried - played


def test_every_sentence_about_positions_is_used():
    rules = Path(__file__).parent.parent / "src" / "praefectus"
    files = ("rules/possible.py", "rules/possible_turn.py", "position.py")
    source = "".join((rules / name).read_text() for name in files)
    found = set(re.findall(r'impossible\(\s*"R[\d.]+", "([a-z-]+)"', source))
    found |= set(re.findall(r'"position\.([a-z-]+)"', source))
    assert {f"position.{key}" for key in found} == set(POSITIONS)
