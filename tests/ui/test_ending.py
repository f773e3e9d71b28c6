"""The end of a game is seen coming and announced."""

from playwright.sync_api import expect

from tests.ui.tables import reach, sit


def test_a_meter_tells_how_near_the_end_is(page):
    table = reach(page, lambda now: now["log_length"] == 16)
    sit(page, table)
    state = table["game"]["state"]
    cards = state["deck"] + sum(card is not None for card in state["display"])
    houses = [len(player["houses"]) for player in state["players"]]
    meter = page.get_by_test_id("meter")
    expect(meter).to_contain_text(f"{cards} cards left")
    expect(meter).to_contain_text(f"{15 - max(houses)} houses left")
    leader = table["seats"][houses.index(max(houses))]["name"]
    expect(meter.get_by_title(leader).first).to_be_visible()


def test_the_last_round_is_announced(page):
    table = reach(page, lambda now: now["game"]["state"]["concordia"] is not None)
    sit(page, table)
    expect(page.get_by_test_id("last-round")).to_be_visible()
    expect(page.get_by_test_id("meter")).to_have_count(0)
    expect(page.get_by_label("What to do now")).to_contain_text("Your last turn")
