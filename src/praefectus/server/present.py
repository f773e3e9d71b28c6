"""Tables as one browser sees them: who sits where, which seats are its own, and the game."""

from collections.abc import Callable
from typing import cast

from praefectus.server.live_table import LiveTable
from praefectus.server.stored import Seat, StoredTable
from praefectus.wire.table import SeatView, TableOptions, TableSummary, TableUpdate, TableView

# Tells whether the owner of a seat watches; None if that isn't known.
IsConnected = Callable[[Seat], bool | None]


def viewpoint(stored: StoredTable, client: str | None, wanted: int | None) -> int | None:
    """Return the seat whose view a client gets: the wanted seat if the client owns it, else its deciding seat."""
    owned = stored.owned_by(client)
    if wanted in owned:
        return wanted
    if stored.decider in stored.played_by(client):
        return stored.decider
    return owned[0] if owned else None


def update_view(
    table: LiveTable,
    client: str | None,
    *,
    seat: int | None = None,
    after: int = 0,
    is_connected: IsConnected,
) -> TableUpdate:
    """Return a table as a client sees it, with the log from the turn numbered `after + 1` on."""
    stored = table.stored
    eyes = viewpoint(stored, client, seat)
    deciding = (
        stored.status == "playing"
        and eyes is not None
        and eyes == stored.decider
        and stored.seats[eyes].kind == "human"
    )
    view: TableView = {
        "id": stored.id,
        "name": stored.name,
        "status": stored.status,
        "options": _options(stored),
        "rules_version": stored.rules_version,
        "seats": _seats(stored, client, is_connected),
        "seat": eyes,
        "host": stored.host == client,
        "invitation": _invitation(stored, client),
        "again": stored.again,
        "created": stored.created,
        "updated": stored.updated,
        "version": stored.version,
        "log_length": table.log_length,
        "game": table.render(eyes, deciding=deciding),
    }
    return {"type": "update", "table": view, "log": table.log(after)}


def summary_view(
    stored: StoredTable, client: str | None, is_connected: IsConnected
) -> TableSummary:
    """Return a table for a list, which needs no replay."""
    return {
        "id": stored.id,
        "name": stored.name,
        "status": stored.status,
        "options": _options(stored),
        "seats": _seats(stored, client, is_connected),
        "host": stored.host == client,
        "updated": stored.updated,
        "turn": stored.turn,
        "my_turn": stored.status == "playing" and stored.decider in stored.played_by(client),
    }


def _options(stored: StoredTable) -> TableOptions:
    options = stored.options.as_json()
    return cast("TableOptions", {**options, "hands": stored.hands, "hints": stored.hints})


def _invitation(stored: StoredTable, client: str | None) -> str | None:
    is_open = stored.status == "lobby" and any(seat.kind == "open" for seat in stored.seats)
    return f"/join/{stored.invitation}" if is_open and stored.host == client else None


def _seats(stored: StoredTable, client: str | None, is_connected: IsConnected) -> list[SeatView]:
    return [
        {
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "color": seat.color,
            "level": seat.level,
            "mine": client is not None and seat.owner == client,
            "claimable": client is not None and seat.owner == client and seat.kind == "bot",
            "connected": is_connected(seat),
        }
        for number, seat in enumerate(stored.seats)
    ]
