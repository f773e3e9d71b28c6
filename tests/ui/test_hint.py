"""Hints at the table: shown in words, played tentatively, never in the way."""

from playwright.sync_api import expect

from tests.server.browser import wait_for
from tests.ui.browser import LAPTOP
from tests.ui.player import PATIENCE_MS
from tests.ui.tables import create, sit
from tests.ui.test_accessible import by_day_and_night


def ask(page):
    page.get_by_test_id("hint").click()
    turns = page.get_by_test_id("hint-turn")
    turns.first.wait_for(timeout=PATIENCE_MS)
    return turns


def tentative(player):
    return [step["text"] for step in player.table()["game"]["question"]["tentative"]]


def play(page, turn):
    with page.expect_response("**/hint") as answer:
        turns = ask(page)
    expect(turns).to_have_count(3)
    turns.nth(turn).get_by_role("button").click()
    return [step["text"] for step in answer.value.json()["hints"][turn]["steps"]]


def test_a_hint_is_played_but_not_ended_and_can_be_undone(page):
    player = sit(page, create(page, "me", "hotseat"))
    wanted = play(page, 1)
    wait_for(lambda: tentative(player) == wanted)
    expect(page.get_by_test_id("end-turn")).to_be_enabled()
    assert player.table()["game"]["turn"] == 0
    expect(page.get_by_test_id("hints")).to_have_count(0)
    for _ in wanted:
        player.press("undo")
    assert tentative(player) == []


def test_it_says_what_would_be_played_and_what_it_brings(page):
    sit(page, create(page, "me", "hotseat"))
    first = ask(page).first
    expect(first).to_contain_text(" plays ")
    expect(first).to_contain_text("% to win")
    expect(first).to_contain_text("points")
    expect(first.locator("[data-god=vesta]").first).to_be_attached()


def test_in_mid_turn_it_goes_on_from_there(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play architect")
    player.click("move sea roma")
    turns = ask(page)
    expect(turns.first).to_contain_text("sails to")
    expect(turns.first).not_to_contain_text("plays")
    turns.first.get_by_role("button").click()
    wait_for(lambda: len(tentative(player)) > 2)
    assert tentative(player)[:2] == ["play architect", "move sea roma"]
    assert tentative(player)[2].startswith("to sea ")


def test_by_keyboard_alone(page):
    sit(page, create(page, "me", "hotseat"))
    page.keyboard.press("h")
    expect(page.get_by_test_id("hint-turn")).to_have_count(3, timeout=PATIENCE_MS)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("hints")).to_have_count(0)
    expect(page.get_by_test_id("hint")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("hint-turn")).to_have_count(3, timeout=PATIENCE_MS)
    page.keyboard.press("Tab")  # Close
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("undo")).to_be_enabled()


def test_the_table_can_be_played_while_a_hint_is_thought_of(page):
    player = sit(page, create(page, "me", "hotseat"))
    held = []
    page.route("**/hint", lambda route: held.append((route, route.fetch())))
    page.get_by_test_id("hint").click()
    expect(page.get_by_test_id("hints")).to_contain_text("Thinking")
    player.click("play prefect")
    assert "produce campania" in player.offered()
    while not held:
        page.wait_for_timeout(50)
    route, answer = held[0]
    with page.expect_response("**/hint"):
        route.fulfill(response=answer)
    # It was for how the table stood: it says nothing now.
    expect(page.get_by_test_id("hints")).to_have_count(0)


def test_a_table_with_friends_has_none(page, friend):
    table = create(page, "me", "open")
    friend.request.post(
        f"/api{table['invitation'].replace('join', 'invitations')}", data={"name": "G"}
    )
    for each in (page, friend):
        each.goto(f"/table/{table['id']}")
        expect(each.get_by_test_id("hand")).to_be_visible()
        expect(each.get_by_test_id("hint")).to_have_count(0)


def test_the_host_chooses(page):
    page.goto("/")
    page.get_by_text("More options").click()
    hints = page.get_by_role("group", name="Hints")
    expect(hints.get_by_role("radio", name="On")).to_be_checked()
    page.get_by_label("Who plays seat 2", exact=True).select_option("open")
    expect(hints.get_by_role("radio", name="Off")).to_be_checked()
    hints.get_by_role("radio", name="On").check(force=True)
    with page.expect_response("**/api/tables") as made:
        page.get_by_test_id("start-game").click()
    assert made.value.json()["table"]["options"]["hints"] is True


def test_it_fits_and_can_be_read(either):
    page = either
    sit(page, create(page, "me", "hotseat"))
    turns = ask(page)
    assert by_day_and_night(page) == []
    inside = page.get_by_test_id("hints").bounding_box()
    size = page.viewport_size
    assert min(inside["x"], inside["y"]) >= 0
    assert inside["x"] + inside["width"] <= size["width"]
    assert inside["y"] + inside["height"] <= size["height"]
    button = turns.first.get_by_role("button").bounding_box()
    assert size == LAPTOP or min(button["width"], button["height"]) >= 44
