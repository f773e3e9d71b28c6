"""Tables set up over HTTP with a page's own cookies, so that a test begins where it matters."""

from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from tests.server.browser import PATIENCE
from tests.ui.player import Player, hurried

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


def reach(page: Page, done: Callable[[Table], bool], seats: int = 2, **options: Any) -> Table:
    """Play all seats of tables over HTTP, as a hurried player would, until something holds of one."""
    health = "/api/health"
    url = page.request.get(health).url.removesuffix(health)
    for seed in range(12):
        choose = hurried(seed)
        table = create(page, "me", *["hotseat"] * (seats - 1), **options)
        path = f"/api/tables/{table['id']}/decide"
        # Hundreds of answers, each of a whole table: through the browser they would cost twice as much.
        cookies = {each["name"]: each["value"] for each in page.context.cookies(url)}
        with httpx.Client(base_url=url, cookies=cookies, timeout=PATIENCE, verify=False) as http:
            while table["status"] == "playing":
                if done(table):
                    return table
                offered = [legal["text"] for legal in table["game"]["question"]["legal"]]
                body = {"version": table["version"], "decision": choose(offered)}
                answer = http.post(path, json=body)
                assert answer.is_success, answer.text
                table = answer.json()["table"]
    raise AssertionError("it never came to that in 12 games")


def begins_with(table: Table, card: str) -> bool:
    """Tell whether a turn begins for somebody with a certain card in hand."""
    game = table["game"]
    return game["phase"] == "play" and card in game["state"]["players"][game["seat"]]["hand"]


def is_last_round(table: Table) -> bool:
    """Tell whether everybody has but one turn left, and one of them begins."""
    game = table["game"]
    return game["phase"] == "play" and game["state"]["concordia"] is not None


def architects_deal(table: Table) -> bool:
    """Tell whether the first player can pay for houses in a city beside each of two lines from Roma."""
    game = table["game"]
    cities = game["board"]["cities"]
    # A brick city costs a food, of which everybody has two; the other city a brick and its good.
    return bool(
        game["question"] is not None
        and game["question"]["seat"] == table["seat"]
        and cities["cosa"] == "brick"
        and cities["neapolis"] in ("food", "brick")
    )


def find(page: Page, suits: Callable[[Table], bool], *seats: str, map: str = "italia") -> Player:
    """Open tables until the deal suits; sit down there."""
    for _ in range(60):
        table = create(page, *seats, map=map)
        if suits(table):
            return sit(page, table)
    raise AssertionError("no deal in 60 suits")
