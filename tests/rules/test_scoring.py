"""R11.2-R11.4: points, ties and the intermediate scoring."""

import pytest

from praefectus import Game
from praefectus.document import SCORED
from praefectus.outcome import outcome
from praefectus.rules.ids import FACE_NAMES
from praefectus.wire.position import Points
from tests.support import make_game, money, play

CARDS_OF = {
    "vesta": ["senator"],
    "jupiter": ["architect", "consul", "diplomat-jupiter"],
    "saturnus": ["prefect", "diplomat-saturnus"],
    "mercurius": ["mercator-3", "mercator-5", "diplomat-mercurius"],
    "mars": ["tribune", "colonist", "diplomat-mars"],
    "minerva": ["mason", "farmer", "smith", "vintner", "weaver"],
}
SPECIALIST = {
    "mason": ("brick", 3),
    "farmer": ("food", 3),
    "smith": ("tool", 3),
    "vintner": ("wine", 4),
    "weaver": ("cloth", 5),
}
PRICE = {"brick": 3, "food": 4, "tool": 5, "wine": 6, "cloth": 7}
OUT = ["land roma"] * 3 + ["sea roma"] * 3


def points(cards: list[str], **more: object) -> Points:
    """Return the points of seat 0 with these cards in hand."""
    settings: dict[str, object] = {"hand": {0: cards}, "goods": {0: {}}, "money": {0: 0}}
    game = make_game(**{**settings, **more})  # type: ignore[arg-type]
    found = game.state()["players"][0]["points"]
    assert found["total"] == sum(found[god] for god in SCORED)
    return found


def cities(good: str, map: str = "imperium") -> list[str]:
    tokens = make_game(map).setup.cities
    return [city for city, token in tokens.items() if token == good]


def test_every_card_counts_by_its_god():
    """R11.2: each card counts by its god."""
    assert sorted(face for faces in CARDS_OF.values() for face in faces) == sorted(FACE_NAMES)
    houses = [city for good in PRICE for city in cities(good)[:2]]
    for god, faces in CARDS_OF.items():
        for face in faces:
            found = points([face], houses={0: houses}, money={0: 50})
            scoring = {name for name, n in found.items() if n and name != "total"}
            assert scoring == {god}, face


def test_cards_count_in_hand_and_discard():
    """R11.2: over all cards a player owns (hand and discard)."""
    game = make_game(
        hand={0: ["senator", "tribune"]},
        discard={0: ["senator", "senator", "colonist"]},
        money={0: 40},
        goods={0: {}},
    )
    found = game.state()["players"][0]["points"]
    assert found["vesta"] == 12
    assert found["mars"] == 8


@pytest.mark.parametrize(
    ("sestertii", "expected"), [(0, 0), (9, 0), (10, 1), (19, 1), (20, 2), (137, 13)]
)
def test_vesta_1_for_each_full_10_sestertii(sestertii, expected):
    """R11.2: Vesta: 1 for each full 10 sestertii."""
    assert points(["senator"], money={0: sestertii})["vesta"] == expected


@pytest.mark.parametrize("good", PRICE)
def test_vesta_money_plus_goods_at_their_prices(good):
    """R11.2: Vesta: money plus goods at their prices."""
    short = (-PRICE[good] * 3) % 10
    assert (
        points(["senator"], goods={0: {good: 3}}, money={0: short})["vesta"]
        == (PRICE[good] * 3 + short) // 10
    )
    if short:
        assert (
            points(["senator"], goods={0: {good: 3}}, money={0: short - 1})["vesta"]
            == (PRICE[good] * 3 + short) // 10 - 1
        )


def test_vesta_counts_money_and_goods_together():
    """R11.2: Vesta: the sum is divided, not its parts."""
    has = dict.fromkeys(PRICE, 1)  # 25 sestertii
    assert points(["senator"], goods={0: has}, money={0: 5})["vesta"] == 3
    assert points(["senator"], goods={0: has}, money={0: 4})["vesta"] == 2


def test_jupiter_1_for_each_own_house_in_a_non_brick_city():
    """R11.2: Jupiter: 1 for each own house in a non-brick city."""
    houses = cities("brick")[:3] + cities("food")[:2] + cities("cloth")[:1]
    found = points(["architect"], houses={0: houses, 1: cities("wine")})
    assert found["jupiter"] == 3
    assert points(["architect"], houses={0: cities("brick")})["jupiter"] == 0


