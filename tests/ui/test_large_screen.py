"""On a large screen all that is written grows, and still fits."""

import pytest

from tests.ui.fitting import misfits
from tests.ui.sizes import SIZES
from tests.ui.tables import create, sit

WIDE = dict(zip(("width", "height"), SIZES["wide"], strict=True))
# What body text has on a laptop, in pixels.
USUAL = 16
_SIZE = """(element) => { let size = parseFloat(getComputedStyle(element).fontSize);
    for (let up = element; up; up = up.parentElement) size *= Number(getComputedStyle(up).zoom) || 1;
    return size; }"""


@pytest.fixture
def wide(screen):
    return screen("wide")


def fits(page) -> None:
    # What is only said has no size.
    found = [each for each in misfits(page) if "visually-hidden" not in each]
    assert found == []


@pytest.mark.parametrize("path", ["/", "/puzzles", "/statistics", "/help/senator", "/analysis"])
def test_pages_grow(wide, path):
    wide.goto(path)
    # The first that is no heading; all of a page grow together.
    text = wide.locator("main p:visible, main li:visible").first
    text.wait_for()
    assert text.evaluate(_SIZE) >= 1.2 * USUAL
    fits(wide)


def test_the_lobby_grows(wide):
    wide.goto(f"/table/{create(wide, 'me', 'open')['id']}")
    wide.get_by_test_id("missing").wait_for()
    assert wide.locator("main p").first.evaluate(_SIZE) >= 1.2 * USUAL
    fits(wide)


def test_a_dialog_is_as_large_wherever_it_is_opened_and_stays_on_the_screen(wide):
    sizes = []
    wide.goto("/")
    wide.get_by_role("button", name="Settings").click()
    dialog = wide.get_by_role("dialog")
    sizes.append(dialog.get_by_text("Theme").first.evaluate(_SIZE))
    wide.keyboard.press("Escape")
    sit(wide, create(wide, "me", "hotseat"))
    wide.get_by_role("button", name="Settings").click()
    sizes.append(dialog.get_by_text("Theme").first.evaluate(_SIZE))
    wide.keyboard.press("Escape")
    assert sizes[0] == sizes[1] >= 1.4 * 13
    wide.get_by_role("button", name="Rules").click()
    dialog.get_by_placeholder("Search the rules").wait_for()
    box = dialog.bounding_box()
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= WIDE["height"]


def test_names_of_cards_in_hand_are_seen_in_full_on_an_old_laptop(screen):
    page = screen("old laptop")
    player = sit(page, create(page, "me", "hotseat"))
    piles = len(set(player.table()["game"]["state"]["players"][0]["hand"]))
    assert piles >= 6
    hidden = page.get_by_test_id("hand").evaluate(
        """(hand) => [...hand.querySelectorAll('header')].flatMap((name) => {
            const range = document.createRange();
            range.selectNodeContents(name);
            const box = range.getBoundingClientRect();
            const seen = (x) => name.contains(document.elementFromPoint(x, box.y + box.height / 2));
            return seen(box.left + 1) && seen(box.right - 1) ? [] : [name.textContent];
        })"""
    )
    assert hidden == []
