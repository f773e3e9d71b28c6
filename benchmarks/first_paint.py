"""How soon a browser shows the page, and what it loads for it.

    .venv/bin/python -m benchmarks.first_paint

Starts `praefectus serve` on a free port of this machine, opens the front page and a table in Chromium, each time as a browser that was
never here (nothing in its cache), and prints the first paint with content, the bytes over the wire, and where requests went.
"""

import argparse
import statistics
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Request, sync_playwright

from tests.server.process import serving
from tests.ui.browser import LAPTOP, launch
from tests.ui.tables import create

PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# When the largest thing on the page was painted: the board, not a mark that says that something is coming.
LARGEST = """() => new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true }))"""
WIRE = """performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .map((entry) => [entry.name, entry.transferSize])"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--loads", type=int, default=7)
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        look(browser, server.url, "front page", "", arguments.loads)
        look(browser, server.url, "table", "imperium", arguments.loads)
        browser.close()


def look(browser: Browser, address: str, name: str, board: str, loads: int) -> None:
    """Load one page again and again and print what came of it."""
    paints: list[float] = []
    largest: list[float] = []
    elsewhere: set[str] = set()

    def note(request: Request) -> None:
        if not request.url.startswith(address):
            elsewhere.add(request.url)

    for _ in range(loads):
        context = browser.new_context(base_url=address, viewport=LAPTOP)
        page = context.new_page()
        page.on("request", note)
        if board:
            table = create(page, "me", "hotseat", "hotseat", "hotseat", map=board)
            page.goto(f"/table/{table['id']}", wait_until="networkidle")
        else:
            page.goto("/", wait_until="networkidle")
        page.wait_for_function(PAINT)
        paints.append(page.evaluate(PAINT))
        largest.append(page.evaluate(LARGEST))
        wire = page.evaluate(WIRE)
        context.close()
    scripts = sum(size for url, size in wire if url.endswith(".js"))
    print(
        f"{name}: first paint median {statistics.median(paints):.0f} ms, worst {max(paints):.0f} ms of "
        f"{loads}; largest paint median {statistics.median(largest):.0f} ms; {sum(size for _, size in wire) / 1000:.0f} kB over the wire, "
        f"{scripts / 1000:.0f} kB of it scripts; requests to elsewhere: {len(elsewhere)}"
    )


if __name__ == "__main__":
    main()
