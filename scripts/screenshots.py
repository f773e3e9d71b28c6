"""Make the pictures in docs/screenshots: a server of its own, Chromium, and a game that bots have begun.

.venv/bin/python -m scripts.screenshots
"""

import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.process import serving
from tests.ui.browser import LAPTOP, PHONE, launch

TARGET = Path(__file__).parent.parent / "docs" / "screenshots"
SIZES = {"laptop": LAPTOP, "phone": PHONE}


def open_page(browser: Browser, address: str, size: str = "laptop", theme: str = "day") -> Page:
    context = browser.new_context(
        base_url=address,
        viewport=SIZES[size],
        has_touch=size == "phone",
        is_mobile=size == "phone",
        device_scale_factor=2 if size == "phone" else 1,
        reduced_motion="reduce",
    )
    context.add_init_script(
        "location.protocol === 'http:' && localStorage.setItem('praefectus.settings',"
        f""" '{{"speed": "skip", "name": "Livia", "theme": "{theme}"}}')"""
    )
    return context.new_page()


def begun_table(page: Page, map: str, bots: int, turns: int) -> str:
    """Open a table, let bots play all seats for a while, take mine back at my turn; return its id."""
    seats = [{"kind": "me", "name": "Livia"}, *[{"kind": "bot", "level": "medium"}] * bots]
    table = page.request.post("/api/tables", data={"map": map, "seats": seats}).json()["table"]
    path = f"/api/tables/{table['id']}"
    mine = next(seat["seat"] for seat in table["seats"] if seat["mine"])
    page.request.post(f"{path}/seats/{mine}/replace", data={"level": "medium"})
    while True:
        table = page.request.get(path).json()["table"]
        if table["status"] == "finished" or table["game"]["turn"] >= turns:
            break
        time.sleep(0.05)
    page.request.post(f"{path}/seats/{mine}/claim", data={})
    return str(table["id"])


def settle(page: Page) -> None:
    """Wait until pictures and letters are there."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(700)


def shoot(page: Page, name: str) -> None:
    settle(page)
    page.screenshot(path=TARGET / f"{name}.jpg", type="jpeg", quality=86)
    print(f"{name}.jpg")


def sit(page: Page, map: str, bots: int, turns: int, card: str = "") -> None:
    """Sit down at a table in mid-game, with a certain card in hand if one is asked for."""
    for _ in range(12):
        page.goto(f"/table/{begun_table(page, map, bots, turns)}")
        page.locator("[data-action^='play '], [data-testid=score-sheet]").first.wait_for()
        if page.locator(f'[data-action="play {card}"]').count() > 0 or not card:
            return
    raise SystemExit(f"no table in twelve had {card} in hand")


def play(page: Page, *actions: str) -> None:
    for action in actions:
        page.locator(f'[data-action^="{action}"]').first.click()
        page.wait_for_timeout(400)


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as server,
        sync_playwright() as playwright,
    ):
        address = server.url
        browser = launch(playwright)
        page = open_page(browser, address)
        page.goto("/")
        shoot(page, "new-game")
        sit(page, "imperium", bots=3, turns=36, card="architect")
        shoot(page, "table")
        page.get_by_test_id("hint").click()
        page.get_by_test_id("hint-turn").first.wait_for()
        shoot(page, "hint")
        page.keyboard.press("Escape")
        play(page, "play architect", "move ")
        shoot(page, "architect")
        sit(page, "italia", bots=2, turns=12)
        shoot(page, "italia")
        sit(page, "italia", bots=1, turns=1000)
        shoot(page, "score-sheet")
        page.get_by_role("link", name="Watch the replay").click()
        page.get_by_test_id("scrubber").fill("40")
        shoot(page, "replay")
        page.goto("/help/senator")
        shoot(page, "rules")
        page.goto("/tutorial")
        page.get_by_test_id("tutor").wait_for()
        shoot(page, "tutorial")
        night = open_page(browser, address, theme="night")
        sit(night, "imperium", bots=4, turns=30, card="senator")
        shoot(night, "night")
        phone = open_page(browser, address, size="phone")
        sit(phone, "imperium", bots=2, turns=24, card="architect")
        shoot(phone, "phone-hand")
        play(phone, "play architect", "move ")
        shoot(phone, "phone-board")
        browser.close()


if __name__ == "__main__":
    main()
