"""A damaged database file: one clear sentence, no traceback, and what can be read is still served."""

import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.server.browser import Browser, hosting
from tests.server.process import serving

PAGE = 4096


@pytest.fixture
def filled(tmp_path: Path) -> tuple[Path, dict[str, str]]:
    """A database with many tables, and the cookies of their owner."""
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        for _ in range(60):
            browser.create("me", "hotseat")
        cookies = dict(browser.http.cookies)
    path = tmp_path / "tables.db"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path, cookies


def damage(path: Path, first: int, seed: int = 1) -> None:
    """Overwrite a part of every other page from one on: its head, or what stands there."""
    rng = random.Random(seed)
    data = bytearray(path.read_bytes())
    for page in range(first, len(data) // PAGE, 2):
        at = page * PAGE + rng.choice([0, 0, 0, 2000, 3000])
        data[at : at + 400] = rng.randbytes(400)
    path.write_bytes(data)


@pytest.mark.parametrize("seed", range(3))
def test_damaged_pages_are_answered_without_a_traceback(filled, seed):
    path, cookies = filled
    damage(path, 20, seed)
    with serving(path) as server:
        if server.url.startswith("http"):
            with closing(Browser(server.url)) as browser:
                browser.http.cookies.update(cookies)
                answers = [browser.get("/api/tables"), browser.get("/api/tables?archived=true")]
                body = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "hotseat"}]}
                answers.append(browser.post("/api/tables", body))
                codes = {each.status_code for each in answers}
                assert codes <= {200, 201, 503}, codes
                assert 503 in codes
            server.end(signal.SIGTERM)
        else:
            server.wait()
    assert "Traceback" not in server.errors, server.errors
    assert "malformed" in server.errors


@pytest.mark.parametrize("first", [0, 1])
def test_a_file_that_cannot_be_opened_is_told_in_a_sentence(filled, first):
    path, _ = filled
    damage(path, first)
    command = [sys.executable, "-m", "praefectus.cli", "serve", "--port", "0", "--db", str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.returncode != 0
    assert "Traceback" not in ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1, ran.stderr
    # Without its first page it might as well be any other file.
    assert ("not a database" if first == 0 else "restore a backup") in ran.stderr
