"""The profile of a finished game: what statistics want to know of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from praefectus.document import points
from praefectus.errors import PraefectusError
from praefectus.game import Game
from praefectus.outcome import Outcome
from praefectus.rules.actions import (
    bought_slot,
    built_city,
    is_build,
    is_play,
    is_purchase,
    played_face,
)
from praefectus.rules.facts import SALE_NAMES
from praefectus.rules.ids import FACE_NAMES, GOOD_NAMES
from praefectus.rules.reading import display

OPENING = 2  # how many cards and houses make an opening
LEAD_ROUNDS = range(5, 26, 5)  # after which rounds it is asked who leads


@dataclass
class SeatProfile:
    """What one seat did."""

    cards: list[str] = field(default_factory=list)  # the first cards played
    cities: list[str] = field(default_factory=list)  # of the first houses
    goods: list[str] = field(default_factory=list)  # that the first houses produce
    purchases: list[tuple[str, int]] = field(default_factory=list)  # cards, and in which round


@dataclass(frozen=True)
class Lead:
    """Who led after a round, and by how many points; nobody if two were level."""

    round: int
    seat: int
    points: int


@dataclass(frozen=True)
class Profile:
    """What statistics know of a game."""

    map: str
    players: int
    turns: int
    outcome: Outcome
    seats: list[SeatProfile]
    leads: list[Lead]


def profile(game: Game, actions: Iterable[int]) -> Profile:
    """Play `actions` from the start of a game and note what matters.

    Raises IllegalActionError for an action that is not allowed, and PraefectusError if the game is
    not over at the end.
    """
    seats = [SeatProfile() for _ in range(game.players)]
    leads: list[Lead] = []
    board = game.position.board
    goods = game.position.deal.city_good
    for action in actions:
        done, rest = divmod(game.turn, game.players)
        mine, offered = seats[game.seat], display(game.position) if is_purchase(action) else ()
        if rest == 0 and done in LEAD_ROUNDS and is_play(action):
            leads += lead(game, done)
        game.play(action)
        # Only now it is known to be one that could be taken.
        if is_play(action):
            if len(mine.cards) < OPENING:
                mine.cards.append(FACE_NAMES[played_face(action)])
        elif is_purchase(action):
            mine.purchases.append((SALE_NAMES[offered[bought_slot(action)]], done + 1))
        elif is_build(board, action) and len(mine.cities) < OPENING:
            city = built_city(board, action)
            mine.cities.append(board.city_names[city])
            mine.goods.append(GOOD_NAMES[goods[city]])
    if not game.is_over:
        raise PraefectusError(f"the game is not over: turn {game.turn} is completed")
    return Profile(game.map, game.players, game.turn, game.outcome(), seats, leads)


def lead(game: Game, round: int) -> list[Lead]:
    """Return who leads in a position, as a list of one or, if two are level, none."""
    totals = [points(game.position, seat)["total"] for seat in range(game.players)]
    first, second = sorted(totals, reverse=True)[:2]
    return [Lead(round, totals.index(first), first - second)] if first > second else []
