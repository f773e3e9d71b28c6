"""R11.1: what sets off the end, and the last turns."""

import pytest

from praefectus import Game, PraefectusError
from praefectus.rules.facts import load_board
from tests.support import TABLES, make_game, play, refused, words


def near_15(players: int = 3, map: str = "imperium", **more: object) -> Game:
    """Seat 0 has 14 houses and can build the 15th, and a 16th if there were one."""
    board = load_board(map)
    line = board.line_names[int(board.capital) + 1]
    near = line.split("~")
    cities = [city for city in board.city_names if city not in ("roma", *near)]
    settings: dict[str, object] = {
        "houses": {0: cities[:14]},
        "tokens": dict.fromkeys(near, "brick"),
        "goods": {0: {"food": 4}},
        "money": {0: 50},
        "colonists": {0: [f"land {line}"]},
    }
    return make_game(map, players, **{**settings, **more})  # type: ignore[arg-type]


def build_15th(game: Game) -> Game:
    play(game, "play architect", words(play(game.copy(), "play architect"), "build")[0], "end")
    return game


def last_card(players: int = 3, map: str = "imperium", **more: object) -> Game:
    """Seat 0 can buy the only card that is left."""
    settings: dict[str, object] = {
        "display": ["mason"],
        "deck": [],
        "goods": {seat: {"food": 3} for seat in range(players)},
    }
    return make_game(map, players, **{**settings, **more})  # type: ignore[arg-type]


def pass_turn(game: Game) -> None:
    play(game, "play tribune", "end")


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_a_15th_house_sets_off_the_end(map, players):
    """R11.1: the end is set off by the player who builds their 15th house."""
    game = build_15th(near_15(players, map))
    assert game.state()["concordia"] == 0
    for seat in range(1, players):
        assert not game.is_over
        assert game.turn_seat == seat
        pass_turn(game)
    assert game.is_over
    assert game.turn == players
    assert game.outcome().reason == "houses"


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_the_last_card_of_the_display_sets_off_the_end(map, players):
    """R11.1: the end is set off by the player who takes the last card of the display."""
    game = play(last_card(players, map), "play senator", "purchase 1", "end")
    assert game.state()["concordia"] == 0
    for _ in range(1, players):
        assert not game.is_over
        pass_turn(game)
    assert game.is_over
    assert game.outcome().reason == "cards"


def test_the_last_two_cards_at_once():
    """R11.1: a Senator may take the last two cards."""
    game = last_card(display=["mason", None, None, "mason"], goods={0: {"food": 2, "cloth": 1}})
    play(game, "play senator", "purchase 1", "purchase 4", "end")
    assert game.state()["concordia"] == 0


def test_a_consul_or_a_copied_card_may_take_the_last_card():
    """R11.1: the last card may be taken with a Consul or through a Diplomat."""
    game = last_card(hand={0: ["consul"]})
    assert play(game, "play consul", "purchase 1", "end").state()["concordia"] == 0
    game = last_card(discard={2: ["consul"]})
    play(game, "play diplomat-jupiter", "copy 2", "purchase 1", "end")
    assert game.state()["concordia"] == 0


def test_an_empty_slot_is_no_end_while_the_deck_is_not_empty():
    """R11.1: the deck being empty: a display that is refilled is no end."""
    game = last_card(deck=["consul"])
    play(game, "play senator", "purchase 1", "end")
    assert game.state()["concordia"] is None
    assert game.state()["display"] == ["consul", *[None] * 6]


def test_the_last_card_but_one_is_no_end():
    """R11.1: as long as a card is for sale the game goes on."""
    game = last_card(display=["mason", "colonist"])
    play(game, "play senator", "purchase 1", "end")
    assert game.state()["concordia"] is None


def test_fourteen_houses_are_no_end():
    """R11.1: it takes the 15th house."""
    game = near_15()
    cities = game.state()["players"][0]["houses"][:13]
    assert build_15th(near_15(houses={0: cities})).state()["concordia"] is None


def test_that_player_takes_the_concordia_card_of_7_points():
    """R11.1: that player takes the Concordia card (7 points)."""
    game = last_card()
    before = [player["points"] for player in game.state()["players"]]
    play(game, "play senator", "purchase 1")
    assert game.state()["concordia"] is None, "only at the end of the turn"
    play(game, "end")
    points = [player["points"] for player in game.state()["players"]]
    assert [p["concordia"] for p in points] == [7, 0, 0]
    assert points[0]["total"] == before[0]["total"] + 7 - (before[0]["vesta"] - points[0]["vesta"])


def test_every_other_player_then_has_one_last_turn():
    """R11.1: every other player then has one last turn, wherever the end was set off."""
    for seat in range(5):
        game = last_card(5, seat=seat, display=["mason"])
        play(game, "play senator", "purchase 1", "end")
        seats = []
        while not game.is_over:
            seats.append(game.turn_seat)
            pass_turn(game)
        assert seats == [(seat + step) % 5 for step in range(1, 5)]


def test_only_the_first_to_set_it_off_takes_the_card():
    """R11.1: only the first takes the card; a 15th house in the last turns changes nothing."""
    game = near_15(seat=2, display=["mason"], deck=[], goods={0: {"food": 4}, 2: {"food": 1}})
    play(game, "play senator", "purchase 1", "end")
    assert game.state()["concordia"] == 2
    build_15th(game)
    assert len(game.state()["players"][0]["houses"]) == 15
    assert game.state()["concordia"] == 2
    assert game.turn_seat == 1
    pass_turn(game)
    assert game.is_over
    assert game.outcome().reason == "cards"


def test_a_last_card_in_the_last_turns_changes_nothing():
    """R11.1: a last card in the last turns changes nothing."""
    game = near_15(display=["mason"], deck=[], goods={0: {"food": 4}, 1: {"food": 1}})
    build_15th(game)
    play(game, "play senator", "purchase 1", "end")
    assert game.state()["concordia"] == 0
    pass_turn(game)
    assert game.is_over
    assert game.outcome().reason == "houses"


def test_both_at_once_in_two_players_last_turns():
    """R11.1: with two players the other has one turn more and the game is over."""
    game = near_15(2, "italia", display=["mason"], deck=[], goods={0: {"food": 4}, 1: {"food": 1}})
    build_15th(game)
    play(game, "play senator", "purchase 1", "end")
    assert game.is_over
    assert game.state()["concordia"] == 0
    assert game.state()["display"] == [None] * 7


def test_houses_of_the_last_turns_count():
    """R11.1: the last turns are turns like others: what they bring counts."""
    game = play(last_card(money={1: 10}), "play senator", "purchase 1", "end")
    play(game, "play mercator-3", "end")
    assert game.state()["players"][1]["money"] == 13


def test_a_16th_house_cannot_be_built():
    """R11.1: the 15th house is the last, in the same turn too."""
    game = near_15()
    play(game, "play architect", words(play(game.copy(), "play architect"), "build")[0])
    assert words(game) == ["end"]


def test_there_is_no_outcome_before_the_end():
    """R11.1: a game that is not over has no outcome."""
    game = play(last_card(), "play senator", "purchase 1", "end")
    with pytest.raises(PraefectusError, match=r"^the game is not over: turn 1 is completed$"):
        game.outcome()


def test_the_finished_state():
    """R11.1: after the last turn nobody is to play."""
    game = play(last_card(2, "italia"), "play senator", "purchase 1", "end")
    pass_turn(game)
    state = game.state()
    assert (state["finished"], state["phase"], state["to_play"]) == (True, "finished", None)
    assert refused(game, "end").key == "turn.finished"
