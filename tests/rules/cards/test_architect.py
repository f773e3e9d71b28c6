"""R5: Architect."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from praefectus import Game, IllegalActionError, NotationError, Options
from praefectus.rules.facts import Board, load_board
from praefectus.rules.setup import start
from praefectus.rules.state import Deal
from tests.support import TABLES, goods, make_game, money, play, refused, words

RICH = {0: {"brick": 3, "food": 1, "tool": 1, "wine": 1, "cloth": 1}}
# Cities of one letter each, so that a test can ask for the token it needs.
HOUSE = {
    # token: (the letter-B city Massilia has it, sestertii, goods)
    "brick": (1, {"food": 1}),
    "food": (2, {"brick": 1, "food": 1}),
    "tool": (3, {"brick": 1, "tool": 1}),
    "wine": (4, {"brick": 1, "wine": 1}),
    "cloth": (5, {"brick": 1, "cloth": 1}),
}


def reachable(map: str, kind: str, place: str, points: int) -> dict[str, int]:
    """Walk the board as R5.2 says, point by point; return the lines and their least points."""
    board = load_board(map)
    names = board.line_names
    numbers = range(int(board.lines))
    lines = [names[n] for n in numbers if (n >= board.land_lines) == (kind == "sea")]

    def beyond(at: str) -> set[str]:
        cities = at.split("~")
        return {line for line in lines if set(cities) & set(line.split("~")) and line != at}

    found: dict[str, int] = {}
    edge = {place}
    for point in range(1, points + 1):
        edge = set().union(*(beyond(at) for at in edge))
        for line in edge:
            if line != place:
                found.setdefault(line, point)
    return found


def stand(places: list[str], others: dict[int, list[str]] | None = None, **more: object) -> Game:
    """Seat 0 with colonists at these places has played an Architect."""
    game = make_game(colonists={0: places, **(others or {})}, **more)  # type: ignore[arg-type]
    return play(game, "play architect")


# --- moving -------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(1, 7))
def test_movement_points_are_the_own_colonists_on_the_board(count):
    """R5.1: movement points = own colonists on the board (in cities or on lines)."""
    places = ["land roma", "sea carthago~roma", "land roma", "sea roma", "land roma", "sea roma"]
    game = stand(places[:count])
    play(game, "move land roma")
    costs = reachable("imperium", "land", "roma", 6)
    assert words(game) == [
        f"to land {line}" for line in sorted(costs, key=order) if costs[line] <= count
    ]


def order(line: str) -> int:
    return load_board("imperium").line_names.index(line)


def test_colonists_of_others_give_no_points():
    """R5.1: only own colonists count."""
    game = stand(["land roma"], {1: ["land roma"] * 3 + ["sea roma"] * 3})
    play(game, "move land roma")
    assert words(game) == [
        "to land aquileia~roma",
        "to land novaria~roma",
        "to land roma~syracusae",
    ]


def test_points_are_split_freely_among_the_colonists_in_any_order():
    """R5.1: split freely among them, in any order."""
    for first, second in (
        ("move land roma aquileia~vindobona", "move sea roma massilia~roma"),
        ("move sea roma massilia~roma", "move land roma aquileia~vindobona"),
    ):
        game = stand(["land roma", "sea roma", "land colonia-a~novaria"])
        play(game, first, second)
        assert words(game, "move") == []
        why = refused(game, "move land aquileia~vindobona")
        assert (why.rule, why.key) == ("R5.1", "architect.no-points")


def test_a_colonist_may_be_moved_more_than_once_in_a_turn():
    """R5.1: a colonist may be moved more than once in a turn."""
    game = stand(["land roma", "sea roma", "sea roma"])
    play(
        game,
        "move land roma aquileia~roma",
        "move land aquileia~roma aquileia~sirmium",
        "move sea roma roma~syracusae",
    )
    assert game.state()["players"][0]["colonists"] == [
        "land aquileia~sirmium",
        "sea roma",
        "sea roma~syracusae",
    ]


def test_a_colonist_may_come_back_to_the_line_where_it_began():
    """R5.1: a second move may end where the first began, since that line is free then."""
    game = stand(["land aquileia~roma", "sea roma"])
    play(game, "move land aquileia~roma aquileia~sirmium")
    play(game, "move land aquileia~sirmium aquileia~roma")
    assert game.state()["players"][0]["colonists"] == ["land aquileia~roma", "sea roma"]
    assert words(game, "move") == []


def test_each_move_ends_on_a_line_other_than_the_one_it_stood_on():
    """R5.1: each move ends on a free line other than the one it stood on."""
    game = stand(["land aquileia~roma", "sea roma"])
    play(game, "move land aquileia~roma")
    why = refused(game, "to aquileia~roma")
    assert (why.rule, why.key) == ("R5.1", "architect.same-line")


def test_a_move_costs_the_fewest_points_that_lead_there():
    """R5.1: a move costs the fewest points that lead there."""
    game = stand(["land roma", "sea roma", "sea roma"])
    play(game, "move land roma colonia-a~novaria")  # over Novaria 2, over Aquileia 3
    play(game, "move sea roma massilia~roma")
    assert words(game, "move") == []


def test_a_line_too_far_away_cannot_be_reached():
    """R5.1: a line that costs more than the points left is out of reach."""
    game = stand(["land roma", "sea roma"])
    play(game, "move land roma")
    why = refused(game, "to colonia-a~lutetia")
    assert (why.rule, why.key) == ("R5.1", "architect.too-far")
    assert why.values == {"line": "colonia-a~lutetia", "kind": "land", "cost": 3, "points": 2}


def test_only_own_colonists_that_stand_there_move():
    """R5.1: the colonist that moves is an own one, and stands there."""
    game = stand(["land roma"], {1: ["sea carthago~roma"]})
    for step, kind, place in (
        ("move sea roma", "sea", "roma"),
        ("move sea carthago~roma", "sea", "carthago~roma"),
        ("move land massilia", "land", "massilia"),
    ):
        why = refused(game, step)
        assert (why.rule, why.key) == ("R5.1", "architect.no-colonist")
        assert why.values == {"kind": kind, "place": place}


def test_the_colonist_is_picked_before_its_line():
    """R5.1: a line alone moves nobody."""
    game = stand(["land roma"])
    why = refused(game, "to land aquileia~roma")
    assert (why.rule, why.key) == ("R5.1", "architect.pick-first")


def test_colonists_at_one_place_are_offered_once():
    """R5.1: colonists of a kind in one city are alike."""
    game = stand(["land roma"] * 3 + ["sea roma"] * 2)
    assert words(game, "move") == ["move land roma", "move sea roma"]


@pytest.mark.parametrize("map", ["imperium", "italia"])
@pytest.mark.parametrize("kind", ["land", "sea"])
@pytest.mark.parametrize("points", [1, 2, 3])
def test_the_lines_in_reach_are_those_found_by_walking(map, kind, points):
    """R5.2: from a city onto a line of it; from a line through a city at either end onto another."""
    board = load_board(map)
    lines = [
        name
        for number, name in enumerate(board.line_names)
        if (number >= board.land_lines) == (kind == "sea")
    ]
    places = [*board.city_names, *lines]
    for place in places:
        found = reachable(map, kind, place, points)
        if place in board.city_names and not reachable(map, kind, place, 1):
            continue  # no colonist of the kind ever stands there
        other = "sea" if kind == "land" else "land"
        game = make_game(
            map, 3, colonists={0: [f"{kind} {place}"] + [f"{other} roma"] * (points - 1)}
        )
        play(game, "play architect", f"move {kind} {place}")
        assert {text.split(" ")[-1] for text in words(game)} == set(found)
        for text in words(game):
            moved = play(game.copy(), text)
            left = points - found[text.split(" ")[-1]]
            assert int(moved.position.cells[20]) == left


def test_a_land_colonist_uses_land_lines_and_a_sea_colonist_sea_lines():
    """R5.2: a land colonist uses brown (land) lines, a sea colonist blue (sea) lines."""
    game = stand(["land roma", "sea roma"])
    why = refused(game, "move land roma carthago~roma")
    assert (why.rule, why.key) == ("R5.2", "architect.wrong-kind")
    assert why.values == {"kind": "land", "line": "carthago~roma"}
    why = refused(game, "move sea roma aquileia~roma")
    assert (why.rule, why.key) == ("R5.2", "architect.wrong-kind")
    play(game, "move sea roma")
    why = refused(game, "to land aquileia~roma")
    assert (why.rule, why.key) == ("R5.2", "architect.wrong-kind")


def test_a_sea_colonist_is_never_on_a_land_line():
    """R5.2: a step that puts a colonist on a line of the other kind names no place of the board."""
    game = stand(["sea roma"])
    why = refused(game, "move sea aquileia~roma carthago~roma")
    assert (why.rule, why.key) == ("R5.2", "architect.wrong-kind")


def test_from_a_city_the_first_point_takes_it_onto_a_line_of_that_city():
    """R5.2: from a city, the first point takes it onto a line of that city."""
    game = stand(["sea massilia"])
    play(game, "move sea massilia")
    assert words(game) == [
        "to sea carthago~massilia",
        "to sea massilia~roma",
        "to sea massilia~valentia",
    ]


def test_from_a_line_each_point_goes_through_a_city_at_either_end():
    """R5.2: from a line, each point takes it through a city at either end onto another line."""
    game = stand(["sea massilia~roma"])
    play(game, "move sea massilia~roma")
    assert words(game) == [
        "to sea carthago~massilia",
        "to sea carthago~roma",
        "to sea massilia~valentia",
        "to sea roma~syracusae",
    ]


def test_lines_that_no_way_leads_to():
    """R5.2: where no lines of the kind lead, no points help."""
    # Both boards hang together, so this takes a board of its own: land lines on an island apart.
    cities = ["roma", "ostia", "melita", "gaulos"]
    lines = [("land", "ostia", "roma"), ("land", "gaulos", "melita"), ("sea", "melita", "roma")]
    board = Board(
        {
            "meta": {"id": "islands", "name": "Islands", "players": [3]},
            "topology": {
                "capital": "roma",
                "provinces": [{"id": "latium", "name": "Latium"}],
                "cities": [
                    {
                        "id": city,
                        "name": city.capitalize(),
                        "letter": None if city == "roma" else "A",
                        "province": None if city == "roma" else "latium",
                    }
                    for city in cities
                ],
                "lines": [{"kind": kind, "between": [a, b]} for kind, a, b in lines],
            },
        }
    )
    stack = make_game().position.deal.stack
    game = Game(start(Deal(board, Options(players=3), vec[i64]([-1, 0, 1, 2]), stack)))
    play(game, "play architect", "move land roma")
    assert words(game) == ["to land ostia~roma"]
    why = refused(game, "to gaulos~melita")
    assert (why.rule, why.key) == ("R5.2", "architect.no-way")


def test_occupied_lines_may_be_passed_over_and_cost_their_point():
    """R5.3: occupied lines may be passed over (they cost their point)."""
    blocked = {1: ["land aquileia~roma", "land novaria~roma", "land roma~syracusae"]}
    game = stand(["land roma", "sea roma"], blocked)
    play(game, "move land roma")
    lines = {text.removeprefix("to land ") for text in words(game)}
    assert lines == {
        "aquileia~novaria",
        "aquileia~sirmium",
        "aquileia~vindobona",
        "colonia-a~novaria",
        "massilia~novaria",
    }
    play(game, "to aquileia~sirmium")
    assert words(game, "move") == []


def test_a_colonist_may_not_end_its_move_on_a_line_that_holds_another_of_any_colour():
    """R5.3: a colonist may not end its move on a line that holds any other colonist."""
    for own, others in (
        (["land aquileia~roma"], {}),
        ([], {1: ["land aquileia~roma"]}),
        ([], {2: ["land aquileia~roma"]}),
    ):
        game = stand(["land roma", *own], others)
        play(game, "move land roma")
        why = refused(game, "to aquileia~roma")
        assert (why.rule, why.key) == ("R5.3", "architect.occupied")
        assert why.values == {"line": "aquileia~roma", "kind": "land"}


def test_a_line_that_was_left_is_free():
    """R5.3: a line is free again once its colonist has left it."""
    game = stand(["land aquileia~roma", "land roma"])
    play(game, "move land aquileia~roma aquileia~sirmium", "move land roma aquileia~roma")
    assert game.state()["players"][0]["colonists"] == [
        "land aquileia~roma",
        "land aquileia~sirmium",
    ]


def test_a_colonist_that_reaches_no_free_line_cannot_move():
    """R5.3: a colonist with no free line in reach cannot be picked."""
    blocked = {1: ["land aquileia~roma", "land novaria~roma", "land roma~syracusae"]}
    game = stand(["land roma"], blocked)
    assert words(game) == ["end"]
    why = refused(game, "move land roma")
    assert (why.rule, why.key) == ("R5.3", "architect.no-free-line")
    assert why.values == {"kind": "land", "place": "roma"}


def test_a_land_and_a_sea_line_between_the_same_cities_are_two_lines():
    """R5.3: a land and a sea line between the same two cities are two lines."""
    game = stand(["sea roma", "land roma"], {1: ["land roma~syracusae"]})
    assert refused(game, "move land roma roma~syracusae").key == "architect.occupied"
    play(game, "move sea roma roma~syracusae")
    assert game.state()["players"][0]["colonists"] == ["land roma", "sea roma~syracusae"]
    assert game.state()["players"][1]["colonists"] == ["land roma~syracusae"]
    why = refused(play(game.copy(), "move sea roma~syracusae"), "to land roma~syracusae")
    assert why.key == "architect.wrong-kind"


def test_twins_may_be_named_with_or_without_their_kind():
    """R5.3: the picked colonist says which of two twins is meant."""
    for step in ("to sea roma~syracusae", "to roma~syracusae", "roma~syracusae"):
        game = stand(["sea roma", "land roma"])
        play(game, "move sea roma", step)
        assert "sea roma~syracusae" in game.state()["players"][0]["colonists"]


def test_a_colonists_move_ends_on_a_line_never_in_a_city():
    """R5.4: a colonist's move ends on a line, never in a city."""
    game = stand(["land roma", "sea roma"])
    play(game, "move land roma")
    assert all("~" in text for text in words(game))
    with pytest.raises(NotationError):
        game.play("to massilia")
    with pytest.raises(IllegalActionError, match=r"ends on a line, not in Massilia \(R5\.4\)"):
        stand(["land roma"]).play("move land roma massilia")
    for step in ("move sea roma", "move land roma"):
        why = refused(game, step)
        assert (why.rule, why.key) == ("R5.4", "architect.finish-move")
    assert refused(game, "end").key == "turn.decide-first"


