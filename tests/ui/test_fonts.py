"""Which fonts really draw the letters of each language: those of the theme, never one of the machine."""

from playwright.sync_api import Page, expect

from tests.ui.tables import create
from tests.ui.tongues import every_language

OURS = {"Cinzel", "Forum", "Source Sans 3", "Vazirmatn"}
# Elements with letters of their own that are drawn. Which font draws a letter depends on the letter and the style alone: an
# element is marked if it has a letter that none before it has in its style.
_MARK = """() => { let count = 0; const seen = new Set();
    for (const element of document.querySelectorAll('body *')) {
        const text = [...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('');
        const letters = text.match(/\\p{L}|\\p{N}/gu);
        if (!letters || element.closest('script, style') || !(element.getBoundingClientRect().width > 0)) continue;
        const { fontFamily, fontStyle, fontWeight } = getComputedStyle(element);
        const news = letters.map((letter) => [letter, fontFamily, fontStyle, fontWeight].join()).filter((each) => !seen.has(each));
        news.forEach((each) => seen.add(each));
        if (news.length > 0) element.setAttribute('data-letters', String(count++));
    }
    return count; }"""


def fonts(page: Page) -> dict[str, str]:
    """Return what is drawn with each font family of the machine or the theme: an example of its text."""
    page.evaluate("document.fonts.ready")
    assert page.evaluate(_MARK) > 0
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    marked = {"nodeId": root, "selector": "[data-letters]"}
    used: dict[str, str] = {}
    for number, node in enumerate(session.send("DOM.querySelectorAll", marked)["nodeIds"]):
        for font in session.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]:
            name = font["familyName"]  # with the name of its weight, if the font has one
            family = next((one for one in OURS if name.startswith(one)), name)
            if family not in used:
                example = page.locator(f'[data-letters="{number}"]').text_content()
                used[family] = example or ""
    session.detach()
    return used


@every_language()
def test_letters_are_drawn_with_the_fonts_of_the_theme(page, language):
    table = create(page, "me", "hotseat", "hotseat", map="imperium")
    used: dict[str, str] = {}
    for path in ("/", f"/table/{table['id']}", "/help/tribune"):
        page.goto(f"{path}?locale={language}")
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        page.wait_for_load_state("networkidle")
        used |= fonts(page)
    assert used.keys() <= OURS, used
    title, text = {
        "uk": ("Forum", "Source Sans 3"),
        "ru": ("Forum", "Source Sans 3"),
        "fa": ("Vazirmatn", "Vazirmatn"),
    }.get(language, ("Cinzel", "Source Sans 3"))
    assert {title, text} <= used.keys()
