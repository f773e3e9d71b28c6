"""What turns are about, by what they do: two games of greedy bots, and the shipped puzzles about lines."""

from collections.abc import Iterator

import pytest

from praefectus import bots
from praefectus.document import points
from praefectus.game import Game
from praefectus.puzzles import shipped, theme_of
from praefectus.rules.ids import ACTION_END, GOD_NAMES
from praefectus.rules.turn import would_set_off_end


def turns(map: str, players: int) -> Iterator[tuple[Game, list[int], Game]]:
    """Give each turn of a game: where it began, what was done, and the game before its end."""
    game = Game.new(map, players, seed=4)
    seated = [bots.make("greedy", seed=seat) for seat in range(players)]
    while not game.is_over:
        start, turn = game.copy(), []
        while ACTION_END not in turn:
            before = game.copy()
            turn.append(seated[game.seat].choose(bots.Position(game), game.legal_actions))
            game.push(turn[-1])
        while game.phase == "keep":
            game.push(seated[game.seat].choose(bots.Position(game), game.legal_actions))
        yield start, turn, before


@pytest.mark.parametrize(("map", "players"), [("italia", 2), ("imperium", 3)])
def test_turns_are_about_what_they_do(map, players):
    ending = False
    seen = set()
    for start, turn, before in turns(map, players):
        theme = theme_of(start.position, turn, [])
        seen.add(theme)
        texts = [start.text(action) for action in turn]
        ending = ending or would_set_off_end(before.position)
        if ending:
            assert theme == "ending"
        elif any(text.startswith("copy ") for text in texts):
            assert theme == "diplomat"
        elif texts[0] == "play prefect":
            assert theme == "praefectus"
        elif theme in ("saturnus", "minerva"):
            was, now = (points(game.position, start.seat) for game in (start, before))
            gains = {god: now[god] - was[god] for god in GOD_NAMES}
            assert gains[theme] == max(gains.values()) >= 2
        else:
            assert theme in (None, "line")
    assert {"ending", "diplomat", "praefectus", "saturnus", None} <= seen


def test_other_turns_that_set_off_the_end_make_it_the_theme():
    for start, turn, before in turns("italia", 2):
        if would_set_off_end(before.position):
            tribune = [*start.parse("play tribune"), ACTION_END]
            assert theme_of(start.position, tribune, []) != "ending"
            assert theme_of(start.position, tribune, [turn]) == "ending"
            return
    raise AssertionError("the game has no end")


def test_a_blocked_line_is_newly_taken():
    blocking = [puzzle for puzzle in shipped().values() if puzzle.theme == "line"]
    assert blocking
    for puzzle in blocking:
        assert any(text.startswith(("to ", "settle ")) for text in puzzle.solution)
