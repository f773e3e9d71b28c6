"""Make the pictures in docs/screenshots: a server of its own, Chromium, and a game that bots have begun.

Run with `python scripts/screenshots.py` after `make build`.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

TARGET = Path(__file__).parent.parent / "docs" / "screenshots"
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SIZES = {"laptop": (1440, 900), "phone": (390, 844)}


@contextmanager
def server() -> Iterator[str]:
    """Run `praefectus serve` on a database of its own; yield its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "praefectus.cli", "serve", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--db", f"{folder}/tables.db"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"PRAEFECTUS_RATE_FACTOR": "100"},
        )
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip().rpartition(" ")[2]
        finally:
            process.terminate()
            process.wait()


def open_page(browser: Browser, address: str, size: str = "laptop", theme: str = "day") -> Page:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
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
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=QUIET)
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
        sit(night, "imperium", bots=4, turns=40)
        shoot(night, "night")
        phone = open_page(browser, address, size="phone")
        sit(phone, "imperium", bots=2, turns=24, card="architect")
        shoot(phone, "phone-hand")
        play(phone, "play architect", "move ")
        shoot(phone, "phone-board")
        browser.close()


if __name__ == "__main__":
    main()
