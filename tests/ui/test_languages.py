"""Every language on laptop and phones: all text fits its place, and axe finds nothing.

Colours are the same in all languages: test_accessible.py has them.
"""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from praefectus.catalogue import catalogue, languages
from tests.ui.fitting import misfits
from tests.ui.player import VERSION, hurried
from tests.ui.sizes import SIZES, is_touch
from tests.ui.tables import Table, create, reach, sit
from tests.ui.test_accessible import violations
from tests.ui.test_guide import wait

pytestmark = pytest.mark.slow

RECORD = Path(__file__).parents[1] / "fixtures/examples/italia-3.concordia.json"
TURNS = 12
FAR = 4  # decisions of a turn
UNDER_WAY = 40  # turns
KINDS = {
    *("tribune", "architect", "prefect", "mercator-3", "mercator-5", "colonist", "senator"),
    *("consul", "diplomat", "mason", "farmer", "smith", "vintner", "weaver"),
}
LOOKED_AT = ("laptop", "phone", "small phone")
Place = tuple[str, str]
# The longest words, the widest letters, the other direction.
GERMAN: Place = ("de", "small phone")
PERSIAN: Place = ("fa", "phone")
RUSSIAN: Place = ("ru", "laptop")


def everywhere(*usual: Place) -> pytest.MarkDecorator:
    """Look at every language on every screen: at the usual ones always, at the others in `make test-long`."""
    places = [(language, size) for language in languages() for size in LOOKED_AT]
    return pytest.mark.parametrize(
        ("language", "size"),
        [
            pytest.param(
                *place,
                id="-".join(place).replace(" ", "-"),
                marks=[] if place in usual else pytest.mark.long,
            )
            for place in places
        ],
    )


@pytest.fixture
def screen(new_context):
    """Return a function that opens a screen of a size, for somebody who has chosen a language."""

    def open_screen(language: str, size: str) -> Page:
        width, height = SIZES[size]
        context = new_context(
            phone=is_touch(size), viewport={"width": width, "height": height}, locale=language
        )
        settings = {"speed": "skip", "name": "Livia", "language": language}
        context.add_init_script(
            "location.protocol === 'http:' &&"
            f" localStorage.setItem('praefectus.settings', {json.dumps(json.dumps(settings))})"
        )
        return context.new_page()

    return open_screen


def kind(card: str) -> str:
    """Tell what a card is but for its god."""
    return card if card.startswith("mercator") else card.partition("-")[0]


def in_hand(table: Table) -> set[str]:
    """Return the kinds of cards that who begins a turn has in hand; none within a turn."""
    game = table["game"]
    if game["phase"] != "play":
        return set()
    return {kind(card) for card in game["state"]["players"][game["seat"]]["hand"]}


class Tour:
    """Plays on at a table and looks at the text after every decision."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.choose = hurried(seed=3)
        self.tried: set[str] = set()
        self.turns = 0
        self.sit_down()

    def sit_down(self) -> None:
        """Sit down where a game is under way and somebody has a card that was not seen yet."""

        def is_new(table: Table) -> bool:
            return table["log_length"] >= UNDER_WAY and not in_hand(table) <= self.tried

        self.player = sit(self.page, reach(self.page, is_new, map="imperium", seats=3))
        self.look("sitting down")

    def look(self, at: str) -> None:
        assert misfits(self.page) == [], f"turn {self.turns}, {at}"

    def decide(self, action: str) -> None:
        """Take a decision over HTTP, as on a phone half of the board is out of sight, and wait for the page."""
        before = self.page.evaluate(VERSION)
        answer = self.page.request.post(
            f"/api/tables/{self.player.id}/decide",
            data={"version": int(before), "decision": action},
        )
        expect(answer).to_be_ok()
        self.page.wait_for_function(f"(before) => {VERSION} !== before", arg=before)

    def try_cards(self) -> None:
        """Play each card of the hand that was not seen before, as far as it goes, and take it back."""
        for action in self.player.offered():
            card = kind(action.removeprefix("play "))
            if not action.startswith("play ") or card in self.tried:
                continue
            self.tried.add(card)
            taken = [action]
            while taken[-1] and len(taken) <= FAR:
                self.decide(taken[-1])
                self.look(", ".join(taken))
                further = [one for one in self.player.offered() if one != "end"]
                taken.append(self.choose(further) if further else "")
            for _ in taken[:-1]:
                self.player.press("undo")

    def take_turn(self) -> None:
        """Play a turn to its end, after a look at every card."""
        if self.player.over:
            self.sit_down()
        self.try_cards()
        taken = ""
        while taken != "end":
            taken = self.choose(self.player.offered())
            self.decide(taken)
        self.player.wait()
        self.turns += 1
        self.look("its end")


@everywhere(GERMAN)
def test_a_dozen_turns_with_every_card(screen, language, size):
    page = screen(language, size)
    tour = Tour(page)
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
    while tour.turns < TURNS:
        tour.take_turn()
    assert violations(page, colours=False) == []
    while tour.tried < KINDS:
        tour.sit_down()
        tour.try_cards()


@everywhere(RUSSIAN)
def test_pages_around_the_table(screen, language, size):
    page = screen(language, size)
    for path, shown in (
        ("/", "[data-testid=start-game]"),
        ("/replay", "[data-testid=record-file]"),
        ("/help", "main"),
        ("/nowhere", "main"),
    ):
        page.goto(path)
        expect(page.locator(shown).first).to_be_attached()
        expect(page.locator(f"html[lang={language}]")).to_be_attached()
        if path == "/help":
            wait(page)
        for more in page.locator("details:not([open]) > summary").all():
            more.click()
        assert misfits(page) == [], path
        assert violations(page, colours=False) == [], path


@everywhere(PERSIAN)
def test_dialogs_at_the_table(screen, language, size):
    page = screen(language, size)
    sit(page, create(page, "me", "hotseat", "bot:hard", map="imperium", hints=True))
    page.keyboard.press("?")
    expect(page.get_by_test_id("keys")).to_be_visible()
    look(page, "keys")
    page.keyboard.press("Escape")
    for dialog in ("settings", "help", "seats"):
        name = catalogue(language).text(f"nav.{dialog}")
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        if dialog == "help":
            wait(page)
        look(page, dialog)
        page.keyboard.press("Escape")


@everywhere(GERMAN, PERSIAN)
def test_the_score_sheet(screen, language, size):
    page = screen(language, size)
    page.goto("/replay")
    page.get_by_test_id("record-file").set_input_files(RECORD)
    scrubber = page.get_by_test_id("scrubber")
    scrubber.fill(scrubber.get_attribute("max") or "")
    expect(page.get_by_test_id("score-sheet")).to_be_visible()
    look(page, "score sheet")
    for tab in page.locator(".points label").all():
        tab.click()
        assert misfits(page) == [], tab.inner_text()


@everywhere(GERMAN, PERSIAN, RUSSIAN)
def test_invitations(screen, language, size):
    page = screen(language, size)
    table = create(page, "me", "open", "open")
    page.goto(f"/table/{table['id']}")
    expect(page.get_by_test_id("invitation")).to_be_visible()
    look(page, "lobby")


def look(page: Page, at: str) -> None:
    assert misfits(page) == [], at
    assert violations(page, colours=False) == [], at
