"""R6: Prefect and Praefectus Magnus."""

import pytest

from praefectus import Game
from praefectus.rules.facts import load_board
from tests.support import TABLES, goods, make_game, money, play, refused, words

# Gallia with these tokens has a cloth marker; Mauretania a food marker.
GALLIA = {"burdigala": "food", "lutetia": "tool", "massilia": "cloth"}


def gallia(**more: object) -> Game:
    """Gallia produces; seat 2 holds the Praefectus Magnus, storehouses are empty of goods."""
    settings: dict[str, object] = {
        "players": 4,
        "tokens": GALLIA,
        "magnus": 3,
        "goods": {seat: {} for seat in range(4)},
    }
    return make_game(**{**settings, **more})  # type: ignore[arg-type]


# --- producing ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_any_province_whose_marker_is_goods_side_up_can_be_picked(map, players):
    """R6.1: pick a province whose marker is goods side up."""
    game = play(Game.new(map, players, 1), "play prefect")
    names = load_board(map).province_names
    assert words(game) == ["cash", *(f"produce {name}" for name in names)]


def test_a_province_whose_marker_shows_coins_cannot_be_picked():
    """R6.1: a province whose marker shows its coin side cannot be picked."""
    game = play(make_game(coins=["gallia", "syria"]), "play prefect")
    assert "produce gallia" not in words(game)
    why = refused(game, "produce syria")
    assert (why.rule, why.key, why.values) == ("R6.1", "prefect.turned", {"province": "syria"})


def test_the_marker_is_turned_to_its_coin_side():
    """R6.1: turn it to its coin side."""
    game = play(gallia(coins=["asia"]), "play prefect", "produce gallia")
    turned = [name for name, side in game.state()["markers"].items() if side == "coins"]
    assert turned == ["gallia", "asia"]


def test_the_acting_player_receives_1_of_the_markers_good():
    """R6.1: receive 1 of the marker's good from the bank; no house is needed there to pick it."""
    game = play(gallia(), "play prefect", "produce gallia", "end")
    assert [goods(game, seat) for seat in range(4)] == [{"cloth": 1}, {}, {}, {}]


def test_every_house_in_the_province_gives_its_owner_1_of_its_citys_good():
    """R6.1: then every house in that province, whoever owns it, gives its owner its city's good."""
    game = gallia(
        houses={
            0: ["burdigala", "lutetia"],
            1: ["burdigala", "lutetia", "massilia"],
            2: ["massilia"],
        }
    )
    play(game, "play prefect", "produce gallia", "end")
    assert goods(game, 0) == {"food": 1, "tool": 1, "cloth": 1}
    assert goods(game, 1) == {"food": 1, "tool": 1, "cloth": 1}
    assert goods(game, 2) == {"cloth": 1}
    assert goods(game, 3) == {}


def test_houses_in_other_provinces_give_nothing():
    """R6.1: only houses in that province produce."""
    game = gallia(houses={0: ["londinium", "valentia"], 1: ["rusadir"]})
    play(game, "play prefect", "produce gallia", "end")
    assert goods(game, 0) == {"cloth": 1}
    assert goods(game, 1) == {}


def test_roma_belongs_to_no_province_that_could_be_picked():
    """R6.1: Italia on Imperium produces without Roma."""
    game = gallia(tokens={"novaria": "brick", "aquileia": "cloth"}, houses={1: ["novaria"]})
    play(game, "play prefect", "produce italia", "end")
    assert goods(game, 0) == {"cloth": 1}
    assert goods(game, 1) == {"brick": 1}


@pytest.mark.parametrize("first", ["cash", "produce gallia"])
@pytest.mark.parametrize("second", ["cash", "produce gallia", "produce asia"])
def test_a_prefect_does_one_thing(first, second):
    """R6.1: one province, or the cash, and no more."""
    game = play(gallia(), "play prefect", first)
    assert words(game) == ["end"]
    why = refused(game, second)
    assert (why.rule, why.key) == ("R6.1", "prefect.once")


