"""A position set up by hand: from a start or from the one that is shown, to the engine's best turns."""

import re
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from playwright.sync_api import Page, expect

from praefectus import Game
from tests.ui.browser import LAPTOP
from tests.ui.test_accessible import by_day_and_night
from tests.ui.test_analysis import PATIENCE, text

POSSIBLE = "A game can come to this position."


def begin(page: Page, map: str = "Italia", players: str = "3") -> None:
    """Lay out a start."""
    page.get_by_test_id("arrange-enter").click()
    page.locator("label").filter(has_text=map).first.click()
    page.get_by_role("radio", name=players, exact=True).check(force=True)
    page.get_by_test_id("arrange-begin").click()
    expect(page.get_by_test_id("arrange")).to_be_visible()


def tab(page: Page, name: str) -> None:
    page.get_by_role("radio", name=name, exact=True).check(force=True)


def tool(page: Page, name: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^{name}")).check(force=True)


def act(page: Page, action: str) -> None:
    """Click on the board where something can be done."""
    page.locator(f'[data-action="{action}"]').click()


def more(page: Page, what: str, count: int) -> None:
    for _ in range(count):
        page.get_by_test_id(what).get_by_role("button").last.click()


def says(page: Page, words: str | re.Pattern[str]) -> None:
    """Wait for what the server says of the position that is there now."""
    state = page.get_by_test_id("arrange-state")
    expect(state).to_have_attribute("aria-busy", "false")
    expect(state).to_have_text(words)


def position(page: Page) -> Game:
    """Return the game at the position in the address."""
    [found] = parse_qs(urlsplit(page.url).query)["position"]
    return Game.from_position(found)


def test_from_an_empty_board_to_the_best_turns(page):
    page.goto("/analysis")
    begin(page)
    says(page, POSSIBLE)
    # Red: two houses, a colonist on its way, wine, money and a bought card.
    act(page, "house genua")
    act(page, "house cosa")
    tool(page, "Sea colonist")
    act(page, "take sea roma")
    says(page, "Red has no sea colonist on the board.")
    expect(page.get_by_test_id("arrange-open")).to_be_disabled()
    act(page, "put sea cosa~roma")
    says(page, POSSIBLE)
    page.get_by_test_id("money").get_by_role("spinbutton").fill("23")
    page.get_by_test_id("money").get_by_role("spinbutton").press("Enter")
    more(page, "good-wine", 2)
    page.get_by_test_id("hand").locator('[data-card="senator"]').click()
    page.get_by_test_id("hand").locator('[data-card="architect"]').click()
    page.get_by_test_id("add-card").select_option("mason")
    says(page, POSSIBLE)
    # Green is to play; a marker was cashed; the Magnus moved on.
    tab(page, "Table")
    page.get_by_test_id("to-play").select_option("1")
    act(page, "marker liguria")
    page.get_by_test_id("magnus").select_option("0")
    says(page, POSSIBLE)
    page.get_by_test_id("arrange-open").click()
    expect(page.get_by_test_id("hint-turn").first).to_be_visible(timeout=PATIENCE)
    game = position(page)
    state = game.state()
    red = state["players"][0]
    assert red["houses"] == ["cosa", "genua"]
    assert red["colonists"] == ["land roma", "sea cosa~roma"]
    assert (red["money"], red["goods"]["wine"]) == (23, 3)
    assert red["discard"] == ["senator", "architect"]
    assert "mason" in red["hand"]
    assert state["markers"]["liguria"] == "coins"
    assert (game.seat, state["praefectus_magnus"]) == (1, 0)
    # The round has risen as far as Red's two played cards needed it.
    assert game.turn == 2 * 3 + 1
    # The way back leads to where the editor was opened.
    page.get_by_test_id("back").click()
    expect(page.get_by_test_id("arrange-enter")).to_be_visible()
    expect(page.get_by_test_id("position-text")).to_be_visible()


def test_what_is_impossible_is_said_and_undone(page):
    page.goto(f"/analysis?position={quote(text(30))}")
    expect(page.get_by_test_id("hint-turn").first).to_be_visible(timeout=PATIENCE)
    before = page.url
    page.get_by_text("Position", exact=True).click()
    page.get_by_test_id("arrange-enter").click()
    says(page, POSSIBLE)
    tab(page, "Table")
    page.get_by_test_id("concordia").select_option("1")
    says(page, "Green cannot have ended the game with the last house.")
    expect(page.get_by_test_id("arrange-open")).to_be_disabled()
    page.get_by_test_id("arrange-undo").click()
    says(page, POSSIBLE)
    page.get_by_test_id("arrange-redo").click()
    says(page, re.compile("last house"))
    page.keyboard.press("Control+z")
    says(page, POSSIBLE)
    # A round that was set by hand is not changed.
    page.get_by_test_id("round").get_by_role("spinbutton").fill("1")
    page.get_by_test_id("round").get_by_role("spinbutton").press("Enter")
    expect(page.get_by_test_id("arrange-state")).not_to_have_text(POSSIBLE)
    # Cancel leads back to the position before.
    page.get_by_test_id("arrange-cancel").click()
    expect(page).to_have_url(before)
    expect(page.get_by_test_id("hint-turn").first).to_be_visible(timeout=PATIENCE)


def test_only_what_the_box_holds_is_offered(page):
    page.goto("/analysis")
    begin(page)
    wine = page.get_by_test_id("good-wine")
    more(page, "good-wine", 2)
    expect(wine.get_by_role("button").last).to_be_disabled()
    wine.get_by_role("spinbutton").fill("9")
    wine.get_by_role("spinbutton").press("Enter")
    expect(wine.get_by_role("spinbutton")).to_have_value("3")
    expect(page.locator('[data-action="house roma"]')).to_have_count(0)
    # The cards that were added are gone from the list.
    add = page.get_by_test_id("add-card")
    offered = add.locator("option").count()
    only = add.locator('option[value="weaver"]')
    expect(only).to_have_count(1)
    add.select_option("weaver")
    expect(only).to_have_count(0)
    assert add.locator("option").count() == offered - 1
    # Two cards of the display change places.
    slots = page.get_by_test_id("display-part").locator("select")
    shown = [slots.nth(slot).input_value() for slot in range(7)]
    one, other = shown.index("mason"), shown.index("farmer")
    slots.nth(one).select_option("farmer")
    expect(slots.nth(one)).to_have_value("farmer")
    expect(slots.nth(other)).to_have_value("mason")


def test_tokens_stay_those_of_the_box(page):
    page.goto("/analysis")
    begin(page)
    tab(page, "Table")
    tool(page, "Cloth")
    choices = page.locator('[data-action^="token "]')
    expect(choices.first).to_be_attached()
    action = choices.first.get_attribute("data-action")
    act(page, action)
    expect(page.locator(f'[data-action="{action}"]')).to_have_count(0)
    says(page, POSSIBLE)
    page.get_by_test_id("arrange-open").click()
    expect(page.get_by_test_id("analysis")).to_be_visible()
    cities = position(page).setup.cities
    assert cities[action.removeprefix("token ")] == "cloth"


def test_a_reload_keeps_what_is_laid_out(page):
    page.goto("/analysis")
    begin(page)
    act(page, "house genua")
    page.reload()
    says(page, POSSIBLE)
    page.get_by_test_id("arrange-open").click()
    expect(page.get_by_test_id("analysis")).to_be_visible()
    assert position(page).state()["players"][0]["houses"] == ["genua"]


def test_the_keyboard_is_enough(page):
    page.goto("/analysis")
    begin(page)
    page.locator('[data-part="board"] [tabindex="0"]').focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("arrange-undo")).to_be_enabled()
    says(page, POSSIBLE)
    page.keyboard.press("Control+z")
    expect(page.get_by_test_id("arrange-undo")).to_be_disabled()
    page.keyboard.press("Control+y")
    expect(page.get_by_test_id("arrange-undo")).to_be_enabled()
    page.get_by_test_id("hand").locator('[data-card="senator"]').focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("discard").locator("[data-card]")).to_have_count(1)


