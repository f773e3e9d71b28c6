"""Alive, ready, measured: what operators and their machines ask of a server."""

import random
import re
from contextlib import closing
from dataclasses import replace

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.browser import Browser, hosting, wait_for
from tests.server.process import serving
from tests.server.services import postgres_service, redis_service

pytestmark = pytest.mark.slow

TOKEN = "the-token-of-the-metrics"


def scrape(host):
    """Return the value of every series by name and labels."""
    answer = httpx.get(f"{host.url}/api/metrics")
    assert answer.status_code == 200, answer.text
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def value(host, name, **labels):
    return scrape(host).get((f"praefectus_{name}", *sorted(labels.items())), 0)


def states(answer):
    """Return the state of every part of an answer of /api/ready."""
    document = answer.json()
    parts = document["error"]["parts"] if "error" in document else document["parts"]
    return {part["name"]: part["state"] for part in parts}


def test_a_server_is_alive_and_ready(browser):
    assert browser.get("/api/health").json()["status"] == "ok"
    answer = browser.get("/api/ready")
    assert answer.status_code == 200
    assert states(answer) == dict.fromkeys(
        ["database", "writer", "bus", "workers", "tasks"], "ready"
    )


def test_every_part_that_is_not_ready_is_named(browser, host, monkeypatch):
    def refused():
        answer = browser.get("/api/ready")
        assert answer.status_code == 503
        assert answer.json()["error"]["code"] == "server/not-ready"
        return {name for name, state in states(answer).items() if state != "ready"}

    async def fail():
        raise ConnectionRefusedError

    parts = host.parts
    with monkeypatch.context() as patch:
        patch.setattr(parts.jobs, "fault", "the worker of take_turn died")
        assert refused() == {"workers"}
    with monkeypatch.context() as patch:
        patch.setattr(parts.tables.bus, "check", fail)
        assert refused() == {"bus"}
    with monkeypatch.context() as patch:
        patch.setattr(parts.supervisor.health["bot sweeper"], "running", False)
        assert refused() == {"tasks"}
        assert states(browser.get("/api/ready"))["tasks"] == "restarting: bot sweeper"
    with monkeypatch.context() as patch:
        patch.setattr(type(parts.store), "is_writing", False)
        assert refused() == {"writer"}
    assert browser.get("/api/ready").status_code == 200


@pytest.mark.postgres
@pytest.mark.redis
def test_a_server_without_its_services_is_alive_and_not_ready(tmp_path):
    with (
        postgres_service() as database,
        redis_service() as bus,
        hosting(tmp_path, database_url=database.url, redis_url=bus.url) as host,
        closing(Browser(host.url)) as browser,
    ):
        assert browser.get("/api/ready").status_code == 200
        bus.stop()
        assert states(browser.get("/api/ready"))["bus"] == "unreachable"
        browser.play_turn(browser.create("me", "hotseat"), random.Random(1))
        wait_for(lambda: value(host, "bus_errors_total") > 0)
        database.stop()
        answer = browser.get("/api/ready")
        assert states(answer)["database"] == "unreachable"
        assert "127.0.0.1" not in answer.text, "where services are is nobody's business"
        assert browser.get("/api/health").status_code == 200
        assert value(host, "database_errors_total") > 0
        assert value(host, "database_up") == 0
        bus.start()
        database.start()
        wait_for(lambda: browser.get("/api/ready").status_code == 200, patience=40)
        assert value(host, "database_up") == 1


