"""Replays: of running and finished games, and of a record file dropped on the page."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.ui.fitting import misfits
from tests.ui.sizes import SIZES
from tests.ui.tables import create, reach, sit

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


def test_a_replay_is_walked_through_by_keys_and_kept_in_the_address(page):
    page.goto("/")
    expect(page.get_by_test_id("start-game")).to_be_visible()
    page.evaluate(_DROP, [RECORD.name, RECORD.read_text()])
    scrubber = page.get_by_test_id("scrubber")
    expect(scrubber).to_have_value("0")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    expect(scrubber).to_have_value("1")
    expect(page).to_have_url(re.compile(r"/replay\?turn=1$"))
    page.get_by_role("button", name="To the end").click()
    expect(scrubber).to_have_value(scrubber.get_attribute("max") or "")
    page.keyboard.press("Home")
    expect(scrubber).to_have_value("0")
    page.keyboard.press("ArrowRight")
    # Neither the record nor the turn is lost on a reload.
    page.reload()
    expect(page.get_by_test_id("replay")).to_be_visible()
    expect(scrubber).to_have_value("1")


@pytest.mark.parametrize("size", ["laptop", "tablet", "phone", "phone sideways"])
def test_a_replay_never_scrolls_the_page_and_shows_all_of_its_parts(screen, size):
    width, height = SIZES[size]
    page = screen(size)
    table = reach(page, lambda now: now["log_length"] >= 12)
    page.goto(f"/replay/{table['id']}")
    page.get_by_test_id("scrubber").wait_for()
    for tab in page.get_by_role("group", name="Points and more").get_by_role("radio").all():
        tab.check(force=True)
        page.wait_for_timeout(100)
        page.evaluate("window.scrollTo(500, 500)")
        beyond = page.evaluate(
            "[scrollX, scrollY, document.scrollingElement.scrollHeight - innerHeight,"
            " document.scrollingElement.scrollWidth - innerWidth]"
        )
        assert beyond == [0, 0, 0, 0], size
    board = page.get_by_role("application").bounding_box()
    assert board["width"] * board["height"] >= 0.3 * width * height


@pytest.mark.parametrize("size", ["phone", "small phone", "phone sideways"])
def test_a_phone_has_one_row_of_controls_and_the_rest_a_tap_away(screen, size):
    page = screen(size)
    page.goto("/replay")
    page.get_by_test_id("record-file").set_input_files(RECORD)
    scrubber = page.get_by_test_id("scrubber")
    expect(scrubber).to_be_visible()
    controls = page.locator(".scrubber > button, .scrubber > input").all()
    assert len({round(one.bounding_box()["y"]) for one in controls}) == 1
    assert scrubber.bounding_box()["width"] >= 120
    board = page.get_by_role("application").bounding_box()
    more = page.get_by_test_id("replay-more")
    more.tap()
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(page.get_by_test_id("whatif")).to_be_visible()
    page.get_by_role("button", name="To the end").tap()
    expect(scrubber).to_have_value(scrubber.get_attribute("max") or "")
    assert page.get_by_role("application").bounding_box() == board
    assert misfits(page) == []
    more.tap()
    expect(page.get_by_test_id("whatif")).to_be_hidden()


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_laptop_has_all_controls_in_one_row(new_context, language):
    width, height = SIZES["small laptop"]
    page = new_context(viewport={"width": width, "height": height}, locale=language).new_page()
    page.goto("/replay")
    page.get_by_test_id("record-file").set_input_files(RECORD)
    page.get_by_test_id("scrubber").fill("12")
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
    expect(page.get_by_test_id("analyse")).to_be_visible()
    controls = page.locator(".scrubber > button, .scrubber > input").all()
    assert len({round(one.bounding_box()["y"]) for one in controls}) == 1
    assert misfits(page) == []
