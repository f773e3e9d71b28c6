"""What is there: bots, boards, cards, rules; and that the server is well."""

from fastapi import APIRouter, Response

from praefectus import __version__
from praefectus.rules import RULES_VERSION
from praefectus.server.context import ServerDep, json_response
from praefectus.server.routes.common import errors
from praefectus.server.schemas import BotList, Health, Reference

router = APIRouter(prefix="/api", tags=["reference"])


@router.get("/health", response_model=Health, responses=errors())
async def health(server: ServerDep) -> Response:
    """Say that the server is well, and how much it has to do."""
    return json_response(
        {
            "status": "ok",
            "version": __version__,
            "rules_version": RULES_VERSION,
            "database": server.store.dialect,
            "tables_in_memory": len(server.tables),
            "sockets": server.hub.count(),
        }
    )


@router.get("/bots", response_model=BotList, responses=errors())
async def list_bots(server: ServerDep) -> Response:
    """List the levels there are."""
    levels = server.levels
    bots = [{"id": level.id, "seconds": level.turn_seconds} for level in levels.all]
    return json_response({"bots": bots, "default": levels.default})


@router.get("/reference", response_model=Reference, responses=errors())
async def get_reference(server: ServerDep) -> Response:
    """Return boards, cards, gods and rule ids."""
    return Response(
        server.reference,
        media_type="application/json",
        headers={"Cache-Control": "public, max-age=300"},
    )
