"""Positions and games for tests.

`make_game` gives a position in one line, by editing the named cells of a fresh game and keeping the
cells that follow from others right. `check` says whether a position keeps what every position keeps.

    game = make_game(players=3, tokens={"massilia": "cloth"}, money={0: 20},
                     goods={0: {"brick": 1, "cloth": 1}}, colonists={0: ["sea massilia~roma"]})
    play(game, "play architect", "build massilia")

What is not named stays as set-up makes it. A seat whose `goods`, `colonists`, `houses`, `hand` or
`discard` are named has those and no others; colonists that are not named are in the storehouse.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from librt.vecs import vec
from mypy_extensions import i64

from praefectus import Explanation, Game, IllegalActionError, Setup
from praefectus.rules import ids
from praefectus.rules.facts import (
    FACE_NUMBER,
    GOOD_NUMBER,
    SALE_FACE,
    SALE_NUMBER,
    load_board,
    map_names,
)
from praefectus.rules.ids import (
    COLONISTS_PER_KIND,
    DISPLAY_SLOTS,
    FACE_COUNT,
    FACE_NAMES,
    GOOD_NAMES,
    HOUSES_PER_PLAYER,
    KIND_NAMES,
    PHASE_FINISHED,
    PHASE_KEEP,
    PHASE_LINE,
    PHASE_NAMES,
    PHASE_PLAY,
    STOREHOUSE_SPACES,
)
from praefectus.rules.state import IN_STOREHOUSE, State, block, clear_turn, room
from praefectus.wire.position import PlayerDocument

EXAMPLES = sorted(Path(__file__).parent.glob("fixtures/examples/*.concordia.json"))
# Every board with every number of players it is for.
TABLES = [(name, int(n)) for name in map_names() for n in load_board(name).player_counts]

Goods = Mapping[str, int]


def make_game(
    map: str = "imperium",
    players: int = 3,
    *,
    seed: int = 1,
    tokens: Mapping[str, str] | None = None,
    seat: int = 0,
    magnus: int | None = None,
    coins: Iterable[str] = (),
    display: Sequence[str | None] | None = None,
    deck: Sequence[str] | None = None,
    money: Mapping[int, int] | None = None,
    goods: Mapping[int, Goods] | None = None,
    colonists: Mapping[int, Iterable[str]] | None = None,
    houses: Mapping[int, Iterable[str]] | None = None,
    hand: Mapping[int, Iterable[str]] | None = None,
    discard: Mapping[int, Sequence[str]] | None = None,
    intermediate: Mapping[int, int] | None = None,
    **rules: str | bool,
) -> Game:
    """Return a game between turns, with `seat` to play; see the module's head.

    `tokens` are swapped within their letters, so that they always are a legal deal. `coins` are the
    provinces whose markers are turned. `display` has the cards of slots 1.. (None: empty), `deck`
    the face-down cards from the top.
    """
    setup = Game.new(map, players, seed, **rules).setup
    cities = _swap_tokens(map, dict(setup.cities), tokens or {})
    fresh = Game.from_setup(Setup(setup.options, cities, setup.cards))
    state = _with_cards(fresh.position, display, deck)
    cells = state.cells
    cells[ids.AT_SEAT] = cells[ids.AT_DECIDER] = seat
    if magnus is not None:
        cells[ids.AT_PRAEFECTUS_MAGNUS] = magnus
    cells[ids.AT_COINS] = sum(2 ** state.board.province_names.index(province) for province in coins)
    for who, sestertii in (money or {}).items():
        cells[block(who) + ids.OF_MONEY] = sestertii
    for who, has in (goods or {}).items():
        put_goods(state, who, has)
    for who, stand in (colonists or {}).items():
        _put_colonists(state, who, stand)
    _fill_occupied(state)
    for who, stands in (houses or {}).items():
        chosen = {state.board.city_names.index(city) for city in stands}
        cells[block(who) + ids.OF_HOUSES] = sum(2**city for city in chosen)
        cells[block(who) + ids.OF_HOUSES_LEFT] = HOUSES_PER_PLAYER - len(chosen)
    for who, faces in (hand or {}).items():
        counted = Counter(faces)
        for number, face in enumerate(FACE_NAMES):
            cells[block(who) + ids.OF_HAND + number] = counted[face]
    for who, pile in (discard or {}).items():
        cells[block(who) + ids.OF_PILE_SIZE] = len(pile)
        for place, face in enumerate(pile):
            cells[block(who) + ids.OF_PILE + place] = FACE_NUMBER[face]
    for who, points in (intermediate or {}).items():
        cells[block(who) + ids.OF_INTERMEDIATE] = points
    check(state)
    return Game(state)


def _swap_tokens(map: str, cities: dict[str, str], wanted: Mapping[str, str]) -> dict[str, str]:
    board = load_board(map)
    letter = dict(zip(board.city_names, board.city_letter, strict=True))
    for city, good in wanted.items():
        if cities[city] == good:
            continue
        other = next(
            name
            for name, token in cities.items()
            if token == good and letter[name] == letter[city] and wanted.get(name) != good
        )
        cities[city], cities[other] = cities[other], cities[city]
    return cities


def _with_cards(
    state: State, display: Sequence[str | None] | None, deck: Sequence[str] | None
) -> State:
    """Return the state with this display and deck; what is None stays."""
    cells = state.cells
    size = int(cells[ids.AT_DECK_TOP])
    shown = [int(card) for card in cells[ids.AT_DISPLAY : ids.AT_DISPLAY + DISPLAY_SLOTS]]
    hidden = [int(card) for card in state.deal.stack][size:]
    if display is not None:
        shown = [-1 if card is None else SALE_NUMBER[card] for card in display]
        shown += [-1] * (DISPLAY_SLOTS - len(shown))
    if deck is not None:
        hidden = [SALE_NUMBER[card] for card in deck]
    turned_up = [card for card in shown if card >= 0]
    for slot, card in enumerate(shown):
        cells[ids.AT_DISPLAY + slot] = card
    cells[ids.AT_DECK_TOP] = len(turned_up)
    return State(state.deal.with_stack(vec[i64](turned_up + hidden)), cells)


def put_goods(state: State, seat: int, goods: Goods) -> None:
    """Give a seat these goods and no others."""
    for good in GOOD_NAMES:
        state.cells[block(seat) + ids.OF_GOODS + GOOD_NUMBER[good]] = goods.get(good, 0)


def _put_colonists(state: State, seat: int, stand: Iterable[str]) -> None:
    board = state.board
    places: list[list[int]] = [[], []]
    for text in stand:
        kind, where = text.split(" ")
        if "~" in where:
            lines = [n for n, name in enumerate(board.line_names) if name == where]
            (line,) = [n for n in lines if (n >= board.land_lines) == (kind == "sea")]
            places[KIND_NAMES.index(kind)].append(int(board.cities) + line)
        else:
            places[KIND_NAMES.index(kind)].append(board.city_names.index(where))
    p = block(seat)
    for kind_number, taken in enumerate(places):
        stored = COLONISTS_PER_KIND - len(taken)
        assert stored >= 0, "a seat has three colonists of a kind"
        state.cells[p + ids.OF_STORE + kind_number] = stored
        first = p + ids.OF_COLONISTS + kind_number * COLONISTS_PER_KIND
        for offset, place in enumerate(sorted(taken) + [IN_STOREHOUSE] * stored):
            state.cells[first + offset] = place


def _lines_in_use(state: State) -> list[list[int]]:
    """Return the line numbers that colonists stand on, for each kind, ascending."""
    used: list[list[int]] = [[], []]
    for seat in range(state.deal.players):
        for kind in range(2):
            first = block(seat) + ids.OF_COLONISTS + kind * COLONISTS_PER_KIND
            for place in state.cells[first : first + COLONISTS_PER_KIND]:
                if state.board.cities <= place != IN_STOREHOUSE:
                    used[kind].append(int(place) - int(state.board.cities))
    return [sorted(lines) for lines in used]


def _fill_occupied(state: State) -> None:
    for kind, lines in enumerate(_lines_in_use(state)):
        first = int(state.board.first_line[kind])
        state.cells[ids.AT_OCCUPIED + kind] = sum(2 ** (line - first) for line in set(lines))


def check(state: State) -> None:
    """Assert what holds in every position: nothing negative, all that fits fits, masks are right."""
    cells = [int(n) for n in state.cells]
    board, deal = state.board, state.deal
    players = int(deal.players)
    assert len(cells) == ids.AT_PLAYERS + players * ids.PLAYER_SIZE
    assert cells[ids.AT_TURN] >= 0
    assert 0 <= cells[ids.AT_SEAT] < players
    assert 0 <= cells[ids.AT_DECIDER] < players
    assert 0 <= cells[ids.AT_PHASE] < len(PHASE_NAMES)
    assert 0 <= cells[ids.AT_PRAEFECTUS_MAGNUS] < players
    assert -1 <= cells[ids.AT_CONCORDIA] < players
    assert -1 <= cells[ids.AT_LAST_TURNS] < players
    assert (
        (cells[ids.AT_CONCORDIA] < 0)
        == (cells[ids.AT_LAST_TURNS] < 0)
        == (cells[ids.AT_ENDED_BY] == 0)
    )
    assert (cells[ids.AT_LAST_TURNS] == 0) == (cells[ids.AT_PHASE] == PHASE_FINISHED)
    assert 0 <= cells[ids.AT_COINS] < 2**board.provinces
    assert 0 <= cells[ids.AT_DECK_TOP] <= len(deal.stack)
    for seat in range(players):
        _check_player(state, cells, seat)
    for kind, lines in enumerate(_lines_in_use(state)):
        assert len(lines) == len(set(lines)), "one line, one colonist"
        first = int(board.first_line[kind])
        assert all(first <= line < first + board.line_count[kind] for line in lines)
        assert cells[ids.AT_OCCUPIED + kind] == sum(2 ** (line - first) for line in lines)
    if cells[ids.AT_PHASE] in (PHASE_PLAY, PHASE_FINISHED):
        fresh = state.copy()
        clear_turn(fresh.cells)
        assert fresh.key() == state.key(), "between turns the cells of the turn are clear"
        assert cells[ids.AT_DECIDER] == cells[ids.AT_SEAT]
    assert (cells[ids.AT_PICKED] >= 0) == (cells[ids.AT_PHASE] == PHASE_LINE)
    assert (cells[ids.AT_KEEP_ROOM] > 0) == (cells[ids.AT_PHASE] == PHASE_KEEP)
    assert all(n >= 0 for n in cells[ids.AT_LOT : ids.AT_LOT + len(GOOD_NAMES)])


def _check_player(state: State, cells: list[int], seat: int) -> None:
    p = int(block(seat))
    board = state.board
    assert cells[p + ids.OF_MONEY] >= 0
    assert all(n >= 0 for n in cells[p + ids.OF_GOODS : p + ids.OF_GOODS + len(GOOD_NAMES)])
    assert 0 <= room(state.cells, p) <= STOREHOUSE_SPACES
    for kind in range(2):
        first = p + ids.OF_COLONISTS + kind * COLONISTS_PER_KIND
        places = cells[first : first + COLONISTS_PER_KIND]
        assert places == sorted(places)
        assert cells[p + ids.OF_STORE + kind] == places.count(IN_STOREHOUSE)
        for place in places:
            if place < board.cities:
                assert board.touched[kind * board.cities + place], "a line of its kind touches it"
    houses = cells[p + ids.OF_HOUSES]
    assert 0 <= houses < 2**board.cities
    assert not houses >> int(board.capital) & 1, "never a house in Roma"
    assert houses.bit_count() + cells[p + ids.OF_HOUSES_LEFT] == HOUSES_PER_PLAYER
    assert cells[p + ids.OF_HOUSES_LEFT] >= 0
    assert all(n >= 0 for n in cells[p + ids.OF_HAND : p + ids.OF_HAND + FACE_COUNT])
    size = cells[p + ids.OF_PILE_SIZE]
    assert 0 <= size <= ids.PILE_SPACES
    assert all(0 <= face < FACE_COUNT for face in cells[p + ids.OF_PILE : p + ids.OF_PILE + size])
    assert not any(cells[p + ids.OF_PILE + size : p + ids.PLAYER_SIZE]), "nothing above the pile"


def census(state: State) -> Counter[str]:
    """Count the cards of each face, wherever they are: hands, piles, display and deck."""
    counted: Counter[str] = Counter()
    cells = [int(n) for n in state.cells]
    for seat in range(state.deal.players):
        p = int(block(seat))
        for number, face in enumerate(FACE_NAMES):
            counted[face] += cells[p + ids.OF_HAND + number]
        pile = cells[p + ids.OF_PILE : p + ids.OF_PILE + cells[p + ids.OF_PILE_SIZE]]
        counted.update(FACE_NAMES[face] for face in pile)
    for_sale = cells[ids.AT_DISPLAY : ids.AT_DISPLAY + DISPLAY_SLOTS]
    for_sale += [int(card) for card in state.deal.stack][cells[ids.AT_DECK_TOP] :]
    counted.update(FACE_NAMES[int(SALE_FACE[card])] for card in for_sale if card >= 0)
    return counted


def play(game: Game, *steps: str) -> Game:
    """Play these decisions or steps, checking each; return the game."""
    for step in steps:
        game.play(step)
        check(game.position)
    return game


def words(game: Game, verb: str = "") -> list[str]:
    """Return the legal actions in words, all or those that begin with `verb`."""
    return [text for text in game.legal_actions.texts() if text.startswith(verb)]


def refused(game: Game, step: str) -> Explanation:
    """Return why `step` is refused; assert that it is, and that nothing changed."""
    before, taken = game.position.copy(), game.actions
    try:
        game.play(step)
    except IllegalActionError as error:
        assert game.position == before
        assert game.actions == taken
        return error.explanation
    raise AssertionError(f"{step!r} was allowed")


def player(game: Game, seat: int = 0) -> PlayerDocument:
    """Return what the state document says of a seat."""
    return game.state()["players"][seat]


def money(game: Game, seat: int = 0) -> int:
    """Return the sestertii of a seat."""
    return int(game.position.cells[block(seat) + ids.OF_MONEY])


def goods(game: Game, seat: int = 0) -> dict[str, int]:
    """Return the goods of a seat that it has any of."""
    p = block(seat)
    units = {
        good: int(game.position.cells[p + ids.OF_GOODS + n]) for n, good in enumerate(GOOD_NAMES)
    }
    return {good: n for good, n in units.items() if n}


def hand(game: Game, seat: int = 0) -> list[str]:
    """Return the cards in the hand of a seat, sorted."""
    p = block(seat)
    counts = {
        face: int(game.position.cells[p + ids.OF_HAND + n]) for n, face in enumerate(FACE_NAMES)
    }
    return sorted(face for face, n in counts.items() for _ in range(n))


def stroll(game: Game, rng: random.Random) -> Iterator[int]:
    """Play on at random to the end, yielding each action before it is pushed."""
    while not game.is_over:
        action = rng.choice(game.legal_actions)
        yield action
        game.push(action)


def random_position(map: str, players: int, seed: int, decisions: int) -> Game:
    """Return a game after so many random decisions, or at its end."""
    game = Game.new(map, players, seed, edition="first" if seed % 2 else "revised")
    for number, _ in enumerate(stroll(game, random.Random(seed))):
        if number == decisions:
            break
    return game
