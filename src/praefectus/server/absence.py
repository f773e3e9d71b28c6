"""Who counts as absent, so that others may let a bot play on for them."""

from praefectus.server.stored import StoredTable

# Somebody who has the table open, or may have it open at another process, is given this many times the usual patience.
_CONNECTED_FACTOR = 6


def is_replaceable(
    stored: StoredTable,
    client: str | None,
    number: int,
    *,
    connected: bool | None,
    patience: float,
    now: float,
) -> bool:
    """Tell whether a client may let a bot play on at a seat.

    The owner always may. The other people at the table may only if the game waits for the seat and its owner has been
    silent for `patience` seconds, or for a multiple of that while they have the table open.
    """
    seat = stored.seats[number]
    if stored.status != "playing" or seat.kind != "human" or client is None:
        return False
    if seat.owner == client:
        return True
    if stored.decider != number or not (stored.owned_by(client) or stored.host == client):
        return False
    wanted = patience if connected is False else _CONNECTED_FACTOR * patience
    return now - stored.last_sign >= wanted


def patience_in_words(seconds: float) -> str:
    """Return a patience as messages name it."""
    if seconds < 120:
        return f"{seconds:g} seconds"
    return f"{seconds / 60:g} minutes"
