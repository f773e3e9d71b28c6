"""Setting up games: what was dealt, as a value, and the checked start of the game that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.errors import SetupError, short
from praefectus.options import Options, check, refuse
from praefectus.rules.facts import GOOD_NUMBER, SALE_NAMES, SALE_NUMBER
from praefectus.rules.ids import GOOD_NAMES
from praefectus.rules.rng import Rng
from praefectus.rules.setup import (
    check_city_goods,
    check_stack,
    draw_city_goods,
    draw_stack,
    start,
)
from praefectus.rules.state import Deal, State
from praefectus.wire.record import SetupDocument


@dataclass(frozen=True)
class Setup:
    """The options of a game and what was dealt: the token of every city, the cards from the top."""

    options: Options
    cities: Mapping[str, str] = field(hash=False)
    cards: tuple[str, ...]

    def __init__(self, options: Options, cities: Mapping[str, str], cards: Iterable[str]) -> None:
        """Keep copies, since a caller may change its arguments later."""
        object.__setattr__(self, "options", options)
        object.__setattr__(self, "cities", dict(cities))
        object.__setattr__(self, "cards", tuple(cards))

    def as_json(self) -> SetupDocument:
        """Return what was dealt as the `setup` of a record; the options stand beside it there."""
        return {"cities": dict(self.cities), "cards": list(self.cards)}

    @staticmethod
    def from_json(options: Options, document: object) -> Setup:
        """Return the set-up of a record's `setup`. Raises SetupError if its form is wrong."""
        if not isinstance(document, Mapping):
            raise SetupError(f"expected an object, not {short(document)} (RECORD 2.5)")
        cities = _part(document, "cities", dict, "an object")
        cards = _part(document, "cards", list, "a list")
        for value in [*cities.values(), *cards]:
            if not isinstance(value, str):
                raise SetupError(f"expected a text, not {short(value)} (RECORD 2.5)")
        return Setup(options, cities, cards)


def _part(document: Mapping[str, Any], key: str, kind: type, called: str) -> Any:
    value = document.get(key)
    if value is None:
        raise SetupError(f"'{key}' is missing (RECORD 2.5)")
    if not isinstance(value, kind):
        raise SetupError(f"'{key}' must be {called}, not {short(value)} (RECORD 2.5)")
    return value


def draw(options: Options, seed: int) -> State:
    """Return the start of a game whose tokens and cards are drawn by `seed` alone."""
    board = check(options)
    if seed < 0:
        raise SetupError(f"the seed must be a whole number from 0 up, not {seed!r}")
    rng = Rng(seed)
    goods = draw_city_goods(board, rng)
    stack = draw_stack(options.players, rng)
    return start(Deal(board, options, vec[i64](goods), vec[i64](stack)))


def lay_out(setup: Setup) -> State:
    """Return the start of the game of a set-up. Raises SetupError where the rules forbid it (R1)."""
    board = check(setup.options)
    cities = setup.cities
    capital = board.city_names[int(board.capital)]
    for city in cities:
        if city not in board.city_names or city == capital:
            raise SetupError(
                f"there is no city {short(city)} with a token on {board.title} (RECORD 2.5)"
            )
    goods: list[int] = []
    for city in board.city_names:
        if city == capital:
            goods.append(-1)
        elif city not in cities:
            raise SetupError(f"the city {city!r} has no token (RECORD 2.5)")
        elif cities[city] not in GOOD_NUMBER:
            token = cities[city]
            raise SetupError(
                f"the token of {city} must be one of {', '.join(GOOD_NAMES)}, not {short(token)} (RECORD 2.5)"
            )
        else:
            goods.append(GOOD_NUMBER[cities[city]])
    stack: list[int] = []
    for card in setup.cards:
        if card not in SALE_NUMBER:
            raise SetupError(f"there is no card {short(card)} for sale (RECORD 2.5)")
        stack.append(SALE_NUMBER[card])
    refuse(check_city_goods(board, goods))
    refuse(check_stack(setup.options.players, stack))
    return start(Deal(board, setup.options, vec[i64](goods), vec[i64](stack)))


def setup_of(deal: Deal) -> Setup:
    """Return the set-up that a deal came from."""
    return Setup(
        deal.options,
        {
            city: GOOD_NAMES[int(good)]
            for city, good in zip(deal.board.city_names, deal.city_good, strict=True)
            if good >= 0
        },
        (SALE_NAMES[int(card)] for card in deal.stack),
    )
