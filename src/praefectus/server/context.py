"""What a request needs: the parts of the running server, and the client that asks."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request
from starlette.types import Scope

from praefectus.server.admission import client_address
from praefectus.server.analyses import Analyses
from praefectus.server.driver import Driver
from praefectus.server.hints import Hints
from praefectus.server.hub import Hub
from praefectus.server.identity import Identity, new_client
from praefectus.server.jobs import Jobs
from praefectus.server.levels import Levels
from praefectus.server.metrics import Metrics
from praefectus.server.own_statistics import OwnStatistics
from praefectus.server.pictures import Pictures
from praefectus.server.present import summary_view
from praefectus.server.puzzles import Puzzles
from praefectus.server.registry import TableRegistry
from praefectus.server.reviews import Reviews
from praefectus.server.sending import Answer, Document, json_response
from praefectus.server.settings import Settings
from praefectus.server.store import Store
from praefectus.server.stored import Kept, StoredTable
from praefectus.server.supervision import Supervisor
from praefectus.server.upkeep import Upkeep
from praefectus.wire.answers import MapList, Reference
from praefectus.wire.table import TableSummary


@dataclass(frozen=True)
class Server:
    """The running server."""

    settings: Settings
    store: Store
    identity: Identity
    hub: Hub
    tables: TableRegistry
    levels: Levels
    driver: Driver
    hints: Hints
    reviews: Reviews
    puzzles: Puzzles
    statistics: OwnStatistics
    analyses: Analyses
    pictures: Pictures
    jobs: Jobs
    supervisor: Supervisor
    metrics: Metrics
    upkeep: Upkeep
    reference: Reference
    maps: MapList


# Coroutines although they await nothing: FastAPI runs plain functions in a thread, which costs more than the work.
async def running(request: Request) -> Server:
    """Return the server that received a request."""
    server: Server = request.app.state.server
    return server


@dataclass(frozen=True)
class Caller:
    """The client: a browser identified by its cookie, which it receives now if it had none."""

    server: Server
    client: str
    secure: bool
    # Stands for the address that the request came from.
    origin: str
    # Whether the answer leaves the browser's cookie as it is.
    keeps_cookie: bool = False

    def summary(self, stored: StoredTable, kept: Kept) -> TableSummary:
        """Return a table for a list of this client's."""
        tables = self.server.tables
        return summary_view(
            stored,
            self.client,
            tables.connected(stored),
            tables.absent_seconds,
            kept,
        )

    def reply(self, document: Document, status: int = 200) -> Answer[Document]:
        """Answer with a document, and with the cookie."""
        response = json_response(document, status)
        if not self.keeps_cookie:
            self.server.identity.write(response, self.client, secure=self.secure)
        return response


async def calling(request: Request) -> Caller:
    """Return the client of a request that may need a seat."""
    server: Server = request.app.state.server
    return caller_of(server, request.scope, server.identity.read(request.scope))


def caller_of(server: Server, scope: Scope, client: str | None) -> Caller:
    """Return who sent a request with a scope, new here if they have no cookie of ours."""
    return Caller(
        server,
        client or new_client(),
        secure=scope["scheme"] == "https",
        origin=server.identity.mark(client_address(scope)),
        # Who only looks needs no new cookie in the place of one whose secret we don't know.
        keeps_cookie=client is None
        and scope["method"] == "GET"
        and server.identity.has_unreadable(scope),
    )


async def watching(request: Request) -> str | None:
    """Return the client of a request that needs no seat; spectators may have no cookie."""
    server: Server = request.app.state.server
    return server.identity.read(request.scope)


ServerDep = Annotated[Server, Depends(running)]
CallerDep = Annotated[Caller, Depends(calling)]
WatcherDep = Annotated[str | None, Depends(watching)]
