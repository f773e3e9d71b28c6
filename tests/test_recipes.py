"""The recipes: the places they name are there, and a board and a bot are added by following them."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from praefectus.bots.turns import PLANNED_FACES
from praefectus.envs.layout import layout_of
from praefectus.rules.facts import DECKS, SALE_FACE, STARTING_HAND, card_file
from praefectus.rules.ids import FACE_COUNT, FACE_NAMES
from praefectus.rules.turn import CARDS

ROOT = Path(__file__).parent.parent
RECIPES = {
    path.stem: path.read_text("utf-8")
    for path in [*sorted((ROOT / "docs").glob("add-a*.md")), ROOT / "docs/translate.md"]
}
MESSAGES = ROOT / "src/praefectus/data/messages"
CATALOGUE = json.loads((MESSAGES / "en.json").read_text("utf-8"))
FOLDERS = ("src/", "ui/", "tests/", "docs/", "scripts/", "benchmarks/")
every_recipe = pytest.mark.parametrize("recipe", sorted(RECIPES))


def blocks(recipe: str, language: str) -> list[str]:
    """Return the code of a recipe in one language, without the indentation of its list."""
    found = re.findall(
        rf"^( *)```{language}\n(.*?)^ *```$", RECIPES[recipe], re.DOTALL | re.MULTILINE
    )
    return [re.sub(rf"^{indent}", "", code, flags=re.MULTILINE) for indent, code in found]


def run(command: list[str], folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def praefectus(line: str) -> list[str]:
    """Return a line of a recipe as a command of this environment."""
    first, *words = shlex.split(line)
    assert first == "praefectus"
    return [sys.executable, "-m", "praefectus.cli", *words]


def test_there_is_a_recipe_for_each():
    kinds = ("board", "bot", "card", "statistic")
    assert sorted(RECIPES) == sorted(
        [*(f"add-a-{kind}" for kind in kinds), "add-an-endpoint", "add-an-option", "translate"]
    )
    for name in RECIPES:
        assert f"{name}.md" in (ROOT / "mkdocs.yml").read_text("utf-8")
        assert f"docs/{name}.md" in (ROOT / "README.md").read_text("utf-8")


@every_recipe
def test_the_places_of_a_recipe_are_there(recipe):
    named = [
        word for word in re.findall(r"`([^`\s]+)`", RECIPES[recipe]) if word.startswith(FOLDERS)
    ]
    assert named
    for path in named:
        if "<" in path:  # what the reader makes: its folder is there
            path = path.rpartition("/")[0]
        assert (ROOT / path).exists(), path


@every_recipe
def test_the_names_of_a_recipe_stand_where_it_says(recipe):
    pairs = re.findall(r"`([\w.]+)`\s+in\s+`([\w./-]+\.\w+)`", RECIPES[recipe])
    assert pairs or recipe == "add-a-board"
    for name, path in pairs:
        assert re.search(rf"\b{re.escape(name)}\b", (ROOT / path).read_text("utf-8")), (name, path)


def test_a_board_is_added_as_the_recipe_says(tmp_path):
    (tmp_path / "maps").mkdir()
    shutil.copy(ROOT / "tests/fixtures/maps/hispania.json", tmp_path / "maps")
    [commands] = blocks("add-a-board", "bash")
    said = [run(praefectus(line), tmp_path) for line in commands.splitlines()]
    assert "Carthago Nova" in said[0]
    assert len(list((tmp_path / "games").iterdir())) == 2
    assert "hispania" in said[2]


def test_the_numbers_of_tokens_in_the_recipe_of_a_board_are_those_of_the_data():
    said = dict(re.findall(r"\b([A-D]) (\d+)\b", RECIPES["add-a-board"]))
    tokens = card_file()["city_tokens"]
    assert said == {letter: str(sum(goods.values())) for letter, goods in tokens.items()}


def test_a_bot_is_added_as_the_recipe_says(tmp_path):
    source, check = blocks("add-a-bot", "python")
    [points] = blocks("add-a-bot", "toml")
    (tmp_path / "cato.py").write_text(source, encoding="utf-8")
    # What pip makes of the entry point when the package is installed.
    installed = tmp_path / "cato-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Name: cato\nVersion: 1\n", encoding="utf-8")
    [section] = re.findall(r'\[project\.entry-points\."([\w.]+)"\]', points)
    name, target = re.findall(r'^(\w+) = "(\S+)"$', points, re.MULTILINE)[0]
    (installed / "entry_points.txt").write_text(f"[{section}]\n{name} = {target}\n", "utf-8")
    here = {"PYTHONPATH": str(tmp_path)}
    run([sys.executable, "-c", check], tmp_path, **here)
    [measure] = blocks("add-a-bot", "bash")
    assert "cato" in run(praefectus(measure.strip()), tmp_path, **here)


def test_the_recipe_of_a_language_names_every_folder_of_messages():
    folders = {path.parent for path in MESSAGES.glob("*/en.json")}
    assert folders
    for folder in folders:
        assert f"`{folder.relative_to(ROOT).as_posix()}/`" in RECIPES["translate"], folder


def test_the_recipe_of_a_language_says_where_every_message_appears():
    _, _, where = RECIPES["translate"].partition("## Where a message appears")
    said = set(re.findall(r"`([\w-]+)`", where.partition("## Gallery")[0]))
    # The rulebook's keys are those of its own chapters.
    files = [path for path in MESSAGES.rglob("en.json") if path.parent.name != "guide"]
    keys = {key.split(".")[0] for path in files for key in json.loads(path.read_text("utf-8"))}
    assert keys - said == set()
    assert said - keys <= {"hint", "review", "show"}, "the names of commands"


# Every place that must know a card, as the recipe lists them.


@pytest.mark.parametrize("face", FACE_NAMES)
def test_every_place_that_must_know_a_card_does(face):
    number, card = FACE_NAMES.index(face), face.split("-")[0]
    dealt = {*STARTING_HAND, *(int(SALE_FACE[sale]) for deck in DECKS for sale in deck)}
    assert number in dealt, "data/cards/base.json deals it"
    assert card in {each["id"] for each in card_file()["cards"]}, (
        "data/cards/base.json has its text"
    )
    module = type(CARDS[number]).__module__.rpartition(".")[2]
    specialists = {"mason", "farmer", "smith", "vintner", "weaver"}
    assert module == ("specialist" if card in specialists else card), "turn.CARDS"
    assert (ROOT / f"tests/rules/cards/test_{module}.py").exists()
    assert PLANNED_FACES[number] == 1, "the bots' planner"
    persons = (ROOT / "ui/src/lib/art/persons.ts").read_text("utf-8")
    assert f"'{card}'," in persons, "the page's pictures"
    key = "card.diplomat" if card == "diplomat" else f"card.{face}"
    assert {key, f"{key}.short", f"{key}.text"} <= set(CATALOGUE), "the page's catalogue"
    title = next(each["name"] for each in card_file()["cards"] if each["id"] == card)
    assert title in (ROOT / "docs/rules.md").read_text("utf-8")


def test_a_card_has_its_place_in_each_list():
    assert len(CARDS) == len(PLANNED_FACES) == FACE_COUNT == len(FACE_NAMES)
    for map in ("imperium", "italia"):
        assert layout_of(map).parts["p0.hand"].size == FACE_COUNT
