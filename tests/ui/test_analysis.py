"""The analysis board: from a replay or a text to live best turns, and on from there."""

import re
from pathlib import Path
from urllib.parse import quote

from playwright.sync_api import expect

from praefectus import record
from tests.ui.test_accessible import violations

RECORD = Path(__file__).parents[1] / "fixtures/examples/italia-3.concordia.json"
PATIENCE = 60_000


def text(turn: int) -> str:
    game = record.load(RECORD).game
    while game.turn > turn or game.phase != "play":
        game.pop()
    return game.position_text()


def test_from_a_replay_to_the_best_turns_and_on(page):
    page.goto("/replay")
    page.get_by_test_id("record-file").set_input_files(RECORD)
    expect(page.get_by_test_id("scrubber")).to_be_visible()
    page.get_by_test_id("scrubber").fill("30")
    page.get_by_test_id("analyse").click()
    expect(page.get_by_test_id("analysis")).to_be_visible(timeout=PATIENCE)
    assert "turn=" not in page.url
    turns = page.get_by_test_id("hint-turn")
    expect(turns.first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("outlook").locator("li")).to_have_count(3)
    engine = page.get_by_test_id("engine")
    expect(engine).to_have_text("16,000 simulations", timeout=PATIENCE)
    # The board after the turn, and back.
    look = page.get_by_test_id("look").first
    look.click()
    expect(look).to_have_attribute("aria-pressed", "true")
    look.click()
    expect(look).to_have_attribute("aria-pressed", "false")
    before = page.url
    page.get_by_test_id("play").first.click()
    expect(page).not_to_have_url(before)
    expect(page.get_by_test_id("back")).to_be_enabled()
    expect(turns.first).to_be_visible(timeout=PATIENCE)
    page.get_by_test_id("back").click()
    expect(page).to_have_url(before)
    expect(page.get_by_test_id("forward")).to_be_enabled()
    assert violations(page) == []


def test_the_address_holds_the_position_and_the_engine_stops(page):
    page.goto(f"/analysis?position={quote(text(20))}")
    expect(page.get_by_test_id("hint-turn").first).to_be_visible(timeout=PATIENCE)
    page.reload()
    expect(page.get_by_test_id("hint-turn").first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_test_id("engine")).to_have_text("16,000 simulations", timeout=PATIENCE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_test_id("play").first.click()
    page.get_by_test_id("stop").click()
    expect(page.get_by_test_id("go")).to_be_visible()
    seen = sum(url.endswith("/api/analysis") for url in asked)
    assert seen <= 4
    page.get_by_test_id("go").click()
    expect(page.get_by_test_id("engine")).to_have_text(
        re.compile("^16,000 simulations"), timeout=PATIENCE
    )


def test_a_text_that_is_no_position_is_refused_in_words(page, watch):
    watch.allow("422")
    page.goto("/analysis?locale=de")
    page.get_by_test_id("position-text").fill("Unsinn")
    page.get_by_test_id("position-open").click()
    expect(page.get_by_test_id("problem")).to_contain_text("keine Stellung")


def test_a_position_is_played_on(page):
    page.goto(f"/analysis?position={quote(text(12))}")
    page.get_by_test_id("play-on").click()
    page.get_by_test_id("whatif-seat").select_option("2")
    page.get_by_test_id("whatif-level").select_option("easy")
    page.get_by_test_id("whatif-go").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_test_id("branch")).to_contain_text("From a position", timeout=PATIENCE)
    assert "position=" not in page.url


def test_the_page_never_scrolls(either):
    page = either
    page.goto(f"/analysis?position={quote(text(30))}&locale=fa")
    expect(page.get_by_test_id("hint-turn").first).to_be_attached(timeout=PATIENCE)
    beyond = page.evaluate(
        "[document.scrollingElement.scrollHeight - innerHeight,"
        " document.scrollingElement.scrollWidth - innerWidth]"
    )
    assert beyond == [0, 0]
