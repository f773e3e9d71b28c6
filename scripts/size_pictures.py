"""Make docs/screenshots/sizes: the same table at every size of screen that the tests look at.

.venv/bin/python -m scripts.size_pictures
"""

import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from scripts.screenshots import begun_table, settle

from tests.server.process import serving
from tests.ui.browser import launch
from tests.ui.sizes import SIZES, is_touch

TARGET = Path(__file__).parent.parent / "docs" / "screenshots" / "sizes"
SETTINGS = '{"speed": "skip", "name": "Livia", "theme": "day"}'
# Pictures are to be compared, not to be read.
QUALITY = 60
WIDEST = 1280


def open_page(browser: Browser, address: str, size: str) -> Page:
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=address,
        viewport={"width": width, "height": height},
        has_touch=is_touch(size),
        is_mobile=is_touch(size),
        device_scale_factor=min(1.0, WIDEST / width),
        reduced_motion="reduce",
    )
    context.add_init_script(
        f"location.protocol === 'http:' && localStorage.setItem('praefectus.settings', '{SETTINGS}')"
    )
    return context.new_page()


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        host = open_page(browser, server.url, "laptop")
        table = begun_table(host, "imperium", bots=3, turns=30)
        cookies = host.context.cookies()
        for size in SIZES:
            page = open_page(browser, server.url, size)
            page.context.add_cookies(cookies)  # type: ignore[arg-type]
            page.goto(f"/table/{table}")
            page.locator("[data-action]").first.wait_for(state="attached")
            settle(page)
            name = f"{size.replace(' ', '-')}.jpg"
            page.screenshot(path=TARGET / name, type="jpeg", quality=QUALITY)
            print(name)
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
