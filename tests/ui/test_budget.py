"""What the page costs: its scripts, its requests. `benchmarks/first_paint.py` measures how soon it is seen."""

import gzip
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from praefectus.server.settings import STATIC
from tests.server.process import Process
from tests.ui.browser import LAPTOP
from tests.ui.conftest import AT_ONCE
from tests.ui.player import Player
from tests.ui.tables import create
from tests.ui.tongues import every_language

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
SCRIPTS_KB = 220
LANGUAGE_KB = 60

Files = set[str]


def files_of(page: Page, language: str) -> Files:
    """Return the files of somebody who comes to the front page, sits down on the other board than the one shown there, and plays."""
    files: Files = set()
    page.on("requestfinished", lambda request: files.add(urlsplit(request.url).path))
    page.goto(f"/?locale={language}")
    expect(page.locator(f"html[lang={language}]")).to_be_attached()
    expect(page.get_by_test_id("start-game")).to_be_visible()
    page.wait_for_load_state("networkidle")
    table = create(page, "me", "hotseat", "hotseat", map="italia")
    page.goto(f"/table/{table['id']}?locale={language}")
    player = Player(page)
    player.wait()
    player.click("play mercator-3")
    page.wait_for_load_state("networkidle")
    return {path.rpartition("/")[2] for path in files if "/assets/" in path}


@pytest.fixture(scope="module")
def loaded(chromium: Browser, server: Process) -> Callable[[str], Files]:
    """What is loaded in a language by a browser that was never here."""

    @cache
    def load(language: str) -> Files:
        context = chromium.new_context(base_url=server.url, viewport=LAPTOP)
        context.add_init_script(AT_ONCE)
        found = files_of(context.new_page(), language)
        context.close()
        return found

    return load


def compressed(file: str) -> int:
    """Return what a file of the page weighs on the way, compressed as the server does it at the least; fonts are compressed already."""
    content = (STATIC / "assets" / file).read_bytes()
    return len(content if file.endswith(".woff2") else gzip.compress(content))


@every_language("en")
def test_scripts_are_small(loaded, language):
    """All of them: the page's, the language's words and names, the boards.

    The guide, the replay, the review and the score sheet are loaded when they are opened.
    """
    scripts = {file: compressed(file) for file in loaded(language) if file.endswith(".js")}
    assert {file.partition("-")[0] for file in scripts} >= {language, "app", "imperium", "italia"}
    assert sum(scripts.values()) < SCRIPTS_KB * 1000, scripts


@every_language(without="en")
def test_a_language_costs_little_more_than_english(loaded, language):
    """Its words and its letters."""
    more = loaded(language) - loaded("en")
    cost = sum(compressed(file) for file in more)
    assert cost <= LANGUAGE_KB * 1000, f"{cost} for {sorted(more)}"
    assert not any(file.startswith("en-") for file in loaded(language))


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
