"""Positions set up by hand: laid out from a start or a text, and checked while they are changed."""

from typing import Annotated

from fastapi import Body

from praefectus.arrangement import arrange, check
from praefectus.errors import PositionError, SetupError
from praefectus.opening import draw
from praefectus.options import make
from praefectus.server.errors import ApiError
from praefectus.server.requests import ShowPosition, StartPosition, rule_options
from praefectus.server.routes.common import Router, errors
from praefectus.server.routes.positions import opened
from praefectus.server.sending import Answer, json_response
from praefectus.wire.arrangement import Arrangement, CheckedArrangement

router = Router(prefix="/api/positions", tags=["analysis"])
_BODY = (400, 403, 411, 413, 415)
# Any deal will do, and the same one is easier to come back to: people lay out their own.
_SEED = 1


@router.post("/start", responses=errors(*_BODY))
async def start_position(body: StartPosition) -> Answer[Arrangement]:
    """Return the start of a game, to be changed by hand."""
    try:
        options = make(body.map, body.players, rule_options(body))
    except SetupError as error:
        raise ApiError("setup/invalid", str(error)) from error
    return json_response(arrange(draw(options, _SEED)))


@router.post("/arrangement", responses=errors(*_BODY))
async def arrange_position(body: ShowPosition) -> Answer[Arrangement]:
    """Return the position of a text, to be changed by hand."""
    return json_response(arrange(opened(body.position).position))


@router.post("/check", responses=errors(*_BODY))
async def check_position(body: Annotated[Arrangement, Body()]) -> Answer[CheckedArrangement]:
    """Return the text of a position that was set up by hand, or why no game can come to it."""
    try:
        return json_response(check(body))
    except PositionError as error:
        raise ApiError("position/invalid", str(error)) from error
