"""Games in the terminal, typed through standard input."""

import subprocess
from collections.abc import Iterable
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import praefectus
from praefectus import bots
from praefectus.bots.uniform import Uniform
from praefectus.catalogue import catalogue
from praefectus.cli.terminal_game import TerminalGame
from praefectus.cli.wording import COMMANDS, Wording
from praefectus.view import legal_view
from tests.cli.conftest import COMMAND, EXAMPLES, Cli, one_line


class Typist(Console):
    """A console where a list of lines, or a function of the game, types."""

    def __init__(self, lines: Iterable[str]) -> None:
        super().__init__(file=StringIO(), width=200)
        self.lines = list(lines)

    def input(self, *args, **kwargs):
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    @property
    def text(self) -> str:
        assert isinstance(self.file, StringIO)
        return self.file.getvalue()


def play(
    *lines: str,
    map: str = "imperium",
    players: int = 3,
    me: int = 0,
    seed: int = 1,
    language: str = "en",
) -> TerminalGame:
    game = praefectus.Game.new(map=map, players=players, seed=seed)
    opponents = {seat: bots.make("random", seed=seat) for seat in range(players) if seat != me}
    return TerminalGame(game, me, "random", opponents, catalogue(language), Typist(lines))


def printed(at: TerminalGame) -> str:
    assert isinstance(at.console, Typist)
    return at.console.text


@pytest.mark.parametrize(("board", "players"), [("imperium", 4), ("italia", 2)])
def test_a_whole_game_can_be_played_by_number_or_words(board: str, players: int):
    at = play(map=board, players=players, me=1, seed=3)
    chooser = bots.make("random", seed=9)
    typed = 0

    def type_something(*args: object, **kwargs: object) -> str:
        nonlocal typed
        typed += 1
        action = chooser.choose(bots.Position(at.game), at.game.legal_actions)
        text = at.game.text(action)
        numbers = [number for number, choice in at.choices().items() if choice["text"] == text]
        return text if typed % 2 else numbers[0]

    at.console.input = type_something  # type: ignore[method-assign]
    at.run()
    assert at.game.is_over
    text = printed(at)
    assert "The game is over" in text
    assert "Jupiter" in text
    assert "win" in text


def test_help_says_what_each_decision_does():
    at = play("help")
    at.run()
    text = printed(at)
    for command in COMMANDS:
        assert command in text
    assert "Move your colonists" in text
    assert "Buy up to two cards" in text


def test_every_phase_is_asked_for_and_every_decision_has_a_meaning():
    from praefectus.rules.actions import action_space
    from praefectus.rules.facts import load_board
    from praefectus.rules.ids import PHASE_NAMES

    wording = Wording(catalogue())
    for action in action_space(load_board("imperium")):
        assert wording.meaning(str(action))
    asked = set()
    for seed in range(4):
        game = praefectus.Game.new(players=3, seed=seed)
        chooser = bots.make("random", seed=seed)
        while not game.is_over:
            if game.phase not in asked:
                assert wording.question(game, legal_view(game))
                asked.add(game.phase)
            game.push(chooser.choose(bots.Position(game), game.legal_actions))
    assert asked == set(PHASE_NAMES) - {"finished"}


def test_choices_say_what_they_change_at_once():
    at = play("play mercator-3")
    at.run()
    assert "+3 sestertii" in printed(at)
    at = play("play senator")
    at.run()
    assert "into your hand" in printed(at)
    at = play("play architect, move land roma")
    at.run()
    assert "choose a line, 2 steps at most" in printed(at)
    assert "1 step" in printed(at)


def test_undo_takes_back_decisions_of_the_turn_one_by_one():
    at = play("play architect", "move land roma", "undo", "undo", "undo")
    at.run()
    assert at.game.actions == []
    text = printed(at)
    assert "Taken back: move land roma" in text
    assert "Taken back: play architect" in text
    assert "There is no decision of this turn to take back." in text


def test_a_turn_that_was_ended_cannot_be_taken_back():
    at = play("play architect, end", "undo")
    at.run()
    assert at.game.turn == 3
    assert "There is no decision of this turn to take back." in printed(at)


def test_why_gives_the_rule():
    at = play("play architect", "why build roma", "why move land roma", "why dance", "why")
    at.run()
    text = printed(at)
    assert "(R5.6)" in text
    assert "“move land roma” is allowed now (R5.1)" in text
    assert "Cannot read “dance”" in text


@pytest.mark.parametrize("typed", ["fly", "99", "0", "build roma", "play", "end", "²", "play x"])
def test_what_is_not_allowed_is_explained_and_changes_nothing(typed: str):
    at = play(typed)
    at.run()
    assert at.game.actions == []
    assert any(word in printed(at) for word in ("Expected", "Cannot read", "not allowed"))


def test_show_map_and_points():
    at = play("show", "map", "points")
    at.run()
    text = printed(at)
    assert "Praefectus Magnus" in text
    assert "●" in text
    assert "Saturnus" in text


def test_a_saved_game_goes_on_where_it_was(tmp_path: Path, cli: Cli):
    path = tmp_path / "saved.concordia.json"
    at = play("play architect", "move land roma", f"save {path}", "quit", me=0)
    at.run()
    assert "Saved" in printed(at)
    assert "Good-bye." in printed(at)
    ran = subprocess.run(
        [*COMMAND, "terminal", str(path)], input="undo\nquit\n", capture_output=True, text=True
    )
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert "You are seat 0" in ran.stdout
    assert "Taken back: move land roma" in ran.stdout


def test_saving_where_that_cannot_be_says_so(tmp_path: Path):
    at = play("save", f"save {tmp_path / 'no' / 'where.json'}")
    at.run()
    text = printed(at)
    assert "Expected a file name" in text
    assert "Cannot save" in text


class Closing(Uniform):
    """A bot with something to let go of."""

    closed = 0

    def close(self) -> None:
        Closing.closed += 1

    def candidates(self, position: bots.Position, n: int) -> list[bots.Candidate]:
        raise RuntimeError("no idea")


def test_bots_are_closed_when_the_game_is_left(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bots, "make", lambda spec, seed=0: Closing(seed=seed))
    monkeypatch.setattr(Closing, "closed", 0)
    monkeypatch.setattr("sys.stdin", StringIO("quit\n"))
    assert cli("terminal", "--seed", 1, "--players", 3).code == 0
    assert Closing.closed == 2


def test_a_bot_is_closed_even_if_it_has_no_hint(cli: Cli, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(bots, "make", lambda spec, seed=0: Closing(seed=seed))
    monkeypatch.setattr(Closing, "closed", 0)
    ran = cli("hint", EXAMPLES / "italia-2.concordia.json", "--turn", 3)
    assert "no idea" in ran.err
    assert Closing.closed == 1


def test_the_end_of_input_ends_the_game_without_a_traceback():
    ran = subprocess.run(
        [*COMMAND, "terminal", "--seed", "1"], input="", capture_output=True, text=True
    )
    assert ran.returncode == 0
    assert ran.stderr == ""
    assert "Good-bye" in ran.stdout


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--seat", 4], "--seat must be 0 to 3, not 4"),
        (["--bot", "nobody"], "there is no bot 'nobody'"),
        (["--players", 1], "3 to 5 players, not 1"),
        (["nowhere.json"], "there is no such file"),
        ([EXAMPLES / "italia-2.states.jsonl"], "RECORD"),
    ],
)
def test_wrong_arguments_give_one_sentence_and_exit_code_2(cli: Cli, args: list[object], says: str):
    ran = cli("terminal", *args)
    assert ran.code == 2
    assert one_line(ran.err)
    assert says in ran.err
