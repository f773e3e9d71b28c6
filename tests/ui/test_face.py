"""Everything has a face: one place that says what the thing pointed at is, costs and brings."""

import re

import pytest
from playwright.sync_api import expect

from tests.ui.tables import create, reach, sit


def rests_on(page, selector):
    page.mouse.move(1, 1)
    page.locator(selector).first.hover(force=True)
    return page.get_by_test_id("face")


@pytest.fixture
def begun(page):
    """A table where somebody has built."""

    def has_houses(now):
        players = now["game"]["state"]["players"]
        return now["game"]["phase"] == "play" and sum(len(one["houses"]) for one in players) >= 3

    player = sit(page, reach(page, has_houses, seats=3, map="imperium"))
    page.locator(".pieces .house").first.wait_for(state="attached")
    return player


def prospects(player):
    return player.page.request.get(f"/api/tables/{player.id}/prospects").json()


def test_a_city_tells_its_price_owners_and_whom_a_prefect_pays(begun):
    page, table = begun.page, begun.table()
    seat, city = next(
        (seat, one["houses"][0])
        for seat, one in enumerate(table["game"]["state"]["players"])
        if one["houses"] and seat != table["seat"]
    )
    face = rests_on(page, f'[data-thing="city {city}"]')
    expect(face).to_have_attribute("data-face", "city")
    owner = table["seats"][seat]["name"]
    expect(face).to_contain_text(owner)
    expect(face).to_contain_text("Prefect")
    if city not in table["game"]["state"]["players"][table["seat"]]["houses"]:
        money = prospects(begun)["cities"][city]["money"]
        expect(face).to_contain_text(re.compile(rf"Next house\s*{money}"))


def test_a_province_tells_what_a_prefect_would_bring_everybody(begun):
    page, table = begun.page, begun.table()
    told = prospects(begun)["provinces"]
    province = next(id for id, one in told.items() if one["marker"])
    face = rests_on(page, f'[data-thing="province {province}"]')
    expect(face).to_have_attribute("data-face", "province")
    acting = table["seat"]
    gaining = [
        seat
        for seat, harvest in enumerate(told[province]["houses"])
        if harvest["goods"] or seat == acting
    ]
    expect(face.locator("[data-gain]")).to_have_count(len(gaining))


def test_a_card_tells_what_it_does_costs_and_would_score(begun):
    page, table = begun.page, begun.table()
    worth = prospects(begun)["seats"][table["seat"]]["cards"]
    slot, card = next(
        (number + 1, card)
        for number, card in enumerate(table["game"]["state"]["display"])
        if card in worth
    )
    face = rests_on(page, f'[data-slot="{slot}"] .card')
    expect(face).to_have_attribute("data-face", "card")
    expect(face).to_contain_text("Costs")
    expect(page.get_by_test_id("card-worth")).to_contain_text(f"{worth[card]} point")


def test_a_player_tells_points_by_god_goods_and_builds(begun):
    page, table = begun.page, begun.table()
    face = rests_on(page, '[data-seat="1"]')
    expect(face).to_have_attribute("data-face", "seat")
    points = table["game"]["state"]["players"][1]["points"]
    for god in ("vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva"):
        row = face.locator(f'[data-god-row="{god}"]')
        expect(row.locator("strong")).to_have_text(str(points[god]))
    product = face.locator('[data-god-row="jupiter"]').inner_text()
    cards, each = (int(number) for number in re.findall(r"(\d+) × (\d+)", product)[0])
    assert cards * each == points["jupiter"]
    expect(face).to_contain_text("Could build")


def test_a_line_and_a_colonist_have_one_too(page):
    sit(page, create(page, "me", "hotseat"))
    page.locator('[data-thing^="line sea"]').first.wait_for(state="attached")
    face = rests_on(page, '[data-thing^="line sea"]')
    expect(face).to_have_attribute("data-face", "line")
    expect(face).to_contain_text("it is free")
    face = rests_on(page, '.walker[data-thing="colonist sea roma"]')
    expect(face).to_have_attribute("data-face", "colonist")


def test_it_keeps_its_place_and_takes_no_clicks(begun):
    page = begun.page
    places = set()
    for selector in ('[data-slot="2"] .card', '[data-seat="1"]', '[data-thing="province asia"]'):
        box = rests_on(page, selector).bounding_box()
        places.add((round(box["x"]), round(box["y"] + box["height"])))
    assert len(places) == 1, places
    style = "getComputedStyle(document.querySelector('[data-testid=face]')).pointerEvents"
    assert page.evaluate(style) == "none"
    page.mouse.move(1, 1)
    expect(page.get_by_test_id("face")).to_have_count(0)


def test_a_tap_shows_it_on_a_phone(phone):
    sit(phone, create(phone, "me", "hotseat"))
    phone.locator('[data-thing^="province"]').first.wait_for(state="attached")
    phone.locator('[data-thing="province campania"]').first.tap(force=True)
    expect(phone.get_by_test_id("face")).to_have_attribute("data-face", "province")
