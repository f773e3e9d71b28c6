"""Refused requests: an error with a stable code for each reason."""

from collections.abc import Sequence

from praefectus.wire.answers import Error, ErrorResponse, FieldError, ReadyPart
from praefectus.wire.table import TableUpdate
from praefectus.wire.view import ExplanationView

# All codes with their HTTP status. `docs/server.md` lists them with their meaning.
STATUS = {
    "request/invalid": 422,
    "request/malformed": 400,
    "request/too-large": 413,
    "request/length": 411,
    "request/media-type": 415,
    "request/origin": 403,
    "request/method": 405,
    "rate/limited": 429,
    "not-found": 404,
    "table/not-found": 404,
    "table/not-started": 409,
    "table/started": 409,
    "table/finished": 409,
    "table/not-finished": 409,
    "table/no-record": 409,
    "table/not-host": 403,
    "table/shared": 409,
    "table/quota": 409,
    "table/other-rules": 409,
    "setup/invalid": 422,
    "bot/unknown": 422,
    "invitation/not-found": 404,
    "seat/not-found": 404,
    "seat/taken": 409,
    "seat/present": 409,
    "seat/not-yours": 403,
    "action/stale": 409,
    "action/not-your-turn": 403,
    "action/illegal": 422,
    "action/unreadable": 422,
    "action/nothing": 409,
    "hint/off": 403,
    "review/not-found": 404,
    "puzzle/not-found": 404,
    "puzzle/none": 409,
    "puzzle/unfinished": 409,
    "share/not-found": 404,
    "analysis/running": 403,
    "position/invalid": 422,
    "record/invalid": 422,
    "record/too-long": 422,
    "network/not-here": 403,
    "network/unavailable": 503,
    "metrics/forbidden": 403,
    "server/not-ready": 503,
    "server/busy": 503,
    "server/read-only": 503,
    "server/unavailable": 503,
    "server/error": 500,
}

# How many errors of one request are reported.
_MOST_FIELDS = 20


class ApiError(Exception):
    """A refused request. Nothing has changed when it is raised."""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        explanation: ExplanationView | None = None,
        fields: list[FieldError] | None = None,
        update: TableUpdate | None = None,
        parts: list[ReadyPart] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.status = STATUS[code]
        self._error: Error = {"code": code, "message": message}
        if explanation is not None:
            self._error["explanation"] = explanation
        if fields is not None:
            self._error["fields"] = fields
        if update is not None:
            self._error["update"] = update
        if parts is not None:
            self._error["parts"] = parts

    def body(self) -> ErrorResponse:
        """Return the body of the response."""
        return {"error": self._error}


def invalid_request(problems: Sequence[tuple[Sequence[str | int], str]]) -> ApiError:
    """Return the refusal of a request with problems: where each is, and what."""
    fields: list[FieldError] = [
        # Values that were sent are never repeated, since they may be anything; unknown keys are named.
        {"where": [_printable(part) for part in where], "message": message}
        for where, message in problems[:_MOST_FIELDS]
    ]
    where = ".".join(str(part) for part in fields[0]["where"])
    return ApiError("request/invalid", f"{where}: {fields[0]['message']}", fields=fields)


def _printable(part: str | int) -> str | int:
    # JSON can name keys that aren't Unicode (half a surrogate pair), and very long ones.
    return part if isinstance(part, int) else part[:80].encode("utf-8", "replace").decode()


def error_body(code: str, message: str) -> ErrorResponse:
    """Return the body of an error response that consists of a code and a sentence."""
    return {"error": {"code": code, "message": message}}
