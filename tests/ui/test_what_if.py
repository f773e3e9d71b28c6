"""What if: from a replay to a table that plays on, and back to how the original ended."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import expect

from praefectus import record
from praefectus.server.settings import STATIC
from tests.server.browser import Browser, hosting
from tests.ui.finished import cookies, put

RECORD = Path(__file__).parents[1] / "fixtures/examples/italia-3.concordia.json"


def test_a_dropped_record_is_played_on(page):
    page.goto("/replay")
    page.get_by_test_id("record-file").set_input_files(RECORD)
    scrubber = page.get_by_test_id("scrubber")
    expect(scrubber).to_be_visible()
    last = scrubber.get_attribute("max") or ""
    scrubber.fill(last)
    expect(page.get_by_test_id("whatif")).to_be_disabled()
    scrubber.fill("12")
    page.get_by_test_id("whatif").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("after turn 12")
    page.get_by_test_id("whatif-seat").select_option("2")
    page.get_by_test_id("whatif-level").select_option("easy")
    page.get_by_test_id("whatif-go").click()
    page.wait_for_url("**/table/*")
    tag = page.get_by_test_id("branch")
    expect(tag).to_contain_text("12")
    assert tag.bounding_box()["height"] < 26, "it stands in one line"
    table = page.evaluate(
        "fetch(location.pathname.replace('/table', '/api/tables')).then(r => r.json())"
    )["table"]
    assert table["branch"]["turn"] == 12
    assert [seat["mine"] for seat in table["seats"]] == [False, False, True]


def test_a_branch_tells_how_the_original_ended(page):
    """The last turns of a record are played on to the end, by whatever the board offers first."""
    page.goto("/replay")
    page.get_by_test_id("record-file").set_input_files(RECORD)
    scrubber = page.get_by_test_id("scrubber")
    expect(scrubber).to_be_visible()
    before_last = str(int(scrubber.get_attribute("max") or "0") - 1)
    scrubber.fill(before_last)
    page.get_by_test_id("whatif").click()
    page.get_by_test_id("whatif-level").select_option("easy")
    page.get_by_test_id("whatif-go").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_test_id("branch")).to_be_visible()
    assert "?" not in page.url, "the turn of the replay belongs to its address alone"
    address = urlsplit(page.url).path.replace("/table/", "/api/tables/")
    for _ in range(40):
        table = page.request.get(address).json()["table"]
        if table["status"] == "finished":
            break
        question = table["game"]["question"]
        decision = {"version": table["version"], "decision": question["legal"][0]["text"]}
        answer = page.request.post(f"{address}/decide", data=decision)
        assert answer.ok, answer.text()
    assert table["status"] == "finished"
    page.reload()
    expect(page.get_by_test_id("original")).to_contain_text("The original ended like this")
    # Every player's difference stands with the points.
    document = json.loads(RECORD.read_text())
    sheet = page.get_by_test_id("score-sheet")
    for seat, points in enumerate(table["game"]["outcome"]["points"]):
        difference = points["total"] - document["result"]["points"][seat]
        shown = f"{'+' if difference > 0 else '−'}{abs(difference)}" if difference else "0"
        row = sheet.locator(f'[data-score="{seat}"]')
        expect(row.get_by_test_id("difference")).to_have_text(shown)


def test_branches_nest_and_lead_back_to_where_they_came_from(new_context, tmp_path):
    """A finished game is left, and so is the game that left it; each says from where and leads there."""
    with (
        hosting(tmp_path, static=STATIC) as host,
        closing(Browser(host.url)) as owner,
    ):
        game = record.load(RECORD).game
        original = put(host, game, [owner] * 3)
        first = put(host, game, [owner] * 3)
        branch = {"table": original, "turn": 9, "points": [70, 80, 90], "winner": 2}
        change = host.parts.tables.change(first, lambda stored: replace(stored, branch=branch))
        host.run(change)
        context = new_context(base_url=host.url)
        context.add_cookies(cookies(owner))
        page = context.new_page()
        page.goto(f"/replay/{first}?turn=20")
        page.get_by_test_id("whatif").click()
        page.get_by_test_id("whatif-level").select_option("easy")
        page.get_by_test_id("whatif-go").click()
        page.wait_for_url("**/table/*")
        expect(page.get_by_test_id("branch")).to_contain_text("20")
        page.goto("/")
        expect(page.get_by_test_id("my-table").get_by_test_id("branch")).to_have_count(2)
        page.get_by_test_id("my-table").filter(has_text="turn 20").locator("a").click()
        page.get_by_test_id("branch").click()
        page.wait_for_url(f"**/replay/{first}?turn=20")
        expect(page.get_by_test_id("scrubber")).to_have_value("20")
        page.goto(f"/table/{first}")
        page.get_by_role("link", name="Watch the original").click()
        page.wait_for_url(f"**/replay/{original}?turn=9")
        expect(page.get_by_test_id("scrubber")).to_have_value("9")
