"""What could have come instead: other refills of the display, other deals."""

from collections.abc import Iterator
from itertools import permutations, product
from math import prod

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.opening import draw
from praefectus.rules.ids import ACTION_END, AT_DECK_TOP
from praefectus.rules.options import Options
from praefectus.rules.rng import Rng
from praefectus.rules.setup import determinize, face_down
from praefectus.rules.state import State
from praefectus.rules.turn import apply

Cards = tuple[int, ...]


def refills(before: State, drawn: int, most: int, seed: int) -> list[tuple[State, Cards, float]]:
    """Return the positions that the end of a turn could have led to, the cards that came, and how likely each is.

    `before` is the position before that `end`, which turns up `drawn` cards. All outcomes are there if they are at most
    `most`, else so many that were drawn at random; their probabilities sum to 1.
    """
    possible = _outcomes(before, drawn)
    if len(possible) > most:
        possible = _sample(before, drawn, most, seed)
    return [
        (_refilled(before, cards), cards, probability) for cards, probability in possible.items()
    ]


def other_deals(options: Options, count: int, seed: int) -> Iterator[State]:
    """Give the starts of games of the same options that were dealt anew."""
    rng = Rng(seed)
    for _ in range(count):
        yield draw(options, (int(rng.below(1 << 30)) << 30) + int(rng.below(1 << 30)))


def _outcomes(before: State, drawn: int) -> dict[Cards, float]:
    """Return all sequences of cards that can come, with their probabilities."""
    stack = list(before.deal.stack)
    top = int(before.cells[AT_DECK_TOP])
    parts: list[dict[Cards, float]] = []
    left = drawn
    for first, end in face_down(before):
        cards = stack[max(first, top) : end]
        count = min(left, len(cards))
        if count:
            orders = prod(range(len(cards) - count + 1, len(cards) + 1))
            part: dict[Cards, float] = {}
            for order in permutations(cards, count):
                part[order] = part.get(order, 0.0) + 1.0 / orders
            parts.append(part)
        left -= count
    found: dict[Cards, float] = {}
    for chosen in product(*(part.items() for part in parts)):
        cards_of = tuple(card for order, _ in chosen for card in order)
        found[cards_of] = found.get(cards_of, 0.0) + prod(chance for _, chance in chosen)
    return found


def _sample(before: State, drawn: int, count: int, seed: int) -> dict[Cards, float]:
    rng = Rng(seed)
    top = int(before.cells[AT_DECK_TOP])
    found: dict[Cards, float] = {}
    for _ in range(count):
        cards = tuple(int(card) for card in determinize(before, rng).deal.stack[top : top + drawn])
        found[cards] = found.get(cards, 0.0) + 1.0 / count
    return found


def _refilled(before: State, cards: Cards) -> State:
    """Return the position after the end of the turn if these cards come next, the others in some order."""
    stack = [int(card) for card in before.deal.stack]
    at = int(before.cells[AT_DECK_TOP])
    for card in cards:
        other = stack.index(card, at)
        stack[at], stack[other] = stack[other], stack[at]
        at += 1
    after = State(before.deal.with_stack(vec[i64](stack)), before.cells[:])
    apply(after, ACTION_END)
    return after
