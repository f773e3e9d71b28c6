"""Make the gallery of docs/translate.md: the main screens in every language, small, into docs/screenshots/languages.

.venv/bin/python -m scripts.language_pictures          # all languages
.venv/bin/python -m scripts.language_pictures hu fa    # some
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from scripts.screenshots import TARGET, begun_table, settle

from praefectus.catalogue import languages
from tests.server.process import serving
from tests.ui.browser import LAPTOP, PHONE, launch

FOLDER = TARGET / "languages"
SIZES = {"laptop": (LAPTOP, 0.6), "phone": (PHONE, 1.0)}  # what is shown, and how small


def open_context(
    browser: Browser, address: str, size: str, cookies: BrowserContext | None
) -> BrowserContext:
    """Open a browser window of a size, as the person that `cookies` knows."""
    viewport, scale = SIZES[size]
    context = browser.new_context(
        base_url=address,
        viewport=viewport,
        has_touch=size == "phone",
        is_mobile=size == "phone",
        device_scale_factor=scale,
        reduced_motion="reduce",
        storage_state=cookies.storage_state() if cookies else None,
    )
    context.add_init_script(
        "location.protocol === 'http:' && localStorage.setItem('praefectus.settings',"
        """ '{"speed": "skip", "name": "Livia", "theme": "day"}')"""
    )
    return context


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        laptop = open_context(browser, server.url, "laptop", None)
        # All languages show the same table, so that their pictures can be compared.
        table = begun_table(laptop.new_page(), "imperium", bots=3, turns=36)
        contexts = {
            "laptop": laptop,
            "phone": open_context(browser, server.url, "phone", laptop),
        }
        for language in wanted:
            for size, context in contexts.items():
                for screen, path in (("home", "/"), ("table", f"/table/{table}")):
                    page = context.new_page()
                    page.goto(f"{path}?locale={language}")
                    page.locator(f"html[lang={language}]").wait_for(state="attached")
                    if screen == "table":
                        page.locator("[data-action^='play ']").first.wait_for()
                    settle(page)
                    name = f"{language}-{screen}-{size}.jpg"
                    page.screenshot(path=FOLDER / name, type="jpeg", quality=62)
                    page.close()
                    print(name)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:] or languages())
