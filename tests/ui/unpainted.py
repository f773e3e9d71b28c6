"""Boards whose ground is laid out and can be clicked, but not painted: no test reads pixels, and the ground has the most."""

from playwright.sync_api import BrowserContext

# The chart at the table, the small boards to choose from, the large one above them, those of the guide. What is fully
# transparent is never painted.
_LEAVE_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`svg.chart, .picture > svg, .hero > svg, use[href^='#chart-'] { opacity: 0 !important; }`);
    document.adoptedStyleSheets = [sheet];
}"""


def leave_out_the_ground(context: BrowserContext) -> None:
    """Spare the pages of a browser the painting of boards' ground."""
    context.add_init_script(f"({_LEAVE_OUT})()")
