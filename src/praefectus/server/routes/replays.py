"""Replays of tables and of uploaded records, and records to download."""

import asyncio

from fastapi import Request

from praefectus import record as records
from praefectus.errors import RecordError
from praefectus.game import Game
from praefectus.server.context import ServerDep, WatcherDep
from praefectus.server.errors import ApiError
from praefectus.server.live_table import new_game
from praefectus.server.present import viewpoint
from praefectus.server.replay import replay_view
from praefectus.server.routes.common import IdPath, Router, SeatQuery, errors
from praefectus.server.sending import Answer, as_json, long_response
from praefectus.view import Eyes
from praefectus.wire.answers import Replay
from praefectus.wire.record import RecordDocument

router = Router(prefix="/api", tags=["replays"])
_RECORD_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": {"type": "object"}}},
    }
}


@router.get("/tables/{table_id}/replay", responses=errors(404, 409))
async def replay_table(
    table_id: IdPath,
    request: Request,
    server: ServerDep,
    client: WatcherDep,
    seat: SeatQuery = None,
) -> Answer[Replay]:
    """Return the game so far, one frame per turn, as this browser may see it."""
    table = await server.tables.get(table_id)
    stored = table.stored
    eyes = Eyes(
        viewpoint(stored, client, seat),
        open_hands=stored.hands == "open" or stored.status == "finished",
    )
    # A long game takes tens of milliseconds, too long for the event loop.
    view = await asyncio.to_thread(
        _replay,
        new_game(stored),
        list(table.actions),
        eyes,
        stored.name,
        [each.name for each in stored.seats],
    )
    return await long_response(request, view)


@router.get("/tables/{table_id}/record", responses=errors(404, 409))
async def download_record(table_id: IdPath, server: ServerDep) -> Answer[RecordDocument]:
    """Return the record file of a finished game."""
    table = await server.tables.get(table_id)
    stored = table.stored
    if stored.status != "finished":
        # A record names the cards in the order of the deck.
        raise ApiError("table/not-finished", "the record is available when the game is over")
    game = new_game(stored)
    for action in table.actions:
        game.push(action)
    text = records.dumps(game, [seat.name for seat in stored.seats])
    return Answer(
        text, headers={"Content-Disposition": f'attachment; filename="{stored.id}.concordia.json"'}
    )


@router.post(
    "/replays",
    responses=errors(400, 403, 411, 413, 415),
    openapi_extra=_RECORD_BODY,
)
async def replay_record(request: Request) -> Answer[Replay]:
    """Return the frames of an uploaded record, checked like any other; nothing is stored."""
    data = await request.body()
    try:
        view = await asyncio.to_thread(_replay_record, data)
    except RecordError as error:
        raise ApiError("record/invalid", str(error)) from error
    return await long_response(request, view)


def _replay(game: Game, actions: list[int], eyes: Eyes, name: str, seats: list[str]) -> Replay:
    return as_json(replay_view(game, actions, eyes, name, seats))


def _replay_record(data: bytes) -> Replay:
    read = records.loads(data)
    game = read.game
    start = Game.from_setup(game.setup)
    names = [name[:64] for name in read.players]
    return _replay(
        start, game.actions, Eyes(None, open_hands=True), "", names or [""] * game.players
    )
