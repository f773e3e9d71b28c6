"""What the page costs: its scripts, its first paint, its requests."""

import gzip
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from praefectus.server.settings import STATIC
from tests.ui.tables import create

ROOT = Path(__file__).parents[2]
SCRIPTS_KB = 300
FIRST_PAINT_MS = 1000


def test_scripts_are_small():
    scripts = [path for path in STATIC.rglob("*.js") if not path.name.startswith("gallery")]
    assert scripts
    size = sum(len(gzip.compress(path.read_bytes())) for path in scripts)
    assert size < SCRIPTS_KB * 1000


def test_first_paint_is_quick(page):
    page.goto("/")
    expect(page.get_by_test_id("start-game")).to_be_visible()
    times = []
    for _ in range(3):
        page.reload()
        expect(page.get_by_test_id("start-game")).to_be_visible()
        paint = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
        page.wait_for_function(paint)
        times.append(page.evaluate(paint))
    # The best of three: the machine may be busy with other tests.
    assert min(times) < FIRST_PAINT_MS


def test_nothing_is_asked_from_elsewhere(page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    expect(page.get_by_test_id("start-game")).to_be_visible()
    table = create(page, "me", "hotseat", "bot:random", map="imperium")
    page.goto(f"/table/{table['id']}")
    expect(page.get_by_test_id("hand")).to_be_visible()
    here = page.evaluate("location.origin")
    assert [url for url in asked if not url.startswith(here)] == []


def test_wire_types_are_fresh():
    command = [sys.executable, str(ROOT / "scripts/wire_types.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
