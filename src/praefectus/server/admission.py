"""The checks that every request passes before the application sees it, and the headers of every answer.

Plain ASGI, which costs microseconds per request. In order: security headers on the answer, the right origin and
media type for requests that change something, the client's rate, the size of the body.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from typing import TypeAlias
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from praefectus.server.errors import STATUS, error_body
from praefectus.server.ratelimit import RateLimit
from praefectus.server.sending import json_response
from praefectus.server.settings import Limits

# Styles may be inline (SVG drawn from data sets them); scripts may not, nor may anything come from elsewhere.
_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}
_RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in _HEADERS.items()]
READ_ONLY = (
    "this server is read-only at the moment: games can be watched but not played; try again later"
)
# Marks the scope of a request that was let in before it came here.
ADMITTED = "praefectus.admitted"
Header: TypeAlias = tuple[bytes, bytes]
HeaderMap: TypeAlias = Mapping[bytes, bytes]
# A code, a sentence, and the seconds to wait.
Refusal: TypeAlias = tuple[str, str, float]
_HARMLESS = ("GET", "HEAD", "OPTIONS")
# What costs more than sending a file: the page of a shared game asks the database.
_COUNTED = ("/api/", "/shared/")
# Tables at prepared positions are opened below them.
_OPENING = ("/api/lessons/", "/api/puzzles/")
# Where whole records are sent.
_RECORDS = ("/api/replays", "/api/branches", "/api/reviews", "/api/puzzles")
# What is sent there is only looked at and answered.
_ANSWERED = ("/api/replays", "/api/positions", "/api/analysis", "/hint")
_ANSWERED_BELOW = "/api/positions/"


def same_origin(headers: HeaderMap) -> bool:
    """Tell whether a request was sent by our own pages, as far as browsers say."""
    origin = headers.get(b"origin")
    if origin is None:
        return True
    return _network_location(origin) == headers.get(b"host", b"").decode("latin-1")


@lru_cache(maxsize=100)
def _network_location(origin: bytes) -> str | None:
    try:
        return urlsplit(origin.decode("latin-1")).netloc
    except ValueError:  # half an IPv6 address: no browser sends it
        return None


def client_address(scope: Scope) -> str:
    """Return the address that a request came from (uvicorn has already resolved trusted proxies).

    For IPv6 this is the network: a household has a whole /64 and could use a new address for every request.
    """
    client = scope.get("client")
    return address_key(client[0]) if client else "?"


@lru_cache(maxsize=10_000)
def address_key(host: str) -> str:
    """Return the key under which an address is counted."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        mapped = address.ipv4_mapped
        return str(mapped) if mapped else str(ip_network((address, 64), strict=False))
    return host


