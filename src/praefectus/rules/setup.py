"""Setting up a game: from a generator, or from an explicit deal (R1)."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.rules.facts import CITY_TOKENS, DECKS, LETTERS, SALE_NAMES, STARTING_HAND, Board
from praefectus.rules.ids import (
    AT_CONCORDIA,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_LAST_TURNS,
    AT_PHASE,
    AT_PLAYERS,
    AT_PRAEFECTUS_MAGNUS,
    COLONISTS_PER_KIND,
    DISPLAY_SLOTS,
    FOOD,
    GOOD_COUNT,
    GOOD_NAMES,
    HOUSES_PER_PLAYER,
    KIND_COUNT,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES_LEFT,
    OF_INTERMEDIATE,
    OF_MONEY,
    OF_STORE,
    PHASE_PLAY,
    PLAYER_SIZE,
)
from praefectus.rules.refusal import Refusal
from praefectus.rules.rng import Rng
from praefectus.rules.state import IN_STOREHOUSE, Deal, State, block, clear_turn

FIRST_MONEY: int = 5
STORED_COLONISTS: int = 2


def shuffle(items: list[int], rng: Rng) -> None:
    """Put `items` into a random order."""
    for last in range(len(items) - 1, 0, -1):
        other = int(rng.below(last + 1))
        items[last], items[other] = items[other], items[last]


def draw_city_goods(board: Board, rng: Rng) -> list[int]:
    """Return a random token for every city (R1.2), -1 for the capital."""
    goods: list[int] = [-1] * int(board.cities)
    for letter in range(len(LETTERS)):
        cities = [city for city in range(board.cities) if board.city_letter[city] == letter]
        if cities:
            tokens = list(CITY_TOKENS[letter])
            shuffle(tokens, rng)
            for city, good in zip(cities, tokens, strict=True):
                goods[city] = good
    return goods


def draw_stack(players: int, rng: Rng) -> list[int]:
    """Return the cards for sale from the top: decks I..n, each shuffled by itself (R1.4)."""
    stack: list[int] = []
    for deck in DECKS[:players]:
        cards = list(deck)
        shuffle(cards, rng)
        stack += cards
    return stack


def check_players(board: Board, players: int) -> Refusal | None:
    """Return why the board does not take this number of players (R1.1), or None."""
    if players in board.player_counts:
        return None
    values: dict[str, str | int] = {
        "map": board.name,
        "players": players,
        "least": min(board.player_counts),
        "most": max(board.player_counts),
    }
    return Refusal("R1.1", "setup.players", values)


def check_city_goods(board: Board, goods: list[int]) -> Refusal | None:
    """Return why the tokens do not match their letters (R1.2), or None."""
    for letter, name in enumerate(LETTERS):
        dealt = [goods[city] for city in range(board.cities) if board.city_letter[city] == letter]
        for good in range(GOOD_COUNT):
            tokens = CITY_TOKENS[letter].count(good)
            if dealt and dealt.count(good) != tokens:
                values: dict[str, str | int] = {
                    "letter": name,
                    "good": GOOD_NAMES[good],
                    "tokens": tokens,
                    "dealt": dealt.count(good),
                }
                return Refusal("R1.2", "setup.tokens", values)
    return None


def check_stack(players: int, stack: list[int]) -> Refusal | None:
    """Return why the decks are incomplete or out of order (R1.4), or None."""
    expected = sum(len(deck) for deck in DECKS[:players])
    if len(stack) != expected:
        return Refusal("R1.4", "setup.stack-size", {"cards": len(stack), "expected": expected})
    start = 0
    for tier, deck in enumerate(DECKS[:players]):
        part = stack[start : start + len(deck)]
        start += len(deck)
        for card in part:
            if part.count(card) != deck.count(card):
                values: dict[str, str | int] = {"card": SALE_NAMES[card], "deck": tier + 1}
                return Refusal("R1.4", "setup.stack-order", values)
    return None


def start(deal: Deal) -> State:
    """Return the position before the first turn (R1.3-R1.6)."""
    board = deal.board
    cells: vec[i64] = vec[i64]([0] * (AT_PLAYERS + deal.players * PLAYER_SIZE))
    clear_turn(cells)
    cells[AT_PHASE] = PHASE_PLAY
    cells[AT_PRAEFECTUS_MAGNUS] = deal.players - 1
    cells[AT_CONCORDIA] = -1
    cells[AT_LAST_TURNS] = -1
    slot: i64
    for slot in range(DISPLAY_SLOTS):
        cells[AT_DISPLAY + slot] = deal.stack[slot]
    cells[AT_DECK_TOP] = DISPLAY_SLOTS
    seat: i64
    kind: i64
    at: i64
    for seat in range(deal.players):
        p: i64 = block(seat)
        cells[p + OF_MONEY] = FIRST_MONEY + seat
        for at in range(GOOD_COUNT):
            cells[p + OF_GOODS + at] = 2 if at == FOOD else 1
        for kind in range(KIND_COUNT):
            cells[p + OF_STORE + kind] = STORED_COLONISTS
            first: i64 = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
            cells[first] = board.capital
            for at in range(first + 1, first + COLONISTS_PER_KIND):
                cells[at] = IN_STOREHOUSE
        cells[p + OF_HOUSES_LEFT] = HOUSES_PER_PLAYER
        cells[p + OF_INTERMEDIATE] = -1
        for card in STARTING_HAND:
            cells[p + OF_HAND + card] += 1
    return State(deal, cells)


def face_down(s: State) -> list[tuple[int, int]]:
    """Return where the face-down cards of each deck (R1.4) start and end in the stack, if it has any."""
    top = int(s.cells[AT_DECK_TOP])
    found: list[tuple[int, int]] = []
    start_of_deck = 0
    for deck in DECKS[: int(s.deal.players)]:
        end_of_deck = start_of_deck + len(deck)
        first = max(start_of_deck, top)
        if first < end_of_deck:
            found.append((first, end_of_deck))
        start_of_deck = end_of_deck
    return found


def determinize(s: State, rng: Rng) -> State:
    """Return a copy whose face-down cards lie in another order, each deck by itself (R1.4).

    That order is the only thing a seat cannot know: hands and piles follow from open play.
    """
    stack: list[int] = list(s.deal.stack)
    for first, end in face_down(s):
        part = stack[first:end]
        shuffle(part, rng)
        stack[first:end] = part
    return State(s.deal.with_stack(vec[i64](stack)), s.cells[:])
