"""Plays at a table the way a person does: by clicking what is offered, and nothing else."""

import random
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError, expect

# On a busy machine bots may take their time.
PATIENCE_MS = 60_000

Choose = Callable[[list[str]], str]

# Not what fades out: nobody can reach it any more.
_OFFERED = """[...document.querySelectorAll('[data-action]')]
    .filter((element) => !element.disabled && !element.closest('[inert]'))
    .map((element) => element.dataset.action)"""
VERSION = "document.querySelector('[data-version]')?.dataset.version"


class Watch:
    """Collects what a page must never do."""

    def __init__(self) -> None:
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        self.allowed: list[str] = []

    def follow(self, context: BrowserContext) -> None:
        context.on("console", self._said)
        context.on("weberror", self._failed)
        context.on("request", self._asked)

    def leave(self, context: BrowserContext) -> None:
        context.remove_listener("console", self._said)
        context.remove_listener("weberror", self._failed)
        context.remove_listener("request", self._asked)

    def allow(self, *texts: str) -> None:
        """Expect errors with these words, as when a server is killed."""
        self.allowed.extend(texts)

    def check(self) -> None:
        errors = [error for error in self.errors if not any(text in error for text in self.allowed)]
        assert errors == [], errors
        assert self.elsewhere == [], self.elsewhere

    def _said(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def _failed(self, error: WebError) -> None:
        self.errors.append(str(error.error))

    def _asked(self, request: Request) -> None:
        if urlsplit(request.url).hostname not in ("127.0.0.1", None):
            self.elsewhere.append(request.url)


class Player:
    """One browser page at a table."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def start(self, map: str = "italia", players: int = 2, **seats: str) -> "Player":
        """Start a game from the front page: me and bots, or `seat2="hotseat"`."""
        self.page.goto("/")
        self.page.locator(f"input[value={map}]").check(force=True)
        self.page.get_by_role("radio", name=str(players), exact=True).check(force=True)
        for seat, who in seats.items():
            number = seat.removeprefix("seat")
            self.page.get_by_label(f"Who plays seat {number}", exact=True).select_option(who)
        self.page.get_by_test_id("start-game").click()
        self.page.wait_for_url("**/table/*")
        self.wait()
        return self

    @property
    def id(self) -> str:
        return urlsplit(self.page.url).path.rpartition("/")[2]

    def wait(self) -> None:
        """Wait until this page is asked for something, or the game is over."""
        asked = self.page.locator("[data-action], [data-testid=score-sheet]").first
        asked.wait_for(state="attached", timeout=PATIENCE_MS)

    @property
    def over(self) -> bool:
        return self.page.get_by_test_id("score-sheet").count() > 0

    def offered(self) -> list[str]:
        return self.page.evaluate(_OFFERED)

    def click(self, action: str) -> None:
        """Take a decision and wait until the server has answered."""
        before = self.page.evaluate(VERSION)
        # A hand moves between two clicks: the page takes one that hasn't for a double click.
        self.page.mouse.move(1, 1)
        self.page.locator(f'[data-action="{action}"]').click()
        self.page.wait_for_function(f"(before) => {VERSION} !== before", arg=before)

    def press(self, control: str) -> None:
        """Press undo, redo, restart or end-turn."""
        before = self.page.evaluate(VERSION)
        self.page.get_by_test_id(control).click()
        self.page.wait_for_function(f"(before) => {VERSION} !== before", arg=before)

    def one_of(self, start: str) -> str:
        """Return the first offered decision that starts like this."""
        found = [action for action in self.offered() if action.startswith(start)]
        assert found, f"no {start!r} among {self.offered()}"
        return found[0]

    def play(self, choose: Choose, decisions: int = 2000) -> list[str]:
        """Play so many decisions, or until the game is over; return those taken."""
        taken: list[str] = []
        while len(taken) < decisions:
            self.wait()
            if self.over:
                break
            offered = self.offered()
            if not offered:
                continue
            assert len(offered) == len(set(offered)), "a decision is offered twice"
            taken.append(choose(offered))
            self.click(taken[-1])
        return taken

    def table(self) -> dict[str, Any]:
        """Return what the server tells this browser about the table."""
        answer = self.page.request.get(f"/api/tables/{self.id}")
        expect(answer).to_be_ok()
        return answer.json()["table"]


# What a hurried player likes best, first things first.
_TASTE = ("build", "purchase", "settle", "produce", "to ", "copy", "play senator", "play architect")


def hurried(seed: int) -> Choose:
    """Return a way to choose that brings a game to its end: builds and buys whatever it can."""
    draw = random.Random(seed)

    def choose(offered: list[str]) -> str:
        for liked in _TASTE:
            some = [action for action in offered if action.startswith(liked)]
            if some and draw.random() < 0.9:
                return draw.choice(some)
        rest = [action for action in offered if action != "end"]
        if rest and ("end" not in offered or draw.random() < 0.7):
            return draw.choice(rest)
        return "end"

    return choose
