"""R1: how a game is set up."""

from collections import Counter

import pytest

from praefectus import Game, Options, Setup, SetupError
from praefectus.rules.facts import load_board
from tests.support import TABLES, make_game, play

TOKENS = {
    "A": {"brick": 2, "food": 2, "tool": 1, "wine": 1, "cloth": 1},
    "B": {"brick": 2, "food": 2, "tool": 2, "wine": 1, "cloth": 1},
    "C": {"brick": 3, "food": 2, "tool": 2, "wine": 2, "cloth": 1},
    "D": {"brick": 1, "food": 1, "tool": 1, "wine": 1, "cloth": 1},
}
STARTING_HAND = [
    "architect",
    "diplomat-jupiter",
    "mercator-3",
    "prefect",
    "prefect",
    "senator",
    "tribune",
]
DECK_SIZES = [8, 7, 6, 5, 4]
VALUE = ["brick", "food", "tool", "wine", "cloth"]

every_table = pytest.mark.parametrize(("map", "players"), TABLES)


def letters(map: str) -> dict[str, str]:
    board = load_board(map)
    return {
        city: "ABCD"[int(letter)]
        for city, letter in zip(board.city_names, board.city_letter, strict=True)
        if letter >= 0
    }


def test_the_tables_there_are():
    """R1.1: Imperium is for 3-5 players, Italia for 2-4."""
    assert TABLES == [
        ("imperium", 3),
        ("imperium", 4),
        ("imperium", 5),
        ("italia", 2),
        ("italia", 3),
        ("italia", 4),
    ]


@pytest.mark.parametrize(
    ("map", "players", "range"),
    [
        ("imperium", 2, "3 to 5"),
        ("imperium", 6, "3 to 5"),
        ("imperium", 0, "3 to 5"),
        ("imperium", -3, "3 to 5"),
        ("italia", 1, "2 to 4"),
        ("italia", 5, "2 to 4"),
        ("italia", 10**30, "2 to 4"),
    ],
)
def test_another_count_is_refused_with_a_clear_error(map, players, range):
    """R1.1: another count is refused with a clear error."""
    title = map.capitalize()
    message = rf"^{title} is for {range} players, not {players} \(R1\.1\)$"
    with pytest.raises(SetupError, match=message):
        Game.new(map=map, players=players, seed=1)


@every_table
@pytest.mark.parametrize("seed", range(5))
def test_each_letters_tokens_are_shuffled_over_the_cities_of_that_letter(map, players, seed):
    """R1.2: for each letter A-D, its tokens are shuffled over the cities of that letter."""
    cities = Game.new(map=map, players=players, seed=seed).setup.cities
    for letter, tokens in TOKENS.items():
        dealt = Counter(cities[city] for city, of in letters(map).items() if of == letter)
        assert dealt == (Counter() if (map, letter) == ("italia", "D") else tokens)


def test_tokens_differ_from_seed_to_seed():
    """R1.2: the tokens are shuffled: every city of a letter can get every token of it."""
    seen: dict[str, set[str]] = {}
    for seed in range(200):
        for city, good in Game.new("imperium", 3, seed).setup.cities.items():
            seen.setdefault(city, set()).add(good)
    assert all(goods == set(VALUE) for goods in seen.values())


def test_italia_has_no_d_cities_so_d_tokens_are_not_used():
    """R1.2: Italia has no D cities, so D tokens are not used."""
    assert "D" not in letters("italia").values()
    assert len(Game.new("italia", 2, 1).setup.cities) == 25


@pytest.mark.parametrize("map", ["imperium", "italia"])
def test_roma_has_no_token_and_belongs_to_no_province(map):
    """R1.2: Roma has no token and belongs to no province."""
    board = load_board(map)
    assert "roma" not in Game.new(map, 3, 1).setup.cities
    assert board.city_names[int(board.capital)] == "roma"
    assert board.city_province[board.capital] == -1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"isca-d": "cloth"},
            r"the cities of letter A have \d \w+, not \d \(R1\.2\)",
        ),
        ({"novaria": "salt"}, r"the token of novaria must be one of brick, .*, not 'salt'"),
        ({"atlantis": "wine"}, r"there is no city 'atlantis' with a token on Imperium"),
        ({"roma": "wine"}, r"there is no city 'roma' with a token on Imperium"),
        ({"novaria": None}, r"the city 'novaria' has no token"),
    ],
)
def test_tokens_that_do_not_match_their_letters_are_refused(changes, message):
    """R1.2: tokens that do not match their letters are refused."""
    setup = make_game(tokens={"londinium": "cloth", "isca-d": "brick"}).setup
    cities = dict(setup.cities)
    for city, good in changes.items():
        if good is None:
            del cities[city]
        else:
            cities[city] = good
    with pytest.raises(SetupError, match=message):
        Game.from_setup(Setup(setup.options, cities, setup.cards))


