"""The page of a shared game: the same page as everywhere, with what messengers read of it in its head."""

from html import escape

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from praefectus.server.context import Server
from praefectus.server.errors import ApiError
from praefectus.server.live_table import LiveTable
from praefectus.server.picture_work import HEIGHT, WIDTH
from praefectus.server.routes.shares import find_shared
from praefectus.server.static import StaticFiles

_HEAD = "</head>"


class SharePage:
    """Answers `/shared/TOKEN`."""

    def __init__(self, files: StaticFiles) -> None:
        self._files = files

    async def answer(self, request: Request) -> Response:
        """Return the page with the game in its head; 404, but a page, if no game is shared there."""
        server: Server | None = getattr(request.app.state, "server", None)
        page = self._files.page()
        # Until the database is there, the page is; it asks for the game again.
        if page is None or server is None:
            return await self._files.answer(request)
        headers = {"Cache-Control": "no-cache"}
        try:
            table = await find_shared(server, request.path_params["token"])
        except ApiError as error:
            return HTMLResponse(page, status_code=error.status, headers=headers)
        return HTMLResponse(page.replace(_HEAD, _tags(request, table) + _HEAD, 1), headers=headers)


def _tags(request: Request, table: LiveTable) -> str:
    stored = table.stored
    host = request.headers.get("host", "")
    address = f"{request.scope['scheme']}://{host}{request.scope['path']}"
    names = ", ".join(seat.name for seat in stored.seats)
    about = {
        "og:type": "website",
        "og:site_name": "praefectus",
        "og:title": f"Concordia: {stored.name}",
        "og:description": _result(table, names),
        "og:url": address,
        "og:image": f"{address.replace('/shared/', '/api/shared/', 1)}/picture.png",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "twitter:card": "summary_large_image",
    }
    return "".join(
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in about.items()
    )


def _result(table: LiveTable, names: str) -> str:
    """Return names and points, the winner first; only names if the game cannot be replayed any more."""
    if table.game is None or not table.game.is_over:
        return names
    outcome = table.game.outcome()
    seats = table.stored.seats
    return ", ".join(
        f"{seats[number].name} {outcome.points[number]['total']}" for number in outcome.ranking
    )
