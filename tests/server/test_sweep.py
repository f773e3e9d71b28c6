"""After a start, tables that wait for a bot are found, however many others cannot go on."""

import sqlite3
from contextlib import closing

import praefectus
from praefectus.server import driver
from tests.server.browser import Browser, hosting, plant, wait_for


def test_tables_that_cannot_go_on_do_not_hide_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(driver, "_SWEEP_TABLES", 2)
    game = praefectus.Game.new(map="italia", players=2, seed=1)
    for words in ("play tribune", "end"):
        game.play(words)
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        tables = [plant(host, game, [browser, browser]) for _ in range(7)]
    others, damaged, waiting = tables[:3], tables[3:6], tables[6]
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database, database:
        database.execute("UPDATE seat SET kind = 'bot', level = 'random'")
        for table in others:
            database.execute(
                "UPDATE game_table SET rules_version = '0-augurs', updated = updated - 60 WHERE id = ?",
                [table],
            )
        for table in damaged:
            database.execute("UPDATE action SET text = 'play augur' WHERE table_id = ?", [table])
            database.execute("UPDATE game_table SET updated = updated - 60 WHERE id = ?", [table])
    monkeypatch.setattr(driver, "_SWEEP_SECONDS", 0.1)
    with hosting(tmp_path) as host:
        wait_for(lambda: host.run(host.parts.store.find(waiting)).turn > 1)
