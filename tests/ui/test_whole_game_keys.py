"""A whole game by keyboard alone: no pointer, no command line."""

import pytest
from playwright.sync_api import Page, expect

from tests.ui.player import hurried
from tests.ui.tables import create, sit

pytestmark = pytest.mark.slow

_AT = """() => { const at = document.activeElement;
    const inside = at.matches('g') ? at.querySelector('[data-action]') : null;
    return (inside ?? at).dataset.action ?? ''; }"""
_VERSION = "document.querySelector('[data-version]').dataset.version"
# The keys that go to the part where a decision is made; the rest has its place in the bar, after the board.
_PARTS = {"play": "c", "purchase": "m", "sell": "m", "buy": "m"}
_ON_BOARD = ("move", "to", "build", "settle", "produce")


def go_to(page: Page, action: str) -> None:
    """Bring the focus to a decision by keys."""
    verb = action.partition(" ")[0]
    on_board = verb in _ON_BOARD
    page.keyboard.press(_PARTS.get(verb, "b"))
    for _ in range(120):
        if page.evaluate(_AT) == action:
            return
        page.keyboard.press("PageDown" if on_board else "Tab")
    raise AssertionError(f"no key leads to {action!r}")


def test_a_whole_game_is_played_by_keyboard(page):
    # A strong opponent ends the game soon; with a weak one it may last several times as long.
    player = sit(page, create(page, "me", "bot:master"))
    choose = hurried(seed=7)
    taken = 0
    while taken < 1500:
        player.wait()
        if player.over:
            break
        offered = player.offered()
        if not offered:
            continue
        action = choose(offered)
        before = page.evaluate(_VERSION)
        if action == "end":
            page.keyboard.press("e")
        else:
            go_to(page, action)
            page.keyboard.press("Enter")
        page.wait_for_function(f"(before) => {_VERSION} !== before", arg=before)
        taken += 1
    expect(page.get_by_test_id("score-sheet")).to_be_visible()
    assert player.table()["status"] == "finished"
