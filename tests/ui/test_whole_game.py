"""Whole games in the browser, by clicks on what is offered alone."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from praefectus import Game, record
from tests.ui.player import Player, hurried


def test_a_game_against_bots_is_played_to_its_end(page):
    player = Player(page).start("imperium", 3)
    player.play(hurried(seed=11))
    check_score_sheet(player)
    document = download_record(page)
    record.loads(json.dumps(document))


def test_the_record_of_a_game_of_friends_at_one_screen_is_what_was_clicked(page):
    player = Player(page).start("italia", 2, seat2="hotseat")
    clicked = player.play(hurried(seed=11))
    check_score_sheet(player)
    document = download_record(page)
    again = Game.from_setup(map="italia", players=2, **document["setup"])
    for decision in clicked:
        again.play(decision)
    assert again.is_over
    assert json.loads(record.dumps(again))["turns"] == document["turns"]


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
