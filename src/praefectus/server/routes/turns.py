"""Playing: the tentative turn, its end, and why something can't be done."""

from praefectus.explanation import Explanation
from praefectus.prospects import prospects
from praefectus.server.context import Caller, CallerDep, ServerDep, WatcherDep
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import Owner
from praefectus.server.live_table import LiveTable
from praefectus.server.present import seen_version
from praefectus.server.registry import Planner
from praefectus.server.requests import Decide, Versioned
from praefectus.server.routes.common import WRITE, IdPath, MaybeAfter, Router, WordsQuery, errors
from praefectus.server.sending import Answer, as_sent, json_response
from praefectus.view import explanation_view
from praefectus.wire.answers import HintList
from praefectus.wire.prospects import Prospects
from praefectus.wire.table import TableUpdate
from praefectus.wire.view import ExplanationView

router = Router(prefix="/api/tables/{table_id}", tags=["turns"])
_RESPONSES = errors(404, *WRITE)


def deciding(words: str) -> Planner:
    """Return what plans to take a decision, or to end the turn."""
    return LiveTable.end if words == "end" else lambda table: table.decide(words)


async def _act(
    caller: Caller, table_id: str, version: int, planner: Planner, after: int | None
) -> Answer[TableUpdate]:
    tables, client = caller.server.tables, caller.client
    table, known = await tables.act(table_id, client, version, planner, after)
    text = tables.update_text(table, client, None, known if after is None else after)
    return caller.reply(as_sent(text, TableUpdate))


@router.post("/decide", responses=_RESPONSES)
async def decide(
    table_id: IdPath, body: Decide, caller: CallerDep, after: MaybeAfter = None
) -> Answer[TableUpdate]:
    """Take a decision on top of the tentative turn; `end` ends it."""
    return await _act(caller, table_id, body.version, deciding(body.decision), after)


@router.post("/undo", responses=_RESPONSES)
async def undo(
    table_id: IdPath, body: Versioned, caller: CallerDep, after: MaybeAfter = None
) -> Answer[TableUpdate]:
    """Take the last tentative decision back."""
    return await _act(caller, table_id, body.version, LiveTable.undo, after)


@router.post("/redo", responses=_RESPONSES)
async def redo(
    table_id: IdPath, body: Versioned, caller: CallerDep, after: MaybeAfter = None
) -> Answer[TableUpdate]:
    """Take an undone decision again."""
    return await _act(caller, table_id, body.version, LiveTable.redo, after)


@router.post("/restart", responses=_RESPONSES)
async def restart(
    table_id: IdPath, body: Versioned, caller: CallerDep, after: MaybeAfter = None
) -> Answer[TableUpdate]:
    """Take all tentative decisions back."""
    return await _act(caller, table_id, body.version, LiveTable.restart, after)


@router.post("/end", responses=_RESPONSES)
async def end(
    table_id: IdPath, body: Versioned, caller: CallerDep, after: MaybeAfter = None
) -> Answer[TableUpdate]:
    """Commit the tentative turn, all or nothing."""
    return await _act(caller, table_id, body.version, LiveTable.end, after)


@router.post("/hint", responses=errors(404, *WRITE, 503))
async def hint(table_id: IdPath, body: Versioned, caller: CallerDep) -> Answer[HintList]:
    """Give the best turns from here; changes nothing."""
    asker = Owner(caller.origin, caller.client)
    return caller.reply(await caller.server.hints.give(table_id, asker, body.version))


@router.get("/explain", responses=errors(403, 404, 409))
async def explain(
    table_id: IdPath, server: ServerDep, client: WatcherDep, decision: WordsQuery
) -> Answer[ExplanationView]:
    """Return why the rules allow or forbid a decision now."""

    async def explained() -> Explanation:
        table = await server.tables.get(table_id)
        stored = table.stored
        if stored.status == "playing" and not stored.decides(client):
            # A client may not see another client's tentative turn.
            raise ApiError("action/not-your-turn", f"seat {stored.decider} must decide")
        return table.explain(decision)

    return json_response(explanation_view(await server.tables.surely(table_id, explained)))


@router.get("/prospects", responses=errors(404, 409))
async def get_prospects(
    table_id: IdPath, server: ServerDep, client: WatcherDep
) -> Answer[Prospects]:
    """Return what provinces, cities and cards would bring everybody; with the tentative turn for who decides."""
    table = await server.tables.get(table_id)
    stored = table.stored
    deciding = stored.status == "playing" and stored.decides(client)
    game = table.tried() if deciding else table.game
    if game is None:
        raise ApiError("table/not-started", "the game hasn't begun")
    return json_response(prospects(game, seen_version(stored, client)))
