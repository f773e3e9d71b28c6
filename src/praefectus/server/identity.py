"""The identity of a browser: a random id in a signed cookie. Seats belong to these ids.

Cookies do not depend on ports: two servers on one host see each other's cookies. So the name of the cookie contains the
instance id from the server's database, and servers do not overwrite each other's cookies.
"""

import secrets
from collections.abc import Sequence
from functools import lru_cache

from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

# The name of the cookie before it contained the instance; still read, so that nobody loses a seat.
FORMER_COOKIE = "praefectus"
# The longest time that browsers allow; each answer that needs the cookie sets it again.
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
