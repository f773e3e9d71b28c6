"""Before the game: who is missing, colours and names, and links that friends can open."""

import re

import pytest
from playwright.sync_api import expect

from praefectus.server.network import own_address
from tests.server.process import Process
from tests.ui.tables import create


@pytest.fixture
def playing(tmp_path):
    process = Process("play", "--no-browser", "--port", "0", "--db", str(tmp_path / "tables.db"))
    yield process
    process.process.kill()
    process.wait()


def test_it_says_who_is_missing(page, friend):
    host, guest = page, friend
    table = create(host, "me", "open", "open")
    host.goto(f"/table/{table['id']}")
    expect(host.get_by_test_id("missing")).to_have_text("Waiting for 2 more players")
    guest.goto(host.get_by_test_id("invitation").input_value())
    expect(guest.get_by_text("2 seats are free")).to_be_visible()
    guest.get_by_label("Your name").fill("Cato")
    guest.get_by_role("radio", name="Yellow").check(force=True)
    guest.get_by_test_id("join").click()
    expect(guest.get_by_test_id("missing")).to_have_text("Waiting for one more player")
    expect(host.get_by_test_id("missing")).to_have_text("Waiting for one more player")
    seats = host.get_by_test_id("lobby-seat")
    expect(seats.nth(2)).to_contain_text("Cato")
    host.get_by_role("button", name="Let a bot play").click()
    expect(host.get_by_role("button", name="Start now")).to_be_visible()
    # Another answer may still be under way: that of the bot's coming.
    with host.expect_response(lambda response: "expert" in (response.request.post_data or "")):
        host.get_by_label("Strength of the bot in seat 2").select_option("expert")
    seat = host.request.get(f"/api/tables/{table['id']}").json()["table"]["seats"][1]
    assert seat["level"] == "expert"


def test_colour_and_name_can_be_changed(page):
    table = create(page, "me", "open")
    page.goto(f"/table/{table['id']}")
    with page.expect_response(lambda response: response.request.method == "PATCH"):
        page.get_by_label("Colour of seat 1").select_option("black")
    page.get_by_label("Name for seat 1").fill("Octavia")
    with page.expect_response(lambda response: response.request.method == "PATCH"):
        page.get_by_label("Name for seat 1").press("Enter")
    seat = page.request.get(f"/api/tables/{table['id']}").json()["table"]["seats"][0]
    assert (seat["color"], seat["name"]) == ("black", "Octavia")


def test_a_new_game_is_played_in_the_chosen_colour(page):
    page.goto("/")
    page.get_by_label("Colour of seat 1").select_option("yellow")
    expect(page.get_by_label("Colour of seat 3")).to_have_value("red")
    page.get_by_test_id("start-game").click()
    page.wait_for_url("**/table/*")
    id = page.url.rpartition("/")[2]
    seats = page.request.get(f"/api/tables/{id}").json()["table"]["seats"]
    assert [seat["color"] for seat in seats if seat["mine"]] == ["yellow"]


@pytest.mark.skipif(own_address() is None, reason="this machine is in no network")
def test_friends_nearby_get_a_link_they_can_open(playing, new_context, chromium):
    page = new_context(base_url=playing.url).new_page()
    table = create(page, "me", "open")
    page.goto(f"/table/{table['id']}")
    link = page.get_by_test_id("invitation")
    expect(link).to_have_value(re.compile("127.0.0.1"))
    expect(page.get_by_test_id("qr")).to_have_count(0)
    page.get_by_test_id("let-in").click()
    page.get_by_test_id("confirm-network").click()
    expect(link).to_have_value(re.compile(re.escape(str(own_address()))))
    expect(page.get_by_test_id("qr")).to_be_visible()
    with chromium.new_context() as friend:
        guest = friend.new_page()
        guest.goto(link.input_value())
        expect(guest.get_by_text("One seat is free")).to_be_visible()
