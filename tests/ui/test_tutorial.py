"""The tutorial: one turn of each starting card, with real decisions."""

from playwright.sync_api import expect

from tests.ui.player import Player


def test_the_tutor_leads_through_every_starting_card(page):
    page.goto("/")
    page.get_by_test_id("tutorial").click()
    page.wait_for_url("**/table/*")
    tutor = page.get_by_test_id("tutor")
    expect(tutor).to_contain_text("0 of 6")
    player = Player(page)
    for _ in range(120):
        player.wait()
        if "6 of 6" in tutor.inner_text():
            break
        offered = player.offered()
        if not offered:
            continue
        suggested = page.locator(".suggested[data-action]")
        if suggested.count() > 0:
            player.click(suggested.first.get_attribute("data-action") or "")
        else:
            player.click("end" if "end" in offered else offered[0])
    expect(tutor).to_contain_text("every card you start with")
    tutor.get_by_role("button", name="Leave the tutorial").click()
    expect(tutor).to_have_count(0)


def test_help_is_searched(page):
    page.goto("/help")
    page.get_by_test_id("help-search").fill("question mark")
    expect(page.get_by_role("article")).to_contain_text("R10.1")
    page.get_by_test_id("help-search").fill("xyzzy")
    expect(page.get_by_text("Nothing found")).to_be_visible()
