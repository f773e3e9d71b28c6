"""Each card's decisions, made by clicks, at a table where one browser plays both seats."""

from playwright.sync_api import expect

from tests.ui.tables import create, find, sit

BOTH = ("me", "hotseat")
# Cities beside Roma on Italia, with the line and the colonist that lead there.
BESIDE_ROMA = {
    "spoletum": ("land", "roma~spoletum"),
    "casinum": ("land", "casinum~roma"),
    "neapolis": ("sea", "neapolis~roma"),
    "panormus": ("sea", "panormus~roma"),
}


def me(player):
    table = player.table()
    return table["game"]["state"]["players"][table["game"]["turn_seat"]]


def end(player):
    player.press("end-turn")


def test_architect_moves_and_builds(page):
    player = find(page, brick_beside_roma, *BOTH)
    city = brick_city(player.table())
    kind, line = BESIDE_ROMA[city]
    player.click("play architect")
    player.click(f"move {kind} roma")
    player.click(f"to {kind} {line}")
    player.click(f"build {city}")
    assert me(player)["houses"] == [city]
    assert f"{kind} {line}" in me(player)["colonists"]
    end(player)
    log = page.get_by_test_id("log")
    expect(log).to_contain_text("Architect")
    expect(log).to_contain_text("builds in")


def test_architect_by_dragging_a_colonist(page):
    player = sit(page, create(page, *BOTH))
    player.click("play architect")
    start = page.locator('[data-action="move sea roma"]').bounding_box()
    player.click("move sea roma")
    target = page.locator('[data-action="to sea panormus~roma"]').bounding_box()
    player.press("undo")
    assert start is not None
    assert target is not None
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 40, steps=4)
    expect(page.locator('[data-action="to sea panormus~roma"]')).to_be_attached()
    page.mouse.move(target["x"] + target["width"] / 2, target["y"] + target["height"] / 2, steps=6)
    page.mouse.up()
    page.wait_for_function("document.querySelector('[data-action^=\"move sea panormus\"]') || true")
    expect(page.locator('[data-action="move land roma"]')).to_be_attached()
    assert "sea panormus~roma" in me(player)["colonists"]


def test_another_colonist_can_be_picked_instead(page):
    player = sit(page, create(page, *BOTH))
    player.click("play architect")
    player.click("move sea roma")
    page.locator('[data-thing="colonist land roma"]').first.click()
    expect(page.locator('[data-action^="to land "]').first).to_be_attached()


def test_prefect_produces_or_collects(page):
    player = sit(page, create(page, *BOTH))
    player.click("play prefect")
    before = me(player)["goods"]
    player.click("produce campania")
    assert me(player)["goods"] != before
    assert player.table()["game"]["state"]["markers"]["campania"] == "coins"
    end(player)
    player.click("play prefect")
    money = me(player)["money"]
    player.click("cash")
    assert me(player)["money"] > money


def test_mercator_trades_amounts_in_two_goods(page):
    player = sit(page, create(page, *BOTH))
    player.click("play mercator-3")
    page.locator('[data-action="sell food 2"]').hover()
    expect(page.get_by_label("What to do now")).to_contain_text("Sell 2 food")
    player.click("sell food 2")
    assert not [action for action in player.offered() if "food" in action]
    player.click(player.one_of("buy tool"))
    assert player.offered() == ["end"]
    assert me(player)["goods"]["food"] == 0


def test_senator_pays_a_question_mark_with_a_chosen_good(page):
    player = find(page, lambda table: slot_costs(table, 2) == ["food"], *BOTH)
    player.click("play senator")
    player.click("purchase 2 wine")
    assert me(player)["goods"]["wine"] == 0
    assert len(me(player)["cards"]) == 8
    display = player.table()["game"]["state"]["display"]
    assert display[1] is None, "the place stays empty until the turn ends"
    end(player)
    assert None not in player.table()["game"]["state"]["display"]


def test_all_ways_to_pay_fit_on_a_narrow_screen(page):
    page.set_viewport_size({"width": 1024, "height": 768})
    display = page.get_by_label("Cards for sale")
    for _ in range(40):
        player = sit(page, create(page, "me", *["hotseat"] * 4, map="imperium"))
        player.click("play senator")
        expect(display.locator("[data-action]").first).to_be_visible()
        if display.locator("[data-action]").count() >= 13:
            break
    else:
        raise AssertionError("no deal in 40 offers enough ways to pay")
    inside = display.locator("li").evaluate_all(
        """slots => slots.every((slot) => { const box = slot.getBoundingClientRect();
        return box.left >= 0 && box.right <= document.querySelector('aside').getBoundingClientRect().left; })"""
    )
    assert inside


