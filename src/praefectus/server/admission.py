"""The checks that every request passes before the application sees it, and the headers of every answer.

Plain ASGI, which costs microseconds per request. In order: security headers on the answer, the right origin and
media type for requests that change something, the client's rate, the size of the body.
"""

from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from urllib.parse import urlsplit

import orjson
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from praefectus.server.errors import STATUS, error_body
from praefectus.server.identity import Identity
from praefectus.server.ratelimit import RateLimit
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
_HARMLESS = ("GET", "HEAD", "OPTIONS")


def same_origin(headers: Headers) -> bool:
    """Tell whether a request was sent by our own pages, as far as browsers say."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == headers.get("host")


def client_address(connection: HTTPConnection) -> str:
    """Return the address that a request came from (uvicorn has already resolved trusted proxies).

    For IPv6 this is the network: a household has a whole /64 and could use a new address for every request.
    """
    return address_key(connection.client.host) if connection.client else "?"


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


class Admission:
    """The middleware. `identity` comes with the start of the application."""

    def __init__(self, app: ASGIApp, limits: Limits) -> None:
        self._app = app
        self._limits = limits
        self._clients = RateLimit(limits.requests_per_second, limits.requests_at_once)
        self._strangers = RateLimit(limits.strangers_per_second, limits.strangers_at_once)
        self._addresses = RateLimit(limits.address_per_second, limits.address_at_once)
        self._heavy = RateLimit(limits.heavy_per_second, limits.heavy_at_once)
        self._hints = RateLimit(limits.hints_per_second, limits.hints_at_once)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refuse(connection, scope["method"], scope["path"])
        if refused is not None:
            code, message, wait = refused
            await _answer(send_safely, code, message, wait)
            return
        await self._app(scope, receive, send_safely)

    def _refuse(
        self, connection: HTTPConnection, method: str, path: str
    ) -> tuple[str, str, float] | None:
        if not path.startswith("/api/"):
            return None
        wait = self._wait(connection, method, path)
        if wait:
            return "rate/limited", "too many requests, wait a little", wait
        if method in _HARMLESS:
            return None
        if not same_origin(connection.headers):
            return "request/origin", "only pages of this server may do that", 0
        if "transfer-encoding" in connection.headers:
            return "request/length", "the request needs a Content-Length header", 0
        # The HTTP server makes sure that the body isn't longer than its declared length.
        length = connection.headers.get("content-length", "0")
        limit = self._body_limit(path)
        if not length.isdecimal() or int(length) > limit:
            return "request/too-large", f"the body may have at most {limit} bytes", 0
        media = connection.headers.get("content-type", "").partition(";")[0].strip().lower()
        # Only JSON: a form of another site can't send it without a preflight request.
        if media != "application/json":
            return "request/media-type", "the body must be application/json", 0
        return None

    def _wait(self, connection: HTTPConnection, method: str, path: str) -> float:
        identity: Identity = connection.app.state.identity
        client = identity.read(connection)
        address = client_address(connection)
        wait = self._clients.take(client) if client else self._strangers.take(address)
        wait = wait or self._addresses.take(address)
        if not wait and _is_heavy(method, path):
            wait = self._heavy.take(address)
        if not wait and method == "POST" and path.endswith("/hint"):
            wait = self._hints.take(address)
        return wait

    def _body_limit(self, path: str) -> int:
        return self._limits.record_bytes if path == "/api/replays" else self._limits.body_bytes


def _is_heavy(method: str, path: str) -> bool:
    if method == "POST":
        return path in ("/api/tables", "/api/replays") or path.endswith("/again")
    return path.endswith(("/replay", "/record"))


async def _answer(send: Send, code: str, message: str, wait: float = 0) -> None:
    body = orjson.dumps(error_body(code, message))
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    if wait:
        headers.append((b"retry-after", b"%d" % ceil(wait)))
    await send({"type": "http.response.start", "status": STATUS[code], "headers": headers})
    await send({"type": "http.response.body", "body": body})
