"""The messages: that ICU reads them all, that every language has all of them, and how a fault is told."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from icu4py.messageformat import MessageFormat
from scripts import catalogues

from praefectus.catalogue import (
    FOLDER,
    Catalogue,
    LanguageError,
    catalogue,
    environment_language,
    languages,
    read,
)

ROOT = Path(__file__).parent.parent
PARTS = catalogues.parts()
ENGLISH = {key: words for part in PARTS for key, words in catalogues.read(part / "en.json").items()}


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("??.json")), ids=lambda path: str(path)[-16:])
def test_icu_reads_every_message(path):
    for message in catalogues.read(path).values():
        MessageFormat(message, path.stem)


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_language_is_complete(part, language):
    """Keys, arguments, tags, plural forms, and nothing left in English but what same.json lists."""
    assert list(catalogues.faults(part, language)) == []


@pytest.mark.parametrize("language", languages()[1:])
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_messages_stand_in_the_order_of_english(part, language):
    assert list(catalogues.read(part / f"{language}.json")) == list(
        catalogues.read(part / "en.json")
    )


def test_notes_are_about_messages_that_there_are():
    notes = json.loads((FOLDER / "notes.json").read_text("utf-8"))
    assert notes.keys() <= ENGLISH.keys()
    assert all(note.endswith((".", ")")) for note in notes.values())
    assert list(notes) == sorted(notes)


def test_no_key_means_two_things():
    counts = [len(catalogues.read(part / "en.json")) for part in PARTS if part.name != "guide"]
    assert sum(counts) == len(
        {key for part in PARTS if part.name != "guide" for key in catalogues.read(part / "en.json")}
    )


@pytest.fixture
def made(tmp_path):
    """Return a function that writes catalogues of English and Russian and tells the faults of Russian."""

    def faults(english: dict[str, str], russian: dict[str, str], same: list[str]) -> list[str]:
        for name, text in (("en", english), ("ru", russian), ("same", {"ru": same})):
            (tmp_path / f"{name}.json").write_text(json.dumps(text), encoding="utf-8")
        return list(catalogues.faults(tmp_path, "ru"))

    return faults


def test_a_complete_translation_has_no_faults(made):
    plural = "{n, plural, one {# ход} few {# хода} many {# ходов} other {# хода}} <b>{name}</b>"
    english = {"a": "{n, plural, one {# turn} other {# turns}} <b>{name}</b>", "b": "Roma"}
    assert made(english, {"a": plural, "b": "Roma"}, ["b"]) == []


@pytest.mark.parametrize(
    ("english", "russian", "says"),
    [
        ("Turn", None, "missing"),
        ("Turn", "Turn", "same as in English"),
        ("{n} <b>turn</b>", "{n} ход", "other arguments or tags"),
        ("{n} turns", "{m} ход", "other arguments or tags"),
        (
            "{k, select, sea {{p} ship} other {}}",
            "{k, select, sea {корабль} other {}}",
            "other arg",
        ),
        ("{n, plural, one {#} other {# s}}", "{n, plural, one {#} other {# ы}}", "plural form"),
    ],
)
def test_faults_of_a_translation_are_told(made, english, russian, says):
    words = {} if russian is None else {"a": russian}
    [fault] = made({"a": english}, words, [])
    assert says in fault


def test_the_command_tells_completeness_by_language():
    ran = subprocess.run(
        [sys.executable, "-m", "scripts.catalogues", "fr"], capture_output=True, text=True
    )
    for language in languages()[1:]:
        assert f"terminal/{language}: " in ran.stdout


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_AT.UTF-8", "LC_MESSAGES": "fr"}, "fr"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "uk_UA"}, "uk"),
        ({"LC_ALL": "", "LANG": "fa_IR"}, "fa"),
        ({"LC_ALL": "C", "LANG": "fa_IR"}, "en"),
        ({"LANG": "eo.UTF-8"}, "en"),
    ],
)
def test_the_environment_names_the_language(environment, language):
    assert environment_language(environment) == language


def test_numbers_and_counts_are_the_languages_own():
    assert catalogue("fa").number(12) == "۱۲"
    assert [catalogue("ru").text("terminal.points", count=n) for n in (1, 2, 5)] == [
        *("1 очко", "2 очка", "5 очков"),
    ]
    assert catalogue("fa").listed(["a", "b"]) == "\u2068a\u2069، \u2068b\u2069"
    assert catalogue("de").listed([]) == ""


def test_a_message_that_a_language_lacks_is_english(monkeypatch):
    def without(part: str) -> dict[str, str]:
        return {} if part == "de" else read(part)

    monkeypatch.setattr("praefectus.catalogue.read", without)
    words = Catalogue("de")
    assert words.text("money", count=2) == "2 sestertii"
    assert words.text("terminal.bye") == "Bis bald."


def test_only_languages_with_a_catalogue_are_spoken():
    with pytest.raises(LanguageError, match="one of en, de, fa, fr, hu, ru, uk, not 'xx'"):
        Catalogue("xx")


def test_the_engine_needs_no_icu():
    code = "import sys, praefectus; praefectus.Game.new(seed=1); print('icu4py' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


@pytest.mark.parametrize("language", languages())
def test_the_gallery_shows_every_language(language):
    page = (ROOT / "docs/translate.md").read_text("utf-8")
    pictures = re.findall(rf"screenshots/languages/{language}-[\w-]+\.jpg", page)
    assert len(pictures) == 4
    for picture in pictures:
        assert (ROOT / "docs" / picture).exists(), "run python -m scripts.language_pictures"
