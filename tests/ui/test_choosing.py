"""Choosing a language: the browser's at first, then one's own; what cannot be had is English."""

import json

import pytest
from playwright.sync_api import Page, expect

from praefectus.catalogue import RIGHT_TO_LEFT, catalogue, languages
from tests.ui.tables import create, sit
from tests.ui.test_guide import wait
from tests.ui.tongues import every_language

# What their speakers call them.
NAMES = {
    "en": "English",
    "de": "Deutsch",
    "fr": "Français",
    "hu": "Magyar",
    "uk": "Українська",
    "ru": "Русский",
    "fa": "فارسی",
}


def speaks(page: Page, language: str) -> None:
    """Check the page's language, its direction and its words."""
    html = page.locator("html")
    expect(html).to_have_attribute("lang", language)
    expect(html).to_have_attribute("dir", "rtl" if language in RIGHT_TO_LEFT else "ltr")
    start = page.get_by_test_id("start-game")
    expect(start).to_have_text(catalogue(language).text("newgame.start"))


@pytest.mark.parametrize(
    ("preferred", "language"), [("hu-HU", "hu"), ("fa", "fa"), ("de-AT", "de"), ("eo", "en")]
)
def test_the_first_visit_is_in_the_browsers_language(new_context, preferred, language):
    page = new_context(locale=preferred).new_page()
    page.goto("/")
    speaks(page, language)


def test_languages_are_chosen_by_their_own_names_and_remembered(page):
    page.goto("/")
    chooser = page.get_by_test_id("language")
    assert chooser.locator("option").all_inner_texts() == list(NAMES.values())
    assert set(NAMES) == set(languages())
    for language, name in reversed(NAMES.items()):
        chooser.select_option(label=name)
        speaks(page, language)
    chooser.select_option("uk")
    speaks(page, "uk")
    page.reload()
    speaks(page, "uk")


def test_an_address_can_ask_for_a_language_until_one_is_chosen(page):
    page.goto("/?locale=fr")
    speaks(page, "fr")
    page.goto("/?locale=de-CH")
    speaks(page, "de")
    page.get_by_test_id("language").select_option("ru")
    speaks(page, "ru")
    page.reload()
    speaks(page, "ru")


def test_settings_at_the_table_have_the_chooser(page):
    sit(page, create(page, "me", "hotseat"))
    page.get_by_role("button", name="Settings", exact=True).click()
    page.get_by_role("dialog").get_by_test_id("language").select_option("fa")
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_role("dialog")).to_contain_text(catalogue("fa").text("settings.language"))


def test_everybody_at_a_table_reads_their_own_language(new_context):
    host, guest = (new_context(locale=language).new_page() for language in ("de", "hu"))
    table = create(host, "me", "open")
    host.goto(f"/table/{table['id']}")
    guest.goto(table["invitation"])
    guest.get_by_test_id("join").click()
    for page, language in ((host, "de"), (guest, "hu")):
        hand = catalogue(language).text("hand.label")
        expect(page.get_by_label(hand, exact=True).first).to_be_visible()


@pytest.mark.parametrize("asked", ["xx", "constructor", "../en", "", "fa%00"])
def test_an_unknown_language_is_english(page, asked):
    page.goto(f"/?locale={asked}")
    speaks(page, "en")


@pytest.mark.parametrize("kept", ["xx", 5, None, ["de"]])
def test_a_choice_that_means_nothing_is_no_choice(page, kept):
    settings = json.dumps(json.dumps({"language": kept}))
    page.add_init_script(
        f"location.protocol === 'http:' && localStorage.setItem('praefectus.settings', {settings})"
    )
    page.goto("/")
    speaks(page, "en")


def test_a_catalogue_that_cannot_be_loaded_leaves_english(new_context, watch):
    watch.allow("net::ERR_FAILED")
    page = new_context(locale="de").new_page()
    page.route("**/de-*.js", lambda route: route.abort())
    page.goto("/")
    speaks(page, "en")
    page.get_by_test_id("language").select_option("hu")
    speaks(page, "hu")
    page.get_by_test_id("language").select_option("de")
    speaks(page, "en")


def test_the_guide_is_english_where_a_language_cannot_be_loaded(new_context, watch):
    page = new_context(locale="fr").new_page()
    page.goto("/")
    speaks(page, "fr")
    watch.allow("net::ERR_FAILED")
    page.route("**/fr-*.js", lambda route: route.abort())
    page.locator("a[href='/help']").first.click()
    wait(page)
    expect(page.locator("#title-setup")).to_have_text("Setting up")
    expect(page.locator("#title-tribune")).to_have_text(catalogue("fr").text("card.tribune"))


@every_language()
def test_the_guide_is_in_the_language(page, language):
    page.goto(f"/help?locale={language}")
    wait(page)
    words = catalogue(language).text("card.consul")
    expect(page.locator("#title-consul")).to_have_text(words)
