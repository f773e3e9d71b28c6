"""A hand that is faster than the server: nothing it does is lost, and nothing is done twice."""

import pytest
from playwright.sync_api import expect

from tests.server.browser import wait_for
from tests.ui.commanding import CommandLine
from tests.ui.player import PATIENCE_MS
from tests.ui.tables import architects_deal, create, find, sit

_COUNT = "addEventListener('click', (event) => event.isTrusted && (window.clicks = (window.clicks ?? 0) + 1), true)"
# What is decided waits before it is sent, over the socket or by HTTP: for a time, or until the test lets go.
_SLOW = """(wait) => { const { fetch, WebSocket } = window;
    const { send } = WebSocket.prototype;
    window.open = wait ? null : new Promise((go) => { window.letGo = go; });
    const opened = () => window.open ?? new Promise((go) => setTimeout(go, wait));
    window.fetch = async (url, options) => {
        if (/decide|undo|end$/.test(url)) await opened();
        return fetch(url, options); };
    WebSocket.prototype.send = function (data) {
        if (/"type":"(decide|undo|end)"/.test(data)) opened().then(() => send.call(this, data));
        else send.call(this, data); }; }"""


def slow(page, milliseconds: int) -> None:
    """Make the server slow, or hold all decisions back until `let_go`."""
    page.evaluate(_SLOW, milliseconds)


def let_go(page) -> None:
    page.evaluate("window.letGo()")


def thing(page, name: str) -> None:
    """Click a thing of the board, whatever it is now."""
    page.locator(f'.pieces [data-thing="{name}"], .chart [data-thing="{name}"]').first.click(
        force=True
    )


def card(page, face: str):
    return page.locator(f'[data-action="play {face}"]')


def end_turn(page) -> None:
    page.get_by_test_id("end-turn").click(force=True)


def tentative(player) -> list[str]:
    return [step["text"] for step in player.table()["game"]["question"]["tentative"]]


def rests(page) -> None:
    """Wait until nothing is under way."""
    expect(page.locator("main[data-version]")).to_have_attribute(
        "aria-busy", "false", timeout=PATIENCE_MS
    )


@pytest.mark.parametrize("milliseconds", [0, 300], ids=["held back", "300 ms"])
def test_an_architects_turn_with_two_moves_and_two_houses_takes_six_clicks(page, milliseconds):
    page.add_init_script(_COUNT)
    player = find(page, architects_deal, "me", "hotseat")
    slow(page, milliseconds)
    card(page, "architect").click()
    thing(page, "line land cosa~roma")
    thing(page, "line sea neapolis~roma")
    thing(page, "city cosa")
    thing(page, "city neapolis")
    end_turn(page)
    assert page.evaluate("window.clicks") <= 6
    if not milliseconds:
        assert tentative(player) == []
        let_go(page)
    expect(page.get_by_test_id("log")).to_contain_text("builds in Neapolis", timeout=PATIENCE_MS)
    wait_for(lambda: player.table()["game"]["turn"] == 1)
    houses = player.table()["game"]["state"]["players"][0]["houses"]
    assert sorted(houses) == ["cosa", "neapolis"]


def test_a_double_click_on_a_card_or_a_line_does_nothing_more(page):
    player = sit(page, create(page, "me", "hotseat"))
    slow(page, 0)
    card(page, "architect").dblclick()
    for _ in range(2):
        thing(page, "line land cosa~roma")
    let_go(page)
    wait_for(lambda: len(tentative(player)) >= 3)
    rests(page)
    assert tentative(player) == ["play architect", "move land roma", "to land cosa~roma"]
    expect(page.get_by_test_id("why")).to_have_count(0)


def test_a_double_click_on_mercator_buys_nothing_however_slow_the_server_is(page):
    player = sit(page, create(page, "me", "hotseat"))
    slow(page, 0)
    for _ in range(2):
        card(page, "mercator-3").dblclick()
    let_go(page)
    expect(page.get_by_role("group", name="Bank")).to_be_visible(timeout=PATIENCE_MS)
    rests(page)
    assert tentative(player) == ["play mercator-3"]


def test_what_the_answer_does_not_allow_says_why_and_ends_what_was_to_follow(page):
    player = sit(page, create(page, "me", "hotseat"))
    slow(page, 0)
    card(page, "architect").click()
    thing(page, "city syracusae")
    end_turn(page)
    let_go(page)
    expect(page.get_by_test_id("why")).to_contain_text("R5.5", timeout=PATIENCE_MS)
    rests(page)
    assert tentative(player) == ["play architect"]


def test_nothing_is_done_in_the_next_players_turn(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play tribune")
    slow(page, 0)
    end_turn(page)
    page.get_by_test_id("hand").get_by_role("button", name="Architect").click(force=True)
    let_go(page)
    wait_for(lambda: player.table()["game"]["turn"] == 1)
    rests(page)
    expect(card(page, "architect")).to_be_visible(timeout=PATIENCE_MS)
    assert tentative(player) == []


def test_a_turn_that_cannot_end_says_why(page):
    player = sit(page, create(page, "me", "hotseat"))
    end_turn(page)
    expect(page.get_by_test_id("why")).to_be_visible(timeout=PATIENCE_MS)
    assert tentative(player) == []


def test_keys_are_kept_too_and_escape_forgets_them(page):
    player = sit(page, create(page, "me", "hotseat"))
    hand = player.table()["game"]["state"]["players"][0]["hand"]
    tribune = str(sorted(set(hand)).index("tribune") + 1)
    slow(page, 0)
    page.keyboard.press(tribune)
    page.keyboard.press("e")
    page.keyboard.press("Escape")
    let_go(page)
    wait_for(lambda: tentative(player) == ["play tribune"])
    rests(page)
    slow(page, 0)
    page.keyboard.press("u")
    page.keyboard.press(tribune)
    page.keyboard.press("e")
    let_go(page)
    wait_for(lambda: player.table()["game"]["turn"] == 1)


def test_lines_of_commands_wait_for_each_other(page):
    player = sit(page, create(page, "me", "hotseat"))
    line = CommandLine(page).open()
    slow(page, 0)
    for typed in ("play tribune", "end"):
        line.input.fill(typed)
        line.input.press("Enter")
    let_go(page)
    wait_for(lambda: player.table()["game"]["turn"] == 1)


def test_a_tap_before_the_answer_previews(phone):
    player = sit(phone, create(phone, "me", "hotseat"))
    slow(phone, 0)
    for _ in range(2):
        card(phone, "prefect").tap()
    phone.locator('[data-thing="province campania"]').first.tap(force=True)
    let_go(phone)
    expect(phone.get_by_label("What to do now")).to_contain_text(
        "Produce in Campania", timeout=PATIENCE_MS
    )
    expect(phone.get_by_test_id("confirm")).to_be_visible()
    assert tentative(player) == ["play prefect"]


def test_a_colonist_dropped_before_the_answer_goes_there(page):
    player = sit(page, create(page, "me", "hotseat"))
    player.click("play architect")
    piece = page.locator('[data-drag="move land roma"]').bounding_box()
    line = page.locator('circle[data-thing="line land cosa~roma"]').bounding_box()
    slow(page, 0)
    page.mouse.move(piece["x"] + piece["width"] / 2, piece["y"] + piece["height"] / 2)
    page.mouse.down()
    page.mouse.move(line["x"] + line["width"] / 2, line["y"] + line["height"] / 2, steps=6)
    page.mouse.up()
    let_go(page)
    wait_for(lambda: tentative(player)[1:] == ["move land roma", "to land cosa~roma"])
