"""What if: playing on from a turn of a finished game."""

import asyncio
from dataclasses import replace
from random import Random, SystemRandom
from typing import Annotated

from fastapi import Query, Request
from pydantic import ValidationError

from praefectus.server.branches import (
    Cut,
    NoBranchError,
    cut_position,
    cut_record,
    cut_table,
    open_branch,
)
from praefectus.server.context import Caller, CallerDep
from praefectus.server.errors import ApiError
from praefectus.server.requests import BranchTable, Level, ShowPosition
from praefectus.server.routes.common import WRITE, IdPath, Router, errors
from praefectus.server.routes.positions import opened
from praefectus.server.routes.record_work import RECORD_BODY, asker, in_worker
from praefectus.server.sending import Answer
from praefectus.server.stored import StoredTable
from praefectus.wire.table import TableUpdate

router = Router(prefix="/api", tags=["what if"])
# Bytes of a body with a position: escapes make it longer than the text.
_LONGEST_POSITION = 30_000


@router.post("/tables/{table_id}/branch", status_code=201, responses=errors(404, *WRITE))
async def branch_table(
    table_id: IdPath, body: BranchTable, caller: CallerDep
) -> Answer[TableUpdate]:
    """Open a table that plays on from a turn of a finished game, in one of its seats, against bots."""
    table = await caller.server.tables.get(table_id)
    try:
        # A replay of tens of milliseconds is too long for the event loop.
        part = await asyncio.to_thread(cut_table, table, body.turn)
    except NoBranchError as error:
        raise ApiError("setup/invalid", str(error)) from error
    return await _opened(caller, part, body.seat, body.level, table.stored)


@router.post("/branches", status_code=201, responses=errors(503, *WRITE), openapi_extra=RECORD_BODY)
async def branch_record(
    request: Request,
    caller: CallerDep,
    seat: Annotated[int, Query(ge=0, le=4)],
    level: Annotated[Level, Query()],
    turn: Annotated[int, Query(ge=0, le=100_000, description="of a record")] = 0,
    seed: Annotated[int | None, Query(ge=0, lt=2**63, description="deals a position")] = None,
) -> Answer[TableUpdate]:
    """Open a table that plays on: from a turn of a record's game, the body being the record, or from `{"position": …}`."""
    data = await request.body()
    position = _position(data)
    try:
        if position is not None:
            opened(position)
            rng = SystemRandom() if seed is None else Random(seed)
            return await _opened(caller, cut_position(position, rng), seat, level, None)
        part = await in_worker(caller.server, asker(caller.server, request), cut_record, data, turn)
    except NoBranchError as error:
        raise ApiError("setup/invalid", str(error)) from error
    return await _opened(caller, part, seat, level, None)


def _position(data: bytes) -> str | None:
    """Return the position of a body that holds nothing else."""
    if len(data) > _LONGEST_POSITION:
        return None
    try:
        return ShowPosition.model_validate_json(data).position
    except ValidationError:
        return None


async def _opened(
    caller: Caller, part: Cut, seat: int, level: str, original: StoredTable | None
) -> Answer[TableUpdate]:
    server = caller.server
    stored = open_branch(
        part,
        caller.client,
        seat=seat,
        level=level,
        is_level=server.levels.exists,
        original=original,
    )
    await server.upkeep.check_quota(caller.client, caller.origin)
    table = await server.tables.add(replace(stored, origin=caller.origin), part.actions)
    return caller.reply(server.tables.update(table, caller.client), 201)