def test_jupiter_at_most_15_a_card():
    """R11.2: Jupiter: at most 15 a card, since there are 15 houses."""
    houses = [city for good in ("food", "tool", "wine", "cloth") for city in cities(good)][:15]
    found = points(["architect", "consul"], houses={0: houses})
    assert found["jupiter"] == 30


@pytest.mark.parametrize(("map", "most"), [("imperium", 12), ("italia", 11)])
def test_saturnus_1_for_each_province_with_an_own_house(map, most):
    """R11.2: Saturnus: 1 for each province with an own house (at most 12, on Italia 11)."""
    board = make_game(map).position.board
    one_each = [
        board.city_names[int(board.province_cities[board.province_start[province]])]
        for province in range(int(board.provinces))
    ]
    for count in range(most + 1):
        assert points(["prefect"], map=map, houses={0: one_each[:count]})["saturnus"] == count
    second = [
        board.city_names[int(board.province_cities[board.province_start[province] + 1])]
        for province in range(3)
    ]
    found = points(["prefect"], map=map, houses={0: one_each[:3] + second})
    assert found["saturnus"] == 3, "two houses in a province count once"


def test_mercurius_2_for_each_kind_of_good_that_own_houses_produce():
    """R11.2: Mercurius: 2 for each kind of good that own houses produce (at most 10)."""
    houses: list[str] = []
    for count, good in enumerate(PRICE):
        assert points(["mercator-3"], houses={0: houses})["mercurius"] == 2 * count
        houses += cities(good)[:2]
    assert points(["mercator-3"], houses={0: houses})["mercurius"] == 10


def test_mercurius_does_not_count_goods_in_the_storehouse():
    """R11.2: Mercurius counts what houses produce, not what is stored."""
    assert points(["mercator-3"], goods={0: dict.fromkeys(PRICE, 1)})["mercurius"] == 0


@pytest.mark.parametrize("count", range(7))
def test_mars_2_for_each_own_colonist_on_the_board(count):
    """R11.2: Mars: 2 for each own colonist on the board (at most 12)."""
    assert points(["tribune"], colonists={0: OUT[:count], 1: OUT})["mars"] == 2 * count


def test_mars_counts_colonists_on_lines_too():
    """R11.2: Mars: on the board is in cities and on lines."""
    stand = ["land roma", "sea carthago~roma", "land aquileia~roma"]
    assert points(["tribune"], colonists={0: stand})["mars"] == 6


@pytest.mark.parametrize("face", SPECIALIST)
def test_minerva_the_specialists_number_for_each_own_house_in_a_city_of_its_good(face):
    """R11.2: Minerva: the specialist's number for each own house in a city of its good."""
    good, number = SPECIALIST[face]
    others = [city for name in PRICE if name != good for city in cities(name)[:1]]
    for count in range(4):
        houses = cities(good)[:count] + others
        assert points([face], houses={0: houses})["minerva"] == number * count


def test_several_cards_of_a_god_count_each():
    """R11.2: each card counts: three Prefects bring three times the provinces."""
    houses = cities("wine")
    one = points(["prefect"], houses={0: houses})["saturnus"]
    assert (
        points(["prefect"] * 3 + ["diplomat-saturnus"], houses={0: houses})["saturnus"] == 4 * one
    )


def test_all_gods_together():
    """R11.2: the total is the sum over all gods and the Concordia card."""
    houses = cities("wine")[:2] + cities("food")[:2]
    found = points(
        ["senator", "architect", "prefect", "mercator-5", "colonist", "vintner", "farmer"],
        houses={0: houses},
        money={0: 30},
    )
    assert found["vesta"] == 3
    assert found["jupiter"] == 4
    assert found["mercurius"] == 4
    assert found["mars"] == 4
    assert found["minerva"] == 2 * 4 + 2 * 3
    assert found["concordia"] == 0


# --- the winner ---------------------------------------------------------------------------------


def finished(totals: list[int], magnus: int, players: int = 4) -> Game:
    """A game that ends with these points: everybody owns a Senator alone, worth their money."""
    game = make_game(
        "italia",
        players,
        seat=0,
        magnus=magnus,
        display=["mason"],
        deck=[],
        hand={seat: ["senator", "tribune"] for seat in range(players)},
        goods={seat: {"food": 1} if seat == 0 else {} for seat in range(players)},
        colonists={seat: [] for seat in range(players)},
        money={seat: 10 * total for seat, total in enumerate(totals)},
    )
    play(game, "play senator", "purchase 1", "end")
    while not game.is_over:
        play(game, "play tribune", "end")
    return game


