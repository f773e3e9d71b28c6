"""The identity of a browser: a random id in a signed cookie. Seats belong to these ids.

Cookies do not depend on ports: two servers on one host see each other's cookies. So the name of the cookie contains the
instance id from the server's database, and servers do not overwrite each other's cookies.
"""

import secrets
from collections.abc import Sequence
from functools import lru_cache

from itsdangerous import BadSignature, Signer
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Scope

# The name of the cookie before it contained the instance; still read, so that nobody loses a seat.
FORMER_COOKIE = "praefectus"
# The longest time that browsers allow; each answer that needs the cookie sets it again.
MAX_AGE = 400 * 24 * 3600

# The longest header of cookies whose client is remembered.
_KEPT_LENGTH = 1000


class Identity:
    """Reads and writes the cookie. The first secret signs, all of them are accepted: so secrets can be rotated."""

    def __init__(self, secrets: Sequence[str], instance: str) -> None:
        self.cookie = f"{FORMER_COOKIE}-{instance}"
        # The last key of a signer signs.
        self._signer = Signer([*reversed(secrets)], salt="praefectus.client")
        # A browser sends the same cookie with every request.
        self._read = lru_cache(maxsize=10_000)(self._find)
        self._header = lru_cache(maxsize=10_000)(self._make_header)
        self.mark = lru_cache(maxsize=10_000)(self._mark)

    def read(self, scope: Scope) -> str | None:
        """Return the client of a request, or None if it has no cookie of ours."""
        # HTTP/2 proxies may split the cookies.
        header = b"; ".join([value for name, value in scope["headers"] if name == b"cookie"])
        # Long ones are of others; strangers could fill the memory with them.
        return self._read(header) if len(header) <= _KEPT_LENGTH else self._find(header)

    def _find(self, header: bytes) -> str | None:
        cookies = cookie_parser(header.decode("latin-1"))
        return self._check(cookies.get(self.cookie, "")) or self._check(
            cookies.get(FORMER_COOKIE, "")
        )

    def has_unreadable(self, scope: Scope) -> bool:
        """Tell whether a request without a client has a cookie of ours all the same: its secret may come back."""
        return any(
            name == b"cookie" and self.cookie in cookie_parser(value.decode("latin-1"))
            for name, value in scope["headers"]
        )

    def _check(self, value: str) -> str | None:
        try:
            return self._signer.unsign(value).decode("ascii")
        except (BadSignature, UnicodeDecodeError):
            return None

    def sign(self, client: str) -> str:
        """Return the cookie's value for a client."""
        return self._signer.sign(client).decode("ascii")

    def _mark(self, address: str) -> str:
        """Return what stands for an address in the database: nobody can tell the address from it."""
        return self._signer.get_signature(f"address {address}").decode("ascii")

    def write(self, response: Response, client: str, *, secure: bool) -> None:
        """Put the cookie on a response: out of reach of scripts and of other sites' forms."""
        response.headers.append("set-cookie", self._header(client, secure))

    def _make_header(self, client: str, secure: bool) -> str:
        response = Response()
        response.set_cookie(
            self.cookie,
            self.sign(client),
            max_age=MAX_AGE,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
        return response.headers["set-cookie"]


def new_client() -> str:
    """Return the id of a browser not seen before."""
    return secrets.token_urlsafe(16)
