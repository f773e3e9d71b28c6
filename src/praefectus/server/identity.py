"""Who a browser is: a random id in a signed cookie. Seats belong to such ids.

Cookies do not know about ports: two servers on one host see each other's. So each has a cookie name of its own, by the instance
that its database names, and neither ever overwrites the other's.
"""

import secrets
from collections.abc import Sequence
from functools import lru_cache

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

# What the cookie was called before instances had names; still read, so that nobody loses a seat.
FORMER_COOKIE = "praefectus"
# The longest browsers allow; each answer that needs the cookie sets it anew.
MAX_AGE = 400 * 24 * 3600


class Identity:
    """Reads and writes the cookie. The first secret signs, all of them are accepted: so secrets can be rotated."""

    def __init__(self, secrets: Sequence[str], instance: str) -> None:
        self.cookie = f"{FORMER_COOKIE}-{instance}"
        # The last key of a signer signs.
        self._signer = Signer([*reversed(secrets)], salt="praefectus.client")
        # A browser sends the same cookie with every request.
        self._unsign = lru_cache(maxsize=10_000)(self._check)

    def read(self, connection: HTTPConnection) -> str | None:
        """Return the client of a request, or None if it has no cookie of ours."""
        cookies = connection.cookies
        value = cookies.get(self.cookie) or cookies.get(FORMER_COOKIE)
        return None if value is None else self._unsign(value)

    def _check(self, value: str) -> str | None:
        try:
            return self._signer.unsign(value).decode("ascii")
        except (BadSignature, UnicodeDecodeError):
            return None

    def sign(self, client: str) -> str:
        """Return the cookie's value for a client."""
        return self._signer.sign(client).decode("ascii")

    def write(self, response: Response, client: str, *, secure: bool) -> None:
        """Put the cookie on a response: out of reach of scripts and of other sites' forms."""
        response.set_cookie(
            self.cookie,
            self.sign(client),
            max_age=MAX_AGE,
            httponly=True,
            samesite="lax",
            secure=secure,
        )


def new_client() -> str:
    """Return the id of a browser not seen before."""
    return secrets.token_urlsafe(16)
