"""A turn is tentative until End turn."""

import pytest
from playwright.sync_api import expect

from tests.ui.tables import create, sit


def test_undo_redo_and_restart(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play prefect")
    player.click("produce campania")
    player.press("undo")
    assert "produce campania" in player.offered()
    player.press("redo")
    assert player.offered() == ["end"]
    player.press("restart")
    assert "play prefect" in player.offered()
    expect(page.get_by_test_id("undo")).to_be_disabled()
    player.press("redo")
    player.press("redo")
    assert player.offered() == ["end"]


def test_a_reload_in_mid_turn_changes_nothing(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play architect")
    player.click("move sea roma")
    before = player.offered()
    page.reload()
    expect(page.locator('[data-action^="to sea"]').first).to_be_attached()
    assert player.offered() == before
    player.press("undo")
    player.press("undo")
    assert "play architect" in player.offered()


def test_two_tabs_acting_at_once_one_wins_and_the_other_is_told(page):
    player = sit(page, create(page, "me", "hotseat"))
    # A tab that has missed what the other did sends a version that isn't the table's.
    page.evaluate(
        """() => { window.sent = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            window.sent.call(this, text.replace(/"version":\\d+/, '"version":987654')); }; }"""
    )
    page.locator('[data-action="play prefect"]').click()
    expect(page.get_by_role("status")).to_contain_text("moved on")
    page.evaluate("() => { WebSocket.prototype.send = window.sent; }")
    player.click("play prefect")
    assert "produce campania" in player.offered()


@pytest.mark.parametrize("arrives", [True, False])
def test_a_decision_whose_socket_is_lost_is_taken_once(page, watch, arrives):
    """It is sent again by HTTP. If the server has taken it, the table comes back and nobody is told of an error."""
    watch.allow("409")
    player = sit(page, create(page, "me", "hotseat"))
    page.evaluate(
        """(arrives) => { window.sent = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            WebSocket.prototype.send = window.sent;
            this.onmessage = null;
            if (arrives) window.sent.call(this, text);
            setTimeout(() => this.close(), arrives ? 500 : 0); }; }""",
        arrives,
    )
    player.click("play prefect")
    assert "produce campania" in player.offered()
    expect(page.get_by_role("status")).not_to_contain_text("moved on")
    player.press("undo")
    assert "play prefect" in player.offered()


def test_a_click_made_too_early_is_not_lost_and_a_double_click_does_no_harm(page):
    player = sit(page, create(page, "me", "hotseat"))
    page.locator('[data-action="play tribune"]').dblclick()
    expect(page.get_by_test_id("end-turn")).to_be_enabled()
    page.evaluate(
        """() => { document.querySelector('[data-action="colonist land"]').click();
        document.querySelector('[data-testid="end-turn"]').click(); }"""
    )
    expect(page.get_by_test_id("log")).to_contain_text("a new land colonist in Roma")
    assert player.table()["game"]["turn"] == 1


def test_hot_seat_with_hidden_hands_covers_the_screen(page):
    table = create(page, "me", "hotseat", hands="hidden")
    page.goto(f"/table/{table['id']}")
    first = page.get_by_test_id("hand-over")
    expect(first).to_be_visible()
    expect(page.get_by_test_id("hand")).to_have_count(0)
    first.click()
    expect(page.get_by_test_id("hand")).to_be_visible()
    page.locator('[data-action="play tribune"]').click()
    page.locator('[data-testid="end-turn"]:enabled').click()
    expect(page.get_by_test_id("hand-over")).to_be_visible()
    expect(page.get_by_test_id("hand")).to_have_count(0)


def test_whose_turn_it_is_stands_in_the_title(page):
    player = sit(page, create(page, "me", "hotseat"))
    name = player.table()["seats"][0]["name"]
    expect(page).to_have_title(f"Your turn, {name} · praefectus")


def test_what_appears_under_a_resting_hand_is_not_clicked(page):
    player = sit(page, create(page, "me", "hotseat"))
    card = page.locator('[data-action="play mercator-3"]').bounding_box()
    spot = (card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    for offset in (0, 12, -12, 24, -24):
        page.mouse.dblclick(spot[0] + offset, spot[1] + offset)
        expect(page.get_by_test_id("end-turn")).to_be_enabled()
        tentative = player.table()["game"]["question"]["tentative"]
        assert [step["text"] for step in tentative] == ["play mercator-3"]
        player.press("undo")
        page.mouse.move(1, 1)
