"""One's own statistics in the browser: nothing before the first game, then tables for each board and number of players."""

from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from praefectus import record
from praefectus.server.settings import STATIC
from tests.server.browser import Browser, hosting
from tests.ui.finished import cookies, put
from tests.ui.fitting import misfits
from tests.ui.test_accessible import violations

GAMES = Path(__file__).parents[1] / "fixtures/examples"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A server, and the cookies of somebody who has finished three games there in the first seat."""
    with (
        hosting(tmp_path_factory.mktemp("statistics"), static=STATIC) as host,
        closing(Browser(host.url)) as one,
        closing(Browser(host.url)) as others,
    ):
        for name in ("italia-3", "italia-3", "italia-2"):
            game = record.load(GAMES / f"{name}.concordia.json").game
            put(host, game, [one] + [others] * (game.players - 1))
        yield host, cookies(one)


def test_whoever_has_finished_no_game_is_told_so(new_context, played):
    host, _ = played
    page = new_context(base_url=host.url).new_page()
    page.goto("/statistics")
    expect(page.get_by_test_id("statistics")).to_contain_text("There is none yet")
    expect(page.get_by_test_id("statistics-table")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_finished_games_are_summed_up(new_context, played, phone):
    host, mine = played
    context = new_context(phone=phone, base_url=host.url)
    context.add_cookies(mine)
    page = context.new_page()
    page.goto("/statistics")
    choice = page.get_by_test_id("statistics-table")
    # The table at which one plays most comes first.
    expect(choice.locator("option:checked")).to_contain_text("3")
    game = record.load(GAMES / "italia-3.concordia.json").game
    points = game.outcome().points[0]
    gods = page.get_by_role("table", name="Points")
    expect(gods.get_by_role("row", name="Total")).to_contain_text(str(points["total"]))
    for god in ("jupiter", "saturnus", "minerva"):
        row = gods.get_by_role("row", name=god.capitalize())
        expect(row.get_by_role("cell").first).to_have_text(str(points[god]))
    assert misfits(page) == []
    assert violations(page) == []
    choice.select_option(label=choice.locator("option:not(:checked)").inner_text())
    two = record.load(GAMES / "italia-2.concordia.json").game.outcome().points[0]
    expect(gods.get_by_role("row", name="Total")).to_contain_text(str(two["total"]))
    assert page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
