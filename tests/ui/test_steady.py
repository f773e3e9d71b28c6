"""Nothing at the table moves that shouldn't: the page never scrolls, the board never jumps."""

import pytest
from playwright.sync_api import expect

from tests.ui.sizes import SIZES, is_touch
from tests.ui.tables import create, reach, sit

# A screen of each layout; the others are for those who have time.
LAYOUTS = ("laptop", "tablet", "phone", "small phone sideways")
_SCROLLED = """() => { window.scrollTo(500, 500); const page = document.scrollingElement;
    return [page.scrollTop, page.scrollLeft, page.scrollHeight - innerHeight, page.scrollWidth - innerWidth]; }"""


@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[] if size in LAYOUTS else pytest.mark.long) for size in SIZES],
)
def test_the_page_never_scrolls(screen, size):
    width, height = SIZES[size]
    page = screen(size)
    sit(page, reach(page, lambda now: now["log_length"] >= 30))
    if size == "tablet":
        page.get_by_role("radio", name="Log").check(force=True)
    elif is_touch(size):
        page.get_by_role("tab", name="Log").click()
    expect(page.get_by_test_id("log").get_by_role("article").nth(25)).to_be_attached()
    assert page.evaluate(_SCROLLED) == [0, 0, 0, 0]
    page.mouse.move(width / 2, height - 30)
    page.mouse.wheel(0, 2000)
    page.wait_for_timeout(100)
    assert page.evaluate(_SCROLLED) == [0, 0, 0, 0]


def test_the_board_keeps_its_place_while_cards_are_bought(page):
    page.goto("/")
    page.evaluate(
        """localStorage.setItem('praefectus.settings', '{"speed": "normal", "name": "Livia"}')"""
    )
    player = sit(page, create(page, "me", "hotseat"))
    page.evaluate(
        """() => { window.seen = new Set();
        const look = () => { const box = document.querySelector('[role=application]').getBoundingClientRect();
            window.seen.add([box.x, box.y, box.width, box.height].join()); requestAnimationFrame(look); };
        look(); }"""
    )
    player.click("play senator")
    player.click(player.one_of("purchase 1"))
    player.press("end-turn")
    page.wait_for_timeout(900)
    player.click("play mercator-3")
    player.click("sell food 1")
    player.press("end-turn")
    page.wait_for_timeout(600)
    assert len(page.evaluate("[...window.seen]")) == 1


def test_the_log_shows_its_last_turn_in_a_window_of_any_size(page):
    sit(page, reach(page, lambda now: now["log_length"] >= 30))
    last = page.get_by_test_id("log").get_by_role("article").last
    expect(last).to_be_in_viewport()
    for width, height in ((800, 600), (1366, 768), (1366, 600), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        expect(last).to_be_in_viewport()
