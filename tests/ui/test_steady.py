"""The table stays where it is: nothing ever scrolls the page."""

import pytest
from playwright.sync_api import expect

from tests.ui.tables import reach, sit

SIZES = {
    "wide": (2560, 1440),
    "laptop": (1440, 900),
    "small laptop": (1280, 720),
    "old laptop": (1024, 768),
    "tablet": (768, 1024),
    "phone": (390, 844),
    "small phone": (360, 640),
    "phone sideways": (844, 390),
    "small phone sideways": (640, 360),
}
_SCROLLED = """() => { window.scrollTo(500, 500); const page = document.scrollingElement;
    return [page.scrollTop, page.scrollLeft, page.scrollHeight - innerHeight, page.scrollWidth - innerWidth]; }"""


@pytest.mark.parametrize("size", SIZES)
def test_the_page_never_scrolls(new_context, size):
    width, height = SIZES[size]
    page = new_context(phone=width < 1000, viewport={"width": width, "height": height}).new_page()
    sit(page, reach(page, lambda now: now["log_length"] >= 30))
    if width < 1000:
        page.get_by_role("tab", name="Log").click()
    expect(page.get_by_test_id("log").get_by_role("article").nth(25)).to_be_attached()
    assert page.evaluate(_SCROLLED) == [0, 0, 0, 0]
    page.mouse.move(width / 2, height - 30)
    page.mouse.wheel(0, 2000)
    page.wait_for_timeout(100)
    assert page.evaluate(_SCROLLED) == [0, 0, 0, 0]