def test_another_board_can_be_taken_back(page):
    page.goto("/analysis")
    begin(page)
    act(page, "house genua")
    tab(page, "Table")
    page.get_by_test_id("restart").click()
    page.get_by_test_id("arrange-cancel").click()
    expect(page.get_by_test_id("arrange")).to_be_visible()
    page.get_by_test_id("restart").click()
    page.locator("label").filter(has_text="Imperium").first.click()
    page.get_by_test_id("arrange-begin").click()
    says(page, POSSIBLE)
    expect(page.locator('[data-action="house massilia"]')).to_be_attached()
    page.get_by_test_id("arrange-undo").click()
    expect(page.locator('[data-action="house genua"]')).to_be_attached()


def test_a_turn_that_has_begun_is_kept_or_left_out(page):
    game = Game.from_position(text(30))
    game.play(next(each for each in game.legal_actions.texts() if each.startswith("play")))
    page.goto(f"/analysis?position={quote(game.position_text())}")
    page.get_by_text("Position", exact=True).click()
    page.get_by_test_id("arrange-enter").click()
    says(page, POSSIBLE)
    begun = page.get_by_test_id("begun")
    begun.get_by_role("button").click()
    expect(begun).to_have_count(0)
    page.get_by_test_id("arrange-undo").click()
    expect(begun).to_be_visible()


def test_axe_finds_nothing(either):
    page = either
    page.goto("/analysis")
    page.get_by_test_id("arrange-enter").click()
    expect(page.get_by_test_id("arrange-begin")).to_be_visible()
    assert by_day_and_night(page) == []
    page.get_by_test_id("arrange-begin").click()
    says(page, POSSIBLE)
    page.get_by_test_id("hand").locator('[data-card="senator"]').click()
    page.get_by_test_id("add-card").select_option("weaver")
    for name in ("Red", "Table", *([] if page.viewport_size == LAPTOP else ["Market"])):
        tab(page, name)
        assert by_day_and_night(page) == [], name


@pytest.mark.parametrize("size", ["laptop", "small laptop", "phone", "small phone"])
def test_the_page_never_scrolls(screen, size):
    page = screen(size)
    page.goto("/analysis?locale=fa")
    page.get_by_test_id("arrange-enter").click()
    page.get_by_test_id("arrange-begin").click()
    expect(page.get_by_test_id("arrange")).to_be_visible()
    expect(page.get_by_test_id("player-part")).to_be_visible()
    beyond = page.evaluate(
        "[document.scrollingElement.scrollHeight - innerHeight,"
        " document.scrollingElement.scrollWidth - innerWidth]"
    )
    assert beyond == [0, 0]
    side = page.locator(".side .content")
    assert side.evaluate("node => node.scrollWidth - node.clientWidth") == 0
