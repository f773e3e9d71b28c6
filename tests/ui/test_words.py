"""All words come from the catalogue: an invented language shows what doesn't."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from praefectus.messages import REFUSALS
from tests.ui.tables import create, sit

ROOT = Path(__file__).parents[2]
CATALOGUE = json.loads((ROOT / "src/praefectus/data/messages/en.json").read_text(encoding="utf-8"))

# Text and labels without the invented language's brackets, but for names, numbers (Roman ones too) and ids of rules.
_WRITTEN_BY_HAND = """() => {
    const found = [];
    const plain = (text) => /\\p{L}{2,}/u.test(text) && !/[⟦⟧]/.test(text);
    const named = (element) => element.closest('[translate=no], [dir=auto], [lang=la], script, style, title');
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        // A message may have names and links inside.
        const whole = node.parentElement.closest('p, li, td, th, dd, figcaption') ?? node.parentElement;
        if (plain(node.data) && plain(whole.textContent) && !named(node.parentElement) && !/^(R\\d+(\\.\\d+)?|[IVX]+|Imperium|Italia)$/.test(node.data.trim()))
            found.push(node.data.trim());
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
        for (const name of ['aria-label', 'title', 'placeholder']) {
            const text = element.getAttribute(name);
            if (text && plain(text) && !named(element)) found.push(`${name}: ${text}`);
        }
    return found;
}"""


def test_pages_have_no_words_of_their_own(page):
    for path in ("/", "/help", "/replay", "/nowhere"):
        page.goto(f"{path}?locale=en-XA")
        expect(page.locator("text=⟦").first).to_be_visible()
        assert page.evaluate(_WRITTEN_BY_HAND) == [], path


def test_the_table_has_no_words_of_its_own(page):
    table = create(page, "me", "hotseat")
    player = sit(page, table)
    page.goto(f"/table/{table['id']}?locale=en-XA")
    for card in ("architect", "prefect", "mercator-3", "senator", "tribune"):
        player.wait()
        player.click(f"play {card}")
        assert page.evaluate(_WRITTEN_BY_HAND) == [], card
        player.press("undo")
    player.click("play mercator-3")
    player.click("sell food 1")
    player.press("end-turn")
    expect(page.get_by_role("article")).to_have_count(1)
    assert page.evaluate(_WRITTEN_BY_HAND) == []


def test_right_to_left_turns_the_page_round(page):
    table = create(page, "me", "hotseat")
    page.goto(f"/table/{table['id']}?locale=en-XB")
    expect(page.get_by_test_id("hand")).to_be_visible()
    assert page.evaluate("document.documentElement.dir") == "rtl"
    hand, end = (
        page.get_by_test_id("hand").bounding_box(),
        page.get_by_test_id("log").bounding_box(),
    )
    assert hand is not None
    assert end is not None
    assert end["x"] < hand["x"]
    assert not page.evaluate("document.documentElement.scrollWidth > window.innerWidth")


@pytest.mark.parametrize("key", sorted(REFUSALS))
def test_every_refusal_of_the_engine_is_worded(key):
    message = CATALOGUE[f"why.{key}"]
    used = set(re.findall(r"\{(\w+)\s*[,}]", message))
    known = set(re.findall(r"\{(\w+)\}", REFUSALS[key])) | {"kind", "seat", "card", "good", "slot"}
    assert used <= known


def test_every_rule_is_in_the_help():
    rules = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
    ids = set(re.findall(r"\bR(?:[1-9]|1[01])\.\d+\b", rules))
    assert ids
    assert ids <= {key.removeprefix("rule.") for key in CATALOGUE}
