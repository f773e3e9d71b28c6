"""Reference data: bots, boards, cards, rules."""

from praefectus.server.context import ServerDep
from praefectus.server.routes.common import Router, errors
from praefectus.server.sending import Answer, json_response
from praefectus.wire.answers import BotLevel, BotList, MapList, Reference

router = Router(prefix="/api", tags=["reference"])

_CACHED = {"Cache-Control": "public, max-age=300"}


@router.get("/bots", responses=errors())
async def list_bots(server: ServerDep) -> Answer[BotList]:
    """List the levels of bots."""
    levels = server.levels
    bots: list[BotLevel] = [
        {
            "id": level.id,
            "seconds": level.turn_seconds,
            "rating": level.rating,
            "has_styles": level.has_styles,
        }
        for level in levels.all
    ]
    return json_response({"bots": bots, "default": levels.default, "styles": levels.styles})


@router.get("/maps", responses=errors())
async def list_maps(server: ServerDep) -> Answer[MapList]:
    """List the boards there are, with the names of their places."""
    return json_response(server.maps, headers=_CACHED)


@router.get("/reference", responses=errors())
async def get_reference(server: ServerDep) -> Answer[Reference]:
    """Return boards, cards, gods and rule ids."""
    return json_response(server.reference, headers=_CACHED)
