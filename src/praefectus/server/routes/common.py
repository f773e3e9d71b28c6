"""What the routes share: the response types for OpenAPI, path parameters, and errors."""

from collections.abc import Callable
from typing import Annotated, Any, get_args, get_type_hints

from fastapi import APIRouter, Path, Query

from praefectus.server.requests import TableId, Token, Words
from praefectus.wire.answers import ErrorResponse

IdPath = Annotated[TableId, Path(description="a table's id")]
SeatPath = Annotated[int, Path(ge=0, le=4)]
TokenPath = Annotated[Token, Path()]
SeatQuery = Annotated[int | None, Query(ge=0, le=4, description="the seat whose view is wanted")]
AfterQuery = Annotated[int, Query(ge=0, lt=2**31, description="turns of the log already there")]
MaybeAfter = Annotated[
    int | None, Query(ge=0, lt=2**31, description="turns of the log already there")
]
WordsQuery = Annotated[Words, Query()]
# Where OpenAPI keeps the documents.
REF_TEMPLATE = "#/components/schemas/{model}"


Described = dict[str, Any]  # a part of OpenAPI
Responses = dict[int | str, Described]


class Router(APIRouter):
    """A router of endpoints that return an `Answer[...]`: OpenAPI documents the type in the brackets.

    FastAPI receives only the name of that type. A `response_model` would be compiled again for every endpoint and status, which
    takes seconds and a hundred megabytes and checks nothing, since an `Answer` is sent as it is.
    """

    def add_api_route(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        """Add an endpoint; nothing is checked or converted when it answers."""
        good = _response(document_of(endpoint), "Successful Response")
        responses: Responses = {
            options.get("status_code") or 200: good,
            **(options.get("responses") or {}),
        }
        options |= {"response_model": None, "responses": responses}
        super().add_api_route(path, endpoint, **options)


def document_of(endpoint: Callable[..., Any]) -> type[Any]:
    """Return the type of the document that an endpoint answers with."""
    (document,) = get_args(get_type_hints(endpoint)["return"])
    found: type[Any] = document
    return found


def _response(document: type[Any], description: str) -> Described:
    schema = {"$ref": REF_TEMPLATE.format(model=document.__name__)}
    return {"description": description, "content": {"application/json": {"schema": schema}}}


_MEANING = {
    400: "The body isn't JSON.",
    403: "Not allowed for this browser.",
    404: "It does not exist.",
    409: "Not possible in this state of the table.",
    411: "The Content-Length header is missing.",
    413: "The body is too large.",
    415: "The body isn't `application/json`.",
    422: "Invalid, illegal or unreadable.",
    429: "Too many requests.",
    503: "Cannot be done now; try again.",
}


def errors(*statuses: int) -> Responses:
    """Return the error responses of a route, those that any route can give included."""
    return {
        status: _response(ErrorResponse, _MEANING[status])
        for status in sorted({*statuses, 422, 429})
    }


WRITE = (400, 403, 409, 411, 413, 415)
