"""The command line in every language: what is typed stays, what is said is translated."""

import re
from pathlib import Path

import pytest

import praefectus
from praefectus import bots, record
from praefectus.catalogue import catalogue, languages, read
from praefectus.messages import UNREADABLE
from tests.cli.conftest import EXAMPLES, Cli, one_line
from tests.cli.test_terminal import play, printed

OTHERS = languages()[1:]
ITALIA_2 = EXAMPLES / "italia-2.concordia.json"


@pytest.mark.parametrize("language", languages())
def test_a_turn_is_played_in_the_same_words_in_every_language(language: str):
    at = play(
        *("help", "play architect, move sea roma", "undo", "why build roma", "end", "dance"),
        *("99", "show", "map", "points", "save", "quit"),
        language=language,
    )
    at.run()
    text = printed(at)
    words = catalogue(language)
    for key in ("terminal.bye", "prompt.play"):
        assert words.text(key, last="false") in text
    assert words.text("terminal.undo.done", decision="move sea roma") in text
    capital = words.text("why.architect.capital", city=words.place("roma"))
    assert words.text("terminal.refused", text="build roma", why=capital, rule="R5.6") in text
    assert words.text("terminal.number", typed="99") in text
    assert "play architect" in text
    assert not re.search(r"\b(terminal|why|prompt|decision)\.\w", text), "a key instead of words"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(
    ("typed", "key", "values"),
    [
        ("play architec", "card", {"name": "'architec'"}),
        ("produce rome", "province", {"name": "'rome'"}),
        ("build atlantis", "city", {"name": "'atlantis'"}),
        ("build", "form", {"form": "build CITY"}),
        ("keep 0 gold gold", "good", {"name": "'gold'"}),
        ("keep 7 wine", "seat", {"name": "7"}),
        ("move land roma x~y", "line", {"name": "'x~y'", "map": "Imperium"}),
        ("move land roma roma~novaria", "line.order", {"line": "novaria~roma"}),
    ],
)
def test_what_cannot_be_read_is_told_in_the_language(language, typed, key, values):
    at = play(typed, language=language)
    at.run()
    words = catalogue(language)
    reason = words.text(f"terminal.unreadable.{key}", **values)
    assert words.text("terminal.unreadable", text=typed, reason=reason) in printed(at)


def test_every_reason_that_english_has_is_worded():
    source = read("terminal/en")
    reasons = {key.removeprefix("terminal.unreadable.") for key in source}
    assert set(UNREADABLE) <= reasons


@pytest.mark.parametrize("language", ["ru", "fa"])
def test_a_whole_game_has_words_for_everything(language: str):
    at = play(map="italia", players=2, me=1, seed=4, language=language)
    chooser = bots.make("random", seed=9)

    def type_something(*args: object, **kwargs: object) -> str:
        return at.game.text(chooser.choose(bots.Position(at.game), at.game.legal_actions))

    at.console.input = type_something  # type: ignore[method-assign]
    at.run()
    assert at.game.is_over
    assert at.words.text(f"score.reason.{at.game.outcome().reason}") in printed(at)


def test_a_choice_shows_what_is_typed_and_what_it_says():
    at = play(language="de")
    at.run()
    assert re.search(r"2 +play architect +Architekt ausspielen", printed(at))


def test_a_select_is_chosen_from_right_to_left_too():
    at = play("play architect", language="fa")
    at.run()
    assert "مهاجر دریایی" in printed(at), "a sea colonist"
    assert "مهاجر زمینی" in printed(at), "a land colonist"


def test_a_saved_game_is_the_same_in_every_language(tmp_path: Path):
    path = tmp_path / "saved.concordia.json"
    play(f"save {path}", "quit", language="uk").run()
    assert record.load(path).players[0] == "you"


@pytest.mark.parametrize("language", OTHERS)
def test_hint_and_show_speak_the_language(cli: Cli, language: str):
    words = catalogue(language)
    shown = cli("show", ITALIA_2, "--turn", 20, "--language", language)
    assert shown.code == 0
    assert "Panormus" in shown.out, "the board's names are Latin everywhere"
    assert words.text("terminal.position.storehouse", land=2, sea=2)[:6] in shown.out
    board = cli("show", "italia", "--language", language)
    assert words.text("terminal.column.city") in board.out
    hinted = cli("hint", ITALIA_2, "--turn", 20, "--bot", "greedy", "--language", language)
    assert hinted.code == 0
    assert words.phase("play") in hinted.out
    assert words.text("god.mars") in hinted.out


def test_the_language_is_the_environments_unless_it_is_asked_for(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    assert "város" in cli("show", "italia").out
    assert "Stadt" in cli("show", "italia", "--language", "de").out
    monkeypatch.setenv("LC_ALL", "eo")
    assert "letter" in cli("show", "italia").out


@pytest.mark.parametrize("command", [["show"], ["terminal"], ["hint", ITALIA_2]])
def test_a_language_without_a_catalogue_gives_one_sentence(cli: Cli, command: list[object]):
    ran = cli(*command, "--language", "xx")
    assert ran.code == 2
    assert one_line(ran.err)
    assert f"one of {', '.join(languages())}, not 'xx'" in ran.err
    assert ", ".join(languages()) in " ".join(cli(*command, "--help").out.replace("│", "").split())


def test_a_game_prints_itself_in_english():
    assert "Imperium: turn 1, play; Praefectus Magnus: C" in str(
        praefectus.Game.new(players=3, seed=1)
    )
