"""The tutorial's prepared positions."""

from dataclasses import replace
from typing import Annotated

from fastapi import Path

from praefectus.rules import RULES_VERSION
from praefectus.server import lessons
from praefectus.server.context import CallerDep
from praefectus.server.requests import OpenLesson, Slug
from praefectus.server.routes.common import WRITE, Router, errors
from praefectus.server.sending import Answer
from praefectus.wire.table import TableUpdate

router = Router(prefix="/api/lessons", tags=["tables"])
LessonPath = Annotated[Slug, Path(description="a lesson's id")]


@router.post("/{lesson}", status_code=201, responses=errors(404, *WRITE))
async def open_lesson(
    lesson: LessonPath, body: OpenLesson, caller: CallerDep
) -> Answer[TableUpdate]:
    """Make a table at a prepared position of the tutorial, with this browser to move."""
    server = caller.server
    stored, actions = lessons.opened(lesson, body, caller.client, RULES_VERSION, server.levels)
    await server.upkeep.check_quota(caller.client, caller.origin)
    table = await server.tables.add(replace(stored, origin=caller.origin), actions)
    return caller.reply(server.tables.update(table, caller.client), 201)
