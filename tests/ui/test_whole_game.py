"""A game in the browser, by clicks on what is offered alone. Its turns and its end always, whole ones in `make test-long`."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from praefectus import Game, record
from tests.ui.player import Player, hurried
from tests.ui.tables import is_last_round, reach, sit

pytestmark = pytest.mark.slow

# Decisions: a few turns of everybody.
SOME = 30


def test_turns_are_played_by_clicks(page):
    player = Player(page).start("imperium", 3)
    player.play(hurried(seed=11), decisions=SOME)
    assert player.table()["game"]["turn"] >= 6


def test_a_game_is_brought_to_its_end_and_its_record_is_what_was_clicked(page):
    player = sit(page, reach(page, is_last_round, seats=3, map="imperium"))
    check_end(player, player.play(hurried(seed=11)))


@pytest.mark.long
@pytest.mark.parametrize(("map", "players"), [("imperium", 3), ("italia", 2)])
def test_a_whole_game_is_played_and_its_record_is_what_was_clicked(page, map, players):
    player = Player(page).start(map, players)
    check_end(player, player.play(hurried(seed=11)))


def check_end(player: Player, clicked: list[str]) -> None:
    """Look at the score sheet, and for the decisions that were clicked at the end of the record."""
    check_score_sheet(player)
    mine = [seat for seat, each in enumerate(player.table()["seats"]) if each["mine"]]
    document = download_record(player.page)
    game = record.loads(json.dumps(document)).game
    again = Game.from_setup(game.setup)
    decisions: list[str] = []
    for action in game.actions:
        if again.seat in mine:
            decisions.append(again.text(action))
        again.push(action)
    assert clicked
    assert decisions[-len(clicked) :] == clicked


def check_score_sheet(player: Player) -> None:
    """Look whether the sheet shows everyone's name and points."""
    sheet = player.page.get_by_test_id("score-sheet")
    expect(sheet).to_be_visible()
    table = player.table()
    for points, seat in zip(table["game"]["outcome"]["points"], table["seats"], strict=True):
        expect(sheet).to_contain_text(seat["name"])
        expect(sheet).to_contain_text(str(points["total"]))


def download_record(page: Page) -> dict[str, Any]:
    """Download the record of the game that is over."""
    with page.expect_download() as download:
        page.get_by_test_id("record").click()
    assert download.value.suggested_filename.endswith(".concordia.json")
    document: dict[str, Any] = json.loads(Path(download.value.path()).read_text())
    return document
