"""A position as one line of text, as FEN is for chess; `docs/position.md` defines its grammar.

`write` never fails: it writes what the cells contain. `read` refuses a position that no game can
reach, with one sentence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.errors import PositionError, SetupError, short
from praefectus.explanation import Explanation
from praefectus.messages import word
from praefectus.options import RULE_OPTIONS, Options, make
from praefectus.rules.facts import DECKS, Board, load_board
from praefectus.rules.ids import (
    AT_ASKED,
    AT_CARD,
    AT_CHOICES,
    AT_COINS,
    AT_CONCORDIA,
    AT_DECIDER,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_ENDED_BY,
    AT_KEEP_FROM,
    AT_KEEP_ROOM,
    AT_LAST_TURNS,
    AT_LOT,
    AT_OCCUPIED,
    AT_PHASE,
    AT_PICKED,
    AT_PICKED_KIND,
    AT_POINTS,
    AT_PRAEFECTUS_MAGNUS,
    AT_PRODUCED,
    AT_SEAT,
    AT_TRADED,
    AT_TURN,
    COLONISTS_PER_KIND,
    DISPLAY_SLOTS,
    ENDING_NAMES,
    FACE_COUNT,
    FACE_NAMES,
    GOOD_COUNT,
    GOOD_NAMES,
    HOUSES_PER_PLAYER,
    KIND_COUNT,
    KIND_NAMES,
    OF_COLONISTS,
    OF_GOODS,
    OF_HAND,
    OF_HOUSES,
    OF_HOUSES_LEFT,
    OF_INTERMEDIATE,
    OF_MONEY,
    OF_PILE,
    OF_PILE_SIZE,
    OF_STORE,
    PHASE_NAMES,
    PILE_SPACES,
    SALE_COUNT,
)
from praefectus.rules.possible import cards_left, why_impossible, why_not_owned
from praefectus.rules.refusal import Refusal
from praefectus.rules.rng import Rng
from praefectus.rules.setup import check_city_goods, shuffle, start
from praefectus.rules.state import IN_STOREHOUSE, Deal, State, block

if TYPE_CHECKING:
    from random import Random

FORMAT: Final = "concordia-position/1"
# Cards, cities and provinces are written as one letter for their number, places as two letters.
ALPHABET: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
GOOD_LETTERS: Final = "".join(name[0] for name in GOOD_NAMES)
UNITS: Final = "0123456789abc"  # up to the twelve spaces of a storehouse
NONE: Final = "-"
DECK: Final = "deck:"
FIELDS: Final = 9  # before the players
MOST: Final = 999_999  # the limit for money, turns and points; no game comes near it
LONGEST: Final = 4_000  # characters; no position comes near it


# Writing.


def write(state: State, *, hidden: bool = False) -> str:
    """Return the position as text; `hidden` adds the order of the face-down cards."""
    cells = state.cells
    deal = state.deal
    seat, decider = int(cells[AT_SEAT]), int(cells[AT_DECIDER])
    clock = f"{cells[AT_TURN]}:{PHASE_NAMES[int(cells[AT_PHASE])]}"
    concordia = int(cells[AT_CONCORDIA])
    fields = [
        FORMAT,
        options_text(deal.options),
        "".join(_letter(GOOD_LETTERS, int(good)) for good in deal.city_good),
        clock if decider == seat else f"{clock}:{decider}",
        str(cells[AT_PRAEFECTUS_MAGNUS]),
        NONE if concordia < 0 else f"{concordia}:{ENDING_NAMES[int(cells[AT_ENDED_BY])]}",
        _letters(int(cells[AT_COINS])) or NONE,
        "".join(_letter(ALPHABET, int(cells[AT_DISPLAY + slot])) for slot in range(DISPLAY_SLOTS)),
        turn_text(state),
        *(_player_text(state, seat) for seat in range(int(deal.players))),
    ]
    if hidden:
        down = deal.stack[int(cells[AT_DECK_TOP]) :]
        fields.append(DECK + "".join(_letter(ALPHABET, int(card)) for card in down))
    return " ".join(fields)


def _letter(alphabet: str, number: int) -> str:
    return alphabet[number] if 0 <= number < len(alphabet) else NONE


def _letters(mask: int) -> str:
    """Return the numbers of a mask's bits as letters."""
    return "".join(letter for n, letter in enumerate(ALPHABET) if mask >> n & 1)


