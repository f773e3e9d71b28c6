"""Reviews of finished games: of tables, and of uploaded records."""

from fastapi import Request

from praefectus.server.context import ServerDep
from praefectus.server.routes.common import AfterQuery, IdPath, Router, TokenPath, errors
from praefectus.server.routes.record_work import RECORD_BODY, asker
from praefectus.server.sending import Answer, json_response, long_response
from praefectus.wire.review import ReviewProgress

router = Router(prefix="/api", tags=["reviews"])


@router.post("/tables/{table_id}/review", responses=errors(400, 403, 404, 409, 411, 413, 415, 503))
async def review_table(
    table_id: IdPath, request: Request, server: ServerDep
) -> Answer[ReviewProgress]:
    """Begin the review of a finished game; it goes on in the background and is kept with the game."""
    return json_response(await server.reviews.ask_for_table(table_id, asker(server, request)))


@router.get("/tables/{table_id}/review", responses=errors(404, 409, 503))
async def get_review(
    table_id: IdPath, request: Request, server: ServerDep, after: AfterQuery = 0
) -> Answer[ReviewProgress]:
    """Return the review of a finished game as far as it is, from a turn on."""
    return await long_response(request, await server.reviews.of_table(table_id, after))


@router.post(
    "/reviews",
    responses=errors(400, 403, 411, 413, 415, 503),
    openapi_extra=RECORD_BODY,
)
async def review_record(request: Request, server: ServerDep) -> Answer[ReviewProgress]:
    """Begin the review of an uploaded record; it is kept for some days."""
    data = await request.body()
    return json_response(await server.reviews.ask_for_record(data, asker(server, request)))


@router.get("/reviews/{key}", responses=errors(404, 503))
async def get_record_review(
    key: TokenPath, request: Request, server: ServerDep, after: AfterQuery = 0
) -> Answer[ReviewProgress]:
    """Return the review of an uploaded record as far as it is, from a turn on."""
    return await long_response(request, await server.reviews.get(key, after))
