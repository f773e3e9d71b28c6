"""Whole games in the browser, by clicks on what is offered alone."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from praefectus import Game, Options, Setup, record
from tests.ui.player import Player, hurried

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("map", "players"), [("imperium", 3), pytest.param("italia", 2, marks=pytest.mark.long)]
)
def test_a_game_is_played_to_its_end_and_its_record_is_what_was_clicked(page, map, players):
    player = Player(page).start(map, players)
    clicked = player.play(hurried(seed=11))
    check_score_sheet(player)
    mine = [seat for seat, each in enumerate(player.table()["seats"]) if each["mine"]]
    document = download_record(page)
    again = Game.from_setup(Setup(Options(map, players), **document["setup"]))
    decisions: list[str] = []
    for action in record.loads(json.dumps(document)).game.actions:
        if again.seat in mine:
            decisions.append(again.text(action))
        again.push(action)
    assert decisions == clicked


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
