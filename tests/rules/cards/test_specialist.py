"""R8.2: Mason, Farmer, Smith, Vintner, Weaver."""

import pytest

from praefectus import Game
from tests.support import goods, make_game, play, refused, words

SPECIALISTS = {
    "mason": "brick",
    "farmer": "food",
    "smith": "tool",
    "vintner": "wine",
    "weaver": "cloth",
}


def cities_of(game: Game, good: str) -> list[str]:
    return [city for city, token in game.setup.cities.items() if token == good]


def working(card: str, houses: dict[int, list[str]], **more: object) -> Game:
    settings: dict[str, object] = {"hand": {0: [card]}, "goods": {s: {} for s in range(3)}}
    settings |= {"houses": houses, **more}
    return make_game(**settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(("card", "good"), SPECIALISTS.items())
def test_each_own_house_in_a_city_of_that_good_gives_1_of_it(card, good):
    """R8.2: each own house in a city of that good gives 1 of it."""
    found = cities_of(make_game(), good)
    other = cities_of(make_game(), "food" if good != "food" else "wine")
    for count in range(5):
        game = working(card, {0: found[:count] + other[:3]})
        play(game, f"play {card}", "end")
        assert goods(game) == ({good: count} if count else {})


@pytest.mark.parametrize(("card", "good"), SPECIALISTS.items())
def test_nobody_else_receives_any(card, good):
    """R8.2: own houses only: nobody else receives any."""
    found = cities_of(make_game(), good)
    game = working(card, {0: found[:2], 1: found, 2: found[1:]})
    play(game, f"play {card}", "end")
    assert [goods(game, seat) for seat in range(3)] == [{good: 2}, {}, {}]


@pytest.mark.parametrize(("card", "good"), SPECIALISTS.items())
def test_what_does_not_fit_is_lost_without_a_choice(card, good):
    """R3.2: one kind of good leaves no choice; the free spaces are filled."""
    found = cities_of(make_game(), good)
    game = working(card, {0: found[:4]}, goods={0: {"brick": 3, "food": 3}})
    play(game, f"play {card}")
    assert words(game) == ["end"]
    assert sum(goods(game).values()) == 8


def test_provinces_and_markers_do_not_matter():
    """R8.2: markers are neither needed nor turned."""
    found = cities_of(make_game(), "wine")
    game = working("vintner", {0: found[:3]}, coins=["gallia", "hispania"])
    before = game.state()["markers"]
    play(game, "play vintner", "end")
    assert game.state()["markers"] == before
    assert goods(game) == {"wine": 3}


def test_a_specialist_asks_for_nothing():
    """R8.2: a specialist leaves nothing to decide."""
    game = play(working("smith", {}), "play smith")
    for step in ("cash", "keep tool", "sell tool 1", "produce gallia", "income"):
        assert refused(game, step).key == "turn.not-now"
