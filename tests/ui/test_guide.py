"""The rules in the app: opened where help is needed, searched, printed, and readable everywhere."""

from playwright.sync_api import expect

from tests.ui.tables import create, sit
from tests.ui.test_accessible import by_day_and_night


def wait(page) -> None:
    """Wait for the whole guide: the sheet comes last."""
    expect(page.get_by_test_id("sheet-heading")).to_be_attached()


def test_a_rule_has_an_address(page):
    page.goto("/help/R5.3")
    wait(page)
    rule = page.locator("[id='R5.3']")
    expect(rule).to_be_focused()
    expect(rule).to_be_in_viewport()
    page.locator("nav").get_by_role("link", name="Senator").click()
    page.wait_for_url("**/help/senator")
    expect(page.locator("#senator")).to_be_focused()
    page.go_back()
    expect(rule).to_be_focused()


def test_help_is_searched(page):
    page.goto("/help")
    page.get_by_test_id("help-search").fill("question mark")
    found = page.get_by_test_id("help-found").get_by_role("link", name="Senator")
    found.click()
    expect(page.locator("[id='R10.1']")).to_be_focused()
    page.get_by_test_id("help-search").fill("xyzzy")
    expect(page.get_by_test_id("help-found")).to_have_text("Nothing found.")


def test_help_at_the_table_opens_at_what_is_asked(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play mercator-3")
    page.get_by_role("button", name="Rules", exact=True).click()
    dialog = page.get_by_role("dialog")
    expect(dialog.locator("#mercator")).to_be_focused()
    expect(dialog.locator("#title-mercator")).to_be_in_viewport()
    assert "/table/" in page.url
    # However far down it opens, the way out is in sight and covers nothing of it.
    close = dialog.get_by_role("button", name="Close")
    expect(close).to_be_in_viewport()
    under = close.bounding_box()["y"] + close.bounding_box()["height"]
    assert dialog.locator("#title-mercator").bounding_box()["y"] >= under


def test_the_sheet_follows_board_players_and_edition(page):
    page.goto("/help/sheet")
    wait(page)
    expect(page.locator("#title-sheet")).to_be_in_viewport()
    sheet = page.locator("#sheet")
    sheet.get_by_text("Italia", exact=True).click()
    sheet.get_by_text("4", exact=True).first.click()
    sheet.get_by_text("First edition", exact=True).click()
    expect(page.get_by_test_id("sheet-heading")).to_have_text("Italia, 4 players")
    expect(page.get_by_test_id("sheet-money").locator("li")).to_have_count(4)
    expect(page.get_by_test_id("sheet-tokens").locator("tbody tr")).to_have_count(3)
    expect(page.get_by_test_id("sheet-edition")).to_contain_text("2 sestertii")


def test_the_guide_is_accessible_and_fits(either):
    page = either
    page.goto("/help")
    wait(page)
    assert by_day_and_night(page) == []
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


def test_the_guide_from_right_to_left(page):
    page.goto("/help?locale=en-XB")
    wait(page)
    contents, text = (page.locator(part).first.bounding_box() for part in ("nav", "article"))
    assert contents is not None
    assert text is not None
    assert contents["x"] > text["x"]
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


def test_paper_has_the_book_alone(page):
    page.goto("/help")
    wait(page)
    page.emulate_media(media="print")
    expect(page.get_by_test_id("help-search")).to_be_hidden()
    expect(page.get_by_test_id("print")).to_be_hidden()
    expect(page.locator("#scoring")).to_be_visible()
    page.evaluate("document.querySelector('.guide').dataset.only = 'aid'")
    page.evaluate("document.querySelector('.guide').classList.add('only')")
    expect(page.locator("#aid")).to_be_visible()
    expect(page.locator("#scoring")).to_be_hidden()
    expect(page.locator("#sheet")).to_be_hidden()
