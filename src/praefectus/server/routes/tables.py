"""Making, listing, naming and starting tables."""

import secrets
from dataclasses import replace
from typing import Annotated

from fastapi import Query, Request

from praefectus.rules import RULES_VERSION
from praefectus.server import lobby
from praefectus.server.context import CallerDep, ServerDep, WatcherDep
from praefectus.server.requests import ArchiveTable, CreateTable, Empty, RenameTable, StartTable
from praefectus.server.routes.common import WRITE, AfterQuery, IdPath, Router, SeatQuery, errors
from praefectus.server.sending import Answer, long_response
from praefectus.server.stored import StoredTable
from praefectus.wire.table import Deleted, TableList, TableSummary, TableUpdate

router = Router(prefix="/api/tables", tags=["tables"])
ArchivedQuery = Annotated[bool, Query(description="those put away instead of the others")]


@router.get("", responses=errors())
async def list_tables(caller: CallerDep, archived: ArchivedQuery = False) -> Answer[TableList]:
    """List the tables this browser hosts or sits at, the latest first; those it has put away apart."""
    found = await caller.server.store.of_client(caller.client, archived=archived)
    kept = await caller.server.upkeep.kept([stored.id for stored in found])
    return caller.reply({"tables": [caller.summary(stored, kept[stored.id]) for stored in found]})


@router.post("", status_code=201, responses=errors(*WRITE))
async def create_table(body: CreateTable, caller: CallerDep) -> Answer[TableUpdate]:
    """Make a table; without open seats its game starts at once."""
    server = caller.server
    stored = lobby.create(body, caller.client, RULES_VERSION, server.levels.exists)
    await server.upkeep.check_quota(caller.client, caller.origin)
    table = await server.tables.add(start_if_full(replace(stored, origin=caller.origin)))
    return caller.reply(server.tables.update(table, caller.client), 201)


def start_if_full(stored: StoredTable) -> StoredTable:
    """Start the game unless a seat is open."""
    if any(seat.kind == "open" for seat in stored.seats):
        return stored
    return lobby.start(stored, secrets.SystemRandom())


@router.get("/{table_id}", responses=errors(404, 409))
async def get_table(
    table_id: IdPath,
    request: Request,
    server: ServerDep,
    client: WatcherDep,
    seat: SeatQuery = None,
    after: AfterQuery = 0,
) -> Answer[TableUpdate]:
    """Return the table as this browser sees it."""
    table = await server.tables.get(table_id)
    update = server.tables.update(table, client, seat, after)
    return await long_response(request, update)


@router.patch("/{table_id}", responses=errors(404, *WRITE))
async def rename_table(
    table_id: IdPath, body: RenameTable, caller: CallerDep
) -> Answer[TableUpdate]:
    """Give the table another name."""
    tables = caller.server.tables
    table = await tables.change(
        table_id, lambda stored: lobby.rename(stored, caller.client, body.name)
    )
    return caller.reply(tables.update(table, caller.client))


@router.delete("/{table_id}", responses=errors(404, 503, *WRITE))
async def delete_table(table_id: IdPath, body: Empty, caller: CallerDep) -> Answer[Deleted]:  # noqa: ARG001
    """Delete the table with its game, unless other people still keep it."""
    await caller.server.upkeep.delete(table_id, caller.client)
    return caller.reply({"deleted": table_id})


@router.post("/{table_id}/archive", responses=errors(404, *WRITE))
async def archive_table(
    table_id: IdPath, body: ArchiveTable, caller: CallerDep
) -> Answer[TableSummary]:
    """Put the table away, for this browser only, or take it out again."""
    upkeep = caller.server.upkeep
    stored = await upkeep.archive(table_id, caller.client, archived=body.archived)
    kept = await upkeep.kept([table_id])
    return caller.reply(caller.summary(stored, kept[table_id]))


@router.post("/{table_id}/start", responses=errors(404, *WRITE))
async def start_table(table_id: IdPath, body: StartTable, caller: CallerDep) -> Answer[TableUpdate]:
    """Start the game; bots take the seats that are still open."""
    server = caller.server

    def plan(stored: StoredTable) -> StoredTable:
        filled = lobby.fill(stored, caller.client, body.level, server.levels.exists)
        return lobby.start(filled, secrets.SystemRandom())

    table = await server.tables.change(table_id, plan)
    return caller.reply(server.tables.update(table, caller.client))


@router.post(
    "/{table_id}/again",
    status_code=201,
    responses=errors(404, *WRITE),
)
async def play_again(table_id: IdPath, body: Empty, caller: CallerDep) -> Answer[TableUpdate]:  # noqa: ARG001
    """Open a new table for the same people and bots; later requests get the same table."""
    tables = caller.server.tables
    old = await tables.get(table_id)
    known = old.stored.again
    if known is None or await caller.server.store.find(known) is None:
        fresh = lobby.start(
            lobby.again(old.stored, caller.client, RULES_VERSION), secrets.SystemRandom()
        )
        await caller.server.upkeep.check_quota(fresh.host, caller.origin)
        # First the new table, then the pointer to it, so that a crash leaves no dangling pointer.
        await tables.add(replace(fresh, origin=caller.origin))
        old = await tables.change(
            table_id,
            lambda stored: stored if stored.again != known else replace(stored, again=fresh.id),
        )
    table = await tables.get(old.stored.again or table_id)
    return caller.reply(tables.update(table, caller.client), 201)
