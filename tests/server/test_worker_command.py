"""`praefectus worker`: what it says, and that it waits for its service."""

import signal
import subprocess
import sys

import pytest

from praefectus.server.job_service import JobService
from tests.server.services import redis_service
from tests.server.test_serve import complaint
from tests.server.workers import Worker


def test_its_help_names_the_services():
    shown = subprocess.run(
        [sys.executable, "-m", "praefectus.cli", "worker", "--help"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "--jobs" in shown
    assert "--processes" in shown
    assert "Redis or PostgreSQL" in " ".join(shown.split())


def test_a_worker_needs_no_server_and_no_database():
    code = "import sys, praefectus.server.run_worker; print(*sys.modules)"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    modules = set(found.stdout.split())
    assert "saq" in modules
    assert not modules & {"fastapi", "uvicorn", "sqlalchemy", "orjson", "prometheus_client"}


def test_a_worker_without_an_address_says_what_to_do():
    assert "--jobs redis://" in complaint("worker", PRAEFECTUS_JOBS="")


@pytest.mark.parametrize("url", ["nonsense", "http://localhost", "sqlite:///x.db"])
def test_an_address_that_makes_no_sense(url, tmp_path):
    assert "redis://" in complaint("worker", "--jobs", url)
    args = ("serve", "--port", "0", "--db", str(tmp_path / "db"))
    assert "PRAEFECTUS_JOBS" in complaint(*args, PRAEFECTUS_JOBS=url)


@pytest.mark.parametrize("url", ["redis://cato:secret@host:1/0", "postgresql://cato:secret@host/x"])
def test_messages_name_no_user_and_no_password(url):
    name = JobService(url).name
    assert "host" in name
    assert "cato" not in name
    assert "secret" not in name


@pytest.mark.redis
def test_it_waits_for_its_service_and_ends_when_told_to():
    with redis_service() as service:
        service.stop()
        with Worker(service.url, wait=False) as worker:
            said = worker.complaint()
            assert "Redis at 127.0.0.1" in said
            assert "waiting for it" in said
            service.start()
            line = worker.wait_until_ready()
            assert line.startswith("praefectus worker is ready: 1 process, jobs from Redis at")
            assert worker.end(signal.SIGTERM) == 0
