"""Making, listing, naming and starting tables."""

import secrets
from dataclasses import replace
from functools import partial

from fastapi import Request

from praefectus.rules import RULES_VERSION
from praefectus.server import lobby
from praefectus.server.context import CallerDep, ServerDep, WatcherDep
from praefectus.server.present import summary_view
from praefectus.server.requests import CreateTable, Empty, RenameTable, StartTable
from praefectus.server.routes.common import WRITE, AfterQuery, IdPath, Router, SeatQuery, errors
from praefectus.server.sending import Answer, long_response
from praefectus.server.stored import StoredTable
from praefectus.wire.table import TableList, TableUpdate

router = Router(prefix="/api/tables", tags=["tables"])


@router.get("", responses=errors())
async def list_tables(caller: CallerDep) -> Answer[TableList]:
    """List the tables this browser hosts or sits at, the latest first."""
    stored_tables = await caller.server.store.of_client(caller.client)
    tables = caller.server.tables
    return caller.reply(
        {
            "tables": [
                summary_view(stored, caller.client, partial(tables.is_connected, stored.id))
                for stored in stored_tables
            ]
        }
    )


@router.post("", status_code=201, responses=errors(*WRITE))
async def create_table(body: CreateTable, caller: CallerDep) -> Answer[TableUpdate]:
    """Make a table; without open seats its game starts at once."""
    server = caller.server
    stored = lobby.create(body, caller.client, RULES_VERSION, server.levels.exists)
    table = await server.tables.add(start_if_full(stored))
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
    if old.stored.again is None:
        fresh = lobby.start(
            lobby.again(old.stored, caller.client, RULES_VERSION), secrets.SystemRandom()
        )
        # First the new table, then the pointer to it, so that a crash leaves no dangling pointer.
        await tables.add(fresh)
        old = await tables.change(
            table_id,
            lambda stored: stored if stored.again else replace(stored, again=fresh.id),
        )
    table = await tables.get(old.stored.again or table_id)
    return caller.reply(tables.update(table, caller.client), 201)
