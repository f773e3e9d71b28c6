"""Shared games: an address that anybody may open, until the host withdraws it."""

import secrets
from dataclasses import replace
from typing import cast

import orjson
from fastapi import Request
from starlette.responses import Response

from praefectus.server import lobby
from praefectus.server.context import CallerDep, Server, ServerDep
from praefectus.server.errors import ApiError
from praefectus.server.live_table import LiveTable, beginning_of
from praefectus.server.replay import Played, replay_game
from praefectus.server.requests import Empty, is_random_id
from praefectus.server.routes.common import WRITE, AfterQuery, IdPath, Router, TokenPath, errors
from praefectus.server.routes.record_work import asker, in_worker
from praefectus.server.sending import Answer, json_response, long_response
from praefectus.server.stored import StoredTable
from praefectus.view import Eyes
from praefectus.wire.answers import Replay
from praefectus.wire.record import RecordDocument
from praefectus.wire.review import ReviewProgress
from praefectus.wire.table import SharedGame, TableUpdate

router = Router(prefix="/api", tags=["shared games"])


@router.post("/tables/{table_id}/share", responses=errors(404, *WRITE))
async def share_table(table_id: IdPath, body: Empty, caller: CallerDep) -> Answer[TableUpdate]:  # noqa: ARG001
    """Give a finished game an address that anybody may open; only the host can."""
    return await _change(table_id, caller, secrets.token_urlsafe(12))


@router.delete("/tables/{table_id}/share", responses=errors(404, *WRITE))
async def withdraw_table(table_id: IdPath, body: Empty, caller: CallerDep) -> Answer[TableUpdate]:  # noqa: ARG001
    """Withdraw the address of a shared game; shared again, it gets another one."""
    answer = await _change(table_id, caller, None)
    caller.server.pictures.forget(table_id)
    return answer


async def _change(table_id: str, caller: CallerDep, token: str | None) -> Answer[TableUpdate]:
    tables = caller.server.tables

    def plan(stored: StoredTable) -> StoredTable:
        lobby.check_host(stored, caller.client)
        if stored.status != "finished":
            raise ApiError("table/not-finished", "a game can be shared when it is over")
        if (stored.shared is None) == (token is None):
            return stored
        return replace(stored, shared=token)

    table = await tables.change(table_id, plan)
    return caller.reply(tables.update(table, caller.client))


@router.get("/shared/{token}", responses=errors(404))
async def shared_game(token: TokenPath, server: ServerDep) -> Answer[SharedGame]:
    """Return what a shared game is: who played, and how it ended."""
    table = await find_shared(server, token)
    return json_response(_about(table))


@router.get("/shared/{token}/replay", responses=errors(404, 409, 503))
async def shared_replay(token: TokenPath, request: Request, server: ServerDep) -> Answer[Replay]:
    """Return the replay of a shared game."""
    table = await find_shared(server, token)
    table.check_rules()
    stored = table.stored
    names = [seat.name for seat in stored.seats]
    eyes = Eyes(None, open_hands=True)
    played = Played(beginning_of(stored), list(table.actions), eyes, stored.name, names)
    replay = await in_worker(server, asker(server, request), replay_game, played)
    return await long_response(request, cast("Replay", orjson.Fragment(replay)))


@router.get("/shared/{token}/record", responses=errors(404, 409))
async def shared_record(token: TokenPath, server: ServerDep) -> Answer[RecordDocument]:
    """Return the record of a shared game."""
    table = await find_shared(server, token)
    name = f"{token}.concordia.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Answer(table.record(), headers=headers)


@router.post("/shared/{token}/review", responses=errors(404, 503, *WRITE))
async def ask_shared_review(
    token: TokenPath,
    request: Request,
    server: ServerDep,
    body: Empty,  # noqa: ARG001
) -> Answer[ReviewProgress]:
    """Begin the review of a shared game, if it was not begun before."""
    table = await find_shared(server, token)
    progress = await server.reviews.ask_for_table(table.stored.id, asker(server, request))
    return json_response({**progress, "key": token})


@router.get("/shared/{token}/review", responses=errors(404, 409, 503))
async def shared_review(
    token: TokenPath, request: Request, server: ServerDep, after: AfterQuery = 0
) -> Answer[ReviewProgress]:
    """Return the review of a shared game as far as it is, from a turn on."""
    table = await find_shared(server, token)
    progress = await server.reviews.of_table(table.stored.id, after)
    return await long_response(request, {**progress, "key": token})


async def shared_picture(request: Request) -> Response:
    """Return a picture of a shared game for messengers: the final board and the points."""
    server: Server = request.app.state.server
    table = await find_shared(server, request.path_params["token"])
    table.check_rules()
    tag = f'"{server.pictures.tag(table)}"'
    headers = {
        # Whoever keeps it asks whether the game is still shared, which costs next to nothing.
        "Cache-Control": "public, no-cache",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "ETag": tag,
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    picture = await server.pictures.draw(table, asker(server, request))
    return Response(picture, media_type="image/png", headers=headers)


async def find_shared(server: Server, token: str) -> LiveTable:
    """Return the table whose game is shared at an address. Raises ApiError if none is, or not any more."""
    table_id = await server.store.by_share(token) if is_random_id(token) else None
    table = None if table_id is None else await server.tables.get(table_id)
    # A running game is never shared, whatever the database says.
    if table is None or table.stored.shared != token or table.stored.status != "finished":
        raise ApiError(
            "share/not-found", "no game is shared here: the address is wrong, or withdrawn"
        )
    return table


def _about(table: LiveTable) -> SharedGame:
    stored = table.stored
    return {
        "name": stored.name,
        "map": stored.options.map,
        "seats": [{"name": seat.name, "color": seat.color} for seat in stored.seats],
        "turns": stored.turn,
        "has_record": stored.has_record,
    }
