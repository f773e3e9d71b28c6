"""Decisions that come over a table's socket, checked and answered as the requests of play are.

The page has a socket at its table anyway. A decision that comes that way costs less than a request does, and its answer is
the update that the socket would be sent.
"""

import logging
import time
from math import ceil
from typing import Annotated, TypeAlias

import orjson
from pydantic import Field, TypeAdapter, ValidationError

from praefectus.server.admission import Gate, Refusal
from praefectus.server.context import Server
from praefectus.server.errors import STATUS, ApiError, error_body, invalid_request
from praefectus.server.hub import Watcher
from praefectus.server.live_table import LiveTable
from praefectus.server.measuring import FAILED
from praefectus.server.registry import Planner
from praefectus.server.requests import LiveControl, LiveDecide
from praefectus.server.routes.turns import deciding, router
from praefectus.server.sending import json_bytes
from praefectus.server.starting import UNAVAILABLE
from praefectus.server.store import StoreClosedError, StoreUnavailableError
from praefectus.wire.answers import Error
from praefectus.wire.live import Done, Refused

log = logging.getLogger(__name__)

LiveRequest: TypeAlias = LiveDecide | LiveControl

_REQUESTS: TypeAdapter[LiveRequest] = TypeAdapter(
    Annotated[LiveRequest, Field(discriminator="type")]
)
_CONTROLS: dict[str, Planner] = {
    "undo": LiveTable.undo,
    "redo": LiveTable.redo,
    "restart": LiveTable.restart,
    "end": LiveTable.end,
}
_ROUTES = {verb: f"{router.prefix}/{verb}" for verb in ("decide", *_CONTROLS)}
_MOST_ID = 2**53


class InvalidRequestError(Exception):
    """A request that names itself, but is not as it must be."""

    def __init__(self, request_id: int, refusal: ApiError) -> None:
        super().__init__(str(refusal))
        self.text = _refused(request_id, refusal.status, refusal.body()["error"])


def read_request(text: str) -> LiveRequest | None:
    """Return the request that a message is, or None if it is none. Raises InvalidRequestError."""
    try:
        return _REQUESTS.validate_json(text)
    except ValidationError as error:
        request_id = _id_of(text)
        if request_id is None:
            return None
        # The first part of a place is the type of the request.
        problems = [(problem["loc"][1:] or ("body",), problem["msg"]) for problem in error.errors()]
        raise InvalidRequestError(request_id, invalid_request(problems)) from error


def _id_of(text: str) -> int | None:
    """Return the id of a request that is invalid otherwise."""
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
    # What a client names as the type may be anything, a list for instance.
    if not isinstance(found, dict) or str(found.get("type")) not in _ROUTES:
        return None
    request_id = found.get("id")
    is_id = type(request_id) is int and 0 <= request_id < _MOST_ID
    return request_id if is_id else None


class LiveRequests:
    """The requests of one socket."""

    def __init__(self, server: Server, gate: Gate, table_id: str, watcher: Watcher) -> None:
        self._server = server
        self._gate = gate
        self._table_id = table_id
        self._watcher = watcher

    def refuse(self, asked: LiveRequest) -> bytes | None:
        """Return the answer to a request that is not let in, or None."""
        refusal = self._gate.refuse_turn(self._watcher.client, self._watcher.address)
        if refusal is None:
            return None
        status, text = _not_let_in(asked.id, refusal)
        self._server.metrics.request("WS", "refused", status, 0)
        return text

    async def answer(self, asked: LiveRequest) -> tuple[bytes, LiveTable | None]:
        """Do what a request asks for. Returns the answer and, if it was done, the table."""
        began = time.perf_counter()
        after = self._watcher.after
        table, status = None, 200
        try:
            table, _ = await self._server.tables.act(
                self._table_id, self._watcher.client, asked.version, _planner(asked), after
            )
            text = self._done(asked.id, table, after)
        except ApiError as error:
            status = error.status
            text = _refused(asked.id, status, error.body()["error"])
        except (StoreUnavailableError, StoreClosedError):
            # The store has logged the reason once.
            status, text = _not_let_in(asked.id, UNAVAILABLE)
        except Exception:
            log.exception("WS %s failed", _ROUTES[asked.type])
            status, text = 500, _refused(asked.id, 500, FAILED["error"])
        seconds = time.perf_counter() - began
        self._server.metrics.request("WS", _ROUTES[asked.type], status, seconds)
        return text, table

    def _done(self, request_id: int, table: LiveTable, after: int) -> bytes:
        watcher = self._watcher
        update = self._server.tables.update(table, watcher.client, watcher.seat, after)
        return json_bytes(Done(type="done", id=request_id, update=update))


def _planner(asked: LiveRequest) -> Planner:
    if isinstance(asked, LiveDecide):
        return deciding(asked.decision)
    return _CONTROLS[asked.type]


def _not_let_in(request_id: int, refusal: Refusal) -> tuple[int, bytes]:
    code, message, wait = refusal
    error = error_body(code, message)["error"]
    return STATUS[code], _refused(request_id, STATUS[code], error, wait)


def _refused(request_id: int, status: int, error: Error, wait: float = 0) -> bytes:
    answer: Refused = {"type": "refused", "id": request_id, "status": status, "error": error}
    if wait:
        answer["retry_after"] = ceil(wait)
    return json_bytes(answer)
