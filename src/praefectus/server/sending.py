"""Documents as JSON: sent as they are built, since mypy has checked that they match OpenAPI."""

import asyncio
import gzip
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar, cast

import orjson
from fastapi import Request
from starlette.responses import Response

Document = TypeVar("Document", bound=Mapping[str, object])
Part = TypeVar("Part", bound=Mapping[str, object] | Sequence[object])

# The log of a long game shrinks to a tenth; compressing a few packets isn't worth the time.
_WORTH_COMPRESSING = 20_000
_LEVEL = 4


class Answer(Response, Generic[Document]):
    """A response whose body is a document of one type."""

    media_type = "application/json"


def json_bytes(document: Mapping[str, object]) -> bytes:
    """Return the bytes to send for a document."""
    return orjson.dumps(document)


def as_json(document: Document) -> Document:
    """Return a document as serialised JSON to embed in other documents; it can be sent but not read."""
    return cast("Document", orjson.Fragment(orjson.dumps(document)))


def as_kept(part: Part) -> Part:
    """Return the same for a document, or a part of one, that is kept for long."""
    # A copy: orjson's own bytes hold on to the buffer they were written into, several times their size.
    return cast("Part", orjson.Fragment(bytes(memoryview(orjson.dumps(part)))))


def as_sent(text: str | bytes, kind: type[Document]) -> Document:  # noqa: ARG001
    """Return a document of a kind that is JSON already; it can be sent but not read."""
    return cast("Document", orjson.Fragment(text))


def json_response(
    document: Document, status: int = 200, headers: Mapping[str, str] | None = None
) -> Answer[Document]:
    """Return a response with a document."""
    return Answer(json_bytes(document), status_code=status, headers=headers)


async def long_response(request: Request, document: Document) -> Answer[Document]:
    """Return a response with a document that may be long, compressed if the client takes that."""
    body = json_bytes(document)
    headers = {"Vary": "Accept-Encoding"}
    if len(body) > _WORTH_COMPRESSING and "gzip" in request.headers.get("accept-encoding", ""):
        body = await asyncio.to_thread(gzip.compress, body, _LEVEL)
        headers["Content-Encoding"] = "gzip"
    return Answer(body, headers=headers)
