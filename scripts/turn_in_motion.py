"""Make docs/turn.webp, the moving picture of the README: a turn of the Architect, clicked in the running page.

.venv/bin/python -m scripts.turn_in_motion
"""

import io
import tempfile
import time
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright
from scripts.screenshots import begun_table, settle

from tests.server.process import serving
from tests.ui.browser import launch

TARGET = Path(__file__).parent.parent / "docs" / "turn.webp"
SIZE = {"width": 1280, "height": 800}
SHOWN = (1024, 640)
MOST_BYTES = 1_500_000
# Playwright moves the mouse but draws none: this arrow follows it.
POINTER = """
document.body.insertAdjacentHTML('beforeend', `<svg id="pointer" width="30" height="30" viewBox="0 0 24 24"
  style="position:fixed;left:0;top:0;z-index:9999;pointer-events:none;filter:drop-shadow(1px 2px 2px #0006)">
  <path d="M5 2v17l5-4 3 7 3-1-3-7h6z" fill="#fff" stroke="#222" stroke-width="1.2"/></svg>`);
const pointer = document.getElementById('pointer');
addEventListener('mousemove', (e) => { pointer.style.transform = `translate(${e.clientX - 6}px, ${e.clientY - 3}px)`; });
"""


class Film:
    """Pictures of a page, each with how long it is shown."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[Image.Image] = []
        self.shown_ms: list[int] = []

    def take(self, ms: int) -> None:
        """Take a picture; one that looks like the last only stays longer."""
        picture = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        frame = picture.resize(SHOWN, Image.Resampling.LANCZOS)
        if self.frames and frame.tobytes() == self.frames[-1].tobytes():
            self.shown_ms[-1] += ms
        else:
            self.frames.append(frame)
            self.shown_ms.append(ms)

    def save(self, path: Path) -> None:
        """Write the film, at the best quality that keeps it small."""
        for quality in (80, 70, 60, 50, 40):
            data = io.BytesIO()
            self.frames[0].save(
                data,
                format="WEBP",
                save_all=True,
                append_images=self.frames[1:],
                duration=self.shown_ms,
                loop=0,
                quality=quality,
                method=6,
                minimize_size=True,
            )
            if data.tell() <= MOST_BYTES:
                break
        path.write_bytes(data.getvalue())


def begin(browser: Browser, address: str) -> tuple[Page, list[str]]:
    """Sit down where a good turn of the Architect moves and builds; return the page and its decisions."""
    context = browser.new_context(base_url=address, viewport=SIZE)
    context.add_init_script(
        "location.protocol === 'http:' && localStorage.setItem('praefectus.settings',"
        """ '{"speed": "slow", "name": "Livia", "theme": "day"}')"""
    )
    page = context.new_page()
    for _ in range(40):
        path = begun_table(page, "imperium", bots=3, turns=16)
        page.goto(f"/table/{path}")
        page.locator("[data-action^='play ']").first.wait_for(timeout=60_000)
        table = page.request.get(f"/api/tables/{path}").json()["table"]
        answer = page.request.post(
            f"/api/tables/{path}/hint", data={"version": table["version"]}
        ).json()
        for hint in answer.get("hints", []):
            texts = [step["text"] for step in hint["steps"]]
            verbs = [text.split(" ")[0] for text in texts]
            if texts[0] == "play architect" and "move" in verbs and verbs.count("build") == 2:
                return page, texts
    raise SystemExit("no table in forty had a turn of the Architect that builds two houses")


def glide(film: Film, selector: str, at: tuple[float, float]) -> tuple[float, float]:
    """Move the pointer to something and click it; return where it is."""
    target = film.page.locator(selector).first
    box = target.bounding_box()
    assert box is not None
    goal = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for part in (0.35, 0.75, 1.0):
        film.page.mouse.move(
            at[0] + (goal[0] - at[0]) * part, at[1] + (goal[1] - at[1]) * part, steps=2
        )
        film.take(90)
    film.take(260)
    target.click()
    film.page.wait_for_timeout(250)
    film.take(650)
    return goal


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        page, texts = begin(browser, server.url)
        settle(page)
        page.evaluate(POINTER)
        film = Film(page)
        at = (SIZE["width"] * 0.4, SIZE["height"] * 0.6)
        page.mouse.move(*at)
        film.take(1200)
        for text in texts:
            at = glide(film, f'[data-action="{text}"]', at)
        at = glide(film, '[data-action="end"]', at)
        # The others' turns, as the page shows them one after the other.
        skip = page.get_by_test_id("skip")
        skip.wait_for()
        until = time.monotonic() + 60
        while time.monotonic() < until and skip.is_visible():
            film.take(450)
        skip.wait_for(state="detached")
        settle(page)
        film.take(2500)
        film.save(TARGET)
        browser.close()
    print(f"{TARGET.name}: {len(film.frames)} pictures, {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
