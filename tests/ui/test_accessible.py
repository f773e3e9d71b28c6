"""axe-core finds nothing of any severity on any page, in both themes, on laptop and phone."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.ui.browser import LAPTOP
from tests.ui.tables import create, sit

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
RECORD = Path(__file__).parents[1] / "fixtures/examples/italia-3.concordia.json"
# While a modal dialog is open nothing else can be reached, and the page behind it is looked at without it.
# It looks at the page as people see it, with the ground of boards; between two looks nothing of that need be painted.
_RUN = """async (options) => {
    const unpainted = document.adoptedStyleSheets;
    document.adoptedStyleSheets = [];
    try {
        return await axe.run(document.querySelector('dialog:modal') ?? document, options);
    } finally {
        document.adoptedStyleSheets = unpainted;
    }
}"""
# What is found is told by selectors: axe need not write down the HTML of all that it looks at.
_CONFIGURE = "axe.configure({noHtml: true})"
_OTHER = {"day": "night", "night": "day"}


def violations(page, *, colours: bool = True) -> list[str]:
    """Return what axe finds; contrasts, half of its work, only where colours are looked at."""
    return _axe(page, {"rules": {"color-contrast": {"enabled": colours}}})


def by_day_and_night(page) -> list[str]:
    """Return what axe finds in the theme there is, and the contrasts that are too weak in the other, which stays.

    Nothing but contrasts depends on the theme, and to change it draws the whole page anew. Colours are the same on all
    screens, so they are looked at on a laptop's.
    """
    if page.viewport_size != LAPTOP:
        return violations(page, colours=False)
    found = violations(page)
    _switch_to(page, _OTHER[page.locator("html").get_attribute("data-theme")])
    return found + _axe(page, {"runOnly": ["color-contrast"]})


def _axe(page, options) -> list[str]:
    if not page.evaluate("'axe' in window"):
        # The page's Content-Security-Policy lets no script in; evaluating does.
        page.evaluate(AXE.read_text(encoding="utf-8"))
        page.evaluate(_CONFIGURE)
    # Style sheets are not fetched again: the one rule that asks for them is about turned screens.
    asked = {"resultTypes": ["violations"], "preload": False, **options}
    found = page.evaluate(_RUN, asked)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"][:3]
    ]


def _switch_to(page, theme: str) -> None:
    """Let the machine prefer a theme, which is what the page does unless told otherwise, until colours stand still."""
    page.emulate_media(color_scheme="dark" if theme == "night" else "light")
    expect(page.locator(f"html[data-theme={theme}]")).to_be_attached()
    page.evaluate(
        "Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))"
    )


def test_pages_around_the_table(page):
    for path, shown in (
        ("/", "Start the game"),
        ("/replay", "Open a record"),
    ):
        page.goto(path)
        expect(page.get_by_role("button", name=shown).first).to_be_visible()
        assert by_day_and_night(page) == [], path


def test_the_table_in_every_phase(either):
    page = either
    player = sit(page, create(page, "me", "hotseat"))
    assert by_day_and_night(page) == []
    for card in ("architect", "mercator-3", "senator"):
        player.click(f"play {card}")
        assert by_day_and_night(page) == [], card
        player.press("undo")
    page.get_by_role("button", name="Command line").click()
    page.get_by_test_id("command-input").fill("play")
    expect(page.get_by_role("option").first).to_be_visible()
    assert by_day_and_night(page) == []


def test_a_replay_with_its_score_sheet(page):
    page.goto("/replay")
    page.get_by_test_id("record-file").set_input_files(RECORD)
    scrubber = page.get_by_test_id("scrubber")
    scrubber.fill(scrubber.get_attribute("max") or "")
    expect(page.get_by_test_id("score-sheet")).to_be_visible()
    assert violations(page) == []


def test_dialogs(page):
    sit(page, create(page, "me", "hotseat"))
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys")).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("Escape")
    for name in ("Settings", "Rules", "Players"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert violations(page) == [], name
        page.get_by_role("dialog").get_by_role("button", name="Close").first.click()
    page.locator("[data-seat='0']").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []
