"""A game by ear: through the command line, driven only by what a virtual screen reader speaks.

Its turns and its end always, a whole one in `make test-long`.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.ui.player import PATIENCE_MS, Player, hurried
from tests.ui.tables import create, is_last_round, reach, sit

pytestmark = pytest.mark.slow

_MODULES = Path(__file__).parents[2] / "ui/node_modules"
READER = _MODULES / "@guidepup/virtual-screen-reader/lib/esm/index.browser.js"
# Decisions: a few turns of everybody.
SOME = 24
_HEARD = """async ({ from, wanted, patience }) => {
    const until = performance.now() + patience;
    while (performance.now() < until) {
        const log = (await virtual.spokenPhraseLog()).slice(from);
        const at = log.findIndex((phrase) => new RegExp(wanted).test(phrase));
        if (at >= 0) return { phrase: log[at], next: from + at + 1 };
        await new Promise((done) => setTimeout(done, 10));
    }
    throw new Error(`${wanted} is not among: ${(await virtual.spokenPhraseLog()).slice(from).join(' | ')}`); }"""


class Listener:
    """Somebody who types at a keyboard and hears a screen reader; nothing is seen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._heard = 0
        source = READER.read_text(encoding="utf-8")
        # The page's Content-Security-Policy lets no script in; evaluating does, but takes no module.
        code, _, exported = source.rpartition("export{")
        name = exported.partition(" as virtual}")[0].rpartition(",")[2]
        page.evaluate(f"(() => {{ {code}; window.virtual = {name}; }})()")
        # What speaks: the live region and the command line. The board's thousands of shapes say nothing.
        page.get_by_test_id("voice").evaluate("(container) => virtual.start({ container })")

    def hear(self, wanted: str) -> str:
        """Wait until something like this is spoken; return the whole phrase."""
        asked = {"from": self._heard, "wanted": wanted, "patience": PATIENCE_MS}
        found = self.page.evaluate(_HEARD, asked)
        self._heard = found["next"]
        return str(found["phrase"])

    def say(self, line: str) -> None:
        self.page.keyboard.insert_text(line)
        self.page.keyboard.press("Enter")


def play(player: Player, decisions: int) -> int:
    """Play on by ear, for some decisions or until the game is over; return how many were taken."""
    listener = Listener(player.page)
    choose = hurried(seed=5)
    player.page.keyboard.press("/")
    listener.hear("Command or question")
    taken = 0
    while taken < decisions:
        listener.say("can")
        answer = listener.hear("You can: |not your turn|The game is over")
        if "The game is over" in answer:
            break
        if "not your turn" in answer:
            listener.hear("Your (last )?turn|Choose what to keep|The game is over")
            continue
        offered = re.split(r", or | or |, ", answer.partition("You can: ")[2].removesuffix("."))
        listener.say(choose(offered))
        taken += 1
        # What is asked next, after what was done; or what others did, or how it ended.
        if "The game is over" in listener.hear(r"[.?]$"):
            break
    return taken


def check_end(player: Player) -> None:
    # What others did last is shown first.
    expect(player.page.get_by_test_id("score-sheet")).to_be_visible(timeout=30_000)
    assert player.table()["status"] == "finished"


def test_turns_are_played_by_ear(page):
    player = sit(page, create(page, "me", "bot:master"))
    assert play(player, SOME) == SOME
    assert player.table()["game"]["turn"] >= 4


def test_a_game_is_brought_to_its_end_by_ear(page):
    player = sit(page, reach(page, is_last_round))
    play(player, 100)
    check_end(player)


@pytest.mark.long
def test_a_whole_game_is_played_by_ear(page):
    # A strong opponent ends the game soon; with a weak one it may last several times as long.
    player = sit(page, create(page, "me", "bot:master"))
    assert play(player, 1500) > 20
    check_end(player)
