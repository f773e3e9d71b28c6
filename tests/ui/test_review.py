"""The review beside a replay: asked for, watched while it is made, walked through by mouse and keys."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from praefectus.server.review_limits import ReviewLimits
from praefectus.server.settings import STATIC
from tests.server.browser import hosting
from tests.ui.sizes import SIZES, is_touch
from tests.ui.test_accessible import violations
from tests.ui.test_replay import _DROP

pytestmark = pytest.mark.slow

RECORD = Path(__file__).parents[1] / "fixtures/examples/italia-2.concordia.json"
PATIENCE = 120_000


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """A server whose reviews are shallow, and soon done."""
    limits = ReviewLimits(simulations=4, part=4)
    with hosting(tmp_path_factory.mktemp("review"), static=STATIC, reviews=limits) as host:
        yield host


def open_review(page):
    """Drop a record and open the tab of its review."""
    page.goto("/")
    expect(page.get_by_test_id("start-game")).to_be_visible()
    page.evaluate(_DROP, [RECORD.name, RECORD.read_text()])
    expect(page.get_by_test_id("replay")).to_be_visible()
    page.get_by_text("Review", exact=True).click()
    expect(page.get_by_test_id("review")).to_be_visible()


def test_a_dropped_record_is_reviewed_and_walked_through(new_context, quick):
    record = json.loads(RECORD.read_text())
    page = new_context(base_url=quick.url).new_page()
    open_review(page)
    page.get_by_test_id("review-ask").click()
    turns = page.get_by_test_id("review-turn")
    # The first turns come long before the last.
    expect(turns.nth(2)).to_be_visible(timeout=PATIENCE)
    turns.nth(2).click()
    expect(page.get_by_test_id("scrubber")).to_have_value("3")
    details = page.get_by_test_id("review-details")
    expect(details).to_contain_text("Turn 3")
    expect(details).to_contain_text("Played")
    expect(turns.nth(2)).to_have_attribute("aria-current", "true")
    # By keys: the next turn, wherever one is.
    page.keyboard.press("ArrowRight")
    expect(page.get_by_test_id("scrubber")).to_have_value("4")
    expect(page.get_by_test_id("review-summary")).to_be_visible(timeout=PATIENCE)
    expect(turns).to_have_count(len(record["turns"]))
    chart = page.get_by_role("img", name="Every player’s chance to win")
    # Beside the bands stand the words of their scale.
    box = chart.locator("rect").bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 10)
    middle = len(record["turns"]) / 2
    assert abs(int(page.get_by_test_id("scrubber").input_value()) - middle) < 5
    summary = page.get_by_test_id("review-summary")
    for word in ("Accuracy", "Luck of the deal", "Costliest turns", "Result"):
        expect(summary).to_contain_text(word)
    assert violations(page) == []


def test_the_board_makes_room_for_a_review_when_there_is_one(new_context, quick):
    page = new_context(base_url=quick.url).new_page()
    page.goto("/")
    expect(page.get_by_test_id("start-game")).to_be_visible()
    page.evaluate(_DROP, [RECORD.name, RECORD.read_text()])
    board = page.get_by_role("application")
    expect(board).to_be_visible()
    before = board.bounding_box()
    page.get_by_text("Review", exact=True).click()
    expect(page.get_by_test_id("review-ask")).to_be_visible()
    assert board.bounding_box() == before
    page.get_by_test_id("review-ask").click()
    expect(page.get_by_test_id("review-turn").first).to_be_visible(timeout=PATIENCE)
    assert board.bounding_box()["height"] < before["height"]


@pytest.mark.parametrize(
    "size",
    [
        "laptop",
        pytest.param("tablet", marks=pytest.mark.long),
        pytest.param("phone", marks=pytest.mark.long),
        "small phone sideways",
    ],
)
def test_a_review_never_scrolls_the_page(new_context, quick, size):
    width, height = SIZES[size]
    viewport = {"width": width, "height": height}
    page = new_context(phone=is_touch(size), viewport=viewport, base_url=quick.url).new_page()
    open_review(page)
    page.get_by_test_id("review-ask").click()
    expect(page.get_by_test_id("review-turn").first).to_be_attached(timeout=PATIENCE)
    page.evaluate("window.scrollTo(500, 500)")
    beyond = page.evaluate(
        "[scrollX, scrollY, document.scrollingElement.scrollHeight - innerHeight,"
        " document.scrollingElement.scrollWidth - innerWidth]"
    )
    assert beyond == [0, 0, 0, 0], size
