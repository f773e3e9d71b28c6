"""A bot that plays on for somebody: offered as the server allows it, told to everybody, taken back."""

from playwright.sync_api import expect

from tests.ui.tables import create, sit


def test_a_bot_plays_on_for_oneself_and_the_seat_is_taken_back(page):
    sit(page, create(page, "me", "hotseat"))
    page.get_by_role("button", name="Players", exact=True).click()
    expect(page.get_by_role("button", name="Let a bot play on")).to_have_count(2)
    page.get_by_role("button", name="Let a bot play on").first.click()
    expect(page.get_by_role("status")).to_contain_text("A bot plays on for you")
    page.keyboard.press("Escape")
    page.get_by_test_id("claim").click()
    expect(page.get_by_role("status")).to_contain_text("is back and plays on")
    expect(page.get_by_test_id("claim")).to_have_count(0)


def test_no_bot_is_offered_for_somebody_who_plays(page, friend):
    table = create(page, "me", "open")
    token = table["invitation"].rpartition("/")[2]
    friend.request.post(f"/api/invitations/{token}", data={"name": "Cato"})
    page.goto(f"/table/{table['id']}")
    page.get_by_role("button", name="Players", exact=True).click()
    expect(page.get_by_role("button", name="Let a bot play on")).to_have_count(1)
