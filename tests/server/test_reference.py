"""What there is: bots, boards, cards, rules."""

import re
from pathlib import Path

from praefectus import bots
from praefectus.server.errors import STATUS
from praefectus.server.levels import Levels

DOCS = Path(__file__).parents[2] / "docs"


def test_the_rules_are_those_of_the_document(browser):
    ids = [rule["id"] for rule in browser.get("/api/reference").json()["rules"]]
    listed = re.findall(r"^- \*\*(R\d+\.\d+)\*\*", (DOCS / "rules.md").read_text(), re.MULTILINE)
    assert ids == [rule for rule in listed if int(rule[1:].split(".")[0]) <= 11]


def test_boards_and_cards_are_the_data(browser):
    reference = browser.get("/api/reference").json()
    assert sorted(board["meta"]["id"] for board in reference["maps"]) == ["imperium", "italia"]
    assert reference["cards"]["goods"][0]["id"] == "brick"
    assert reference["gods"][-1] == "concordia"


def test_boards_are_listed_with_the_names_of_their_places(browser):
    listed = {board["id"]: board for board in browser.get("/api/maps").json()["maps"]}
    assert sorted(listed) == ["imperium", "italia"]
    assert listed["italia"]["players"] == [2, 3, 4]
    assert listed["imperium"]["cities"]["isca-d"] == "Isca D."
    assert listed["imperium"]["provinces"]["hellas"] == "Hellas"


def test_bots_that_exist_are_offered(browser):
    answer = browser.get("/api/bots").json()
    names = [bot["id"] for bot in answer["bots"]]
    assert answer["default"] in names
    assert names == ["random", *bots.levels(), "champion"]
    ratings = [bot["rating"] for bot in answer["bots"] if bot["rating"] is not None]
    assert len(ratings) >= len(bots.levels())
    assert ratings == sorted(ratings)
    assert len(answer["styles"]) >= 4


def test_hints_come_from_the_bot_that_the_calibration_was_fitted_to():
    assert Levels().adviser.partition(":")[0] == "learned"


def test_a_level_may_have_a_style():
    levels = Levels()
    assert levels.exists("hard:style=builder")
    assert not levels.exists("hard:style=cato")
    assert not levels.exists("random:style=builder")
    assert not levels.exists("hard:sims=4")
    assert levels.seconds("master:style=trader") == levels.seconds("master") > 0
    for style in levels.styles:
        assert bots.make(f"hard:style={style}") is not None


def test_health(browser):
    health = browser.get("/api/health").json()
    assert (health["status"], health["database"]) == ("ok", "sqlite")


def test_every_error_code_is_documented_with_its_status():
    rows = re.findall(
        r"^\| `([a-z/-]+)` \| (\d+) \|", (DOCS / "server.md").read_text(), re.MULTILINE
    )
    assert {code: int(status) for code, status in rows} == STATUS
