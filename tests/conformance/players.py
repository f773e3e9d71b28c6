"""Random players for the reference: seeded, biased so that games end and rare things happen.

A style is a set of leanings; `play_game` gives every seat one and returns the record of the whole game.
"""

from __future__ import annotations

import random
from typing import Any

from tests.conformance import facts
from tests.conformance.position import GOODS
from tests.conformance.reference import Referee

STYLES = ("wild", "builder", "buyer", "hoarder", "settler")
MAX_TURNS = 2000


def random_setup(map: str, players: int, rng: random.Random) -> dict[str, Any]:
    """R1.2 and R1.4, drawn by `rng`."""
    board, cards = facts.board(map), facts.cards()
    cities: dict[str, str] = {}
    for letter, tokens in cards.tokens.items():
        pool = [good for good in GOODS for _ in range(tokens[good])]
        rng.shuffle(pool)
        for city in board.cities:
            if board.letter[city] == letter:
                cities[city] = pool.pop()
    sale: list[str] = []
    for tier in cards.tiers[:players]:
        shuffled = list(tier)
        rng.shuffle(shuffled)
        sale += shuffled
    return {
        "cities": {city: cities[city] for city in board.cities if city in cities},
        "cards": sale,
    }


def new_record(map: str, players: int, seed: int, **options: Any) -> dict[str, Any]:
    """A record of a game that has not begun; `options` are `edition` and `intermediate_scoring`."""
    return {
        "format": "concordia-record/1",
        "map": map,
        "edition": options.get("edition", "revised"),
        "intermediate_scoring": options.get("intermediate_scoring", False),
        "players": [""] * players,
        "setup": random_setup(map, players, random.Random(f"set-up {map} {players} {seed}")),
        "turns": [],
    }


def random_styles(players: int, rng: random.Random) -> list[str]:
    return [rng.choice(STYLES) for _ in range(players)]


def play_game(
    map: str, players: int, seed: int, max_turns: int = MAX_TURNS, **options: Any
) -> dict[str, Any]:
    """The record of one game; without a result if `max_turns` did not suffice."""
    record = new_record(map, players, seed, **options)
    rng = random.Random(f"game {map} {players} {seed}")
    styles = random_styles(players, rng)
    referee = Referee.from_record(record)
    while not referee.finished and referee.turns < max_turns:
        record["turns"].append(play_turn(referee, styles, rng))
    if referee.finished:
        record["result"] = referee.result()
    return record


def play_turn(referee: Referee, styles: list[str], rng: random.Random) -> dict[str, Any]:
    seat = referee.to_play
    play = choose_play(referee, styles, rng)
    referee.begin(seat, play)
    steps: list[str] = []
    while text := choose_step(referee, styles, rng):
        referee.step(text)
        steps.append(text)
    referee.end()
    return {"seat": seat, "play": play, "steps": steps}


def choose_play(referee: Referee, styles: list[str], rng: random.Random) -> str:
    plays = referee.legal_plays()
    style = styles[referee.to_play]
    return rng.choices(plays, [play_weight(referee, card, style) for card in plays])[0]


def choose_step(referee: Referee, styles: list[str], rng: random.Random) -> str:
    """A legal step, or "" to end the turn."""
    assert referee.turn is not None
    style = styles[referee.turn.seat]
    legal = referee.legal_steps()
    weights = [step_weight(referee, text, style) for text in legal]
    if referee.may_end():
        legal.append("")
        weights.append(end_weight(referee, style, sum(weights)))
    return rng.choices(legal, weights)[0]


def play_weight(referee: Referee, card: str, style: str) -> float:
    player = referee.players[referee.to_play]
    if style == "wild":
        return 1
    kind = card.split("-", maxsplit=1)[0]
    if kind == "tribune":
        return 0.1 if len(player.hand) > 3 else 3
    leaning = {
        "builder": {
            "architect": 9,
            "mercator": 5,
            "prefect": 3,
            "mason": 3,
            "farmer": 3,
            "smith": 3,
            "diplomat": 2,
        },
        "buyer": {"senator": 9, "consul": 9, "prefect": 4, "mercator": 4},
        "hoarder": {
            "prefect": 9,
            "farmer": 4,
            "smith": 4,
            "vintner": 4,
            "weaver": 4,
            "mason": 4,
            "architect": 4,
        },
        "settler": {"colonist": 9, "architect": 4, "mercator": 3, "prefect": 3},
    }[style]
    return leaning.get(kind, 1)


def step_weight(referee: Referee, text: str, style: str) -> float:
    if style == "wild":
        return 1
    verb, *words = text.split(" ")
    turn = referee.turn
    assert turn is not None
    player = referee.players[turn.seat]
    if verb == "build":
        return 20
    if verb == "move":
        new = [city for city in words[2].split("~") if city not in player.houses and city != "roma"]
        paid = [city for city in new if player.has(referee.cards.house_goods[referee.token[city]])]
        return 0.05 + len(new) + 4 * len(paid)
    if verb == "produce":
        own = sum(1 for city in referee.board.provinces[words[0]] if city in player.houses)
        everyone = sum(
            1
            for other in referee.players
            for city in referee.board.provinces[words[0]]
            if city in other.houses
        )
        return 1 + 4 * own + (3 * everyone if style == "hoarder" else 0)
    if verb == "cash":
        return sum(1 for side in referee.goods_side.values() if not side)
    if verb == "sell":
        return 0.3 if style == "hoarder" else 0.6
    if verb == "buy":
        useful = {
            "builder": ("brick", "food"),
            "buyer": ("cloth", "wine"),
            "settler": ("food", "tool"),
        }
        return 2 if words[0] in useful.get(style, GOODS) else 0.3
    if verb == "settle":
        return 3
    if verb == "purchase":
        return 3 if style == "buyer" else 0.3
    return 1


def end_weight(referee: Referee, style: str, others: float) -> float:
    """How much stopping weighs against `others`, the sum of the weights of all legal steps."""
    if style == "wild":
        return 1
    turn = referee.turn
    assert turn is not None
    if turn.card == "senator" and style == "builder":
        return 6
    if turn.card == "tribune":
        return 1
    if turn.card == "architect" and turn.built:
        return 0.01
    return others * 0.15 + 0.01
