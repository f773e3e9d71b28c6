"""A server for the tests of a module, and browsers to it."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing

import pytest

from tests.server.browser import Browser, Host, hosting

NewBrowser = Callable[[], Browser]


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A server without limits worth mentioning."""
    with hosting(tmp_path_factory.mktemp("server")) as host:
        yield host


@pytest.fixture
def new_browser(host: Host) -> Iterator[NewBrowser]:
    """Make browsers that share nothing."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(closing(Browser(host.url)))


@pytest.fixture
def browser(new_browser: NewBrowser) -> Browser:
    """A browser of somebody's."""
    return new_browser()


@pytest.fixture
def other(new_browser: NewBrowser) -> Browser:
    """A browser of somebody else's."""
    return new_browser()
