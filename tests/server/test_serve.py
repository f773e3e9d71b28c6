"""`praefectus serve` and `play`: what they print, and what they say when they can't."""

import contextlib
import socket
import sqlite3
import subprocess
import sys

import httpx
import pytest

from tests.server.process import Process, serving


def complaint(*args: str, **env: str) -> str:
    """Return the one line a command complains with."""
    import os

    ran = subprocess.run(
        [sys.executable, "-m", "praefectus.cli", *args],
        capture_output=True,
        text=True,
        timeout=60,
        env=os.environ | env,
    )
    assert ran.returncode == 2, ran
    assert "Traceback" not in ran.stderr
    assert ran.stderr.strip().count("\n") == 0, ran.stderr
    return ran.stderr


def test_serve_prints_its_address_when_it_is_ready(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = Process("serve", "--port", str(port), "--db", str(tmp_path / "db"))
    try:
        assert f"http://127.0.0.1:{port}" in process.line
        assert httpx.get(f"http://127.0.0.1:{port}/api/health").status_code == 200
    finally:
        process.process.kill()
        process.wait()


def test_play_takes_a_free_port(tmp_path):
    process = Process("play", "--no-browser", "--db", str(tmp_path / "db"))
    try:
        assert httpx.get(f"{process.url}/api/health").json()["status"] == "ok"
    finally:
        process.process.kill()
        process.wait()


def test_the_database_is_kept_in_the_data_folder(tmp_path):
    env = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    process = Process("play", "--no-browser", env=env)
    process.process.kill()
    process.wait()
    assert [path.name for path in tmp_path.rglob("tables.db")] == ["tables.db"]


def test_a_port_that_is_taken(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert port in complaint("serve", "--port", port, "--db", str(tmp_path / "db"))


def test_a_port_that_is_none(tmp_path):
    assert "port" in complaint("serve", "--port", "70000", "--db", str(tmp_path / "db"))


def test_a_database_that_is_a_folder(tmp_path):
    assert "folder" in complaint("serve", "--port", "0", "--db", str(tmp_path))


def test_a_database_that_is_something_else(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Atticus, " * 1000)
    said = complaint("serve", "--port", "0", "--db", str(path))
    assert said == f"praefectus: the database {path} can't be used: file is not a database\n"
    assert path.read_text().startswith("Dear Atticus")


def test_a_database_of_a_newer_version(tmp_path):
    path = tmp_path / "db"
    with serving(path):
        pass
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.commit()
    said = complaint("serve", "--port", "0", "--db", str(path))
    assert str(path) in said
    assert "newer version of praefectus" in said


@pytest.mark.parametrize("url", ["nonsense", "oracle://x"])
def test_a_database_url_that_leads_nowhere(tmp_path, url):
    assert "database" in complaint("serve", "--port", "0", DATABASE_URL=url)


def test_a_rate_factor_that_makes_no_sense(tmp_path):
    args = ("serve", "--port", "0", "--db", str(tmp_path / "db"))
    assert "PRAEFECTUS_RATE_FACTOR" in complaint(*args, PRAEFECTUS_RATE_FACTOR="many")


def test_a_second_server_finds_the_first_ones_tables(tmp_path):
    with serving(tmp_path / "db") as one:
        body = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = httpx.post(f"{one.url}/api/tables", json=body).json()["table"]
    with serving(tmp_path / "db") as two:
        found = httpx.get(f"{two.url}/api/tables/{made['id']}").json()["table"]
        assert found["status"] == "lobby"


def test_the_database_file_is_private_and_for_one_server(tmp_path):
    path = tmp_path / "tables.db"
    with serving(path):
        assert path.stat().st_mode & 0o077 == 0
        said = complaint("serve", "--port", "0", "--db", str(path))
        assert "another praefectus server" in said
        assert "--db" in said
    with serving(path) as again:
        assert httpx.get(f"{again.url}/api/health").status_code == 200


def test_settings_that_make_no_sense_are_told(tmp_path):
    args = ("serve", "--port", "0", "--db", str(tmp_path / "db"))
    assert "REDIS_URL" in complaint(*args, REDIS_URL="nonsense")
    assert "PRAEFECTUS_SECRET" in complaint(*args, PRAEFECTUS_SECRET="short")