def test_most_points_wins():
    """R11.3: most points wins."""
    result = finished([1, 9, 30, 12], magnus=0).outcome()
    assert [p["total"] for p in result.points] == [1 + 7, 9, 30, 12]
    assert result.ranking == [2, 3, 1, 0]
    assert result.winner == 2


@pytest.mark.parametrize("magnus", range(4))
def test_a_tie_goes_to_the_holder_of_the_praefectus_magnus(magnus):
    """R11.3: a tie goes to the tied player who holds the Praefectus Magnus."""
    result = finished([3, 10, 10, 10], magnus=magnus).outcome()
    assert [p["total"] for p in result.points] == [10, 10, 10, 10]
    assert result.winner == magnus
    # The others in the order in which they would receive it: anticlockwise from the holder.
    assert result.ranking == [(magnus - step) % 4 for step in range(4)]


@pytest.mark.parametrize(
    ("tied", "magnus", "winner"),
    [
        ([1, 2], 0, 2),  # 0 passes to 3, 3 to 2
        ([1, 2], 3, 2),
        ([1, 3], 0, 3),
        ([1, 3], 2, 1),
        ([2, 3], 1, 3),  # 1 passes to 0, 0 to 3
        ([1, 2, 3], 0, 3),
    ],
)
def test_or_else_to_who_would_be_the_next_of_them_to_receive_it(tied, magnus, winner):
    """R11.3: or else would be the next of them to receive it, anticlockwise from its holder."""
    result = finished([20 if seat in tied else 0 for seat in range(4)], magnus=magnus).outcome()
    assert result.winner == winner
    assert set(result.ranking[: len(tied)]) == set(tied)


def test_ties_below_the_first_are_broken_in_the_same_way():
    """R11.3: the ranking breaks every tie in the same way."""
    assert finished([0, 9, 30, 9], magnus=2).outcome().ranking == [2, 1, 3, 0]
    assert finished([0, 9, 30, 9], magnus=0).outcome().ranking == [2, 3, 1, 0]


def test_the_outcome_names_points_ranking_winner_and_reason():
    """R11.3: the outcome has the points by god, the ranking and what ended the game."""
    game = finished([4, 3, 2, 1], magnus=3)
    result = game.outcome()
    assert result.reason == "cards"
    assert result == outcome(game.position)
    assert result.points == [player["points"] for player in game.state()["players"]]
    assert list(result.points[0]) == [
        *("vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva", "concordia", "total")
    ]


# --- the intermediate scoring -------------------------------------------------------------------


def first_game(totals: list[int], **more: object) -> Game:
    """Everybody is about to play a first Tribune; a Senator makes the money the points."""
    players = len(totals)
    settings: dict[str, object] = {
        "map": "italia",
        "players": players,
        "intermediate_scoring": True,
        "hand": {seat: ["senator", "tribune", "mercator-3"] for seat in range(players)},
        "goods": {seat: {} for seat in range(players)},
        "colonists": {seat: [] for seat in range(players)},
        "money": {seat: 10 * total for seat, total in enumerate(totals)},
    }
    return make_game(**{**settings, **more})  # type: ignore[arg-type]


def paid(totals: list[int]) -> list[int]:
    """Return what each seat receives once all have played their first Tribune."""
    game = first_game(totals)
    for _ in totals:
        before = [money(game, seat) for seat in range(len(totals))]
        play(game, "play tribune", "end")
    assert game.state()["intermediate"] == totals
    return [money(game, seat) - had for seat, had in enumerate(before)]


def test_at_their_first_tribune_a_player_scores_all_cards_as_at_the_end():
    """R11.4: at their first Tribune a player scores all their cards as at the end."""
    game = first_game([4, 5, 6])
    assert game.state()["intermediate"] == [None, None, None]
    play(game, "play tribune", "end")
    assert game.state()["intermediate"] == [4, None, None]
    assert game.state()["players"][0]["points"]["total"] == 4


def test_the_scoring_waits_until_the_tribunes_whole_action_is_done():
    """R11.4: when the Tribune's whole action is done, income and new colonist included."""
    game = first_game(
        [0, 0],
        hand={0: ["tribune", "senator"], 1: ["tribune"]},
        discard={0: ["mercator-3", "prefect", "prefect"]},
        money={0: 10, 1: 0},
        goods={0: {"food": 1, "tool": 1}},
    )
    play(game, "play tribune")
    assert game.state()["intermediate"] == [None, None]
    play(game, "colonist land")
    assert game.state()["intermediate"] == [None, None], "nothing before the end of the turn"
    play(game, "end")
    # 11 sestertii with the income: Vesta 1; a colonist: Mars 2.
    assert game.state()["intermediate"] == [3, None]