@every_table
def test_each_provinces_marker_is_of_the_most_valuable_good_among_its_cities(map, players):
    """R1.3: each province gets one marker, of the most valuable good among its cities."""
    game = Game.new(map, players, 3)
    board, deal = game.position.board, game.position.deal
    cities = game.setup.cities
    for number, province in enumerate(board.province_names):
        goods = [
            cities[city]
            for city, of in zip(board.city_names, board.city_province, strict=True)
            if of == number
        ]
        best = max(goods, key=VALUE.index)
        assert VALUE[int(deal.marker_good[number])] == best, province


@every_table
def test_markers_start_goods_side_up(map, players):
    """R1.3: the markers lie goods side up."""
    assert set(Game.new(map, players, 3).state()["markers"].values()) == {"goods"}


@every_table
@pytest.mark.parametrize("seed", range(3))
def test_decks_one_to_n_lie_on_each_other_with_n_players(map, players, seed):
    """R1.4: the decks I..n are used with n players; deck I lies on top, then II, and so on."""
    cards = Game.new(map, players, seed).setup.cards
    other = Game.new(map, players, seed + 1).setup.cards
    assert len(cards) == sum(DECK_SIZES[:players])
    start = 0
    for size in DECK_SIZES[:players]:
        assert sorted(cards[start : start + size]) == sorted(other[start : start + size])
        start += size
    assert sorted(cards[:8]) == [
        "architect",
        "colonist",
        "diplomat-saturnus-tool",
        "farmer",
        "mason",
        "mercator-5",
        "prefect",
        "smith",
    ]


def test_each_deck_is_shuffled_by_itself():
    """R1.4: each deck is shuffled by itself: every card of it can lie at every place of it."""
    at_place: dict[int, set[str]] = {}
    for seed in range(300):
        for place, card in enumerate(Game.new("imperium", 5, seed).setup.cards):
            at_place.setdefault(place, set()).add(card)
    start = 0
    for size in DECK_SIZES:
        places = range(start, start + size)
        assert all(len(at_place[place]) == size for place in places)
        assert len(set.union(*(at_place[place] for place in places))) == size
        start += size


@every_table
def test_the_top_seven_are_laid_out_in_slots_one_to_seven(map, players):
    """R1.4: the top 7 are laid out in the display, slots 1-7, left to right."""
    game = Game.new(map, players, 5)
    cards = game.setup.cards
    assert game.state()["display"] == list(cards[:7])
    assert game.state()["deck"] == len(cards) - 7


def swap(cards: list[str], a: int, b: int) -> list[str]:
    cards = list(cards)
    cards[a], cards[b] = cards[b], cards[a]
    return cards


def test_decks_that_are_incomplete_or_out_of_order_are_refused():
    """R1.4: decks that are incomplete or out of order are refused."""
    game = Game.new("italia", 2, 1)
    cities, cards = game.setup.cities, list(game.setup.cards)

    def lay_out(cards: list[str]) -> Game:
        return Game.from_setup(Setup(game.options, cities, cards))

    consul = cards.index("consul")
    mason = cards.index("mason")
    with pytest.raises(SetupError, match=r"^15 cards are for sale, not 14 \(R1\.4\)$"):
        lay_out(cards[:-1])
    with pytest.raises(SetupError, match=r"^15 cards are for sale, not 16 \(R1\.4\)$"):
        lay_out([*cards, "consul"])
    with pytest.raises(SetupError, match=r"is missing, too many or misplaced in deck 1 \(R1\.4\)$"):
        lay_out(swap(cards, consul, mason))
    with pytest.raises(SetupError, match=r"misplaced in deck 2 \(R1\.4\)$"):
        lay_out([*cards[:8], *["consul"] * 7])
    with pytest.raises(SetupError, match=r"^the tribune is missing, .* in deck 1 \(R1\.4\)$"):
        lay_out(["tribune", *cards[1:]])
    for name in ("salsa", "diplomat-saturnus", ""):
        with pytest.raises(
            SetupError, match=rf"^there is no card '{name}' for sale \(RECORD 2\.5\)$"
        ):
            lay_out([name, *cards[1:]])
    # Within a deck any order is right.
    assert lay_out(cards[:8][::-1] + cards[8:][::-1]).turn == 0


