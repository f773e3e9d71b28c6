"""Persian: the page is mirrored, the map is not, numbers are Persian, and Latin names keep their own direction."""

import re

import pytest
from playwright.sync_api import expect

from tests.ui.tables import create, reach

# Text that is seen, but for what people typed, ids of rules, keys, Latin names and roman numerals.
_LATIN_DIGITS = """() => {
    const found = [];
    const own = (element) => element.closest('[dir=ltr], [lang=la], [translate=no], kbd, code, script, style');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const box = node.parentElement.getBoundingClientRect();
        if (/[0-9]/.test(node.data) && box.width > 0 && !own(node.parentElement)
            && !/^\\s*R\\d+(\\.\\d+)?\\s*$/.test(node.data))
            found.push(node.data.trim());
    }
    return found;
}"""
# Latin words between Persian ones that neither an element nor isolating marks keep together.
_LOOSE_LATIN = """() => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const {data, parentElement} = walker.currentNode;
        const outside = data.replace(/\\u2068[^\\u2069]*\\u2069/g, '');
        if (/\\p{Script=Arabic}/u.test(outside) && /\\p{Script=Latin}{2,}.*\\p{Script=Latin}{2,}/u.test(outside)
            && !parentElement.closest('script, style'))
            found.push(data.trim());
    }
    return found;
}"""
_X = """(selector) => { const box = document.querySelector(selector).getBoundingClientRect();
    return box.left + box.width / 2; }"""


@pytest.fixture
def begun(page):
    """A table on Imperium after a dozen turns, in Persian."""

    def is_under_way(now):
        players = now["game"]["state"]["players"]
        built = any(one["houses"] for one in players)
        return built and now["game"]["phase"] == "play" and now["log_length"] >= 12

    table = reach(page, is_under_way, seats=3, map="imperium")
    page.goto(f"/table/{table['id']}?locale=fa")
    expect(page.locator("html[lang=fa][dir=rtl]")).to_be_attached()
    page.locator("[data-action^='play ']").first.wait_for()
    page.locator(".pieces .house").first.wait_for(state="attached")
    return page


def test_the_page_is_mirrored_and_the_map_is_not(begun):
    assert begun.evaluate(_X, "[data-testid=log]") < begun.evaluate(_X, "[data-testid=hand]")
    west, east = (
        begun.evaluate(_X, f'[data-thing="city {city}"]') for city in ("olisipo", "alexandria")
    )
    assert west < east
    assert not begun.evaluate("document.documentElement.scrollWidth > window.innerWidth")


def test_the_table_has_persian_digits_and_isolated_names(begun):
    assert begun.evaluate(_LATIN_DIGITS) == []
    assert begun.evaluate(_LOOSE_LATIN) == []
    expect(begun.get_by_test_id("log")).to_contain_text(re.compile("[۰-۹]"))


@pytest.mark.parametrize("path", ["/", "/help", "/replay"])
def test_pages_have_persian_digits_and_isolated_names(page, path):
    page.goto(f"{path}?locale=fa")
    expect(page.locator("html[lang=fa][dir=rtl]")).to_be_attached()
    page.wait_for_load_state("networkidle")
    assert page.evaluate(_LATIN_DIGITS) == []
    assert page.evaluate(_LOOSE_LATIN) == []
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


def test_the_tutorial_opens_in_persian(page):
    page.goto("/?locale=fa")
    page.get_by_test_id("tutorial").click()
    expect(page.get_by_test_id("tutor")).to_be_visible()


def test_the_replay_and_its_arrows_run_from_left_to_right(begun):
    begun.goto(begun.url.replace("/table/", "/replay/"))
    scrubber = begun.get_by_test_id("scrubber")
    expect(scrubber).to_be_visible()
    back, on = (
        begun.get_by_role("button", name=name, exact=True).bounding_box()
        for name in ("یک نوبت عقب", "یک نوبت جلو")
    )
    assert back["x"] < on["x"]
    scrubber.fill("3")
    begun.locator("h1, main").first.click(position={"x": 2, "y": 2})
    begun.keyboard.press("ArrowRight")
    expect(scrubber).to_have_value("4")
    begun.keyboard.press("ArrowLeft")
    begun.keyboard.press("ArrowLeft")
    expect(scrubber).to_have_value("2")


@pytest.mark.parametrize("language", ["ru", "fa"])
def test_a_place_has_its_own_name_with_the_latin_at_hand(page, language):
    def has_built(now):
        built = any(one["houses"] for one in now["game"]["state"]["players"])
        return built and now["game"]["phase"] == "play"

    table = reach(page, has_built, seats=3, map="imperium")
    page.goto(f"/table/{table['id']}?locale={language}")
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
    place = page.get_by_test_id("log").locator("[title]").first
    expect(place).not_to_have_text(re.compile("[A-Za-z]{2}"))
    assert re.search("[A-Za-z]{3}", place.get_attribute("title") or "")
    page.mouse.move(1, 1)
    page.locator('[data-thing="city massilia"]').first.hover(force=True)
    face = page.get_by_test_id("face")
    expect(face.locator("strong")).to_have_text({"ru": "Массилия", "fa": "ماسیلیا"}[language])
    expect(face.locator("[lang=la]")).to_have_text("Massilia")


def test_english_needs_no_latin_besides(page):
    table = create(page, "me", "hotseat", "hotseat", map="imperium")
    page.goto(f"/table/{table['id']}?locale=en")
    page.locator('[data-thing="city massilia"]').first.hover(force=True)
    face = page.get_by_test_id("face")
    expect(face.locator("strong")).to_have_text("Massilia")
    expect(face.locator("small")).to_have_count(0)
