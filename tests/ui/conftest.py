"""A server of the built page, and Chromium to look at it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

from praefectus.server.settings import STATIC
from tests.server.process import Process, serving
from tests.ui.browser import LAPTOP, PHONE, NoBrowserError, launch
from tests.ui.player import Watch
from tests.ui.sizes import SIZES, is_touch
from tests.ui.unpainted import leave_out_the_ground

# What a user would choose who wants no animation: tests don't wait for any.
AT_ONCE = """location.protocol === 'http:' && (localStorage.getItem('praefectus.settings') ||
    localStorage.setItem('praefectus.settings', '{"speed": "skip", "name": "Livia"}'))"""

NewContext = Callable[..., BrowserContext]
Screen = Callable[[str], Page]
# Long enough for a busy machine; nobody waits longer than something takes.
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/ui/" in str(item.path):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    if not (STATIC / "index.html").is_file():
        pytest.fail("the page isn't built: run make build")
    with serving(tmp_path_factory.mktemp("ui") / "tables.db") as process:
        yield process


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    try:
        browser = launch(playwright, short_lived=True)
    except NoBrowserError as error:
        pytest.skip(str(error))
    yield browser
    browser.close()


@pytest.fixture
def watch() -> Iterator[Watch]:
    """What pages of this test do that none ever should: errors, requests to elsewhere."""
    watching = Watch()
    yield watching
    watching.check()


@pytest.fixture
def new_context(chromium: Browser, server: Process, watch: Watch) -> Iterator[NewContext]:
    """Make browsers with cookies of their own that were never here."""
    contexts: list[BrowserContext] = []

    def make(*, phone: bool = False, base_url: str = server.url, **more: object) -> BrowserContext:
        context = _context(chromium, base_url, phone=phone, **more)
        watch.follow(context)
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(_laptop: BrowserContext, server: Process, watch: Watch) -> Iterator[Page]:
    with _used_again(_laptop, server.url, watch) as page:
        yield page


@pytest.fixture
def phone(_phone: BrowserContext, server: Process, watch: Watch) -> Iterator[Page]:
    with _used_again(_phone, server.url, watch) as page:
        yield page


@pytest.fixture
def friend(_laptop_of_a_friend: BrowserContext, server: Process, watch: Watch) -> Iterator[Page]:
    """A page of somebody else's, who has cookies of their own."""
    with _used_again(_laptop_of_a_friend, server.url, watch) as page:
        yield page


@pytest.fixture(params=["laptop", "phone"])
def either(request: pytest.FixtureRequest) -> Page:
    """Return a page on a laptop, then one on a phone."""
    page: Page = request.getfixturevalue("page" if request.param == "laptop" else "phone")
    return page


@pytest.fixture
def screen(request: pytest.FixtureRequest) -> Screen:
    """Return a function that opens a page on a screen of one of the `SIZES`: one page of each kind in a test."""

    def open_screen(size: str) -> Page:
        page: Page = request.getfixturevalue("phone" if is_touch(size) else "page")
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        return page

    return open_screen


@pytest.fixture(scope="session")
def _laptop(chromium: Browser, server: Process) -> Iterator[BrowserContext]:
    with _kept(chromium, server.url, phone=False) as context:
        yield context


@pytest.fixture(scope="session")
def _laptop_of_a_friend(chromium: Browser, server: Process) -> Iterator[BrowserContext]:
    with _kept(chromium, server.url, phone=False) as context:
        yield context


@pytest.fixture(scope="session")
def _phone(chromium: Browser, server: Process) -> Iterator[BrowserContext]:
    with _kept(chromium, server.url, phone=True) as context:
        yield context


def _context(browser: Browser, url: str, *, phone: bool, **more: object) -> BrowserContext:
    touch = {"has_touch": True, "is_mobile": True} if phone else {}
    size = {"viewport": PHONE if phone else LAPTOP}
    context = browser.new_context(base_url=url, **(size | touch | more))  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE_MS)
    context.add_init_script(AT_ONCE)
    leave_out_the_ground(context)
    return context


@contextmanager
def _kept(browser: Browser, url: str, *, phone: bool) -> Iterator[BrowserContext]:
    """Keep a browser for many tests, so that it need not fetch and read the scripts for each of them.

    Its first page stays open, and with it the process that has read them.
    """
    context = _context(browser, url, phone=phone)
    context.new_page().goto("/favicon.svg")
    yield context
    context.close()


@contextmanager
def _used_again(context: BrowserContext, url: str, watch: Watch) -> Iterator[Page]:
    """Open a page for one test. What the test before left is gone: its pages, cookies and what its page stored."""
    first = context.pages[0]
    # In the first page's process, which a page of its own would not have.
    with context.expect_page() as opened:
        first.evaluate("void window.open('about:blank')")
    page = opened.value
    session = context.new_cdp_session(page)
    # Not `all`: that includes the scripts that Chromium has compiled.
    stored = {"origin": url, "storageTypes": "local_storage,indexeddb"}
    session.send("Storage.clearDataForOrigin", stored)
    session.detach()
    context.clear_cookies()
    watch.follow(context)
    yield page
    watch.leave(context)
    for left in context.pages[1:]:
        left.close()
