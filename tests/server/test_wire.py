"""What is sent is what is declared. `Browser` checks every answer and message; here are those nobody else asks for."""

import json
import random
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from pydantic import ValidationError

from praefectus.server.routes.common import document_of
from tests.server.browser import finished_table
from tests.server.declared import check_answer, check_message, openapi, routes


@pytest.mark.parametrize(("map_", "players"), [("italia", 2), ("imperium", 3)])
def test_updates_of_a_whole_game(browser, map_, players):
    rng = random.Random(9)
    table = browser.create(*["me"] * players, map=map_, intermediate_scoring=True)
    for _ in range(120):
        table = browser.take(table, rng.choice(table["game"]["question"]["legal"])["text"])
        if table["status"] == "finished":
            break


def test_a_finished_game(browser, other, host):
    finished = finished_table(host, browser, other)
    for what in ("", "/replay", "/record"):
        assert browser.get(f"/api/tables/{finished['id']}{what}").status_code == 200


def test_explanations(browser):
    table = browser.create("me", "me")
    for words, legal in (("play architect", True), ("build roma", False)):
        explained = browser.get(f"/api/tables/{table['id']}/explain", decision=words).json()
        assert explained["legal"] is legal
        assert explained["rule"].startswith("R")
        assert explained["key"]


def answer(path: str, status: int, document: object, method: str = "GET") -> httpx.Response:
    return httpx.Response(
        status, json=document, request=httpx.Request(method, f"http://localhost{path}")
    )


def test_the_check_of_answers_can_fail(browser):
    health = browser.get("/api/health").json()
    check_answer(answer("/api/health", 200, health))
    for wrong in ({**health, "sockets": "0"}, {**health, "more": 1}, {"status": "ok"}):
        with pytest.raises(ValidationError):
            check_answer(answer("/api/health", 200, wrong))
    with pytest.raises(AssertionError):
        check_answer(answer("/api/health", 418, {"error": {"code": "a", "message": "b"}}))
    with pytest.raises(ValidationError):
        check_answer(answer("/api/health", 404, {"detail": "nothing"}))
    with pytest.raises(ValidationError):
        check_message('{"type": "pang"}')


def test_openapi_has_the_messages_of_the_socket():
    assert {"Ping", "Pong", "Presence", "TableUpdate"} <= schemas().keys()


def test_no_endpoint_compiles_a_model_of_its_answers():
    """A server with a model for every endpoint and status starts seconds later and takes twice the memory."""
    for route in routes():
        assert route.response_field is None
        assert not route.response_fields


def test_openapi_is_made_from_what_the_endpoints_return():
    for route in routes():
        (method,) = route.methods or {"GET"}
        described: Any = openapi()["paths"]
        good = described[route.path][method.lower()]["responses"][str(route.status_code or 200)]
        name = document_of(route.endpoint).__name__
        reference = {"$ref": f"#/components/schemas/{name}"}
        assert good["content"]["application/json"]["schema"] == reference


def schemas() -> dict[str, Any]:
    described: Any = openapi()["components"]
    return dict(described["schemas"])


def test_documents_are_closed_and_described():
    for name, schema in schemas().items():
        assert schema["additionalProperties"] is False, name
        assert schema["description"], name
    # The text under a field describes it, also where it is inherited.
    assert "land roma" in schemas()["PlayerView"]["properties"]["colonists"]["description"]


def test_rule_options_are_declared_by_the_rules():
    for name in ("TableOptions", "GameOptions", "RecordDocument"):
        options = schemas()[name]
        assert options["properties"]["edition"]["enum"] == ["revised", "first"]
        assert {"edition", "intermediate_scoring"} <= set(options["required"])


def names_in(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rpartition("/")[2]
        for each in schema.values():
            yield from names_in(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from names_in(each)


def test_openapi_names_nothing_that_it_lacks():
    assert set(names_in(json.loads(json.dumps(openapi())))) <= schemas().keys()