def test_what_happens_is_measured(browser, host):
    rng = random.Random(1)
    before = scrape(host)
    table = browser.play_turn(browser.create("me", "hotseat"), rng)
    bots = browser.create("bot", "bot")
    wait_for(lambda: browser.view(bots["id"])["status"] == "finished")
    with browser.watch(table["id"]) as socket:
        socket.recv(timeout=20)
        assert value(host, "sockets") == 1
        assert value(host, "tables_watched") == 1
    browser.get("/api/tables/nosuchtable")
    after = scrape(host)

    def grown(name, **labels):
        key = (f"praefectus_{name}", *sorted(labels.items()))
        return after.get(key, 0) - before.get(key, 0)

    assert grown("requests_total", method="POST", route="/api/tables", status="201") == 2
    get = {"method": "GET", "route": "/api/tables/{table_id}"}
    assert grown("requests_total", **get, status="404") == 1
    assert grown("request_seconds_count", **get) > 1
    assert grown("actions_total", by="person") > 1
    assert grown("actions_total", by="bot") > 20
    assert grown("bot_turn_seconds_count", level="random") > 10
    assert grown("jobs_total", work="take_turn") == grown("bot_turn_seconds_count", level="random")
    assert grown("tables", status="finished") == 1
    assert after[("praefectus_tables_in_memory",)] >= 2
    assert after[("praefectus_queue_length", ("queue", "bots"))] == 0


def test_no_request_makes_a_time_series_of_its_own(browser, host):
    """Neither ids, nor paths that nobody serves, nor invented methods become labels."""
    table = browser.create("me", "hotseat")
    browser.get("/api/invitations/secretsecret")
    browser.get("/api/nothing/of/the/kind")
    browser.get("/some/page")
    browser.http.request("PURGE", "/api/health")
    text = httpx.get(f"{host.url}/api/metrics").text
    for word in (table["id"], "secretsecret", "of/the/kind", "some/page", "PURGE"):
        assert word not in text
    assert 'route="unknown"' in text
    assert 'route="page"' in text


def test_metrics_are_for_the_machine_itself(host):
    def ask(**headers):
        answer = httpx.get(f"{host.url}/api/metrics", headers=headers)
        return answer.status_code if answer.status_code == 200 else answer.json()["error"]["code"]

    assert ask() == 200
    # uvicorn believes proxies on this machine; others would be told apart by the address itself.
    assert ask(**{"X-Forwarded-For": "203.0.113.7"}) == "metrics/forbidden"
    assert ask(**{"X-Forwarded-For": "127.0.0.1"}) == "metrics/forbidden"
    assert ask(Forwarded="for=127.0.0.1") == "metrics/forbidden"


def test_metrics_with_a_token(tmp_path):
    with serving(tmp_path / "db", env={"PRAEFECTUS_METRICS_TOKEN": TOKEN}) as server:
        url = f"{server.url}/api/metrics"
        assert httpx.get(url).status_code == 403
        assert httpx.get(url, headers={"Authorization": "Bearer wrong"}).status_code == 403
        assert httpx.get(url, headers=[(b"Authorization", "Bearer ÿ".encode())]).status_code == 403
        headers = {"Authorization": f"Bearer {TOKEN}", "X-Forwarded-For": "203.0.113.7"}
        answer = httpx.get(url, headers=headers)
        assert answer.status_code == 200
        assert re.search(r"^praefectus_sockets 0\.0$", answer.text, re.MULTILINE)


def test_an_endpoint_that_fails_is_answered_and_logged_once(browser, host, monkeypatch, caplog):
    async def fail(client):
        raise RuntimeError("no such luck")

    monkeypatch.setattr(host.parts.store, "of_client", fail)
    answer = browser.get("/api/tables")
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "server/error"
    assert "luck" not in answer.text
    (record,) = [each for each in caplog.records if each.exc_info]
    assert record.getMessage() == "GET /api/tables failed"
    assert value(host, "requests_total", method="GET", route="/api/tables", status="500") == 1


def test_a_bot_that_is_late_counts_as_played_at_random(tmp_path, monkeypatch):
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        monkeypatch.setattr("praefectus.server.driver._GRACE_SECONDS", 0.0)
        driver = host.parts.driver
        monkeypatch.setattr(
            driver._levels,
            "all",
            [replace(level, turn_seconds=0.0) for level in driver._levels.all],
        )
        browser.create("bot", "bot")
        wait_for(lambda: value(host, "job_timeouts_total") > 0)
        assert value(host, "bot_safe_turns_total", level="random") > 0