@every_table
def test_each_player_starts_with_the_same_things(map, players):
    """R1.5: 1 land and 1 sea colonist in Roma, 2 and 2 in the storehouse, 6 goods, the 7 cards."""
    for player in Game.new(map, players, 1).state()["players"]:
        assert player["colonists"] == ["land roma", "sea roma"]
        assert player["storehouse"] == {"land": 2, "sea": 2}
        assert player["goods"] == {"brick": 1, "food": 2, "tool": 1, "wine": 1, "cloth": 1}
        assert player["houses"] == []
        assert player["hand"] == STARTING_HAND
        assert player["discard"] == []


def test_each_player_has_15_houses():
    """R1.5: each player starts with 15 houses."""
    cities = load_board("imperium").city_names[1:16]
    game = make_game(
        houses={0: cities[:14]},
        tokens={cities[14]: "brick"},
        goods={0: {"food": 2}},
        money={0: 9},
        colonists={0: ["land rusadir~valentia"]},
    )
    assert game.position.cells[34 + 15] == 1
    fresh = Game.new("imperium", 3, 1)
    assert fresh.position.cells[34 + 15] == 15


@every_table
def test_money_grows_in_turn_order_and_the_last_takes_the_praefectus_magnus(map, players):
    """R1.6: 5 sestertii for the first, 6 for the second, ...; the last takes the Praefectus Magnus."""
    state = Game.new(map, players, 1).state()
    assert [player["money"] for player in state["players"]] == [5, 6, 7, 8, 9][:players]
    assert state["praefectus_magnus"] == players - 1
    assert state["to_play"] == 0


def test_set_up_depends_on_the_seed_alone():
    """R1.2: equal seeds give equal games, others differ."""
    first, again = (Game.new("imperium", 4, 11) for _ in range(2))
    assert first.position == again.position
    assert first.setup == again.setup
    assert Game.new("imperium", 4, 12).setup != first.setup
    assert Game.new("imperium", 4).setup != Game.new("imperium", 4).setup


def test_a_game_can_be_set_up_as_another_was():
    """R1.4: a game is set up again from what set-up drew."""
    game = Game.new("italia", 4, 11, edition="first", intermediate_scoring=True)
    again = Game.from_setup(game.setup)
    assert again.position == game.position
    assert again.options == Options("italia", 4, "first", intermediate_scoring=True)
    assert again.setup == game.setup


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"map": "britannia"}, "^the map must be one of imperium, italia, not 'britannia'$"),
        ({"map": ""}, "^the map must be one of imperium, italia, not ''$"),
        ({"seed": -1}, "^the seed must be a whole number from 0 up, not -1$"),
        ({"edition": "second"}, "^the edition must be one of revised, first, not 'second'$"),
    ],
)
def test_what_does_not_exist_is_refused_in_one_sentence(arguments, message):
    """R1.1: wrong arguments are refused in one sentence."""
    with pytest.raises(SetupError, match=message):
        Game.new(**arguments)


def test_any_seed_from_zero_up_will_do():
    """R1.2: a seed is any whole number from 0 up."""
    decks = [tuple(Game.new("imperium", 5, seed).setup.cards) for seed in (0, 1, 2**64, 2**99)]
    assert len(set(decks)) == 4


def test_only_the_order_of_the_face_down_cards_is_dealt_anew():
    """R1.4: what a seat cannot know is the order of the face-down cards, each deck by itself."""
    import random

    game = play(Game.new("imperium", 5, 1), "play senator", "purchase 1", "end")
    shown = int(game.position.cells[8])
    orders = set()
    for seed in range(20):
        other = game.determinize(1, random.Random(seed))
        assert other.state() == game.state()
        assert other.setup.cities == game.setup.cities
        assert other.setup.cards[:shown] == game.setup.cards[:shown]
        Game.from_setup(other.setup)  # each deck is still whole
        orders.add(tuple(other.setup.cards))
    assert len(orders) == 20
