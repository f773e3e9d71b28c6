"""The pictures of shared games, drawn once by a worker and kept for whoever asks next.

A picture depends on nothing but what it shows of a finished game, so it never changes; what it shows is its tag. Messengers ask
several times at once: all of them wait for one worker.
"""

import asyncio
import base64
import hashlib
from collections import OrderedDict

from praefectus import __version__
from praefectus.server.errors import ApiError
from praefectus.server.fair_queue import Owner, Priority
from praefectus.server.jobs import NOT_DONE, Jobs
from praefectus.server.live_table import LiveTable
from praefectus.server.picture import picture_of
from praefectus.server.picture_work import draw_picture

# Seconds until a picture fails; somebody waits for it.
_SECONDS = 20.0
# Bytes of all pictures that are kept: about a hundred.
_MOST_BYTES = 16_000_000
_TAG_LENGTH = 32


class Pictures:
    """Has pictures drawn, and keeps those that were asked for lately."""

    def __init__(self, jobs: Jobs, most_bytes: int = _MOST_BYTES) -> None:
        self._jobs = jobs
        self._most_bytes = most_bytes
        # By table, with their tags; the one that was not asked for the longest comes first.
        self._kept: OrderedDict[str, tuple[str, bytes]] = OrderedDict()
        self._bytes = 0
        self._drawing: dict[str, asyncio.Task[bytes]] = {}

    def tag(self, table: LiveTable) -> str:
        """Return what tells a table's picture from any other. Raises ApiError if the game is not over."""
        return _tag(picture_of(table))

    async def draw(self, table: LiveTable, owner: Owner) -> bytes:
        """Return the picture of a table's finished game as PNG."""
        shown, table_id = picture_of(table), table.stored.id
        tag = _tag(shown)
        kept_tag, picture = self._kept.get(table_id, ("", b""))
        if kept_tag == tag:
            self._kept.move_to_end(table_id)
            return picture
        drawing = self._drawing.get(tag)
        if drawing is None:
            drawing = asyncio.create_task(self._drawn(table_id, tag, shown, owner))
            self._drawing[tag] = drawing
            drawing.add_done_callback(lambda _: self._drawing.pop(tag, None))
        # Who goes away does not take the picture from the others.
        return await asyncio.shield(drawing)

    def forget(self, table_id: str) -> None:
        """Forget the picture of a game that is no longer shared."""
        _, picture = self._kept.pop(table_id, ("", b""))
        self._bytes -= len(picture)

    async def _drawn(self, table_id: str, tag: str, shown: str, owner: Owner) -> bytes:
        try:
            drawn = await self._jobs.run(
                draw_picture,
                shown,
                seconds=_SECONDS,
                priority=Priority.PERSON_WAITS,
                owner=owner,
            )
        except NOT_DONE as error:
            raise ApiError("server/busy", "there was no time for the picture; try again") from error
        picture = base64.b64decode(drawn)
        self.forget(table_id)
        self._kept[table_id] = (tag, picture)
        self._bytes += len(picture)
        while self._bytes > self._most_bytes:
            self.forget(next(iter(self._kept)))
        return picture


def _tag(shown: str) -> str:
    # Another version may draw the same otherwise.
    return hashlib.sha256(f"{__version__} {shown}".encode()).hexdigest()[:_TAG_LENGTH]
