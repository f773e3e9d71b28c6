"""Letting other devices on the local network in, when the user of this machine says so.

`praefectus play` listens to this machine alone, so a friend cannot open its links. Listening on one more address, that of
this machine on the local network, changes that without a restart.
"""

import socket
from collections.abc import Awaitable, Callable

from praefectus.errors import PraefectusError

# Any address elsewhere will do: choosing a way there sends nothing.
_ELSEWHERE = ("192.0.2.1", 9)


class LocalNetwork:
    """The address under which devices nearby reach this server, once it is opened to them."""

    def __init__(self, port: int, listen: Callable[[socket.socket], Awaitable[None]]) -> None:
        self._port = port
        self._listen = listen
        self.opened: str | None = None

    def address(self) -> str | None:
        """Return the address friends would use; None if this machine is in no network."""
        here = own_address()
        return self.opened or (f"http://{here}:{self._port}" if here else None)

    async def open(self) -> str:
        """Listen to the network too, and return the address there. Raises PraefectusError if that can't be done."""
        if self.opened is None:
            here = own_address()
            if here is None:
                raise PraefectusError("this machine is in no network; connect it, then try again")
            await self._listen(listener(here, self._port))
            self.opened = f"http://{here}:{self._port}"
        return self.opened


def own_address() -> str | None:
    """Return this machine's address on the local network; None if it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


def listener(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address. Raises PraefectusError if it can't be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, the event loop knows to send answers at once (TCP_NODELAY); without it each waits
    # some 40 ms for the client's acknowledgement.
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise PraefectusError(
            f"can't listen on {host}:{port}: {error.strerror or error}"
        ) from error
    return bound


def next_listener(host: str, port: int, tries: int = 20) -> socket.socket:
    """Return a socket bound to the port, or to the next that is free."""
    for each in range(port, port + tries):
        try:
            return listener(host, each)
        except PraefectusError:
            continue
    return listener(host, 0)
