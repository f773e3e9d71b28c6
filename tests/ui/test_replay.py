"""Replays: of running and finished games, and of a record file dropped on the page."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.ui.tables import create, sit

RECORD = Path(__file__).parents[1] / "fixtures/examples/italia-3.concordia.json"

_DROP = """([name, text]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name, {type: 'application/json'}));
    for (const type of ['dragover', 'drop'])
        window.dispatchEvent(new DragEvent(type, {dataTransfer: transfer, bubbles: true, cancelable: true}));
}"""


def test_a_record_is_dropped_and_replayed(page):
    record = json.loads(RECORD.read_text())
    page.goto("/")
    expect(page.get_by_test_id("start-game")).to_be_visible()
    page.evaluate(_DROP, [RECORD.name, RECORD.read_text()])
    replay = page.get_by_test_id("replay")
    expect(replay).to_be_visible()
    scrubber = page.get_by_test_id("scrubber")
    assert scrubber.get_attribute("max") == str(len(record["turns"]))
    scrubber.fill(str(len(record["turns"])))
    sheet = page.get_by_test_id("score-sheet")
    for points in record["result"]["points"]:
        expect(sheet).to_contain_text(str(points))
    scrubber.fill("0")
    expect(page.get_by_test_id("log")).to_contain_text("Nothing has happened yet")
    page.get_by_role("button", name="One turn on").click()
    expect(page.get_by_test_id("log").get_by_role("article")).to_have_count(1)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_test_id("log").get_by_role("article")).not_to_have_count(1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("no json", "not JSON"),
        ('{"format": "concordia-record/1"}', "cannot be replayed"),
        ('{"format": "chess"}', "cannot be replayed"),
        ('"' + "x" * 1_100_000 + '"', "at most 1 MB"),
    ],
)
def test_a_file_that_is_no_record_is_told_so(page, watch, text, says):
    watch.allow("422")
    page.goto("/replay")
    expect(page.get_by_role("button", name="Open a record")).to_be_visible()
    page.evaluate(_DROP, ["game.json", text])
    expect(page.get_by_role("status")).to_contain_text(says)
    expect(page.get_by_test_id("replay")).to_have_count(0)


def test_a_running_game_has_a_replay(page):
    player = sit(page, create(page, "me", "hotseat"))
    for _ in range(3):
        player.click("play tribune")
        player.press("end-turn")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/*")
    expect(page.get_by_test_id("replay")).to_be_visible()
    assert page.get_by_test_id("scrubber").get_attribute("max") == "3"
