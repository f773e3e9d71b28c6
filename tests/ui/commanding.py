"""Plays at a table through its command line, as somebody would who only listens."""

from playwright.sync_api import Page, expect


class CommandLine:
    """The command line of a table's page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.input = page.get_by_test_id("command-input")
        self.log = page.get_by_test_id("command-log")

    def open(self) -> "CommandLine":
        self.page.keyboard.press("/")
        expect(self.input).to_be_focused()
        return self

    def ask(self, line: str) -> str:
        """Type a line and return what the table says to it, a line each."""
        said = self.log.locator("p")
        before = said.count()
        self.input.fill(line)
        self.input.press("Enter")
        # The line itself, and an answer.
        expect(said.nth(before + 1)).to_be_attached()
        return "\n".join(said.all_inner_texts()[before + 1 :])
