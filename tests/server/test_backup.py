"""Backup, restore and check, as commands."""

import io
import json
import os
import random
import signal
import sqlite3
import stat
import subprocess
import threading
from contextlib import closing, redirect_stderr, redirect_stdout

import pytest

from praefectus import cli
from tests.server.browser import Browser, finished_table, hosting
from tests.server.process import serving
from tests.server.services import postgres

pytestmark = pytest.mark.slow


def praefectus(*args, **env):
    """Run a command in this process: to read the server's packages anew takes longer than most commands do."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name, value in env.items():
            patch.setenv(name, value)
        code = cli.run([str(arg) for arg in args])
    return subprocess.CompletedProcess(args, code, out.getvalue(), err.getvalue())


def sentence(ran):
    assert ran.returncode == 2, (ran.stdout, ran.stderr)
    (line,) = ran.stderr.strip().splitlines()
    return line


def test_a_backup_is_made_while_people_play_and_restored(tmp_path):
    db, copy = tmp_path / "tables.db", tmp_path / "copy.db"
    with serving(db) as server, closing(Browser(server.url)) as browser:
        table = browser.create("me", "hotseat")
        stop = threading.Event()

        def play():
            rng, view = random.Random(1), table
            while not stop.is_set() and view["status"] == "playing":
                view = browser.play_turn(view, rng)

        player = threading.Thread(target=play)
        player.start()
        made = [praefectus("backup", tmp_path / f"{n}.db", "--db", db) for n in range(2)]
        stop.set()
        player.join()
        view = browser.view(table["id"])
        final = praefectus("backup", copy, "--db", db)
        cookies = dict(browser.http.cookies)
        refused = praefectus("restore", copy, "--db", db, "--replace")
        assert "another praefectus server uses" in sentence(refused)
        server.end(signal.SIGTERM)
    for ran in (*made, final):
        assert ran.returncode == 0, ran.stderr
        assert "has 1 tables and was checked" in ran.stdout
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    for n in range(2):
        checked = praefectus("check", "--db", tmp_path / f"{n}.db")
        assert checked.returncode == 0, checked.stderr
    assert "exists already" in sentence(praefectus("backup", copy, "--db", db))
    db.write_bytes(b"nonsense" * 1000)
    assert "--replace" in sentence(praefectus("restore", copy, "--db", db))
    fresh = tmp_path / "fresh.db"
    assert praefectus("restore", copy, "--db", fresh).returncode == 0
    with serving(fresh) as server, closing(Browser(server.url)) as browser:
        browser.http.cookies.update(cookies)
        again = browser.view(table["id"])
        assert again["game"] == view["game"]
        assert again["seats"][0]["mine"], "the secret is restored too"


def test_what_is_replaced_is_kept(tmp_path):
    for name in ("one", "two"):
        with hosting(tmp_path / name) as host, closing(Browser(host.url)) as browser:
            browser.create("me", "hotseat", name=name)
    one, two = tmp_path / "one/tables.db", tmp_path / "two/tables.db"
    assert praefectus("backup", tmp_path / "copy.db", "--db", one).returncode == 0
    ran = praefectus("restore", tmp_path / "copy.db", "--db", two, "--replace")
    assert ran.returncode == 0, ran.stderr
    assert names(two) == ["one"]
    assert names(two.with_name("tables.db.before-restore")) == ["two"]


def test_a_file_too_damaged_to_be_read_is_replaced_and_kept_as_it_is(tmp_path):
    with hosting(tmp_path / "one") as host, closing(Browser(host.url)) as browser:
        browser.create("me", "hotseat", name="one")
    copies, db = tmp_path / "copies", tmp_path / "tables.db"
    copies.mkdir()
    copy = copies / "copy.db"
    assert praefectus("backup", copy, "--db", tmp_path / "one/tables.db").returncode == 0
    assert [path.name for path in copies.iterdir()] == ["copy.db"], "and nothing is left over"
    db.write_bytes(b"nonsense" * 1000)
    ran = praefectus("restore", copy, "--db", db, "--replace")
    assert ran.returncode == 0, ran.stderr
    assert names(db) == ["one"]
    assert (tmp_path / "tables.db.before-restore").read_bytes() == b"nonsense" * 1000


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
def test_what_root_restores_is_the_servers_to_use(tmp_path):
    """A service has a user of its own; its operator is root."""
    with hosting(tmp_path / "one") as host, closing(Browser(host.url)) as browser:
        browser.create("me", "hotseat", name="one")
    copy, home = tmp_path / "copy.db", tmp_path / "home"
    assert praefectus("backup", copy, "--db", tmp_path / "one/tables.db").returncode == 0
    home.mkdir()
    os.chown(home, 12345, 12345)
    for options in ((), ("--replace",)):
        ran = praefectus("restore", copy, "--db", home / "tables.db", *options)
        assert ran.returncode == 0, ran.stderr
    made = {path.name: path.stat().st_uid for path in home.iterdir()}
    assert made == dict.fromkeys(["tables.db", "tables.db.lock", "tables.db.before-restore"], 12345)


def names(path):
    with closing(sqlite3.connect(path)) as database:
        return [name for (name,) in database.execute("SELECT name FROM game_table")]


def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path):
    bad = tmp_path / "bad.db"
    bad.write_text("Dear Atticus")
    assert "is no database of praefectus" in sentence(
        praefectus("restore", bad, "--db", tmp_path / "x.db")
    )
    assert "there is no file" in sentence(
        praefectus("restore", tmp_path / "none", "--db", tmp_path / "x.db")
    )
    assert "there is no database" in sentence(
        praefectus("backup", tmp_path / "b.db", "--db", tmp_path / "none.db")
    )


def test_check_finds_what_is_wrong(tmp_path):
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        good, bad, short = (browser.create("me", "hotseat") for _ in range(3))
        for table in (good, bad, short):
            browser.take(table, "play tribune", "end")
    path = tmp_path / "tables.db"
    assert praefectus("check", "--db", path).returncode == 0
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(
            "UPDATE action SET text = 'build roma' WHERE table_id = ? AND number = 0", [bad["id"]]
        )
        database.execute("DELETE FROM action WHERE table_id = ? AND number = 1", [short["id"]])
    ran = praefectus("check", "--db", path)
    assert ran.returncode == 1
    assert "3 tables (0 in the lobby, 3 running, 0 finished): 2 with a fault" in ran.stdout
    assert f"table {bad['id']}: it cannot be replayed" in ran.stderr
    assert f"table {short['id']}: it has 1 of 2 decisions" in ran.stderr
    assert "Traceback" not in ran.stderr


def test_check_knows_finished_games(tmp_path):
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        good, bad, lost = (finished_table(host, browser, browser) for _ in range(3))
        other = browser.get(f"/api/tables/{good['id']}/record").json()
    path = tmp_path / "tables.db"
    ran = praefectus("check", "--db", path)
    assert (ran.returncode, ran.stderr) == (0, "")
    # The record of a game that went the same way, but for its last turns.
    del other["turns"][-2:], other["result"]
    with closing(sqlite3.connect(path)) as database, database:
        for table, record in ((bad, json.dumps(other)), (lost, "Dear Atticus")):
            database.execute(
                "UPDATE result SET record = ? WHERE table_id = ?", [record, table["id"]]
            )
    ran = praefectus("check", "--db", path)
    assert ran.returncode == 1
    said = ran.stderr.strip().splitlines()
    assert len(said) == 2, said
    assert f"table {bad['id']}: the record that was kept is not that of the game" in said
    assert f"table {lost['id']}: the record that was kept cannot be read" in ran.stderr


@pytest.mark.postgres
def test_a_backup_of_postgresql_is_restored_to_a_file_and_back(tmp_path):
    with postgres() as url:
        with hosting(tmp_path, database_url=url) as host, closing(Browser(host.url)) as browser:
            table = browser.create("me", "hotseat", name="Ὀδύσσεια")
            browser.take(table, "play tribune", "end")
        address = url.replace("+asyncpg", "")
        copy = tmp_path / "copy.db"
        ran = praefectus("backup", copy, DATABASE_URL=address)
        assert ran.returncode == 0, ran.stderr
        assert names(copy) == ["Ὀδύσσεια"]
        assert praefectus("check", "--db", copy).returncode == 0
        assert "--replace" in sentence(praefectus("restore", copy, DATABASE_URL=address))
        ran = praefectus("restore", copy, "--replace", DATABASE_URL=address)
        assert ran.returncode == 0, ran.stderr
        assert praefectus("check", DATABASE_URL=address).returncode == 0
