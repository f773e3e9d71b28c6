"""Layout shifts, as browsers count them: how much of the screen moved, and how far, without anybody asking for it."""

from typing import TypedDict

from playwright.sync_api import Page

# Pieces that travel are transformed and don't count, nor does what follows within half a second of a click.
WATCH_SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => { for (const entry of list.getEntries())
    if (!entry.hadRecentInput) window.shifts.push({value: entry.value, at: entry.startTime,
        what: entry.sources.map(({node}) => node?.className?.baseVal ?? node?.className ?? String(node?.nodeName))}); })
    .observe({type: 'layout-shift', buffered: true});"""


class Shift(TypedDict):
    """One frame in which something moved."""

    value: float
    at: float
    what: list[str]


def shifts(page: Page) -> list[Shift]:
    """Return every shift since the page was loaded."""
    found: list[Shift] = page.evaluate("window.shifts")
    return found


def layout_shift(page: Page) -> float:
    """Return the page's layout shift as browsers define it: the worst five seconds without a second of rest in them."""
    worst = value = first = last = 0.0
    for shift in shifts(page):
        if shift["at"] - last > 1000 or shift["at"] - first > 5000:
            value, first = 0.0, shift["at"]
        value += shift["value"]
        last = shift["at"]
        worst = max(worst, value)
    return worst
