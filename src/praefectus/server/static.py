"""Serves the built UI: its files, and `index.html` for the addresses its router knows."""

import gzip
import mimetypes
import re
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from praefectus.server.errors import ApiError

# The build puts a hash of the content into these names.
_FOR_EVER = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_COMPRESSED = (".html", ".js", ".css", ".svg", ".json", ".map", ".txt", ".webmanifest")
# The name of a file has one; the address of a rule (`/help/R5.3`) has a number there.
_EXTENSION = re.compile(r"\.\w*[a-zA-Z]\w*$")
_NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>praefectus</title>
<h1>The page isn't built</h1><p>The server runs, but the UI is missing. Build it with <code>make build</code>.</p></html>"""


class StaticFiles:
    """The files under one folder, read when they change and kept compressed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    async def answer(self, request: Request) -> Response:
        """Answer a GET or HEAD for a path of the UI."""
        path = self._find(request.scope["path"])
        if path is None:
            return HTMLResponse(_NOT_BUILT, status_code=503)
        status = path.stat()
        tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
        headers = {
            "ETag": tag,
            "Cache-Control": _FOR_EVER if path.parent.name == "assets" else _ASK_AGAIN,
            "Vary": "Accept-Encoding",
        }
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        squeeze = path.suffix in _COMPRESSED and "gzip" in request.headers.get(
            "accept-encoding", ""
        )
        body = _read(path, tag, squeeze)
        if squeeze:
            headers["Content-Encoding"] = "gzip"
        media = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Response(body, headers=headers, media_type=media)

    def page(self) -> str | None:
        """Return the page for all addresses; None if it isn't built."""
        index = self._folder / "index.html"
        return index.read_text("utf-8") if index.is_file() else None

    def _find(self, url_path: str) -> Path | None:
        try:
            path = (self._folder / url_path.lstrip("/")).resolve()
            if path.is_relative_to(self._folder) and path.is_file():
                return path
        except (OSError, ValueError):  # a name too long for a file, or with a zero in it
            raise ApiError("not-found", "there is no such file") from None
        if _EXTENSION.search(url_path):
            raise ApiError("not-found", "there is no such file")
        index = self._folder / "index.html"
        return index if index.is_file() else None


@lru_cache(maxsize=256)
def _read(path: Path, tag: str, squeeze: bool) -> bytes:  # noqa: ARG001 - `tag` is the file's version
    body = path.read_bytes()
    return gzip.compress(body, 9, mtime=0) if squeeze else body
