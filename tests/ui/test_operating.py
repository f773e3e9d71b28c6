"""What the page shows of a server under maintenance, and of a game of other rules."""

import json
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

from playwright.sync_api import expect

from tests.server.browser import Browser, finished_table, hosting
from tests.server.process import serving


def make_tables(folder):
    """Return a finished table with its record, a running one, and their owner's cookies."""
    with hosting(folder) as host, closing(Browser(host.url)) as browser:
        former, running = finished_table(host, browser, browser), browser.create("me", "hotseat")
        record = browser.get(f"/api/tables/{former['id']}/record").text
        return former, record, running, list(browser.http.cookies.items())


def test_a_read_only_server_and_a_game_of_other_rules(new_context, tmp_path):
    # In another thread: that of the tests runs Playwright's event loop.
    with ThreadPoolExecutor(1) as thread:
        former, record, running, cookies = thread.submit(make_tables, tmp_path).result()
    path = tmp_path / "tables.db"
    with closing(sqlite3.connect(path)) as database, database:
        outcome = json.dumps(former["game"]["outcome"])
        database.execute(
            "INSERT OR REPLACE INTO result VALUES (?, ?, ?)", [former["id"], outcome, record]
        )
        database.execute("UPDATE game_table SET rules_version = '0' WHERE status = 'finished'")
    with serving(path, env={"PRAEFECTUS_READ_ONLY": "1"}) as server:
        context = new_context(base_url=server.url)
        for name, value in cookies:
            context.add_cookies([{"name": name, "value": value, "url": server.url}])
        page = context.new_page()
        page.goto(f"/table/{running['id']}")
        expect(page.get_by_text("Only watching at the moment")).to_be_visible()
        page.goto(f"/table/{former['id']}")
        expect(page.get_by_text("played by an earlier version of the rules")).to_be_visible()
        expect(page.get_by_test_id("record")).to_be_visible()
        expect(page.get_by_role("table")).to_contain_text("Livia")