# --- cash ---------------------------------------------------------------------------------------


def test_cash_brings_1_sestertius_for_each_coin_on_all_coin_side_markers():
    """R6.2: receive 1 sestertius for each coin on all coin-side markers."""
    # A cloth marker has 1 coin, the others 2.
    game = gallia(
        tokens={**GALLIA, "carthago": "food", "rusadir": "brick", "isca-d": "tool"},
        coins=["gallia", "mauretania"],
        money={0: 1},
    )
    play(game, "play prefect", "cash")
    assert money(game) == 1 + 1 + 2


@pytest.mark.parametrize(
    ("good", "coins"), [("brick", 2), ("food", 2), ("tool", 2), ("wine", 2), ("cloth", 1)]
)
def test_the_coins_on_a_marker(good, coins):
    """R6.2: a marker's coin side has 2 coins, that of cloth 1."""
    game = gallia(tokens={"carthago": good, "rusadir": "brick"}, coins=["mauretania"], money={0: 0})
    assert money(play(game, "play prefect", "cash")) == coins


def test_all_of_those_are_turned_back_to_goods_side():
    """R6.2: then turn all of those back to goods side."""
    game = gallia(coins=["gallia", "asia", "hispania"])
    play(game, "play prefect", "cash")
    assert set(game.state()["markers"].values()) == {"goods"}


def test_cash_is_legal_with_none_turned():
    """R6.2: legal with none turned: it then brings nothing."""
    game = play(gallia(money={0: 4}), "play prefect", "cash", "end")
    assert money(game) == 4
    assert game.turn == 1


def test_cash_brings_no_goods_to_anybody():
    """R6.2: cash produces nothing."""
    game = gallia(houses={seat: ["massilia"] for seat in range(4)}, coins=["gallia"])
    play(game, "play prefect", "cash", "end")
    assert [goods(game, seat) for seat in range(4)] == [{}, {}, {}, {}]


# --- Praefectus Magnus --------------------------------------------------------------------------


def test_its_holder_receives_2_of_the_markers_good():
    """R6.3: its holder, when producing, receives 2 of the marker's good instead of 1."""
    game = play(gallia(magnus=0), "play prefect", "produce gallia")
    assert goods(game) == {"cloth": 2}


def test_city_production_is_not_doubled():
    """R6.3: city production is not doubled."""
    game = gallia(magnus=0, houses={0: ["burdigala", "massilia"]})
    play(game, "play prefect", "produce gallia")
    assert goods(game) == {"cloth": 3, "food": 1}


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_it_passes_to_the_right_at_the_end_of_the_turn(map, players):
    """R6.3: at the end of the turn it passes to the player who sits before in turn order."""
    for seat in range(players):
        game = make_game(map, players, seat=seat, magnus=seat)
        province = load_board(map).province_names[0]
        play(game, "play prefect", f"produce {province}")
        assert game.state()["praefectus_magnus"] == seat
        play(game, "end")
        assert game.state()["praefectus_magnus"] == (seat - 1) % players


def test_it_must_be_used():
    """R6.3: it must be used: there is no way to receive 1 and keep it."""
    game = play(gallia(magnus=0), "play prefect")
    assert words(game, "produce gallia") == ["produce gallia"]
    play(game, "produce gallia")
    assert goods(game) == {"cloth": 2}


@pytest.mark.parametrize(("free", "received"), [(0, 0), (1, 1), (2, 2)])
def test_it_is_passed_on_even_if_there_is_no_room_for_the_goods(free, received):
    """R6.3: it is passed on even if there is no room for the goods."""
    game = gallia(magnus=0, goods={0: {"brick": 8 - free}})
    play(game, "play prefect", "produce gallia", "end")
    assert goods(game).get("cloth", 0) == received
    assert game.state()["praefectus_magnus"] == 3


