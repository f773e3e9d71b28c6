"""Setting up games from what a caller says: names, numbers and options, all checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.errors import SetupError, short
from praefectus.messages import word
from praefectus.rules.facts import (
    GOOD_NUMBER,
    MAP_NAMES,
    SALE_NAMES,
    SALE_NUMBER,
    Board,
    load_board,
)
from praefectus.rules.ids import GOOD_NAMES
from praefectus.rules.refusal import Refusal
from praefectus.rules.rng import Rng
from praefectus.rules.setup import (
    check_city_goods,
    check_players,
    check_stack,
    draw_city_goods,
    draw_stack,
    start,
)
from praefectus.rules.state import Deal, State

EDITIONS = ("revised", "first")


def _raise(refused: Refusal | None) -> None:
    if refused is not None:
        raise SetupError(f"{word(refused.key, refused.values)} ({refused.rule})")


def _board(map: str, players: int, edition: str) -> Board:
    if map not in MAP_NAMES:
        raise SetupError(f"the map must be one of {', '.join(MAP_NAMES)}, not {short(map)}")
    board = load_board(map)
    _raise(check_players(board, players))
    if edition not in EDITIONS:
        raise SetupError(f"the edition must be one of {', '.join(EDITIONS)}, not {short(edition)}")
    return board


def draw(map: str, players: int, seed: int, edition: str, intermediate_scoring: bool) -> State:
    """Return the start of a game whose tokens and cards are drawn by `seed` alone."""
    board = _board(map, players, edition)
    if seed < 0:
        raise SetupError(f"the seed must be a whole number from 0 up, not {seed!r}")
    rng = Rng(seed)
    goods = draw_city_goods(board, rng)
    stack = draw_stack(players, rng)
    return start(_deal(board, players, goods, stack, edition, intermediate_scoring))


def lay_out(
    map: str,
    players: int,
    cities: Mapping[str, str],
    cards: Iterable[str],
    edition: str,
    intermediate_scoring: bool,
) -> State:
    """Return the start of a game with the tokens and cards given, as in RECORD.md's `setup`."""
    board = _board(map, players, edition)
    capital = board.city_names[int(board.capital)]
    for city in cities:
        if city not in board.city_names or city == capital:
            raise SetupError(
                f"there is no city {short(city)} with a token on {board.title} (RECORD)"
            )
    goods: list[int] = []
    for city in board.city_names:
        if city == capital:
            goods.append(-1)
        elif city not in cities:
            raise SetupError(f"the city {city!r} has no token (RECORD)")
        elif cities[city] not in GOOD_NUMBER:
            token = cities[city]
            raise SetupError(
                f"the token of {city} must be one of {', '.join(GOOD_NAMES)}, not {short(token)} (RECORD)"
            )
        else:
            goods.append(GOOD_NUMBER[cities[city]])
    stack: list[int] = []
    for card in cards:
        if card not in SALE_NUMBER:
            raise SetupError(f"there is no card {short(card)} for sale (RECORD)")
        stack.append(SALE_NUMBER[card])
    _raise(check_city_goods(board, goods))
    _raise(check_stack(players, stack))
    return start(_deal(board, players, goods, stack, edition, intermediate_scoring))


def _deal(
    board: Board,
    players: int,
    goods: list[int],
    stack: list[int],
    edition: str,
    intermediate_scoring: bool,
) -> Deal:
    first_edition = edition == "first"
    return Deal(
        board, players, vec[i64](goods), vec[i64](stack), first_edition, bool(intermediate_scoring)
    )


def setup_document(state: State) -> dict[str, object]:
    """Return the `setup` of RECORD.md: the token of every city, the cards for sale from the top."""
    deal = state.deal
    return {
        "cities": {
            city: GOOD_NAMES[int(good)]
            for city, good in zip(deal.board.city_names, deal.city_good, strict=True)
            if good >= 0
        },
        "cards": [SALE_NAMES[int(card)] for card in deal.stack],
    }
