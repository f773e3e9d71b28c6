"""The server is killed in mid-turn and started again: the page goes on where it was."""

import signal

from playwright.sync_api import expect

from tests.server.process import serving
from tests.server.services import lasting_port
from tests.ui.tables import create, sit


def test_kill_and_restart(tmp_path, new_context, watch):
    watch.allow("ERR_CONNECTION_REFUSED", "WebSocket", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE")
    port = str(lasting_port())
    with serving(tmp_path / "tables.db", "--port", port) as first:
        page = new_context(base_url=first.url).new_page()
        player = sit(page, create(page, "me", "bot:random"))
        player.click("play architect")
        player.click("move land roma")
        offered = player.offered()
        first.end(signal.SIGKILL)
        expect(page.get_by_role("button", name="Connection lost")).to_be_visible()
    with serving(tmp_path / "tables.db", "--port", port):
        expect(page.get_by_role("button", name="Connection lost")).to_have_count(0)
        assert player.offered() == offered
        player.click(player.one_of("to land"))
        player.press("end-turn")
        expect(page.locator('[data-action^="play "]').first).to_be_attached()