# --- building -----------------------------------------------------------------------------------


def test_houses_are_built_in_cities_that_touch_a_line_with_an_own_colonist():
    """R5.5: any number of houses in cities that touch a line on which an own colonist stands."""
    game = stand(
        ["sea massilia~roma", "land colonia-a~vindobona"],
        tokens={"massilia": "brick", "colonia-a": "brick", "vindobona": "food"},
        goods={0: {"food": 4, "brick": 2}},
        money={0: 20},
    )
    assert words(game, "build") == ["build massilia", "build colonia-a", "build vindobona"]
    play(game, "build vindobona", "build massilia", "build colonia-a")
    assert game.state()["players"][0]["houses"] == ["colonia-a", "massilia", "vindobona"]
    assert words(game) == ["end"]


def test_a_city_no_own_colonist_touches_cannot_be_built_in():
    """R5.5: not in a city that only others' colonists touch."""
    game = stand(["sea massilia~roma"], {1: ["land aquileia~roma"]}, goods=RICH, money={0: 50})
    for city in ("aquileia", "londinium"):
        why = refused(game, f"build {city}")
        assert (why.rule, why.key, why.values) == ("R5.5", "architect.not-beside", {"city": city})


def test_a_colonist_standing_in_a_city_gives_no_right_to_build():
    """R5.5: a colonist standing in a city gives no right to build."""
    game = stand(
        ["land massilia", "sea massilia"], houses={1: ["massilia"]}, goods=RICH, money={0: 50}
    )
    assert words(game, "build") == []
    assert refused(game, "build massilia").key == "architect.not-beside"


