"""Schemathesis against the OpenAPI schema: no request makes the server fail or answer what isn't documented."""

from contextlib import closing
from http.cookiejar import DefaultCookiePolicy
from pathlib import Path

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from praefectus.server.app import create_app
from praefectus.server.settings import Settings, sqlite_url
from tests.server.browser import Browser, Host

pytestmark = pytest.mark.slow
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
# Only its description is used; the requests go to the module's server.
schema = schemathesis.openapi.from_dict(create_app(Settings(sqlite_url(Path("none")))).openapi())
quickly = settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def session():
    """One connection for thousands of requests; it keeps no cookies, and looks for no proxies."""
    with requests.Session() as session:
        session.headers.clear()
        session.trust_env = False
        session.cookies.set_policy(DefaultCookiePolicy(allowed_domains=[]))
        yield session


@schema.parametrize()
@quickly
def test_any_request_gets_a_documented_answer(case, host: Host, session):
    case.call_and_validate(base_url=host.url, session=session, checks=CHECKS)


@pytest.fixture(scope="module")
def seated(host: Host):
    """A browser with a table in play and one in the lobby."""
    with closing(Browser(host.url)) as browser:
        playing, lobby = browser.create("me", "hotseat"), browser.create("me", "open")
        yield browser, playing["id"], lobby["id"], lobby["invitation"].rpartition("/")[2]


# A deletion would leave nothing for the other requests.
@schema.include(path_regex=r"table_id|token").exclude(method="DELETE").parametrize()
@quickly
def test_so_does_any_request_of_somebody_at_a_table(case, seated, session):
    browser, playing, lobby, token = seated
    parameters = case.path_parameters or {}
    for table_id in (playing, lobby):
        if "table_id" in parameters:
            parameters["table_id"] = table_id
        if "token" in parameters:
            parameters["token"] = token
        case.path_parameters = parameters
        # The version is what a client saw last, not what a generator makes up.
        if isinstance(case.body, dict) and isinstance(case.body.get("version"), int):
            case.body["version"] = browser.view(table_id)["version"]
        cookies = dict(browser.http.cookies)
        case.call_and_validate(
            base_url=browser.url, cookies=cookies, session=session, checks=CHECKS
        )