def test_a_second_tribune_scores_nothing():
    """R11.4: at their first Tribune, not at later ones."""
    game = first_game([4, 5])
    play(game, "play tribune", "end", "play mercator-3", "end", "play tribune", "end")
    assert game.state()["intermediate"] == [4, None]
    play(game, "play tribune", "end")
    assert game.state()["intermediate"][0] == 4


@pytest.mark.parametrize(
    ("totals", "expected"),
    [
        ([3, 9, 5], [0, 2, 1]),
        ([9, 9, 5], [2, 2, 1]),  # every first 2, the next total is second
        ([9, 5, 5], [2, 1, 1]),  # every second 1
        ([9, 9, 9], [2, 2, 2]),  # no second
        ([9, 9, 5, 5], [2, 2, 1, 1]),
        ([9, 9, 9, 1], [2, 2, 2, 1]),  # second, however many share the first
        ([0, 0], [2, 2]),
        ([0, 1], [1, 2]),
        ([7, 5, 3, 1], [2, 1, 0, 0]),
        ([1, 3, 5, 7], [0, 0, 1, 2]),
        ([5, 9, 5, 9], [1, 2, 1, 2]),
    ],
)
def test_the_highest_receives_2_sestertii_and_the_second_highest_1_ties_alike(totals, expected):
    """R11.4: the highest receives 2, the second highest 1, ties alike."""
    assert paid(totals) == expected


def test_the_money_comes_at_the_end_of_the_turn_in_which_the_last_player_has_scored():
    """R11.4: at the end of the turn in which the last player has done so."""
    game = first_game([3, 2, 1])
    play(game, "play tribune", "end", "play tribune", "end")
    assert [money(game, seat) for seat in range(3)] == [30, 20, 10]
    play(game, "play tribune")
    assert [money(game, seat) for seat in range(3)] == [30, 20, 10]
    play(game, "end")
    assert [money(game, seat) for seat in range(3)] == [32, 21, 10]


def test_it_is_paid_once():
    """R11.4: it is paid once; then those points are wiped: they count for nothing."""
    game = first_game([3, 2])
    play(game, *["play tribune", "end"] * 2)
    had = [money(game, seat) for seat in range(2)]
    points = [player["points"]["total"] for player in game.state()["players"]]
    play(game, *["play tribune", "end"] * 4)
    assert [money(game, seat) for seat in range(2)] == had
    assert [player["points"]["total"] for player in game.state()["players"]] == points


def test_if_the_game_ends_before_everyone_has_scored_nothing_is_paid():
    """R11.4: if the game ends before everyone has scored, nothing is paid."""
    game = first_game([3, 2, 1], display=["mason"], deck=[], goods={0: {}, 1: {"food": 1}, 2: {}})
    play(game, "play tribune", "end", "play senator", "purchase 1", "end")
    play(game, "play tribune", "end", "play tribune", "end")
    assert game.is_over
    assert game.state()["intermediate"] == [3, None, 1]
    assert [money(game, seat) for seat in range(3)] == [30, 20, 10]


def test_in_the_last_turns_it_is_still_paid():
    """R11.4: whoever scores last in the last turns completes the scoring."""
    game = first_game([3, 2, 1], display=["mason"], deck=[], goods={0: {"food": 1}, 1: {}, 2: {}})
    play(game, "play tribune", "end", "play tribune", "end", "play mercator-3", "end")
    play(game, "play senator", "purchase 1", "end", "play mercator-3", "end")
    assert [money(game, seat) for seat in range(3)] == [30, 23, 13]
    play(game, "play tribune", "end")
    assert game.is_over
    assert game.state()["intermediate"] == [3, 2, 1]
    assert [money(game, seat) for seat in range(3)] == [32, 24, 13]


def test_without_the_option_nobody_scores():
    """R11.4: it is an option."""
    game = first_game([3, 2, 1], intermediate_scoring=False)
    play(game, *["play tribune", "end"] * 3)
    assert "intermediate" not in game.state()
    assert [money(game, seat) for seat in range(3)] == [30, 20, 10]


def test_cards_that_are_not_a_tribune_score_nothing():
    """R11.4: only a Tribune scores."""
    game = first_game([3, 2])
    play(game, "play mercator-3", "end", "play mercator-3", "end")
    assert game.state()["intermediate"] == [None, None]
