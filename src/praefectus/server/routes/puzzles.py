"""Puzzles: the shipped ones, turns of one's own games, and the verdict on an answer."""

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import Path, Query, Request

from praefectus.server.branches import Cut, NoBranchError, cut_record, cut_table
from praefectus.server.context import Caller, CallerDep
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import Owner
from praefectus.server.requests import AnswerPuzzle, Empty, Slug, TryAgain
from praefectus.server.routes.common import WRITE, IdPath, Router, errors
from praefectus.server.routes.record_work import RECORD_BODY, asker, in_worker
from praefectus.server.sending import Answer
from praefectus.server.stored import StoredTable
from praefectus.wire.puzzles import PuzzleList, PuzzleVerdict
from praefectus.wire.table import TableUpdate

router = Router(prefix="/api", tags=["puzzles"])
PuzzlePath = Annotated[Slug, Path(description="a puzzle's id")]


@router.get("/puzzles", responses=errors(503))
async def list_puzzles(caller: CallerDep) -> Answer[PuzzleList]:
    """List the shipped puzzles, with the puzzle of the day and this person's streak."""
    return caller.reply(await caller.server.puzzles.all(caller.client))


@router.post("/puzzles/{puzzle}", status_code=201, responses=errors(404, *WRITE))
async def open_puzzle(puzzle: PuzzlePath, _: Empty, caller: CallerDep) -> Answer[TableUpdate]:
    """Open a table at a shipped puzzle, with this browser to move."""
    stored, actions = caller.server.puzzles.open_shipped(puzzle, caller.client)
    return await _added(caller, stored, actions)


@router.post("/tables/{table_id}/puzzle", status_code=201, responses=errors(404, 503, *WRITE))
async def try_again(
    table_id: IdPath, body: TryAgain, request: Request, caller: CallerDep
) -> Answer[TableUpdate]:
    """Open a table before a turn of a finished game, to take that turn better."""
    table = await caller.server.tables.get(table_id)
    try:
        part = await asyncio.to_thread(cut_table, table, body.turn)
    except NoBranchError as error:
        raise ApiError("setup/invalid", str(error)) from error
    return await _mistake(caller, request, part, table.stored)


@router.post("/puzzles", status_code=201, responses=errors(503, *WRITE), openapi_extra=RECORD_BODY)
async def try_record_again(
    request: Request, caller: CallerDep, turn: Annotated[int, Query(ge=0, le=100_000)]
) -> Answer[TableUpdate]:
    """Open a table before a turn of a record's game, to take that turn better; the body is the record."""
    data = await request.body()
    try:
        part = await in_worker(caller.server, asker(caller.server, request), cut_record, data, turn)
    except NoBranchError as error:
        raise ApiError("setup/invalid", str(error)) from error
    return await _mistake(caller, request, part, None)


@router.post("/tables/{table_id}/answer", responses=errors(404, 503, *WRITE))
async def answer_puzzle(
    table_id: IdPath, body: AnswerPuzzle, request: Request, caller: CallerDep
) -> Answer[PuzzleVerdict]:
    """Judge the turn that was tried at a puzzle's table, or show the solution."""
    owner = Owner(asker(caller.server, request).address, caller.client)
    verdict = await caller.server.puzzles.judge(table_id, owner, give_up=body.give_up)
    return caller.reply(verdict)


async def _mistake(
    caller: Caller, request: Request, part: Cut, original: StoredTable | None
) -> Answer[TableUpdate]:
    owner = Owner(asker(caller.server, request).address, caller.client)
    stored, actions = await caller.server.puzzles.open_mistake(part, owner, original)
    return await _added(caller, stored, actions)


async def _added(caller: Caller, stored: StoredTable, actions: list[str]) -> Answer[TableUpdate]:
    server = caller.server
    await server.upkeep.check_quota(caller.client, caller.origin)
    table = await server.tables.add(replace(stored, origin=caller.origin), actions)
    # Lists show games, not puzzles.
    await server.upkeep.archive(stored.id, caller.client, archived=True)
    return caller.reply(server.tables.update(table, caller.client), 201)
