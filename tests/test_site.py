"""The documentation site: it builds without warnings, and asks nothing of any other address when it is viewed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mkdocs", reason="`make docs` installs what builds the site")

ROOT = Path(__file__).parent.parent
# Tags whose addresses a browser fetches by itself. Links that a reader clicks are not among them.
FETCHED = re.compile(
    r"<(?:script|link|img|iframe|source|video|audio|object|embed)\b[^>]*"
    r"\b(?:src|href|srcset|data|poster)\s*=\s*[\"']?((?:https?:)?//[^\"'\s>]+)",
    re.IGNORECASE,
)
STYLED = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')\s]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as `make docs` does, which fails on broken links and pages that are missing."""
    folder = tmp_path_factory.mktemp("site")
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    return folder


def test_the_patterns_find_what_would_be_fetched():
    assert FETCHED.findall('<script src="https://cdn.example/a.js">') == [
        "https://cdn.example/a.js"
    ]
    assert FETCHED.findall("<link rel=x href=//fonts.example/a>") == ["//fonts.example/a"]
    assert FETCHED.findall('<a href="https://example.org/">') == []
    assert STYLED.findall("url(https://example.org/a.woff)") == ["https://example.org/a.woff"]


def test_every_page_is_there(site: Path):
    for page in [
        *("index", "rules", "record", "bots", "environments", "server", "ui", "architecture"),
        *("ladder", "results", "changelog", "contributing", "api/game", "api/record"),
    ]:
        assert (site / f"{page}.html").exists(), page
    assert "legal_actions" in (site / "api" / "game.html").read_text(encoding="utf-8")
    assert (site / "search" / "search_index.js").exists()


def test_no_page_fetches_anything_from_elsewhere(site: Path):
    for page in site.rglob("*.html"):
        assert FETCHED.findall(page.read_text(encoding="utf-8")) == [], page.name
    for style in site.rglob("*.css"):
        assert STYLED.findall(style.read_text(encoding="utf-8")) == [], style.name


def test_no_file_names_a_path_of_this_machine(site: Path):
    paths = [str(ROOT), str(Path.home()), str(site)]
    for file in site.rglob("*"):
        if file.suffix in (".html", ".js", ".json", ".xml", ".css", ".map"):
            text = file.read_text(encoding="utf-8")
            assert not [path for path in paths if len(path) > 4 and path in text], file.name
