"""The table on a phone: 390 by 844, by touch."""

from playwright.sync_api import expect

from tests.ui.player import Player, hurried
from tests.ui.tables import create, sit


def test_turns_are_played_with_one_thumb(phone):
    player = sit(phone, create(phone, "me", "bot:random", "bot:random", map="imperium"))
    choose = hurried(seed=5)
    for _ in range(40):
        player.wait()
        offered = player.offered()
        if offered:
            player.click(choose(offered))
    expect(phone.get_by_test_id("undo")).to_be_visible()


def test_nothing_is_wider_than_the_screen(phone):
    table = create(phone, "me", "hotseat")
    for seat in (0, 1):
        name = {"name": "Wilhelmina of the Nether"}
        expect(phone.request.patch(f"/api/tables/{table['id']}/seats/{seat}", data=name)).to_be_ok()
    player = sit(phone, table)
    for action in ("play mercator-3", "play senator", "play architect", "play prefect"):
        player.click(action)
        wide = phone.evaluate("document.documentElement.scrollWidth > window.innerWidth")
        assert not wide, action
        player.press("undo")


def test_targets_are_large_enough(phone):
    sit(phone, create(phone, "me", "hotseat"))
    for tab in ("Hand", "Store", "Market", "Players", "Log"):
        phone.get_by_role("tab", name=tab).click()
        small = phone.evaluate(
            """[...document.querySelectorAll('button, a, [role=tab]')].filter((element) => {
                const box = element.getBoundingClientRect();
                return box.width > 0 && (box.width < 44 || box.height < 44);
            }).map((element) => element.outerHTML.slice(0, 120))"""
        )
        assert small == [], tab


def test_the_sheet_opens_where_the_decision_is(phone):
    player = sit(phone, create(phone, "me", "hotseat"))
    player.click("play senator")
    expect(phone.get_by_role("tab", name="Market")).to_have_attribute("aria-selected", "true")
    player.press("undo")
    player.click("play mercator-3")
    expect(phone.get_by_role("tab", name="Store")).to_have_attribute("aria-selected", "true")


def test_the_sheet_stays_open_only_beside_the_board(phone):
    player = sit(phone, create(phone, "me", "hotseat"))
    player.click("play architect")
    expect(phone.get_by_role("tabpanel")).to_have_count(0)
    phone.set_viewport_size({"width": 844, "height": 390})
    expect(phone.get_by_test_id("hand")).to_be_visible()


def test_the_front_page_fits(phone):
    phone.goto("/")
    expect(phone.get_by_test_id("start-game")).to_be_visible()
    assert not phone.evaluate("document.documentElement.scrollWidth > window.innerWidth")
    assert Player(phone).offered() == []
