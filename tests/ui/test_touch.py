"""The table under fingers: a tap shows what a choice brings, a second one makes it."""

import pytest
from playwright.sync_api import expect

from tests.ui.tables import begins_with, create, reach, sit


def tentative(player):
    return [step["text"] for step in player.table()["game"]["question"]["tentative"]]


def test_a_tap_shows_and_a_second_one_acts(phone):
    player = sit(phone, create(phone, "me", "hotseat"))
    card = phone.locator('[data-action="play prefect"]')
    card.tap()
    expect(phone.get_by_label("What to do now")).to_contain_text("Play the Prefect")
    expect(phone.get_by_test_id("confirm")).to_be_visible()
    assert tentative(player) == []
    card.tap()
    expect(phone.locator('[data-action="produce campania"]')).to_be_attached()
    phone.locator('[data-action="produce campania"]').tap()
    expect(phone.get_by_label("What to do now")).to_contain_text("Produce in Campania")
    phone.get_by_test_id("confirm").tap()
    expect(phone.get_by_test_id("end-turn")).to_be_enabled()
    assert tentative(player) == ["play prefect", "produce campania"]


def test_a_mouse_that_leaves_the_board_takes_nothing_from_a_finger(phone):
    player = sit(phone, create(phone, "me", "hotseat"))
    board = phone.get_by_role("application").bounding_box()
    phone.mouse.move(board["x"] + 40, board["y"] + board["height"] / 2)
    phone.locator('[data-action="play prefect"]').tap()
    expect(phone.get_by_test_id("confirm")).to_be_visible()
    phone.mouse.move(board["x"] + 60, board["y"] + board["height"] / 2)
    phone.mouse.move(5, 5)
    phone.get_by_test_id("confirm").tap()
    expect(phone.locator('[data-action="produce campania"]')).to_be_attached()
    # A tap on nothing lets go.
    phone.locator('[data-action="produce campania"]').tap()
    expect(phone.get_by_test_id("confirm")).to_be_visible()
    phone.touchscreen.tap(board["x"] + 12, board["y"] + board["height"] - 12)
    expect(phone.get_by_test_id("confirm")).to_have_count(0)
    assert tentative(player) == ["play prefect"]


def sit_with(friend, page):
    """Open tables with a friend until one's own turn is the first, and sit down there."""
    for _ in range(20):
        table = create(page, "me", "open")
        token = table["invitation"].rpartition("/")[2]
        friend.request.post(f"/api/invitations/{token}", data={"name": "Cato"})
        path = f"/table/{table['id']}"
        if page.request.get(f"/api/tables/{table['id']}").json()["table"]["game"]["question"]:
            friend.goto(path)
            expect(friend.get_by_test_id("hand")).to_be_visible()
            return sit(page, table)
    raise AssertionError("the other begins in 20 games")


def test_what_a_finger_tapped_stays_when_a_friend_goes(phone, friend):
    sit_with(friend, phone)
    phone.locator('[data-action="play prefect"]').tap()
    expect(phone.get_by_test_id("confirm")).to_be_visible()
    phone.get_by_role("tab", name="Players").tap()
    friend.goto("/help")
    expect(phone.locator(".tag.off")).to_be_visible()
    expect(phone.get_by_test_id("confirm")).to_be_visible()


def test_money_and_goods_are_in_sight_while_building(phone):
    player = sit(phone, reach(phone, lambda now: begins_with(now, "architect")))
    player.click("play architect")
    purse = phone.get_by_test_id("purse")
    expect(purse).to_be_visible()
    seat = player.table()["game"]["seat"]
    expect(purse).to_contain_text(str(player.table()["game"]["state"]["players"][seat]["money"]))


def test_colonists_have_room_for_a_finger(phone):
    player = sit(phone, create(phone, "me", "hotseat", "hotseat", map="imperium"))
    player.click("play architect")
    phone.wait_for_timeout(400)
    for action in ("move land roma", "move sea roma"):
        box = phone.locator(f'[data-action="{action}"]').bounding_box()
        assert min(box["width"], box["height"]) >= 43, (action, box)


def pays_a_question_mark(table):
    offered = table["game"]["question"]["legal"]
    slots = [one["thing"]["id"] for one in offered if one["kind"] == "purchase"]
    return len(slots) > len(set(slots))


@pytest.mark.parametrize("size", ["laptop", "old laptop", "tablet"])
def test_ways_to_pay_leave_the_name_and_the_price_in_sight(screen, size):
    page = screen(size)
    sit(page, reach(page, pays_a_question_mark, seats=3, map="imperium"))
    page.locator(".pays").first.wait_for()
    hidden = page.evaluate(
        """() => [...document.querySelectorAll('[data-slot]:has(.pays) :is(.name, .cost svg)')]
        .filter((part) => { const box = part.getBoundingClientRect();
            return !part.contains(document.elementFromPoint(box.x + box.width / 2, box.bottom - 2)); })
        .map((part) => part.outerHTML)"""
    )
    assert hidden == []


def test_ways_to_pay_cover_nothing_of_the_card(phone):
    sit(phone, reach(phone, pays_a_question_mark, seats=3, map="imperium"))
    ways = phone.get_by_role("group", name="Pay the question mark with").first
    card = phone.locator("[data-slot]:has(.pays) .card").first.bounding_box()
    for way in ways.locator("[data-action]").all():
        box = way.bounding_box()
        assert box["y"] >= card["y"] + card["height"], (box, card)
        assert min(box["width"], box["height"]) >= 44, box
