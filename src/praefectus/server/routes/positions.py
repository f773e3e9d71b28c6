"""Positions as text: looked at, and searched by the engine."""

import asyncio
from collections.abc import Coroutine
from typing import Annotated, Any, TypeVar, cast

from fastapi import Query, Request

from praefectus.errors import PositionError
from praefectus.game import Game
from praefectus.review.analysis import open_position, text_of
from praefectus.server.branches import NoBranchError, cut
from praefectus.server.context import ServerDep
from praefectus.server.errors import ApiError
from praefectus.server.live_table import beginning_of
from praefectus.server.requests import AnalysePosition, ShowPosition
from praefectus.server.routes.common import IdPath, Router, errors
from praefectus.server.routes.record_work import asker
from praefectus.server.sending import Answer, json_response
from praefectus.view import Eyes, explanation_view, game_view
from praefectus.wire.analysis import Analysis, PositionView
from praefectus.wire.answers import GameOptions

router = Router(prefix="/api", tags=["analysis"])
T = TypeVar("T")
_BODY = (400, 403, 411, 413, 415)


@router.post("/positions", responses=errors(*_BODY))
async def show_position(body: ShowPosition) -> Answer[PositionView]:
    """Return the position of a text as the board shows it."""
    game = opened(body.position)
    return json_response(_view(game, text_of(game, body.position)))


@router.get("/tables/{table_id}/position", responses=errors(403, 404, 409))
async def table_position(
    table_id: IdPath, server: ServerDep, turn: Annotated[int, Query(ge=0, le=100_000)] = 0
) -> Answer[PositionView]:
    """Return the position after some turns of a finished game; those of a running game are for nobody."""
    table = await server.tables.get(table_id)
    table.check_rules()
    stored = table.stored
    if stored.status != "finished":
        raise ApiError("analysis/running", "a game can be analysed when it is over")
    try:
        part = await asyncio.to_thread(cut, beginning_of(stored), list(table.actions), turn, [])
    except NoBranchError as error:
        raise ApiError("setup/invalid", str(error)) from error
    game = part.beginning.game()
    for text in part.actions:
        game.play(text)
    return json_response(_view(game, game.position_text()))


@router.post("/analysis", responses=errors(*_BODY, 503))
async def analyse(body: AnalysePosition, request: Request, server: ServerDep) -> Answer[Analysis]:
    """Search a position with so many simulations. A page asks for more and more; who goes away stops it."""
    game = opened(body.position)
    search = server.analyses.analyse(
        text_of(game, body.position), body.simulations, asker(server, request)
    )
    return json_response(await _unless_gone(request, search))


def opened(text: str) -> Game:
    """Return the game at a position. Raises ApiError with the reason if there is no such position."""
    try:
        return open_position(text)
    except PositionError as error:
        why = None if error.explanation is None else explanation_view(error.explanation)
        raise ApiError("position/invalid", str(error), explanation=why) from error


def _view(game: Game, text: str) -> PositionView:
    return {
        "position": text,
        "options": cast("GameOptions", game.options.as_json()),
        "game": game_view(game, Eyes(None, open_hands=True)),
    }


async def _unless_gone(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what `work` returns; it is cancelled if the client goes away before."""

    async def gone() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass

    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise ApiError("server/busy", "whoever asked has gone")
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()
