"""Tables set up over HTTP with a page's own cookies, so that a test begins where it matters."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.ui.player import Player

Table = dict[str, Any]


def create(page: Page, *seats: str, map: str = "italia", **options: Any) -> Table:
    """Open a table; seats are `me`, `hotseat`, `open` or `bot:LEVEL`."""
    wanted = []
    for seat in seats:
        kind, _, level = seat.partition(":")
        wanted.append({"kind": kind, **({"level": level} if level else {})})
    answer = page.request.post("/api/tables", data={"map": map, "seats": wanted, **options})
    expect(answer).to_be_ok()
    table: Table = answer.json()["table"]
    return table


def sit(page: Page, table: Table) -> Player:
    """Go to a table and wait until something is asked."""
    page.goto(f"/table/{table['id']}")
    player = Player(page)
    player.wait()
    return player


def find(page: Page, suits: Callable[[Table], bool], *seats: str, map: str = "italia") -> Player:
    """Open tables until the deal suits; sit down there."""
    for _ in range(60):
        table = create(page, *seats, map=map)
        if suits(table):
            return sit(page, table)
    raise AssertionError("no deal in 60 suits")