class Gate:
    """Decides which requests are let in. Knows the rates of all clients and addresses."""

    def __init__(self, limits: Limits, *, read_only: bool = False) -> None:
        self._read_only = read_only
        self._limits = limits
        self._clients = RateLimit(limits.requests_per_second, limits.requests_at_once)
        self._strangers = RateLimit(limits.strangers_per_second, limits.strangers_at_once)
        self._addresses = RateLimit(limits.address_per_second, limits.address_at_once)
        self._heavy = RateLimit(limits.heavy_per_second, limits.heavy_at_once)
        self._connects = RateLimit(limits.connects_per_second, limits.connects_at_once)
        self._hints = RateLimit(limits.hints_per_second, limits.hints_at_once)

    def wait_to_connect(self, address: str) -> float:
        """Return 0, or the seconds until a socket may be opened."""
        return self._connects.take(address)

    def refuse(self, scope: Scope, headers: HeaderMap, client: str | None) -> Refusal | None:
        """Return why a request is not let in, or None."""
        method, path = scope["method"], scope["path"]
        if not path.startswith(_COUNTED):
            return None
        wait = self._wait(client, client_address(scope), method, path)
        if wait:
            return _too_many(wait)
        if self._read_only and _changes(method, path):
            return "server/read-only", READ_ONLY, 0
        if method in _HARMLESS:
            return None
        if not same_origin(headers):
            return "request/origin", "only pages of this server may do that", 0
        if b"transfer-encoding" in headers:
            return "request/length", "the request needs a Content-Length header", 0
        # The HTTP server makes sure that the body isn't longer than its declared length.
        length = headers.get(b"content-length", b"0")
        limit = self._body_limit(path)
        if not length.isdigit() or int(length) > limit:
            return "request/too-large", f"the body may have at most {limit} bytes", 0
        media = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        # Only JSON: a form of another site can't send it without a preflight request.
        if media != b"application/json":
            return "request/media-type", "the body must be application/json", 0
        return None

    def refuse_turn(self, client: str | None, address: str) -> Refusal | None:
        """Return why a decision that comes over a socket is not let in, or None. It counts like any request."""
        wait = self._wait_for_any(client, address)
        if wait:
            return _too_many(wait)
        return ("server/read-only", READ_ONLY, 0) if self._read_only else None

    def _wait_for_any(self, client: str | None, address: str) -> float:
        wait = self._clients.take(client) if client else self._strangers.take(address)
        return wait or self._addresses.take(address)

    def _wait(self, client: str | None, address: str, method: str, path: str) -> float:
        wait = self._wait_for_any(client, address)
        if not wait and _is_heavy(method, path):
            wait = self._heavy.take(address)
        if not wait and method == "POST" and path.endswith("/hint"):
            wait = self._hints.take(address)
        return wait

    def _body_limit(self, path: str) -> int:
        return self._limits.record_bytes if path in _RECORDS else self._limits.body_bytes


def _too_many(wait: float) -> Refusal:
    return "rate/limited", "too many requests, wait a little", wait


class Admission:
    """The middleware. `identity` comes with the start of the application."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "websocket":
            wait = self._gate.wait_to_connect(client_address(scope))
            if wait:
                refusal = "rate/limited", "too many connections, wait a little", wait
                await refusal_response(refusal)(scope, receive, send)
                return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = safe_headers(message.get("headers", ()), scope["path"])
            await send(message)

        refused = None
        if ADMITTED not in scope:
            # The page is there before the server is, and needs no cookie.
            identity = getattr(scope["app"].state, "identity", None)
            client = identity.read(scope) if identity else None
            refused = self._gate.refuse(scope, first_headers(scope), client)
        if refused is not None:
            await refusal_response(refused)(scope, receive, send_safely)
            return
        await self._app(scope, receive, send_safely)


def first_headers(scope: Scope) -> HeaderMap:
    """Return the headers by name in lower case; of several with one name, the first."""
    return dict(reversed(scope["headers"]))


def safe_headers(headers: Iterable[Header], path: str) -> list[Header]:
    """Return the headers of an answer with those that every answer has."""
    given = list(headers)
    names = {name for name, _ in given}
    given += [each for each in _RAW_HEADERS if each[0] not in names]
    if b"cache-control" not in names and path.startswith("/api/"):
        given.append((b"cache-control", b"no-store"))
    return given


def _changes(method: str, path: str) -> bool:
    """Tell whether a request may change what is stored; the rest is only read and answered."""
    answered = path.endswith(_ANSWERED) or path.startswith(_ANSWERED_BELOW)
    return method not in _HARMLESS and not answered


def _is_heavy(method: str, path: str) -> bool:
    if method == "POST":
        return (
            path in ("/api/tables", "/api/analysis", *_RECORDS)
            or path.startswith(_OPENING)
            or path.endswith(("/again", "/branch", "/review", "/puzzle", "/answer"))
        )
    return path.endswith(("/replay", "/record", "/position", "/picture.png"))


def refusal_response(refusal: Refusal) -> Response:
    """Return the answer to a request that is not let in."""
    code, message, wait = refusal
    response = json_response(error_body(code, message), STATUS[code])
    if wait:
        response.headers["Retry-After"] = str(ceil(wait))
    return response
