"""Whole games in the browser, by clicks on what is offered alone."""

import pytest
from playwright.sync_api import expect

from tests.ui.player import Player, hurried


@pytest.mark.parametrize(("map", "players"), [("imperium", 3), ("italia", 2)])
def test_a_game_is_played_to_its_end(page, map, players):
    player = Player(page).start(map, players)
    player.play(hurried(seed=11))
    sheet = page.get_by_test_id("score-sheet")
    expect(sheet).to_be_visible()
    table = player.table()
    for points, seat in zip(table["game"]["outcome"]["points"], table["seats"], strict=True):
        expect(sheet).to_contain_text(seat["name"])
        expect(sheet).to_contain_text(str(points["total"]))
    with page.expect_download() as download:
        page.get_by_test_id("record").click()
    assert download.value.suggested_filename.endswith(".concordia.json")
