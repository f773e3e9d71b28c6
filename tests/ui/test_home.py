"""The front page: one click to a game, first of all to the one that was begun; one's tables kept in order."""

import re

from playwright.sync_api import expect

from tests.ui.player import PATIENCE_MS, Player
from tests.ui.tables import create
from tests.ui.test_accessible import violations

TABLE = re.compile("/table/")


def test_one_click_starts_a_game(page):
    page.goto("/")
    expect(page.get_by_test_id("new-game")).to_be_enabled()
    expect(page.get_by_test_id("continue")).to_have_count(0)
    page.get_by_test_id("new-game").click()
    expect(page).to_have_url(TABLE)
    Player(page).wait()


def test_the_game_that_waits_comes_first(page):
    create(page, "me", "open", name="With the family")
    playing = create(page, "me", "hotseat")
    page.goto("/")
    ways = page.locator(".ways > *")
    expect(ways.first).to_have_attribute("data-testid", "continue")
    expect(ways.first).to_have_attribute("href", f"/table/{playing['id']}")
    ways.first.click()
    expect(page).to_have_url(re.compile(playing["id"]))


def test_bots_play_for_who_looks_on(page):
    page.goto("/")
    settings = '{"speed": "normal", "name": "Livia"}'
    page.evaluate(f"localStorage.setItem('praefectus.settings', '{settings}')")
    page.reload()
    page.get_by_test_id("watch").click()
    expect(page).to_have_url(TABLE)
    turns = page.get_by_test_id("log").get_by_role("article")
    expect(turns.first).to_be_attached(timeout=PATIENCE_MS)
    seats = Player(page).table()["seats"]
    assert [seat["kind"] for seat in seats] == ["bot"] * 3
    assert [seat["name"] for seat in seats if seat["stand_in"]] == ["Livia"]
    # Their seat is shown as it plays, like the others, and not only once all is over.
    theirs = turns.filter(has_text="Livia plays")
    played = theirs.nth(theirs.count())
    expect(played).to_be_attached(timeout=PATIENCE_MS)
    card = played.locator(".head").inner_text().rpartition("plays")[2].strip()
    top = page.locator("[data-seat]").filter(has_text="Livia").locator(".top")
    expect(top).to_have_text("empty" if card == "Tribune" else card)
    expect(page.get_by_test_id("skip")).to_be_visible()


def test_tables_are_renamed_put_away_and_deleted(page):
    create(page, "me", "hotseat")
    page.goto("/")
    row = page.get_by_test_id("my-table")

    def do(what: str) -> None:
        row.get_by_role("button", name="More for the table").click()
        row.get_by_role("button", name=what, exact=True).click()

    do("Rename")
    row.get_by_label("Name of the table").fill("Sunday evening")
    assert violations(page) == []
    row.get_by_role("button", name="Rename").click()
    expect(row).to_contain_text("Sunday evening")
    do("Put away")
    expect(row).to_have_count(0)
    expect(page.get_by_test_id("continue")).to_have_count(0)
    page.get_by_test_id("archived").click()
    expect(page.get_by_test_id("archived-list")).to_contain_text("Sunday evening")
    do("Take out again")
    expect(page.get_by_test_id("continue")).to_contain_text("Sunday evening")
    do("Delete")
    row.get_by_role("button", name="Keep it").click()
    expect(row).to_have_count(1)
    row.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_test_id("delete-sure").click()
    expect(row).to_have_count(0)
    assert page.request.get("/api/tables").json()["tables"] == []