def test_building_comes_when_all_moving_is_done():
    """R5.5: then, when all moving is done, build: the first house ends the moving."""
    game = stand(
        ["sea massilia~roma", "land roma"],
        tokens={"massilia": "brick"},
        goods=RICH,
        money={0: 50},
    )
    play(game, "build massilia")
    assert words(game) == ["end"]
    for step in ("move land roma", "to land aquileia~roma", "move land roma aquileia~roma"):
        why = refused(game, step)
        assert (why.rule, why.key) == ("R5.5", "architect.building")


def test_a_picked_colonist_moves_before_anything_is_built():
    """R5.5: a move that was begun is finished before the first house."""
    game = stand(["sea massilia~roma", "land roma"], goods=RICH, money={0: 50})
    play(game, "move land roma")
    why = refused(game, "build massilia")
    assert (why.rule, why.key) == ("R5.5", "architect.finish-move")


def test_building_needs_no_move():
    """R5.5: one may build without moving, and move without building."""
    game = stand(["sea massilia~roma"], tokens={"massilia": "brick"}, money={0: 1})
    play(game, "build massilia", "end")
    game = play(stand(["sea massilia~roma"]), "move sea massilia~roma carthago~roma", "end")
    assert game.turn == 1


def test_a_colonist_that_moved_builds_where_it_stands_now():
    """R5.5: what counts is where the colonists stand after moving."""
    game = stand(["sea massilia~roma"], goods=RICH, money={0: 50})
    assert words(game, "build") == ["build massilia"]
    play(game, "move sea massilia~roma carthago~roma")
    assert words(game, "build") == ["build carthago"]


