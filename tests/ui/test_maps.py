"""A board the page was not built with: offered, drawn and played in the browser, with its own names."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.server.process import serving
from tests.ui.browser import launch

MAPS = Path(__file__).parents[1] / "fixtures/maps"


@pytest.mark.usefixtures("chromium")  # skipped without
def test_a_board_of_a_folder_is_chosen_drawn_and_played(playwright, watch, tmp_path):
    # To draw a board is work for a browser that compiles its scripts well.
    with (
        serving(tmp_path / "tables.db", "--maps", str(MAPS)) as server,
        launch(playwright) as browser,
    ):
        page = browser.new_page(base_url=server.url)
        watch.follow(page.context)
        page.goto("/")
        choice = page.locator("label", has_text="Hispania")
        expect(choice).to_contain_text("2–3 players")
        choice.click()
        page.get_by_test_id("start-game").click()
        for name in ("Carthago Nova", "Tarraconensis"):
            drawn = page.locator("svg").get_by_text(name, exact=True).first
            expect(drawn).to_be_visible(timeout=60_000)  # drawn in the browser, in a second or two
        page.locator("[data-action='play architect']").click()
        page.locator("[data-action='move land tarraco']").first.click()
        expect(page.locator("[data-action='to land tarraco~valentia']")).to_have_count(1)
        page.close()  # before the server is: it would complain