def place_text(number: int) -> str:
    """Return the place of a colonist as two letters."""
    return _letter(ALPHABET, number // len(ALPHABET)) + ALPHABET[number % len(ALPHABET)]


def options_text(options: Options) -> str:
    """Return the field of the options."""
    words = [options.map, str(options.players)]
    for option in RULE_OPTIONS:
        value = options.rules()[option.name]
        if value != option.default:
            words.append(f"{option.name}={value}" if option.choices else option.name)
    return ":".join(words)


def turn_text(state: State) -> str:
    """Return the cells of the turn that are in use, by name."""
    cells = state.cells
    parts: dict[str, str] = {}
    if cells[AT_CARD] >= 0:
        parts["card"] = FACE_NAMES[int(cells[AT_CARD])]
    if cells[AT_POINTS] != 0:
        parts["points"] = str(cells[AT_POINTS])
    if cells[AT_PICKED] >= 0:
        kind = KIND_NAMES[int(cells[AT_PICKED_KIND])]
        parts["picked"] = f"{kind}:{place_text(int(cells[AT_PICKED]))}"
    goods = [letter for n, letter in enumerate(GOOD_LETTERS) if int(cells[AT_TRADED]) >> n & 1]
    if goods:
        parts["traded"] = "".join(goods)
    if cells[AT_CHOICES] != 0:
        parts["choices"] = str(cells[AT_CHOICES])
    if cells[AT_PRODUCED] >= 0:
        parts["produced"] = _letter(ALPHABET, int(cells[AT_PRODUCED]))
    if cells[AT_KEEP_ROOM] != 0:
        parts["room"] = str(cells[AT_KEEP_ROOM])
        parts["from"] = _letter(GOOD_LETTERS, int(cells[AT_KEEP_FROM]))
    seats = [str(n) for n in range(int(state.deal.players)) if int(cells[AT_ASKED]) >> n & 1]
    if seats:
        parts["asked"] = "".join(seats)
    lot = [int(cells[AT_LOT + good]) for good in range(GOOD_COUNT)]
    if any(lot):
        parts["lot"] = "".join(_letter(UNITS, units) for units in lot)
    return ",".join(f"{name}={value}" for name, value in parts.items()) or NONE


def _player_text(state: State, seat: int) -> str:
    cells = state.cells
    p = int(block(seat))
    size = int(cells[p + OF_PILE_SIZE])
    parts = [
        str(cells[p + OF_MONEY]),
        "".join(_letter(UNITS, int(cells[p + OF_GOODS + good])) for good in range(GOOD_COUNT)),
    ]
    for kind in range(KIND_COUNT):
        first = p + OF_COLONISTS + kind * COLONISTS_PER_KIND
        places = [int(cells[at]) for at in range(first, first + COLONISTS_PER_KIND)]
        parts.append("".join(place_text(place) for place in places if place != IN_STOREHOUSE))
    parts.append(_letters(int(cells[p + OF_HOUSES])))
    parts.append("".join(ALPHABET[f] * int(cells[p + OF_HAND + f]) for f in range(FACE_COUNT)))
    parts.append("".join(_letter(ALPHABET, int(cells[p + OF_PILE + at])) for at in range(size)))
    if cells[p + OF_INTERMEDIATE] >= 0:
        parts.append(str(cells[p + OF_INTERMEDIATE]))
    return ":".join(parts)


# Reading.


def read(text: str, rng: Random | None = None) -> State:
    """Return the position of a text.

    If the text does not give the order of the face-down cards, each deck lies in the order of the
    cards' numbers, or is shuffled by `rng`. Raises PositionError if the position is not possible.
    """
    if not isinstance(text, str):
        raise PositionError(f"a position is a text, not {short(text)}")
    if len(text) > LONGEST:
        raise PositionError(f"a position has at most {LONGEST:,} characters, not {len(text):,}")
    fields = text.split(" ")
    if fields[0] != FORMAT:
        raise PositionError(f"a position begins with {FORMAT!r}, not {short(fields[0])}")
    if len(fields) < FIELDS:
        raise PositionError(f"a position has at least {FIELDS} fields, not {len(fields)}")
    options = _read_options(fields[1])
    board = load_board(options.map)
    deck: str | None = None
    if fields[-1].startswith(DECK):
        deck = fields.pop().removeprefix(DECK)
    if len(fields) != FIELDS + options.players:
        raise PositionError(
            f"a position of {options.players} players has a field for each of them, "
            f"not {len(fields) - FIELDS}"
        )
    state = start(_any_deal(board, options, _read_tokens(board, fields[2])))
    _read_common(state, fields)
    for seat in range(options.players):
        _Player(state, seat, fields[FIELDS + seat]).read()
    return _with_deck(state, deck, rng)


def _read_options(field: str) -> Options:
    map, *words = field.split(":")
    players = _number(words[0], "the number of players") if words else 0
    rules: dict[str, object] = {}
    for each in words[1:]:
        name, equals, value = each.partition("=")
        if name in rules:
            raise PositionError(f"the option {short(name)} is given twice")
        rules[name] = value if equals else True
    try:
        return make(map, players, rules)
    except SetupError as error:
        raise PositionError(str(error)) from None


def _read_tokens(board: Board, field: str) -> list[int]:
    capital = int(board.capital)
    if len(field) != board.cities or field[capital] != NONE:
        raise PositionError(
            f"the tokens of {board.title} are {board.cities} letters, with {NONE!r} for the capital, "
            f"not {short(field)}"
        )
    goods = [
        -1 if city == capital else _find(GOOD_LETTERS, letter, "a token")
        for city, letter in enumerate(field)
    ]
    _refuse(check_city_goods(board, goods))
    return goods


def _any_deal(board: Board, options: Options, goods: list[int]) -> Deal:
    """Return a deal with these tokens; the cards come later."""
    stack = [card for deck in DECKS[: options.players] for card in deck]
    return Deal(board, options, vec[i64](goods), vec[i64](stack))


def _read_common(state: State, fields: list[str]) -> None:
    """Fill in what belongs to no seat: turn count, markers, display, end, turn."""
    cells = state.cells
    players = int(state.deal.players)
    turn, _, phase = fields[3].partition(":")
    phase, other, decider = phase.partition(":")
    cells[AT_TURN] = _number(turn, "the number of turns")
    if phase not in PHASE_NAMES:
        raise PositionError(f"there is no phase {short(phase)}")
    cells[AT_PHASE] = PHASE_NAMES.index(phase)
    seat = int(cells[AT_TURN]) % players
    cells[AT_SEAT] = seat
    cells[AT_DECIDER] = _seat(decider, players) if other else seat
    cells[AT_PRAEFECTUS_MAGNUS] = _seat(fields[4], players)
    if fields[5] != NONE:
        holder, _, reason = fields[5].partition(":")
        if reason not in ENDING_NAMES[1:]:
            raise PositionError(f"a game is ended by houses or cards, not {short(reason)}")
        cells[AT_CONCORDIA] = _seat(holder, players)
        cells[AT_ENDED_BY] = ENDING_NAMES.index(reason)
        cells[AT_LAST_TURNS] = (int(cells[AT_CONCORDIA]) - int(cells[AT_TURN])) % players
    coins = "" if fields[6] == NONE else fields[6]
    cells[AT_COINS] = _mask(coins, int(state.board.provinces), "a province")
    if len(fields[7]) != DISPLAY_SLOTS:
        raise PositionError(f"the display has {DISPLAY_SLOTS} slots, not {len(fields[7])}")
    for slot, letter in enumerate(fields[7]):
        card = -1 if letter == NONE else _find(ALPHABET[:SALE_COUNT], letter, "a card for sale")
        cells[AT_DISPLAY + slot] = card
    if fields[8] != NONE:
        _read_turn(state, fields[8])


def _read_turn(state: State, field: str) -> None:
    cells = state.cells
    seen: set[str] = set()
    for part in field.split(","):
        name, _, value = part.partition("=")
        if name in seen:
            raise PositionError(f"the cell {short(name)} of the turn is given twice")
        seen.add(name)
        if name == "card":
            if value not in FACE_NAMES:
                raise PositionError(f"there is no card {short(value)}")
            cells[AT_CARD] = FACE_NAMES.index(value)
        elif name == "picked":
            kind, _, place = value.partition(":")
            if kind not in KIND_NAMES or len(place) != 2:
                raise PositionError(f"a picked colonist is a kind and a place, not {short(value)}")
            cells[AT_PICKED_KIND] = KIND_NAMES.index(kind)
            cells[AT_PICKED] = _read_place(state.board, place)
        elif name == "traded":
            for letter in value:
                bit = 2 ** _find(GOOD_LETTERS, letter, "a good")
                cells[AT_TRADED] = int(cells[AT_TRADED]) | bit
        elif name == "produced":
            provinces = ALPHABET[: int(state.board.provinces)]
            cells[AT_PRODUCED] = _find(provinces, value, "a province")
        elif name == "from":
            cells[AT_KEEP_FROM] = _find(GOOD_LETTERS, value, "a good")
        elif name == "asked":
            for letter in value:
                bit = 2 ** _seat(letter, int(state.deal.players))
                cells[AT_ASKED] = int(cells[AT_ASKED]) | bit
        elif name == "lot":
            for good, units in enumerate(_units(value)):
                cells[AT_LOT + good] = units
        elif name in COUNTS:
            cells[COUNTS[name]] = _number(value, name)
        else:
            raise PositionError(f"a turn has no cell {short(name)}")


COUNTS: Final = {"points": AT_POINTS, "choices": AT_CHOICES, "room": AT_KEEP_ROOM}


class _Player:
    """The field of one seat, read into its block."""

    def __init__(self, state: State, seat: int, field: str) -> None:
        self.state = state
        self.cells = state.cells
        self.p = int(block(seat))
        self.parts = field.split(":")
        if len(self.parts) not in (7, 8):
            raise PositionError(f"seat {seat} needs 7 or 8 parts, not {len(self.parts)}")

    def read(self) -> None:
        """Fill in the block, with what follows from what is written."""
        cells, p = self.cells, self.p
        money, goods, land, sea, houses, hand, pile, *intermediate = self.parts
        cells[p + OF_MONEY] = _number(money, "money")
        for good, units in enumerate(_units(goods)):
            cells[p + OF_GOODS + good] = units
        for kind, places in enumerate((land, sea)):
            self._colonists(kind, places)
        mask = _mask(houses, int(self.state.board.cities), "a city")
        cells[p + OF_HOUSES] = mask
        cells[p + OF_HOUSES_LEFT] = HOUSES_PER_PLAYER - mask.bit_count()
        faces = ALPHABET[:FACE_COUNT]
        for face in range(FACE_COUNT):
            cells[p + OF_HAND + face] = 0
        for letter in hand:
            cells[p + OF_HAND + _find(faces, letter, "a card")] += 1
        if len(pile) > PILE_SPACES:
            raise PositionError(f"a discard pile has at most {PILE_SPACES} cards, not {len(pile)}")
        cells[p + OF_PILE_SIZE] = len(pile)
        for at, letter in enumerate(pile):
            cells[p + OF_PILE + at] = _find(faces, letter, "a card")
        if intermediate:
            cells[p + OF_INTERMEDIATE] = _number(intermediate[0], "intermediate points")

    def _colonists(self, kind: int, text: str) -> None:
        cells, board = self.cells, self.state.board
        if len(text) % 2 or len(text) > 2 * COLONISTS_PER_KIND:
            raise PositionError(
                f"colonists are up to three places of two letters, not {short(text)}"
            )
        places = sorted(_read_place(board, text[at : at + 2]) for at in range(0, len(text), 2))
        for place in places:
            line = place - int(board.cities)
            if line >= 0:
                of = int(board.kind_of_line(line))
                bit = 2 ** (line - int(board.first_line[of]))
                cells[AT_OCCUPIED + of] = int(cells[AT_OCCUPIED + of]) | bit
        stored = COLONISTS_PER_KIND - len(places)
        cells[self.p + OF_STORE + kind] = stored
        first = self.p + OF_COLONISTS + kind * COLONISTS_PER_KIND
        for at, place in enumerate(places + [IN_STOREHOUSE] * stored):
            cells[first + at] = place


def _with_deck(state: State, deck: str | None, rng: Random | None) -> State:
    """Return the position, its cards dealt so that they match the text; check everything."""
    _refuse(why_not_owned(state))
    left = cards_left(state)
    if left is None:
        raise refused(Refusal("R1.4", "position.cards", {}))
    stack = [int(card) for card in state.deal.stack]
    decks: list[list[int]] = []
    at = 0
    for down in left:
        size = len(DECKS[len(decks)])
        up = stack[at : at + size]
        at += size
        for card in down:
            up.remove(card)
        decks.append(up)
    face_down = [sorted(down) for down in left]
    if deck is not None:
        cards = [_find(ALPHABET[:SALE_COUNT], letter, "a card for sale") for letter in deck]
        told: list[list[int]] = []
        for down in face_down:
            told.append(cards[: len(down)])
            cards = cards[len(down) :]
        if cards or [sorted(each) for each in told] != face_down:
            raise refused(Refusal("R1.4", "position.deck", {}))
        face_down = told
    elif rng is not None:
        dealer = Rng(rng.getrandbits(63))
        for down in face_down:
            shuffle(down, dealer)
    whole = [card for up, down in zip(decks, face_down, strict=True) for card in up + down]
    cells = state.cells
    cells[AT_DECK_TOP] = len(whole) - sum(len(down) for down in face_down)
    dealt = State(state.deal.with_stack(vec[i64](whole)), cells)
    _refuse(why_impossible(dealt))
    return dealt


def refused(refusal: Refusal) -> PositionError:
    """Return the error for a position that the rules refuse."""
    return PositionError(
        f"{word(refusal.key, refusal.values)} ({refusal.rule})",
        Explanation(False, refusal.rule, refusal.key, refusal.values),
    )


def _refuse(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise refused(refusal)


def _find(letters: str, letter: str, what: str) -> int:
    number = letters.find(letter)
    if len(letter) != 1 or number < 0:
        raise PositionError(f"{what} must be one of {letters}, not {short(letter)}")
    return number


def _mask(text: str, count: int, what: str) -> int:
    mask = 0
    for letter in text:
        bit = 2 ** _find(ALPHABET[:count], letter, what)
        if mask & bit:
            raise PositionError(f"{what} is named twice: {short(letter)}")
        mask |= bit
    return mask


def _read_place(board: Board, text: str) -> int:
    number = len(ALPHABET) * _find(ALPHABET, text[0], "a place") + _find(
        ALPHABET, text[1], "a place"
    )
    if number >= board.places:
        raise PositionError(f"{board.title} has no place {short(text)}")
    return number


def _units(text: str) -> list[int]:
    if len(text) != GOOD_COUNT:
        raise PositionError(f"goods are {GOOD_COUNT} numbers from 0 to c, not {short(text)}")
    return [_find(UNITS, letter, "a number of goods") for letter in text]


def _number(text: str, what: str) -> int:
    if (
        not text.isascii()
        or not text.isdigit()
        or int(text[:8]) > MOST
        or len(text) > len(str(MOST))
    ):
        raise PositionError(f"{what} must be a whole number up to {MOST}, not {short(text)}")
    return int(text)


def _seat(text: str, players: int) -> int:
    if len(text) != 1 or text not in "01234"[:players]:
        raise PositionError(f"a seat must be 0 to {players - 1}, not {short(text)}")
    return int(text)
