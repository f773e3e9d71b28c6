"""R3: storehouse, goods and money."""

import pytest

from praefectus import Game
from praefectus.rules.state import block, room
from tests.support import goods, make_game, play, refused, words

# Eight cities of Aegyptus, Syria and Asia; their tokens are set where a test needs them.
AEGYPTUS = ["alexandria", "petra", "memphis"]


def free(game: Game, seat: int = 0) -> int:
    return int(room(game.position.cells, block(seat)))


def test_a_storehouse_has_12_spaces():
    """R3.1: a storehouse has 12 spaces; each holds one colonist or one unit of goods."""
    game = make_game(
        goods={0: {}, 1: {"wine": 6}},
        colonists={
            0: ["land roma"] * 3 + ["sea roma"] * 3,
            1: [],
            2: ["land roma", "sea roma"],
        },
    )
    assert [free(game, seat) for seat in range(3)] == [12, 0, 2]


@pytest.mark.parametrize("stored", range(7))
def test_room_for_goods_is_12_less_the_colonists_in_the_storehouse(stored):
    """R3.1: room for goods is 12 less the colonists still in the storehouse."""
    out = (["land roma"] * 3 + ["sea roma"] * 3)[stored:]
    game = make_game(colonists={0: out}, goods={0: {}}, money={0: 100})
    assert free(game) == 12 - stored
    play(game, "play mercator-3")
    most = 12 - stored
    assert words(game, "buy brick")[-1] == f"buy brick {most}"
    if stored:
        why = refused(game, f"buy brick {most + 1}")
        assert (why.rule, why.key) == ("R3.1", "mercator.room")
        assert why.values == {"good": "brick", "units": most + 1, "room": most}
    play(game, f"buy brick {most}")
    assert free(game) == 0


def test_placing_a_colonist_makes_room():
    """R3.1: a colonist that leaves the storehouse leaves its space to goods."""
    game = make_game(goods={0: {"food": 4, "tool": 4}})
    assert free(game) == 0
    play(game, "play tribune", "colonist sea", "end")
    assert free(game) == 3  # the colonist, its food and its tool


def overflow(**more: object) -> Game:
    """Seat 0 with 2 free spaces produces in Aegyptus: cloth from the marker, and three houses."""
    return make_game(
        tokens={"alexandria": "cloth", "petra": "brick", "memphis": "wine"},
        houses={0: AEGYPTUS},
        goods={0: {"tool": 6}},
        **more,  # type: ignore[arg-type]
    )


def test_goods_may_never_be_thrown_away_to_make_room():
    """R3.2: goods may never be thrown away to make room."""
    game = play(overflow(), "play prefect", "produce aegyptus")
    assert words(game) == ["keep brick", "keep wine", "keep cloth"]
    why = refused(game, "keep tool")
    assert (why.rule, why.key, why.values) == ("R3.2", "keep.not-received", {"good": "tool"})
    play(game, "keep brick", "keep cloth")
    assert goods(game) == {"brick": 1, "tool": 6, "cloth": 1}


def test_who_receives_more_than_fits_chooses_out_of_those_just_received():
    """R3.2: a player who receives more than fits chooses, out of those just received, which to keep."""
    game = play(overflow(), "play prefect", "produce aegyptus")
    kept = set()
    for first in game.legal_actions:
        one = game.copy()
        one.push(first)
        for second in one.legal_actions:
            two = one.copy()
            two.push(second)
            assert two.phase == "end"
            kept.add((one.text(first)[5:], two.text(second)[5:]))
    # Every pair out of brick, wine, cloth, cloth, and each of them once.
    assert kept == {("brick", "wine"), ("brick", "cloth"), ("wine", "cloth"), ("cloth", "cloth")}


def test_every_free_space_must_be_filled():
    """R3.2: and must fill every free space."""
    game = play(overflow(), "play prefect", "produce aegyptus")
    why = refused(game, "end")
    assert (why.rule, why.key) == ("R3.2", "keep.choose-first")
    play(game, "keep wine")
    assert refused(game, "end").key == "keep.choose-first"
    play(game, "keep cloth")
    assert words(game) == ["end"]
    assert free(game) == 0


def test_units_are_chosen_in_ascending_order():
    """R3.2: a selection is one sequence of units, in ascending order."""
    game = play(overflow(), "play prefect", "produce aegyptus", "keep wine")
    why = refused(game, "keep brick")
    assert (why.rule, why.key, why.values) == ("R3.2", "keep.order", {"good": "brick"})
    assert words(game) == ["keep cloth"]
    assert refused(game, "keep wine").key == "keep.not-received"


