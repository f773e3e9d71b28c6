"""A game by keyboard alone: no pointer, no command line. Its turns and its end always, a whole one in `make test-long`."""

import pytest
from playwright.sync_api import Page, expect

from tests.ui.player import VERSION, Player, hurried
from tests.ui.tables import create, is_last_round, reach, sit

pytestmark = pytest.mark.slow

_AT = """() => { const at = document.activeElement;
    const inside = at.matches('g') ? at.querySelector('[data-action]') : null;
    return (inside ?? at).dataset.action ?? ''; }"""
# The keys that go to the part where a decision is made; the rest has its place in the bar, after the board.
_PARTS = {"play": "c", "purchase": "m", "sell": "m", "buy": "m"}
# Decisions: a few turns of everybody.
SOME = 24
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


def play(player: Player, seed: int, decisions: int) -> None:
    """Play on by keys, for some decisions or until the game is over."""
    page, choose, taken = player.page, hurried(seed), 0
    while taken < decisions:
        player.wait()
        if player.over:
            return
        offered = player.offered()
        if not offered:
            continue
        action = choose(offered)
        before = page.evaluate(VERSION)
        if action == "end":
            page.keyboard.press("e")
        else:
            go_to(page, action)
            page.keyboard.press("Enter")
        page.wait_for_function(f"(before) => {VERSION} !== before", arg=before)
        taken += 1


def check_end(player: Player) -> None:
    expect(player.page.get_by_test_id("score-sheet")).to_be_visible()
    assert player.table()["status"] == "finished"


@pytest.mark.parametrize("speed", ["skip", "normal"])
def test_turns_are_played_by_keyboard(page, speed):
    page.add_init_script(
        f"""localStorage.setItem('praefectus.settings', '{{"speed": "{speed}", "name": "Livia"}}')"""
    )
    player = sit(page, create(page, "me", "bot:master"))
    play(player, seed=7, decisions=SOME)
    assert player.table()["game"]["turn"] >= 4


def test_a_game_is_brought_to_its_end_by_keyboard(page):
    player = sit(page, reach(page, is_last_round))
    play(player, seed=7, decisions=100)
    check_end(player)


@pytest.mark.long
def test_a_whole_game_is_played_by_keyboard(page):
    # A strong opponent ends the game soon; with a weak one it may last several times as long.
    player = sit(page, create(page, "me", "bot:master"))
    play(player, seed=7, decisions=1500)
    check_end(player)
