"""Endpoints that take a whole record, or replay a whole game: how OpenAPI describes the body, and who does the work."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

from fastapi import Request

from praefectus.errors import RecordError
from praefectus.server.admission import client_address
from praefectus.server.context import Server
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import Owner, Priority
from praefectus.server.jobs import JobTimeoutError, TooManyJobsError, WorkerDiedError
from praefectus.server.replay import ReplayLimits, ReplayTooLongError

Given = TypeVarTuple("Given")
Made = TypeVar("Made")

RECORD_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


def asker(server: Server, request: Request) -> Owner:
    """Return who asks; no cookie is needed, so the address must do."""
    return Owner(server.identity.mark(client_address(request.scope)))


async def in_worker(
    server: Server, owner: Owner, work: Callable[[*Given, ReplayLimits], Made], *given: *Given
) -> Made:
    """Return what a worker process makes of a game: what it costs doesn't stop the server."""
    limits = server.settings.replays
    try:
        return await server.jobs.run(
            work,
            *given,
            limits,
            seconds=limits.seconds,
            priority=Priority.PERSON_WAITS,
            owner=owner,
        )
    except ReplayTooLongError as error:
        raise ApiError("record/too-long", str(error)) from error
    except RecordError as error:
        raise ApiError("record/invalid", str(error)) from error
    except (JobTimeoutError, MemoryError) as error:
        raise ApiError("record/too-long", "the game takes too long to replay") from error
    except (TooManyJobsError, WorkerDiedError) as error:
        raise ApiError("server/busy", "there was no time to replay the game; try again") from error
