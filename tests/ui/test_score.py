"""Points that can be followed: who leads and why, during the game and at its end."""

import re

import pytest
from playwright.sync_api import expect

from tests.ui.player import hurried
from tests.ui.tables import create, reach, sit

SETTINGS = '{"speed": "fast", "name": "Livia"}'
GODS = 7


def last_decision(page):
    """Play a table over HTTP until one decision is left."""
    table = reach(page, lambda now: now["game"]["state"]["concordia"] is not None)
    choose = hurried(1)
    while True:
        offered = [legal["text"] for legal in table["game"]["question"]["legal"]]
        ends = "end" in offered
        body = {"version": table["version"], "decision": "end" if ends else choose(offered)}
        if ends:
            state = table["game"]["state"]
            if state["concordia"] == (table["game"]["turn_seat"] + 1) % len(state["players"]):
                return table
        table = page.request.post(f"/api/tables/{table['id']}/decide", data=body).json()["table"]


def test_everybodys_points_by_god_with_the_formula(page):
    player = sit(page, reach(page, lambda now: now["log_length"] >= 20))
    page.locator("[data-seat='1']").click()
    sheet = page.get_by_test_id("score-sheet")
    for seat, one in enumerate(player.table()["game"]["state"]["players"]):
        row = sheet.locator(f'[data-score="{seat}"]')
        expect(row.locator(".total")).to_have_text(str(one["points"]["total"]))
        for god in ("jupiter", "saturnus", "mercurius", "mars"):
            text = row.locator(f'[data-god-cell="{god}"]').inner_text()
            found = re.search(r"(\d+) × (\d+)", text)
            if found:
                assert int(found[1]) * int(found[2]) == one["points"][god], (god, text)


def test_columns_are_even_however_long_the_names(phone):
    table = create(phone, "me", "hotseat", "hotseat", "hotseat", map="imperium")
    for seat in range(4):
        name = {"name": "Wilhelmina of the Nether " + str(seat)}
        expect(phone.request.patch(f"/api/tables/{table['id']}/seats/{seat}", data=name)).to_be_ok()
    sit(phone, table)
    phone.get_by_role("tab", name="Players").click()
    phone.locator("[data-seat='1']").tap()
    sheet = phone.get_by_test_id("score-sheet")
    expect(sheet).to_be_visible()
    widths = sheet.evaluate(
        "sheet => [...sheet.querySelectorAll('thead th')].map((one) => one.getBoundingClientRect().width)"
    )
    assert max(widths) - min(widths) < 1.5, widths
    assert sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")


def end_the_game(page):
    sit(page, last_decision(page))
    page.locator(".pieces .house").first.wait_for(state="attached")
    page.mouse.move(1, 1)
    page.get_by_test_id("end-turn").click()


@pytest.mark.parametrize("skipped", [False, True])
def test_the_end_is_revealed_god_by_god_and_can_be_skipped(page, skipped):
    page.goto("/")
    page.evaluate(f"localStorage.setItem('praefectus.settings', '{SETTINGS}')")
    end_the_game(page)
    skip = page.get_by_test_id("skip-reveal")
    expect(skip).to_be_visible()
    cells = page.locator("[data-score='0'] td[data-god-cell]")
    expect(cells).to_have_count(GODS)
    if skipped:
        assert page.locator("[data-score='0'] td.hidden").count() > 0
        skip.click()
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.locator("td.hidden")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_contain_text("wins")


def test_no_story_for_those_who_want_no_motion(page):
    page.emulate_media(reduced_motion="reduce")
    page.goto("/")
    page.evaluate(f"localStorage.setItem('praefectus.settings', '{SETTINGS}')")
    end_the_game(page)
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    expect(page.get_by_test_id("skip-reveal")).to_have_count(0)
    # Who was typing when the sheet came does not close it.
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_the_meter_says_who_is_nearest_to_the_seven_points(page):
    def has_leader(now):
        built = sorted(len(one["houses"]) for one in now["game"]["state"]["players"])
        return now["game"]["phase"] == "play" and built[-1] > built[-2]

    player = sit(page, reach(page, has_leader))
    game = player.table()
    players = game["game"]["state"]["players"]
    leader = max(range(len(players)), key=lambda seat: len(players[seat]["houses"]))
    expect(page.get_by_test_id("prize")).to_contain_text(game["seats"][leader]["name"])


def test_the_black_line_is_seen_at_night(page):
    page.goto("/")
    page.evaluate(
        """localStorage.setItem('praefectus.settings', '{"speed": "skip", "theme": "night"}')"""
    )
    table = reach(page, lambda now: now["log_length"] >= 6, seats=5, map="imperium")
    page.goto(f"/replay/{table['id']}")
    page.get_by_role("radio", name="Chart").check(force=True)
    stroke = page.locator(".halo[data-color='black']").evaluate(
        "line => getComputedStyle(line).stroke"
    )
    panel = page.locator("figure").evaluate(
        "figure => getComputedStyle(figure.closest('.panel')).backgroundColor"
    )
    light, dark = (
        sum(int(part) for part in re.findall(r"\d+", color)[:3]) for color in (stroke, panel)
    )
    assert light - dark > 250, (stroke, panel)
