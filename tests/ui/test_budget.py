"""What the page costs: its scripts, its requests. `benchmarks/first_paint.py` measures how soon it is seen."""

import gzip
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import expect

from praefectus.server.settings import STATIC
from tests.ui.tables import create

ROOT = Path(__file__).parents[2]
SCRIPTS_KB = 300


def test_scripts_are_small():
    scripts = list(STATIC.rglob("*.js"))
    assert scripts
    size = sum(len(gzip.compress(path.read_bytes())) for path in scripts)
    assert size < SCRIPTS_KB * 1000


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
