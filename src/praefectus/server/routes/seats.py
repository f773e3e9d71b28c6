"""Invitations, and who sits where."""

import time

from praefectus.server import lobby
from praefectus.server.absence import is_replaceable, patience_in_words
from praefectus.server.context import Caller, CallerDep
from praefectus.server.errors import ApiError
from praefectus.server.live_table import LiveTable
from praefectus.server.requests import ChangeSeat, Empty, JoinTable, ReplaceSeat
from praefectus.server.routes.common import WRITE, IdPath, Router, SeatPath, TokenPath, errors
from praefectus.server.routes.tables import start_if_full
from praefectus.server.sending import Answer
from praefectus.server.stored import StoredTable
from praefectus.wire.table import InvitationView, TableUpdate

router = Router(prefix="/api", tags=["seats"])
_SEAT = "/tables/{table_id}/seats/{seat}"


async def _invited(token: str, caller: Caller) -> LiveTable:
    table_id = await caller.server.store.by_invitation(token)
    if table_id is None:
        raise ApiError("invitation/not-found", "there is no such invitation")
    return await caller.server.tables.get(table_id)


def _reply(caller: Caller, table: LiveTable) -> Answer[TableUpdate]:
    return caller.reply(caller.server.tables.update(table, caller.client))


@router.get("/invitations/{token}", responses=errors(404, 409))
async def get_invitation(token: TokenPath, caller: CallerDep) -> Answer[InvitationView]:
    """Return what an invitation is for."""
    stored = (await _invited(token, caller)).stored
    kept = await caller.server.upkeep.kept([stored.id])
    lobby_open = stored.status == "lobby"
    return caller.reply(
        {
            "table": caller.summary(stored, kept[stored.id]),
            "open_seats": [
                number
                for number, seat in enumerate(stored.seats)
                if lobby_open and seat.kind == "open"
            ],
            "seated": bool(stored.owned_by(caller.client)),
        }
    )


@router.post("/invitations/{token}", responses=errors(404, *WRITE))
async def join_table(token: TokenPath, body: JoinTable, caller: CallerDep) -> Answer[TableUpdate]:
    """Take an open seat; the last one starts the game."""
    table = await _invited(token, caller)
    table = await caller.server.tables.change(
        table.stored.id, lambda stored: start_if_full(lobby.join(stored, caller.client, body))
    )
    return _reply(caller, table)


@router.patch(_SEAT, responses=errors(404, *WRITE))
async def change_seat(
    table_id: IdPath, seat: SeatPath, body: ChangeSeat, caller: CallerDep
) -> Answer[TableUpdate]:
    """Change a seat's name, colour, or, for the host in the lobby, who is to play it."""
    exists = caller.server.levels.exists

    def plan(stored: StoredTable) -> StoredTable:
        return lobby.change_seat(stored, caller.client, seat, body, exists)

    return _reply(caller, await caller.server.tables.change(table_id, plan))


@router.post(f"{_SEAT}/leave", responses=errors(404, *WRITE))
async def leave_seat(
    table_id: IdPath,
    seat: SeatPath,
    body: Empty,  # noqa: ARG001
    caller: CallerDep,
) -> Answer[TableUpdate]:
    """Give up a seat: in the lobby it is open again, in a game a bot takes over."""
    level = caller.server.levels.default
    table = await caller.server.tables.change(
        table_id, lambda stored: lobby.leave(stored, caller.client, seat, level)
    )
    return _reply(caller, table)


@router.post(f"{_SEAT}/replace", responses=errors(404, *WRITE))
async def replace_seat(
    table_id: IdPath, seat: SeatPath, body: ReplaceSeat, caller: CallerDep
) -> Answer[TableUpdate]:
    """Let a bot take over the caller's seat, or that of somebody absent; the owner may take it back."""
    tables = caller.server.tables

    def plan(stored: StoredTable) -> StoredTable:
        is_absent = is_replaceable(
            stored,
            caller.client,
            seat,
            connected=tables.is_connected(table_id, lobby.get_seat(stored, seat)),
            patience=tables.absent_seconds,
            now=time.time(),
        )
        return lobby.replace_by_bot(
            stored,
            caller.client,
            seat,
            body.level,
            caller.server.levels.exists,
            is_absent=is_absent,
            patience=patience_in_words(tables.absent_seconds),
        )

    return _reply(caller, await tables.change(table_id, plan))


@router.post(f"{_SEAT}/claim", responses=errors(404, *WRITE))
async def claim_seat(
    table_id: IdPath,
    seat: SeatPath,
    body: Empty,  # noqa: ARG001
    caller: CallerDep,
) -> Answer[TableUpdate]:
    """Take a seat back from the bot that plays it."""
    table = await caller.server.tables.change(
        table_id, lambda stored: lobby.claim(stored, caller.client, seat)
    )
    return _reply(caller, table)
