"""The log: a line per event, a traceback per fault, nothing about people."""

import json
import logging
import re

import pytest

from praefectus.server.logs import LineFormatter
from tests.server.process import serving
from tests.server.test_serve import complaint

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"


def record(message, *args, error=None, level=logging.WARNING):
    info = (type(error), error, error.__traceback__) if error else None
    return logging.LogRecord("praefectus.server.store", level, "", 0, message, args, info)


def raised(words, kind=ValueError):
    try:
        raise kind(words)
    except kind as error:
        return error


def test_a_line_has_time_level_and_place():
    line = LineFormatter("text").format(record("the database %s", "is away"))
    assert re.fullmatch(TIME + r" WARNING praefectus\.server\.store: the database is away", line), (
        line
    )


def test_json_has_one_object_per_line():
    formatter = LineFormatter("json")
    line = formatter.format(record("it failed", error=raised("two\nlines")))
    assert "\n" not in line
    entry = json.loads(line)
    assert re.fullmatch(TIME, entry.pop("time"))
    assert "two\nlines" in entry.pop("traceback")
    assert entry.pop("message").startswith("it failed: ValueError at ")
    assert entry == {"level": "warning", "logger": "praefectus.server.store"}


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_fault_shows_its_traceback_once(form):
    formatter = LineFormatter(form)
    lines = [formatter.format(record("it failed", error=raised(f"no {n}"))) for n in range(5)]
    assert ["Traceback" in line for line in lines] == [True, False, False, False, False]
    assert all("ValueError at" in line for line in lines)
    another = formatter.format(record("it failed", error=raised("no", KeyError)))
    assert "Traceback" in another


def test_nobody_can_forge_a_line():
    line = LineFormatter("text").format(record("unknown path %s", "x\n2026 ERROR forged"))
    assert "\n" not in line


def test_the_server_logs_json_if_told_to(tmp_path):
    """Two faults: the wrong call at the start of the endpoint, once with its traceback."""
    code = """
import sys
from praefectus.cli import main
from praefectus.server.store import Store
async def fail(self, client):
    raise RuntimeError("Livia's cookie")
Store.of_client = fail
main()
"""
    import httpx

    with serving(tmp_path / "db", env={"PRAEFECTUS_LOG": "json"}, code=code) as server:
        for _ in range(3):
            assert httpx.get(f"{server.url}/api/tables").status_code == 500
        server.process.terminate()
        server.wait()
    entries = [json.loads(line) for line in server.errors.splitlines()]
    failed = [entry for entry in entries if "GET /api/tables failed" in entry["message"]]
    assert len(failed) == len(entries) == 3
    assert ["traceback" in entry for entry in entries] == [True, False, False]
    assert not any("Livia" in entry["message"] for entry in entries)


def test_settings_of_the_log_that_make_no_sense(tmp_path):
    args = ("serve", "--port", "0", "--db", str(tmp_path / "db"))
    assert "PRAEFECTUS_LOG must be text or json" in complaint(*args, PRAEFECTUS_LOG="xml")
    assert "PRAEFECTUS_LOG_LEVEL" in complaint(*args, PRAEFECTUS_LOG_LEVEL="loud")
    assert "PRAEFECTUS_METRICS_TOKEN" in complaint(*args, PRAEFECTUS_METRICS_TOKEN="short")
