"""Tables as one browser sees them: who sits where, what is mine, and the game around it."""

from collections.abc import Callable
from typing import Any

import orjson

from praefectus.server.records import Seat, TableRecord
from praefectus.server.table import Table

# Tells whether the owner of a seat watches; None if that isn't known.
IsConnected = Callable[[Seat], bool | None]


def viewpoint(record: TableRecord, client: str | None, wanted: int | None) -> int | None:
    """Return the seat whose eyes a client gets: the wanted one if it is theirs, or who must decide."""
    owned = record.owned_by(client)
    if wanted in owned:
        return wanted
    if record.decider in record.played_by(client):
        return record.decider
    return owned[0] if owned else None


def update_view(
    table: Table,
    client: str | None,
    *,
    seat: int | None = None,
    after: int = 0,
    is_connected: IsConnected,
) -> dict[str, Any]:
    """Return a `TableUpdate`."""
    record = table.record
    eyes = viewpoint(record, client, seat)
    deciding = (
        record.status == "playing"
        and eyes is not None
        and eyes == record.decider
        and record.seats[eyes].kind == "human"
    )
    view = {
        "id": record.id,
        "name": record.name,
        "status": record.status,
        "options": _options(record),
        "rules_version": record.rules_version,
        "seats": _seats(record, client, is_connected),
        "seat": eyes,
        "host": record.host == client,
        "invitation": _invitation(record, client),
        "again": record.again,
        "created": record.created,
        "updated": record.updated,
        "version": record.version,
        "log_length": table.log_length,
        "game": table.render(eyes, deciding=deciding),
    }
    return {"type": "update", "table": view, "log": table.log(after)}


def update_bytes(update: dict[str, Any]) -> bytes:
    """Return an update as JSON."""
    return orjson.dumps(update)


def summary_view(
    record: TableRecord, client: str | None, is_connected: IsConnected
) -> dict[str, Any]:
    """Return a `TableSummary`, which needs no replay."""
    return {
        "id": record.id,
        "name": record.name,
        "status": record.status,
        "options": _options(record),
        "seats": _seats(record, client, is_connected),
        "host": record.host == client,
        "updated": record.updated,
        "turn": record.turn,
        "my_turn": record.status == "playing" and record.decider in record.played_by(client),
    }


def _options(record: TableRecord) -> dict[str, Any]:
    return {
        "map": record.map,
        "players": record.players,
        "edition": record.edition,
        "intermediate_scoring": record.intermediate_scoring,
        "hands": record.hands,
        "hints": record.hints,
    }


def _invitation(record: TableRecord, client: str | None) -> str | None:
    is_open = record.status == "lobby" and any(seat.kind == "open" for seat in record.seats)
    return f"/join/{record.invitation}" if is_open and record.host == client else None


def _seats(
    record: TableRecord, client: str | None, is_connected: IsConnected
) -> list[dict[str, Any]]:
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
        for number, seat in enumerate(record.seats)
    ]
