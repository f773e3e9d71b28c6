"""Shared games: from the score sheet to a stranger's browser, and withdrawn again."""

import json
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from praefectus import record
from praefectus.server.review_limits import ReviewLimits
from praefectus.server.settings import STATIC
from tests.server.browser import Browser, hosting
from tests.ui.finished import cookies, put
from tests.ui.fitting import misfits
from tests.ui.test_accessible import violations

RECORD = Path(__file__).parents[1] / "fixtures/examples/italia-3.concordia.json"
PATIENCE = 120_000


@pytest.fixture(scope="module")
def quick(tmp_path_factory):
    """A server whose reviews are shallow, and soon done."""
    limits = ReviewLimits(simulations=4, part=4)
    with hosting(tmp_path_factory.mktemp("share"), static=STATIC, reviews=limits) as host:
        yield host


@pytest.fixture
def finished(quick):
    """A finished game, and the cookies of its host."""
    with closing(Browser(quick.url)) as owner:
        table = put(quick, record.load(RECORD).game, [owner] * 3)
        yield table, cookies(owner)


def shared(context, finished) -> tuple[Page, str]:
    """Share the game from its score sheet; return the page and the address."""
    table, owners = finished
    context.add_cookies(owners)
    page = context.new_page()
    page.goto(f"/table/{table}")
    page.get_by_test_id("share").click()
    return page, page.get_by_test_id("shared").inner_text()


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_a_game_is_shared_watched_by_a_stranger_and_withdrawn(
    new_context, quick, finished, watch, phone
):
    host, address = shared(new_context(phone=phone, base_url=quick.url), finished)
    assert misfits(host) == []
    assert violations(host) == []
    table, _ = finished
    stranger = new_context(phone=phone, base_url=quick.url).new_page()
    asked: list[str] = []
    stranger.on("request", lambda request: asked.append(request.url))
    assert stranger.goto(address).status == 200
    expect(stranger.get_by_test_id("replay")).to_be_visible()
    assert not any(table in url for url in asked), "the table's own address is not told"
    document = json.loads(RECORD.read_text())
    # The whole game, with its result.
    scrubber = stranger.get_by_test_id("scrubber")
    scrubber.fill(str(len(document["turns"])))
    sheet = stranger.get_by_test_id("score-sheet")
    for points in document["result"]["points"]:
        expect(sheet).to_contain_text(str(points))
    # The record.
    if phone:
        stranger.get_by_test_id("replay-more").click()
    with stranger.expect_download() as download:
        stranger.get_by_test_id("record").click()
    assert download.value.suggested_filename.endswith(".concordia.json")
    read = record.load(download.value.path())
    assert read.game.is_over
    assert read.players == ["Livia", "Cato", "Drusus"]
    # The review.
    stranger.get_by_text("Review", exact=True).click()
    stranger.get_by_test_id("review-ask").click()
    expect(stranger.get_by_test_id("review-turn").first).to_be_attached(timeout=PATIENCE)
    # It is taken back.
    watch.allow("404")
    host.get_by_test_id("withdraw").click()
    expect(host.get_by_test_id("share")).to_be_visible()
    assert stranger.goto(address).status == 404
    expect(stranger.get_by_role("main")).to_contain_text("No game is shared at this address")
    assert misfits(stranger) == []
    assert violations(stranger) == []


def test_a_stranger_plays_a_shared_game_on(new_context, quick, finished):
    _, address = shared(new_context(base_url=quick.url), finished)
    stranger = new_context(base_url=quick.url).new_page()
    stranger.goto(address)
    stranger.get_by_test_id("scrubber").fill("12")
    stranger.get_by_test_id("whatif").click()
    stranger.get_by_test_id("whatif-level").select_option("easy")
    stranger.get_by_test_id("whatif-go").click()
    stranger.wait_for_url("**/table/*")
    expect(stranger.get_by_test_id("branch")).to_contain_text("12")


def test_the_address_holds_the_turn_and_nonsense_there_is_the_start(new_context, quick, finished):
    _, address = shared(new_context(base_url=quick.url), finished)
    stranger = new_context(base_url=quick.url).new_page()
    for turn, shown in (("7", "7"), ("nonsense", "0"), ("1.5", "1"), ("-3", "0")):
        stranger.goto(f"{address}?turn={turn}")
        expect(stranger.get_by_test_id("scrubber")).to_have_value(shown)
