"""One's own statistics."""

from fastapi import Request

from praefectus.server.context import CallerDep
from praefectus.server.fair_queue import Owner
from praefectus.server.routes.common import Router, errors
from praefectus.server.routes.record_work import asker
from praefectus.server.sending import Answer
from praefectus.wire.statistics import Statistics

router = Router(prefix="/api/statistics", tags=["statistics"])


@router.get("", responses=errors(503))
async def own_statistics(request: Request, caller: CallerDep) -> Answer[Statistics]:
    """Sum up the games that this person has finished, by board and number of players."""
    owner = Owner(asker(caller.server, request).address, caller.client)
    return caller.reply(await caller.server.statistics.of(owner))