def test_a_full_storehouse_still_lets_others_produce():
    """R6.3: with a full storehouse the holder may produce for the others."""
    game = gallia(magnus=0, goods={0: {"brick": 8}, 1: {}}, houses={1: ["lutetia"]})
    play(game, "play prefect", "produce gallia", "end")
    assert goods(game, 1) == {"tool": 1}


def test_cash_neither_uses_nor_moves_it():
    """R6.3: cash neither uses nor moves it."""
    game = gallia(magnus=0, coins=["gallia"], money={0: 0})
    play(game, "play prefect", "cash", "end")
    assert money(game) == 1
    assert game.state()["praefectus_magnus"] == 0


def test_others_who_produce_neither_use_nor_move_it():
    """R6.3: only its holder uses it."""
    game = gallia(magnus=2, houses={2: ["massilia"]})
    play(game, "play prefect", "produce gallia", "end")
    assert goods(game, 0) == {"cloth": 1}
    assert goods(game, 2) == {"cloth": 1}
    assert game.state()["praefectus_magnus"] == 2


def test_a_copied_prefect_uses_it_too():
    """R6.3: when producing with a Prefect, own or copied."""
    game = gallia(magnus=0, discard={2: ["prefect"]})
    play(game, "play diplomat-jupiter", "copy 2", "produce gallia", "end")
    assert goods(game) == {"cloth": 2}
    assert game.state()["praefectus_magnus"] == 3


def test_a_prefect_copied_from_the_holder_does_not_use_it():
    """R6.3: copying the holder's Prefect neither doubles nor moves it."""
    game = gallia(magnus=2, discard={2: ["prefect"]})
    play(game, "play diplomat-jupiter", "copy 2", "produce gallia", "end")
    assert goods(game) == {"cloth": 1}
    assert game.state()["praefectus_magnus"] == 2


def test_the_other_cards_do_not_move_it():
    """R6.3: cards other than a Prefect leave it where it is."""
    for card in ("architect", "mercator-3", "senator", "tribune", "mason"):
        game = gallia(magnus=0, hand={0: [card]}, houses={0: ["massilia"]})
        play(game, f"play {card}", "end")
        assert game.state()["praefectus_magnus"] == 0


# --- overflow -----------------------------------------------------------------------------------


def test_for_the_acting_player_marker_goods_and_house_goods_are_one_lot():
    """R6.4: for the acting player, marker goods and house goods are one lot."""
    game = gallia(magnus=0, houses={0: ["burdigala", "lutetia"]}, goods={0: {"brick": 5}})
    play(game, "play prefect", "produce gallia")
    assert game.phase == "keep"
    assert game.seat == 0
    # 2 cloth, 1 food, 1 tool for 3 spaces.
    kept = set()
    todo = [game]
    while todo:
        at = todo.pop()
        if at.phase == "end":
            kept.add(tuple(sorted(goods(at).items())))
            continue
        for action in at.legal_actions:
            after = at.copy()
            after.push(action)
            todo.append(after)
    assert len(kept) == 3


def test_players_with_a_choice_choose_clockwise_the_acting_player_first():
    """R6.4: players with a choice choose clockwise, the acting player first."""
    full = {"wine": 7}
    houses = ["burdigala", "lutetia"]
    game = gallia(
        seat=2,
        magnus=3,
        goods=dict.fromkeys(range(4), full),
        houses=dict.fromkeys(range(4), houses),
    )
    play(game, "play prefect", "produce gallia")
    asked = []
    while game.turn == 0:
        if game.phase == "keep":
            asked.append(game.seat)
            assert game.turn_seat == 2
            play(game, "keep tool")
        play(game, "end")
    assert asked == [2, 3, 0, 1]
    assert all(goods(game, seat) == {"wine": 7, "tool": 1} for seat in range(4))


