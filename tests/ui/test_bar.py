"""The bar under the board: asks only for what is there, previews all of it, says what is left undone."""

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.ui.tables import begins_with, create, find, reach, sit

BOTH = ("me", "hotseat")


def bar(page):
    return page.get_by_label("What to do now")


def test_an_architect_is_told_of_houses_only_where_there_are_any(page):
    player = sit(page, create(page, *BOTH))
    player.click("play architect")
    expect(bar(page)).to_contain_text("2 steps left: choose a colonist to move.")
    expect(bar(page)).not_to_contain_text("build")
    expect(page.get_by_test_id("unused")).to_have_text("Unused: 2 steps")


def test_the_picked_colonist_is_marked_and_named(page):
    player = sit(page, create(page, *BOTH))
    player.click("play architect")
    player.click("move sea roma")
    expect(bar(page)).to_contain_text("Sea colonist from Roma: choose a line, 2 steps at most.")
    expect(page.locator('.picked[data-thing="colonist sea roma"]')).to_have_count(1)


def test_what_ending_the_turn_gives_up_stands_on_the_button(page):
    player = sit(page, create(page, *BOTH))
    unused = page.get_by_test_id("end-turn").get_by_test_id("unused")
    for card, words in (
        ("mercator-3", "Unused: a trade"),
        ("senator", "Unused: a purchase"),
        ("tribune", "Unused: a colonist"),
    ):
        player.click(f"play {card}")
        expect(unused).to_have_text(words)
        player.press("undo")
    player.click("play prefect")
    player.click("produce campania")
    expect(unused).to_have_count(0)


ITALIA = Path(__file__).parents[2] / "src/praefectus/data/maps/italia.json"
PROVINCES = {
    province["id"]: province["cities"]
    for province in json.loads(ITALIA.read_text(encoding="utf-8"))["topology"]["provinces"]
}


def shared_province(table):
    """Return a province where the seat that doesn't decide would receive something, if there is one."""
    game = table["game"]
    houses = game["state"]["players"][1 - game["seat"]]["houses"]
    return next(
        (
            province
            for province, side in game["state"]["markers"].items()
            if side == "goods" and set(houses) & set(PROVINCES[province])
        ),
        None,
    )


def test_a_prefect_shows_what_everybody_receives(page):
    table = reach(page, lambda now: begins_with(now, "prefect") and shared_province(now))
    player = sit(page, table)
    player.click("play prefect")
    province = shared_province(table)
    page.locator(f'[data-action="produce {province}"]').hover()
    game = table["game"]
    other = 1 - game["seat"]
    expect(bar(page).locator(f"[data-gain='{game['seat']}']")).to_be_visible()
    gain = bar(page).locator(f"[data-gain='{other}']")
    expect(gain).to_contain_text(table["seats"][other]["name"])
    for city in set(game["state"]["players"][other]["houses"]) & set(PROVINCES[province]):
        expect(gain.locator(f"[data-good={game['board']['cities'][city]}]")).to_be_visible()


def test_the_points_of_a_preview_add_up(page):
    def buying(table):
        offered = table["game"]["question"]["legal"]
        return table["log_length"] > 24 and any(one["kind"] == "purchase" for one in offered)

    table = reach(page, buying)
    sit(page, table)
    seat = table["game"]["seat"]
    legal = table["game"]["question"]["legal"]
    for one in [each for each in legal if each["kind"] == "purchase"][:3]:
        page.locator(f'[data-action="{one["text"]}"]').hover()
        mine = next(each for each in one["effect"]["seats"] if each["seat"] == seat)
        gods = [god for god in mine["points"] if god != "total"]
        shown = bar(page).get_by_test_id("points-preview")
        for god in gods:
            expect(shown.locator(f"[data-god={god}]")).to_be_visible()
        assert sum(mine["points"][god] for god in gods) == mine["points"]["total"]


def test_a_diplomat_names_the_card_it_copies(page):
    player = sit(page, create(page, *BOTH))
    player.click("play mercator-3")
    player.press("end-turn")
    player.click("play diplomat-jupiter")
    expect(page.locator('[data-action="copy 0"]')).to_contain_text("Mercator")
    player.click("copy 0")
    player.press("end-turn")
    expect(page.get_by_test_id("log")).to_contain_text("copies Mercator of")


def test_a_senator_sees_the_price_of_a_place_and_how_to_pay_it(page):
    # The sixth place costs a good of choice and a cloth besides the card.
    def affordable(table):
        return table["game"]["slots"][5]["card_cost"] in (["food"], ["brick"], ["tool"], ["wine"])

    player = find(page, affordable, *BOTH)
    player.click("play senator")
    slot = page.locator("[data-slot='6']")
    expect(slot.locator(".goods [data-good]")).to_have_count(2)
    ways = slot.get_by_role("group", name="Pay the question mark with")
    expect(ways.locator("[data-action]").first).to_be_visible()
    assert ways.locator("[data-action]").count() > 1


def test_a_consul_buys_without_the_price_of_the_place(page):
    player = sit(page, reach(page, lambda now: begins_with(now, "consul")))
    expect(page.locator("[data-slot] .goods.free")).to_have_count(0)
    player.click("play consul")
    expect(page.locator("[data-slot] .goods.free").first).to_be_visible()
    expect(bar(page)).not_to_contain_text("up to 2")
