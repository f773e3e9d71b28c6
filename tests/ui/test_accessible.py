"""axe-core finds nothing of any severity on any page, in both themes, on laptop and phone."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.ui.tables import create, sit

pytestmark = pytest.mark.slow

AXE = Path(__file__).parents[2] / "ui/node_modules/axe-core/axe.min.js"
RECORD = Path(__file__).parents[1] / "fixtures/examples/italia-3.concordia.json"
SETTINGS = '{{"speed": "skip", "name": "Livia", "theme": "{theme}"}}'


def violations(page, *, colours: bool = True) -> list[str]:
    """Return what axe finds; contrasts, half of its work, only where colours are looked at."""
    if not page.evaluate("'axe' in window"):
        # The page's Content-Security-Policy lets no script in; evaluating does.
        page.evaluate(AXE.read_text(encoding="utf-8"))
    # Style sheets are not fetched again: the one rule that asks for them is about turned screens.
    options = {
        "resultTypes": ["violations"],
        "preload": False,
        "rules": {"color-contrast": {"enabled": colours}},
    }
    found = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {node['target']} {node['failureSummary']}"
        for violation in found["violations"]
        for node in violation["nodes"][:3]
    ]


def themed(new_context, theme, *, phone=False):
    page = new_context(phone=phone).new_page()
    page.goto("/")
    page.evaluate(f"localStorage.setItem('praefectus.settings', '{SETTINGS.format(theme=theme)}')")
    return page


@pytest.mark.parametrize("theme", ["day", "night"])
def test_pages_around_the_table(new_context, theme):
    page = themed(new_context, theme)
    for path, shown in (
        ("/", "Start the game"),
        ("/replay", "Open a record"),
    ):
        page.goto(path)
        expect(page.get_by_role("button", name=shown).first).to_be_visible()
        assert violations(page) == [], path


@pytest.mark.parametrize("theme", ["day", "night"])
@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_the_table_in_every_phase(new_context, theme, phone):
    page = themed(new_context, theme, phone=phone)
    player = sit(page, create(page, "me", "hotseat"))
    assert violations(page) == []
    for card in ("architect", "mercator-3", "senator"):
        player.click(f"play {card}")
        assert violations(page) == [], card
        player.press("undo")
    page.get_by_role("button", name="Command line").click()
    page.get_by_test_id("command-input").fill("play")
    expect(page.get_by_role("option").first).to_be_visible()
    assert violations(page) == []


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
