"""What `mkdocs` is told besides mkdocs.yml: pages from outside docs/, and links that lead there.

The README, the changelog and the like stay where people look for them and are pages of the site too. Links
between pages are written as they work in the repository; here they are turned into links of the site.
"""

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
# Pages of the site that do not lie in docs/: where they are in the repository, and their name in the site.
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/ladder.md": "ladder.md",
    "benchmarks/results.md": "results.md",
}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages from elsewhere."""
    for path, uri in ELSEWHERE.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, files: Files, **_: object) -> str:
    """Turn the links of a page, which work in the repository, into links of the site."""
    uri = page.file.src_uri
    path = next((path for path, other in ELSEWHERE.items() if other == uri), f"docs/{uri}")

    def turn(link: re.Match[str]) -> str:
        picture, text, target, anchor = link.groups(default="")
        if not target or "://" in target:
            return link[0]
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
        found = ELSEWHERE.get(wanted, wanted.removeprefix("docs/"))
        if files.get_file_from_path(found) is None and (ROOT / wanted).exists():
            # A file of the repository that is no page, such as a source.
            return text
        return f"{picture}[{text}]({posixpath.relpath(found, posixpath.dirname(uri))}{anchor})"

    return LINK.sub(turn, markdown)
