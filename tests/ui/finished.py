"""Finished games put on a server for somebody's browser, so that a test begins where they are looked at."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from praefectus import Game
from tests.server.browser import Browser, Host, plant


def put(host: Host, game: Game, browsers: Sequence[Browser]) -> str:
    """Plant a game, in a thread without Playwright's event loop; return the id of its table."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(plant, host, game, browsers).result()


def cookies(browser: Browser) -> list[Any]:
    """Return the cookies that make a page somebody's."""
    return [
        {"name": name, "value": value, "url": browser.url}
        for name, value in browser.http.cookies.items()
    ]
