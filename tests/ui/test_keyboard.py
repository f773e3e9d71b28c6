"""The table by keyboard: the focus stays where the hand is, arrows walk the board along its lines."""

import re

from playwright.sync_api import Page, expect

from tests.ui.tables import create, sit

# A choice on the board has its decision on the circle inside it.
_FOCUS = """() => { const at = document.activeElement;
    const inside = at.matches('g') ? at.querySelector('[data-action]') : null;
    return (inside ?? at).dataset.action ?? at.dataset.stop ?? at.tagName; }"""
_LABEL = "document.activeElement.getAttribute('aria-label')"
_VERSION = "document.querySelector('[data-version]').dataset.version"


def focused(page: Page) -> str:
    return page.evaluate(_FOCUS)


def enter(page: Page) -> None:
    """Choose what has the focus; wait for the table and for the focus to settle."""
    before = page.evaluate(_VERSION)
    page.keyboard.press("Enter")
    page.wait_for_function(f"(before) => {_VERSION} !== before", arg=before)
    page.wait_for_function("() => document.activeElement !== document.body")


def test_an_architect_turn_needs_no_tabs_but_those_to_the_first_card(page):
    player = sit(page, create(page, "me", "hotseat"))
    tabs = 0
    while focused(page) != "play architect":
        page.keyboard.press("Tab")
        tabs += 1
        assert tabs < 30
    enter(page)
    for _ in range(2):
        while not focused(page).startswith("move "):
            page.keyboard.press("PageDown")
        enter(page)
        assert focused(page).startswith("to ")
        enter(page)
    for _ in range(2):
        while not focused(page).startswith("build "):
            page.keyboard.press("PageDown")
        enter(page)
        if not any(action.startswith("build ") for action in player.offered()):
            break
    page.keyboard.press("e")
    expect(page.get_by_test_id("log")).to_contain_text("builds in")
    # It was 53 with a Tab to every choice.
    assert tabs <= 12, tabs


def test_the_focus_follows_the_turn(page):
    sit(page, create(page, "me", "hotseat"))
    page.locator('[data-action="play prefect"]').focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    enter(page)
    assert focused(page).startswith("produce ")
    enter(page)
    assert focused(page) == "end"
    enter(page)
    assert focused(page).startswith("play ")


def test_arrows_walk_along_lines_and_every_place_says_what_it_is(page):
    sit(page, create(page, "me", "hotseat"))
    page.get_by_role("application").focus()
    page.keyboard.press("ArrowRight")
    assert focused(page) == "city roma"
    assert "Colonists: " in page.evaluate(_LABEL)
    seen = set()
    for arrow in ("ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown"):
        page.keyboard.press(arrow)
        page.wait_for_function("() => document.activeElement.dataset.stop")
        kind, _, place = focused(page).partition(" ")
        seen.add(kind)
        label = page.evaluate(_LABEL)
        if kind == "line":
            assert "free" in label, label
        elif place != "roma":
            assert "The next house costs" in label, label
    assert seen == {"city", "line"}


def test_enter_on_a_place_that_cannot_be_chosen_says_why(page):
    sit(page, create(page, "me", "hotseat"))
    page.locator('[data-action="play architect"]').click()
    page.locator('g.choice[tabindex="0"]').focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_function("() => document.activeElement.dataset.stop?.startsWith('line ')")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.activeElement.dataset.stop?.startsWith('city ')")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("spoken")).to_contain_text(
        "No colonist of yours stands on a line beside"
    )


def test_every_control_has_a_name_and_every_price_is_told(page):
    sit(page, create(page, "me", "hotseat"))
    expect(page.get_by_role("region", name="Cards for sale")).to_contain_text("Place 2 costs: ")
    page.locator('[data-action="play senator"]').click()
    offer = page.locator('.card[data-action^="purchase"]').first
    expect(offer).to_contain_text(re.compile(r"Buy the .*: .*gives 1 "))
    nameless = page.evaluate(
        """[...document.querySelectorAll('button, a, input, select, [role=button], [tabindex="0"]')]
        .filter((one) => !(one.getAttribute('aria-label') ?? one.textContent ?? '').trim()
            && !one.labels?.length && !one.getAttribute('aria-labelledby'))
        .map((one) => one.outerHTML.slice(0, 120))"""
    )
    assert nameless == []
