"""How smoothly the table shows opponents' turns: the share of frames that took longer than 25 ms.

    .venv/bin/python -m benchmarks.frames

Plays turns on Imperium in Chromium at normal speed against three bots and measures the time between frames while the bots' turns are shown.
"""

import argparse
import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.server.process import serving
from tests.ui.browser import LAPTOP, launch
from tests.ui.player import PATIENCE_MS, hurried
from tests.ui.tables import create, sit

SLOW_MS = 25
# Only while somebody else's turn is shown, which can be skipped then.
WATCH_FRAMES = """() => { window.frames_seen = []; let before = 0;
    const look = (now) => {
        if (before && document.querySelector('[data-testid=skip]')) window.frames_seen.push(now - before);
        before = now; requestAnimationFrame(look); };
    requestAnimationFrame(look); }"""


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, default=20, help="of one's own")
    arguments = parser.parse_args()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder) / "tables.db") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        context = browser.new_context(base_url=server.url, viewport=LAPTOP)
        page = context.new_page()
        player = sit(page, create(page, "me", *["bot:medium"] * 3, map="imperium"))
        page.evaluate(WATCH_FRAMES)
        choose, ended = hurried(seed=2), 0
        while ended < arguments.turns and not player.over:
            # The page asks again once it has shown all that happened. The answer goes past it: nothing that moves must be clicked.
            player.wait()
            page.get_by_test_id("skip").wait_for(state="detached", timeout=PATIENCE_MS)
            table = player.table()
            question = (table["game"] or {}).get("question")
            if question is None:
                continue
            decision = choose([legal["text"] for legal in question["legal"]])
            body = {"version": table["version"], "decision": decision}
            expect(page.request.post(f"/api/tables/{player.id}/decide", data=body)).to_be_ok()
            ended += decision == "end"
        frames = page.evaluate("window.frames_seen")
        slow = [frame for frame in frames if frame > SLOW_MS]
        share = 100 * len(slow) / max(1, len(frames))
        print(f"{len(frames)} frames of others' turns in {ended} rounds")
        print(
            f"longer than {SLOW_MS} ms: {share:.1f} %, the longest {max(frames, default=0):.0f} ms"
        )
        browser.close()


if __name__ == "__main__":
    main()
