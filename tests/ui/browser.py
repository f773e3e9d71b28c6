"""Chromium from the system's packages, for tests, pictures and measurements."""

import shutil

from playwright.sync_api import Browser, Playwright, ViewportSize

LAPTOP = ViewportSize(width=1440, height=900)
PHONE = ViewportSize(width=390, height=844)
# Chromium without windows comes first: the same pages for two thirds of the processor's time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_FLAGS = [
    # No talk with Chromium's makers: on a closed network that only costs time.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Pages of tests are gone before what a compiler gains has paid for its work: a fifth of the processor's time.
_SHORT_LIVED = ["--js-flags=--no-opt --no-maglev"]


class NoBrowserError(Exception):
    """Chromium isn't installed."""

    def __init__(self) -> None:
        super().__init__("Chromium isn't installed (Debian: apt-get install chromium)")


def launch(playwright: Playwright, *, short_lived: bool = False) -> Browser:
    """Start Chromium, perhaps for pages that nobody stays at for long. Raises NoBrowserError if there is none."""
    path = next((found for name in _NAMES if (found := shutil.which(name))), None)
    if path is None:
        raise NoBrowserError
    # With scrollbars, as people have them: without, a page that scrolls looks like one that doesn't.
    return playwright.chromium.launch(
        executable_path=path,
        args=_FLAGS + (_SHORT_LIVED if short_lived else []),
        ignore_default_args=["--hide-scrollbars"],
    )
