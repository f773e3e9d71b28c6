"""What a request needs: the parts of the running server, and the client that asks."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Request

from praefectus.server.driver import Driver
from praefectus.server.hints import Hints
from praefectus.server.hub import Hub
from praefectus.server.identity import Identity, new_client
from praefectus.server.levels import Levels
from praefectus.server.registry import TableRegistry
from praefectus.server.sending import Answer, Document, json_response
from praefectus.server.settings import Settings
from praefectus.server.store import Store
from praefectus.server.supervision import Supervisor
from praefectus.server.worker_pool import WorkerPool
from praefectus.wire.answers import MapList, Reference


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
    pool: WorkerPool
    supervisor: Supervisor
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

    def reply(self, document: Document, status: int = 200) -> Answer[Document]:
        """Answer with a document, and with the cookie."""
        response = json_response(document, status)
        self.server.identity.write(response, self.client, secure=self.secure)
        return response


async def calling(request: Request) -> Caller:
    """Return the client of a request that may need a seat."""
    server: Server = request.app.state.server
    client = server.identity.read(request) or new_client()
    return Caller(server, client, secure=request.url.scheme == "https")


async def watching(request: Request) -> str | None:
    """Return the client of a request that needs no seat; spectators may have no cookie."""
    server: Server = request.app.state.server
    return server.identity.read(request)


ServerDep = Annotated[Server, Depends(running)]
CallerDep = Annotated[Caller, Depends(calling)]
WatcherDep = Annotated[str | None, Depends(watching)]
