"""Positions that games rarely reach, made up at random and put on both tables alike.

Storehouses full to the brim, players one house short of the end, displays running out, piles of any cards: `random_pair`
gives the same position to the engine and to the reference.
"""

from __future__ import annotations

import random
from typing import Any

import praefectus
from praefectus.rules.ids import GOOD_NAMES, KIND_NAMES
from tests.conformance.facts import KINDS, board, cards
from tests.conformance.position import GOODS, HOUSES, SLOTS, SPACES
from tests.conformance.reference import Referee
from tests.support import make_game


def random_pair(
    map: str, players: int, seed: int, **options: Any
) -> tuple[Referee, praefectus.Game]:
    rng = random.Random(f"position {map} {players} {seed}")
    facts = board(map)
    taken: set[tuple[str, str]] = set()
    seats: dict[str, Any] = {
        name: {} for name in ("money", "goods", "colonists", "houses", "hand", "discard")
    }
    for seat in range(players):
        houses = rng.sample(
            [city for city in facts.cities if city != facts.capital],
            rng.choice([0, 1, 3, 6, 9, HOUSES - 3, HOUSES - 2, HOUSES - 1, HOUSES - 1]),
        )
        stand = _colonists(facts, houses, taken, rng)
        room = SPACES - (6 - len(stand))
        used = rng.choice([room, room, room - 1, room - 2, rng.randint(0, room)])
        units = rng.choices(GOODS, k=used)
        owned = [*rng.sample(cards().starting_hand[1:], rng.randint(2, 6)), *_bought(rng)]
        rng.shuffle(owned)
        cut = rng.randint(0, len(owned))
        seats["money"][seat] = rng.choice([0, 3, 8, 20, 60])
        seats["goods"][seat] = {good: units.count(good) for good in GOODS}
        seats["colonists"][seat] = [f"{kind} {place}" for kind, place in stand]
        seats["houses"][seat] = houses
        seats["hand"][seat] = ["tribune", *owned[:cut]]
        seats["discard"][seat] = owned[cut:]
    deck = rng.choices(list(cards().cost), k=rng.choice([0, 0, 0, 1, 2, 5]))
    display: list[str | None] = list(
        rng.choices(list(cards().cost), k=SLOTS if deck else rng.randint(1, SLOTS))
    )
    scored = {}
    if options.get("intermediate_scoring"):
        scored = {
            seat: rng.randint(0, 3)
            for seat in rng.sample(range(players), rng.randint(0, players - 1))
        }
    game = make_game(
        map,
        players,
        seed=seed,
        seat=rng.randrange(players),
        magnus=rng.randrange(players),
        coins=rng.sample(list(facts.provinces), rng.choice([0, 3, len(facts.provinces)])),
        display=display,
        deck=deck,
        intermediate=scored,
        **options,
        **seats,
    )
    return _mirror(game, deck), game


def _colonists(
    facts: Any, houses: list[str], taken: set[tuple[str, str]], rng: random.Random
) -> list[tuple[str, str]]:
    """One to three of each kind, in Roma or a city with an own house, or on a line that is free."""
    stand: list[tuple[str, str]] = []
    for kind in KINDS:
        for _ in range(rng.randint(0 if stand else 1, 3)):
            homes = [city for city in [facts.capital, *houses] if facts.lines_of(kind, city)]
            lines = [line for line in facts.lines[kind] if (kind, line) not in taken]
            place = rng.choice([*homes, *rng.choices(lines, k=2 * len(homes))])
            if place in lines:
                taken.add((kind, place))
            stand.append((kind, place))
    return stand


def _bought(rng: random.Random) -> list[str]:
    return [cards().face_of(card) for card in rng.choices(list(cards().cost), k=rng.randint(0, 8))]


def _mirror(game: praefectus.Game, deck: list[str]) -> Referee:
    """The reference in the position of the engine, by its state document."""
    start = praefectus.Game.new(game.map, game.players, 0)
    referee = Referee(
        game.map,
        game.players,
        dict(game.setup.cities),
        list(start.setup.cards),
        game.options.edition,
        game.options.intermediate_scoring,
    )
    document = game.state()
    assert document["to_play"] is not None
    referee.to_play = document["to_play"]
    referee.magnus = document["praefectus_magnus"]
    referee.goods_side = {name: side == "goods" for name, side in document["markers"].items()}
    referee.display = document["display"]
    referee.deck = list(deck)
    nothing: list[int | None] = [None] * game.players
    referee.intermediate = document.get("intermediate", nothing)
    for player, given in zip(referee.players, document["players"], strict=True):
        player.money = given["money"]
        player.goods = {good: given["goods"][good] for good in GOOD_NAMES}
        player.storehouse = {kind: given["storehouse"][kind] for kind in KIND_NAMES}
        player.colonists = [(text.split(" ")[0], text.split(" ")[1]) for text in given["colonists"]]
        player.houses = given["houses"]
        player.hand = given["hand"]
        player.discard = given["discard"]
    return referee