def test_one_house_a_player_a_city():
    """R5.6: one house a player a city."""
    game = stand(
        ["sea massilia~roma"], houses={0: ["massilia"], 1: ["carthago"]}, goods=RICH, money={0: 50}
    )
    why = refused(game, "build massilia")
    assert (why.rule, why.key, why.values) == ("R5.6", "architect.own-house", {"city": "massilia"})
    play(game, "move sea massilia~roma carthago~roma", "build carthago")


def test_never_in_roma():
    """R5.6: never in Roma."""
    for places in (
        ["sea massilia~roma"],
        ["land roma"],
        ["land novaria~roma", "sea carthago~roma"],
    ):
        game = stand(places, goods=RICH, money={0: 50})
        why = refused(game, "build roma")
        assert (why.rule, why.key, why.values) == ("R5.6", "architect.capital", {"city": "roma"})
        assert str(why) == "no house can be built in Roma (R5.6)"


@pytest.mark.parametrize("token", HOUSE)
@pytest.mark.parametrize("others", [[], [1], [1, 2], [1, 2, 3, 4]])
def test_the_cost_of_a_house(token, others):
    """R5.7: goods by the city's good, and money times the houses then in the city, this included."""
    sestertii, price = HOUSE[token]
    due = sestertii * (len(others) + 1)
    game = stand(
        ["sea massilia~roma"],
        players=5,
        tokens={"massilia": token},
        houses={seat: ["massilia"] for seat in others},
        goods={0: price},
        money={0: due},
    )
    play(game, "build massilia")
    assert money(game) == 0
    assert goods(game) == {}, "the goods are never multiplied"