def test_a_unit_that_would_leave_a_space_empty_cannot_be_chosen_first():
    """R3.2: a unit after which the rest could not fill every space is refused."""
    game = make_game(
        tokens={"alexandria": "cloth", "petra": "brick", "memphis": "brick"},
        houses={0: AEGYPTUS},
        goods={0: {"tool": 5}},
    )
    play(game, "play prefect", "produce aegyptus")
    assert words(game) == ["keep brick"]  # two bricks, two cloth, three spaces
    why = refused(game, "keep cloth")
    assert (why.rule, why.key) == ("R3.2", "keep.fill")
    assert why.values == {"good": "cloth", "spaces": 3}


def test_a_keep_step_names_goods_in_any_order():
    """R3.2: a whole step names the goods in any order and fills the space exactly."""
    game = play(overflow(), "play prefect", "produce aegyptus")
    assert refused(game, "keep 0 cloth").values == {"spaces": 2}
    assert refused(game, "keep 0 cloth cloth wine").key == "keep.fill"
    assert refused(game, "keep 0 wine wine").key == "keep.not-received"
    why = refused(game, "keep 1 cloth cloth")
    assert (why.rule, why.key) == ("R6.4", "keep.wrong-seat")
    play(game, "keep 0 cloth brick")
    assert goods(game) == {"brick": 1, "tool": 6, "cloth": 1}


def test_nothing_can_be_kept_when_there_is_nothing_to_choose():
    """R6.4: there is nothing to keep when all fits."""
    game = play(Game.new("imperium", 3, 1), "play prefect", "produce aegyptus")
    why = refused(game, "keep 0 wine")
    assert (why.rule, why.key) == ("R6.4", "keep.no-choice")
    assert refused(game, "keep wine").key == "turn.not-now"


def test_goods_and_money_are_unlimited():
    """R3.3: goods and money are unlimited."""
    seats = range(5)
    game = make_game(
        players=5,
        goods={seat: {"cloth": 12} for seat in seats},
        colonists={seat: ["land roma"] * 3 + ["sea roma"] * 3 for seat in seats},
        money=dict.fromkeys(seats, 10_000),
    )
    play(game, "play mercator-3", "sell cloth 12", "buy wine 12", "end")
    assert goods(game) == {"wine": 12}
    assert game.state()["players"][0]["money"] == 10_000 + 3 + 12 * 7 - 12 * 6


def test_colonists_are_six_a_player():
    """R3.3: colonists are 6 a player (3 land, 3 sea)."""
    game = make_game(
        hand={0: ["colonist"]}, goods={0: {"food": 4, "tool": 4}}, houses={0: ["massilia"]}
    )
    play(game, "play colonist")
    play(game, "settle land roma", "settle sea roma", "settle land massilia")
    why = refused(game, "settle land roma")
    assert (why.rule, why.key) == ("R7.1", "colonist.none-left")
    assert why.values == {"kind": "land", "city": "roma"}
    play(game, "settle sea massilia")
    assert words(game) == ["end"]
    assert game.state()["players"][0]["colonists"] == [
        "land massilia",
        "land roma",
        "land roma",
        "sea massilia",
        "sea roma",
        "sea roma",
    ]


def test_houses_are_fifteen_a_player():
    """R3.3: houses are 15 a player."""
    cities = Game.new("imperium", 3, 1).position.board.city_names[1:]
    near = ["alexandria", "cyrene"]
    game = make_game(
        houses={0: [city for city in cities if city not in near][:14]},
        tokens={"alexandria": "brick", "cyrene": "brick"},
        goods={0: {"food": 4}},
        money={0: 20},
        colonists={0: ["land alexandria~cyrene"]},
    )
    play(game, "play architect", "build cyrene")
    assert words(game) == ["end"]
    why = refused(game, "build alexandria")
    assert (why.rule, why.key) == ("R3.3", "architect.no-houses")


def test_players_do_not_trade_with_each_other():
    """R3.4: players do not trade with each other: only the bank's side of a trade changes."""
    game = make_game(goods={0: {"wine": 2}, 1: {"wine": 2}, 2: {}})
    others = game.state()["players"][1:]
    play(game, "play mercator-3", "sell wine 2", "buy cloth 1", "end")
    assert game.state()["players"][1:] == others
    verbs = {game.text(action).split(" ")[0] for action in range(game.action_count)}
    assert verbs == {
        *("end", "play", "colonist", "income", "cash", "copy", "keep", "sell", "buy", "purchase"),
        *("produce", "move", "to", "build", "settle"),
    }