def test_diplomat_copies_what_another_played(page):
    player = sit(page, create(page, *BOTH))
    card = page.get_by_test_id("hand").get_by_role("button", name="Diplomat")
    expect(card).to_have_attribute("aria-disabled", "true")
    player.click("play mercator-3")
    end(player)
    player.click("play diplomat-jupiter")
    money = me(player)["money"]
    player.click("copy 0")
    assert me(player)["money"] == money + 3
    end(player)
    expect(page.get_by_test_id("log")).to_contain_text("copies")


def test_tribune_takes_cards_back_and_brings_a_colonist(page):
    player = sit(page, create(page, *BOTH))
    player.click("play tribune")
    player.click("colonist sea")
    assert me(player)["colonists"].count("sea roma") == 2
    assert player.offered() == ["end"]


def test_colonist_settles_or_takes_income(page):
    player = find(page, lambda table: "colonist" in table["game"]["state"]["display"][:3], *BOTH)
    slot = player.table()["game"]["state"]["display"].index("colonist") + 1
    player.click("play senator")
    player.click(player.one_of(f"purchase {slot}"))
    end(player)
    player.click("play tribune")
    end(player)
    player.click("play colonist")
    player.click("settle land roma")
    assert me(player)["colonists"].count("land roma") == 2
    player.press("undo")
    player.click("income")
    assert player.offered() == ["end"]


def test_goods_that_do_not_fit_are_chosen(page):
    player = find(page, brick_beside_roma, *BOTH)
    table = player.table()
    city = brick_city(table)
    kind, line = BESIDE_ROMA[city]
    player.click("play architect")
    player.click(f"move {kind} roma")
    player.click(f"to {kind} {line}")
    player.click(f"build {city}")
    end(player)
    player.click("play tribune")
    end(player)
    player.click("play mercator-3")
    player.click("buy brick 2")
    end(player)
    player.click("play prefect")
    player.click("cash")
    end(player)
    # Eleven spaces are taken; marker and house bring two different goods.
    player.click("play prefect")
    player.click(f"produce {province_of(city)}")
    offered = player.offered()
    assert [action for action in offered if action.startswith("keep ")] == offered
    assert len(offered) == 2
    player.click(offered[0])
    end(player)
    expect(page.get_by_test_id("log")).to_contain_text("keeps")


def test_what_cannot_be_done_says_why(page):
    player = sit(page, create(page, *BOTH))
    page.get_by_test_id("hand").get_by_role("button", name="Diplomat").hover()
    why = page.get_by_test_id("why")
    expect(why).to_contain_text("Nobody shows a card")
    expect(why).to_contain_text("R9.2")
    player.click("play architect")
    page.locator('[data-thing="city syracusae"]').first.click()
    expect(why).to_contain_text("R5.5")


def test_everything_is_reached_by_keyboard(page):
    player = sit(page, create(page, *BOTH))
    page.keyboard.press("1")
    expect(page.get_by_test_id("undo")).to_be_enabled()
    page.keyboard.press("u")
    expect(page.get_by_test_id("redo")).to_be_enabled()
    page.keyboard.press("r")
    expect(page.get_by_test_id("undo")).to_be_enabled()
    page.keyboard.press("u")
    player.click("play prefect")
    choice = page.get_by_role("button", name="Produce in Campania")
    choice.focus()
    expect(page.get_by_label("What to do now")).to_contain_text("Produce in Campania")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("end-turn")).to_be_enabled()
    page.keyboard.press("e")
    expect(page.get_by_test_id("log")).to_contain_text("Prefect")


def slot_costs(table, slot):
    return table["game"]["slots"][slot - 1]["card_cost"]


PROVINCES = {
    "spoletum": "umbria",
    "casinum": "campania",
    "neapolis": "campania",
    "panormus": "sicilia",
}


def province_of(city):
    return PROVINCES[city]


def brick_city(table):
    board = table["game"]["board"]
    for city in BESIDE_ROMA:
        if board["cities"][city] == "brick" and board["markers"][PROVINCES[city]] != "brick":
            return city
    return None


def brick_beside_roma(table):
    return brick_city(table) is not None
