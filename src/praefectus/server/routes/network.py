"""Opening the server to devices on the local network, for the user of this machine alone."""

from fastapi import Request

from praefectus.errors import PraefectusError
from praefectus.server.context import ServerDep
from praefectus.server.errors import ApiError
from praefectus.server.requests import Empty
from praefectus.server.routes.common import WRITE, Router, errors
from praefectus.server.sending import Answer, json_response
from praefectus.wire.answers import Network

router = Router(prefix="/api/network", tags=["network"])

_HERE = ("127.0.0.1", "::1", "localhost")


def _is_here(request: Request) -> bool:
    """Tell whether a browser on this machine asks, at an address of this machine."""
    return (
        request.client is not None and request.client.host in _HERE and _hostname(request) in _HERE
    )


def _hostname(request: Request) -> str | None:
    try:
        return request.url.hostname
    except ValueError:  # half an IPv6 address
        return None


@router.get("", responses=errors())
async def get_network(request: Request, server: ServerDep) -> Answer[Network]:
    """Return the address for friends nearby, and whether it is open to them."""
    network = server.settings.network
    if network is None or not _is_here(request):
        return json_response({"address": None, "open": False})
    return json_response({"address": network.address(), "open": network.opened is not None})


@router.post("", responses=errors(*WRITE, 503))
async def open_network(_: Empty, request: Request, server: ServerDep) -> Answer[Network]:
    """Let devices on the local network in, until the server stops."""
    network = server.settings.network
    if network is None or not _is_here(request):
        raise ApiError("network/not-here", "only the user of the machine that plays can do that")
    try:
        return json_response({"address": await network.open(), "open": True})
    except PraefectusError as error:
        raise ApiError("network/unavailable", str(error)) from error
