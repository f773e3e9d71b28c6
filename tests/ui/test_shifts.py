"""Nothing at the table is pushed about: the layout shift of a game, as browsers count it."""

import pytest

from tests.ui.player import hurried
from tests.ui.shifts import WATCH_SHIFTS, layout_shift, shifts
from tests.ui.tables import create, sit

MOST = 0.02


@pytest.mark.parametrize(
    "turns", [8, pytest.param(1000, marks=pytest.mark.long)], ids=["some turns", "a whole game"]
)
def test_nothing_is_pushed_about(page, turns):
    page.goto("/")
    page.evaluate(
        """localStorage.setItem('praefectus.settings', '{"speed": "fast", "name": "Livia"}')"""
    )
    page.add_init_script(WATCH_SHIFTS)
    player = sit(page, create(page, "me", "bot:easy", map="italia"))
    page.wait_for_load_state("networkidle")
    page.evaluate("window.shifts = []")
    choose, ended = hurried(seed=2), 0
    while ended < turns and not player.over:
        player.wait()
        offered = player.offered()
        if not offered:
            continue
        decision = choose(offered)
        player.click(decision)
        ended += decision == "end"
    worst = sorted(shifts(page), key=lambda shift: shift["value"])[-3:]
    assert layout_shift(page) < MOST, worst


def test_a_preview_leaves_the_board_where_it_is(page):
    player = sit(page, create(page, "me", "hotseat", map="italia"))
    board = page.get_by_role("application")
    before = board.bounding_box()
    for card in ("prefect", "senator", "mercator-3", "architect"):
        player.click(f"play {card}")
        assert board.bounding_box() == before, card
        for choice in page.locator("[data-action]:not([data-testid])").all()[:4]:
            choice.hover(force=True)
            assert board.bounding_box() == before, card
        player.press("undo")