@pytest.mark.parametrize("token", HOUSE)
def test_without_the_money_there_is_no_house(token):
    """R5.7: a house that cannot be paid cannot be built."""
    sestertii, price = HOUSE[token]
    game = stand(
        ["sea massilia~roma"],
        tokens={"massilia": token},
        houses={1: ["massilia"]},
        goods={0: price},
        money={0: 2 * sestertii - 1},
    )
    assert words(game, "build") == []
    why = refused(game, "build massilia")
    assert (why.rule, why.key) == ("R5.7", "architect.money")
    assert why.values == {
        "city": "massilia",
        "price": 2 * sestertii,
        "money": 2 * sestertii - 1,
    }


@pytest.mark.parametrize("token", HOUSE)
def test_without_the_goods_there_is_no_house(token):
    """R5.7: each good of the price is needed."""
    _, price = HOUSE[token]
    plenty = {"brick": 1, "food": 1, "tool": 1, "wine": 1, "cloth": 1}
    for lacking in price:
        game = stand(
            ["sea massilia~roma"],
            tokens={"massilia": token},
            goods={0: {**plenty, lacking: 0}},
            money={0: 99},
        )
        why = refused(game, "build massilia")
        assert (why.rule, why.key) == ("R5.7", "architect.goods")
        assert why.values == {"city": "massilia", "good": lacking}


def test_a_brick_city_costs_no_brick():
    """R5.7: a house in a brick city costs 1 food and no brick."""
    game = stand(
        ["sea massilia~roma"], tokens={"massilia": "brick"}, goods={0: {"food": 1}}, money={0: 1}
    )
    play(game, "build massilia")


def test_each_house_is_paid_in_turn():
    """R5.7: money and goods spent on one house are not there for the next."""
    game = stand(
        ["land burdigala~massilia"],
        tokens={"massilia": "brick", "burdigala": "brick"},
        goods={0: {"food": 1}},
        money={0: 10},
    )
    assert words(game, "build") == ["build burdigala", "build massilia"]
    play(game, "build massilia")
    assert refused(game, "build burdigala").key == "architect.goods"


def test_the_houses_then_in_the_city_count_not_those_of_the_province():
    """R5.7: the houses in the city count, whoever owns them; other cities' do not."""
    game = stand(
        ["sea massilia~roma"],
        tokens={"massilia": "cloth"},
        houses={1: ["burdigala", "lutetia"], 2: ["massilia"], 0: ["lutetia"]},
        goods={0: {"brick": 1, "cloth": 1}},
        money={0: 30},
    )
    play(game, "build massilia")
    assert money(game) == 20


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_the_architect_offers_moves_houses_and_the_end(map, players):
    """R5.1: an Architect at the start: two points, both colonists can be picked."""
    game = play(Game.new(map, players, 1), "play architect")
    assert words(game) == ["end", "move land roma", "move sea roma"]
