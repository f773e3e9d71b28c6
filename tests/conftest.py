"""The order in which several processes take files of tests, and which tests are tried again."""

import gc
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

# Tests of these folders work with real processes, services, sockets and browsers. A busy machine can be too slow for
# any wait of theirs, so one that fails is tried again. The summary tells.
_REAL = {"arena", "chaos", "cli", "release", "server", "training", "ui"}
_TESTS = Path(__file__).parent


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep the garbage collector away from what all tests import: nothing of it is ever garbage."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.relative_to(_TESTS).parts[0] in _REAL:
            item.add_marker(pytest.mark.flaky(reruns=2))
    if not hasattr(config, "workerinput"):
        return  # one process takes them as they are named
    files: defaultdict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        files[item.path].append(item)
    places = _places(files)

    def key(path: Path) -> tuple[bool, bool, float]:
        # Browsers last: Playwright leaves an event loop running, beside which no other can run.
        in_browser = path.parent.name == "ui"
        # Slow files first, so that no process is left alone with one at the end.
        is_slow = any(item.get_closest_marker("slow") for item in files[path])
        return in_browser, not is_slow, places[path]

    items[:] = [item for path in sorted(files, key=key) for item in files[path]]


def _places(files: dict[Path, list[pytest.Item]]) -> dict[Path, float]:
    """Spread the files of every folder over the run: tests of the rules compute while those of the server wait."""
    folders: defaultdict[Path, list[Path]] = defaultdict(list)
    for path in files:
        folders[path.parent].append(path)
    places: dict[Path, float] = {}
    for paths in folders.values():
        whole, before = sum(len(files[path]) for path in paths), 0
        for path in paths:
            places[path] = before / whole
            before += len(files[path])
    return places