def test_others_are_asked_only_after_the_end_of_the_acting_players_part():
    """R6.4: nobody else is asked before the acting player has ended."""
    game = gallia(goods={0: {}, 1: {"wine": 7}}, houses={1: ["burdigala", "lutetia"]})
    play(game, "play prefect", "produce gallia")
    assert (game.seat, game.phase) == (0, "end")
    play(game, "end")
    assert (game.seat, game.turn_seat, game.phase, game.turn) == (1, 0, "keep", 0)
    assert words(game) == ["keep food", "keep tool"]
    assert refused(game, "end").key == "keep.choose-first"
    play(game, "keep food")
    assert words(game) == ["end"]
    why = refused(game, "keep tool")
    assert (why.rule, why.key) == ("R6.4", "keep.full")
    play(game, "end")
    assert (game.seat, game.turn) == (1, 1)
    assert goods(game, 1) == {"wine": 7, "food": 1}


def test_others_without_a_choice_receive_theirs_without_being_asked():
    """R6.4: players without a choice are passed over, the rest is asked in order."""
    game = gallia(
        goods={0: {"wine": 7}, 1: {"wine": 8}, 2: {"wine": 7}, 3: {"wine": 2}},
        houses={seat: ["burdigala", "lutetia"] for seat in range(4)},
    )
    play(game, "play prefect", "produce gallia", "keep cloth", "end")
    assert game.seat == 2
    play(game, "keep 2 tool", "end")
    assert game.turn == 1
    assert goods(game, 1) == {"wine": 8}
    assert goods(game, 2) == {"wine": 7, "tool": 1}
    assert goods(game, 3) == {"wine": 2, "food": 1, "tool": 1}


def test_there_is_no_choice_if_nothing_fits():
    """R6.4: there is no choice if nothing fits."""
    game = gallia(goods={0: {"wine": 8}}, houses={0: ["burdigala", "lutetia"]})
    play(game, "play prefect", "produce gallia")
    assert game.phase == "end"
    assert goods(game) == {"wine": 8}


def test_there_is_no_choice_if_only_one_selection_is_possible():
    """R6.4: there is no choice if only one selection is possible: one kind of good, too many."""
    game = gallia(magnus=0, goods={0: {"wine": 7}}, houses={0: ["massilia"]})
    play(game, "play prefect", "produce gallia")  # three cloth for one space
    assert game.phase == "end"
    assert goods(game) == {"wine": 7, "cloth": 1}


def test_there_is_no_choice_if_all_fits():
    """R6.4: there is no choice if all fits, to the last space."""
    game = gallia(goods={0: {"wine": 5}}, houses={0: ["burdigala", "lutetia"]})
    play(game, "play prefect", "produce gallia")
    assert game.phase == "end"
    assert goods(game) == {"wine": 5, "food": 1, "tool": 1, "cloth": 1}


def test_the_praefectus_magnus_passes_on_after_all_have_chosen():
    """R6.3: it passes at the end of the turn, after everybody's choice."""
    game = gallia(magnus=0, goods={1: {"wine": 7}}, houses={1: ["burdigala", "lutetia"]})
    play(game, "play prefect", "produce gallia", "end")
    assert game.state()["praefectus_magnus"] == 0
    play(game, "keep food", "end")
    assert game.state()["praefectus_magnus"] == 3


def test_a_keep_step_of_another_seat_ends_the_acting_players_part():
    """R6.4: in a record the other's choice follows at once."""
    game = gallia(goods={1: {"wine": 7}}, houses={1: ["burdigala", "lutetia"]})
    play(game, "play prefect", "produce gallia", "keep 1 tool")
    assert goods(game, 1) == {"wine": 7, "tool": 1}
    assert words(game) == ["end"]
    assert refused(game, "keep 1 tool").key == "keep.no-choice"
    game = gallia(goods={1: {"wine": 7}}, houses={1: ["burdigala", "lutetia"]})
    play(game, "play prefect", "produce gallia")
    why = refused(game, "keep 2 tool")
    assert (why.rule, why.key, why.values) == (
        "R6.4",
        "keep.wrong-seat",
        {"decider": 1, "seat": 2},
    )
