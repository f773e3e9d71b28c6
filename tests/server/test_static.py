"""The built page: files, caching, and the addresses the page's router knows."""

from contextlib import closing

import pytest

from tests.server.browser import Browser, hosting


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("page")
    static = folder / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html><title>praefectus</title>")
    (static / "assets" / "app-1a2b.js").write_text("console.log('salve');" * 100)
    (static / "icon.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "secret.txt").write_text("the key of the treasury")
    with hosting(folder, static=static) as host, closing(Browser(host.url)) as browser:
        yield browser


@pytest.mark.parametrize("path", ["/", "/table/abc", "/join/xyz", "/replay/abc", "/help/R5.3"])
def test_addresses_of_the_page_get_the_page(page, path):
    answer = page.get(path)
    assert answer.status_code == 200
    assert "praefectus" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-type"].startswith("text/html")


def test_built_files_are_kept_for_good(page):
    answer = page.get("/assets/app-1a2b.js")
    assert "immutable" in answer.headers["cache-control"]
    assert "javascript" in answer.headers["content-type"]
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text.startswith("console")


def test_a_file_the_browser_has_is_not_sent_again(page):
    tag = page.get("/icon.svg").headers["etag"]
    answer = page.http.get("/icon.svg", headers={"if-none-match": tag})
    assert (answer.status_code, answer.content) == (304, b"")


@pytest.mark.parametrize(
    "path",
    [
        "/missing.js",
        "/assets/missing.js",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/%00.js",
        "/" + "a" * 5000 + ".js",
    ],
)
def test_other_files_are_not_found(page, path):
    answer = page.get(path)
    assert answer.status_code in (404, 414)
    assert "treasury" not in answer.text


def test_only_reading(page):
    assert page.post("/").status_code == 405


def test_a_page_that_is_not_built_says_so(tmp_path):
    with hosting(tmp_path) as host, closing(Browser(host.url)) as browser:
        answer = browser.get("/")
        assert answer.status_code == 503
        assert "make build" in answer.text
