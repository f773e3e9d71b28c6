"""Replays of tables and of uploaded records, and records to download."""

import asyncio
from typing import cast

import orjson
from fastapi import Request

from praefectus.server.context import ServerDep, WatcherDep
from praefectus.server.errors import ApiError
from praefectus.server.live_table import beginning_of
from praefectus.server.present import viewpoint
from praefectus.server.replay import Played, replay_game, replay_record
from praefectus.server.routes.common import IdPath, Router, SeatQuery, errors
from praefectus.server.routes.record_work import RECORD_BODY, asker, in_worker
from praefectus.server.sending import Answer, long_response
from praefectus.view import Eyes
from praefectus.wire.answers import Replay
from praefectus.wire.record import RecordDocument

router = Router(prefix="/api", tags=["replays"])
# Games with more decisions are replayed by a worker; few games of people have as many.
_LONG = 1500


@router.get("/tables/{table_id}/replay", responses=errors(404, 409, 503))
async def replay_table(
    table_id: IdPath,
    request: Request,
    server: ServerDep,
    client: WatcherDep,
    seat: SeatQuery = None,
) -> Answer[Replay]:
    """Return the game so far, one frame per turn, as this browser may see it."""
    table = await server.tables.get(table_id)
    table.check_rules()
    stored = table.stored
    eyes = Eyes(
        viewpoint(stored, client, seat),
        open_hands=stored.hands == "open" or stored.status == "finished",
    )
    played = Played(
        beginning_of(stored),
        list(table.actions),
        eyes,
        stored.name,
        [each.name for each in stored.seats],
    )
    if len(played.actions) > _LONG:
        replay = await in_worker(server, asker(server, request), replay_game, played)
    else:
        # Tens of milliseconds are too long for the event loop; workers may be busy for longer.
        replay = await asyncio.to_thread(replay_game, played, server.settings.replays)
    return await long_response(request, cast("Replay", orjson.Fragment(replay)))


@router.get("/tables/{table_id}/record", responses=errors(404, 409))
async def download_record(table_id: IdPath, server: ServerDep) -> Answer[RecordDocument]:
    """Return the record file of a finished game."""
    table = await server.tables.get(table_id)
    stored = table.stored
    if stored.status != "finished":
        # A record names the cards in the order of the deck.
        raise ApiError("table/not-finished", "the record is available when the game is over")
    return Answer(
        table.record(),
        headers={"Content-Disposition": f'attachment; filename="{stored.id}.concordia.json"'},
    )


@router.post(
    "/replays",
    responses=errors(400, 403, 411, 413, 415, 503),
    openapi_extra=RECORD_BODY,
)
async def upload_record(request: Request, server: ServerDep) -> Answer[Replay]:
    """Return the frames of an uploaded record, checked like any other; nothing is stored."""
    data = await request.body()
    replay = await in_worker(server, asker(server, request), replay_record, data)
    return await long_response(request, cast("Replay", orjson.Fragment(replay)))
