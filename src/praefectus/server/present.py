"""Tables as one browser sees them: who sits where, which seats are its own, and the game."""

import time
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias, cast

from praefectus.rules.options import Options
from praefectus.server.absence import is_replaceable
from praefectus.server.live_table import LiveTable
from praefectus.server.sending import as_kept
from praefectus.server.stored import Kept, StoredTable, public_version
from praefectus.wire.table import (
    Hands,
    SeatView,
    TableOptions,
    TableSummary,
    TableUpdate,
    TableView,
)

# Tells for each seat whether its owner watches; None if that isn't known.
Connected: TypeAlias = Sequence[bool | None]


def viewpoint(stored: StoredTable, client: str | None, wanted: int | None) -> int | None:
    """Return the seat whose view a client gets: the wanted seat if the client owns it, else its deciding seat."""
    owned = stored.owned_by(client)
    if wanted in owned:
        return wanted
    if stored.decides(client):
        return stored.decider
    return owned[0] if owned else None


def seen_version(stored: StoredTable, client: str | None) -> int:
    """Return the version as a client sees it: who decides sees every change, others only those they may see."""
    return stored.version if stored.decides(client) else public_version(stored.version)


def update_view(
    table: LiveTable,
    client: str | None,
    *,
    seat: int | None = None,
    after: int = 0,
    connected: Connected,
    patience: float,
    read_only: bool = False,
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
        "seats": _sent_seats(table, client, connected, patience),
        "seat": eyes,
        "host": stored.host == client,
        "branch": stored.branch,
        "invitation": _invitation(stored, client),
        "shared": f"/shared/{stored.shared}" if stored.shared and stored.host == client else None,
        "again": stored.again,
        "created": stored.created,
        "updated": stored.updated,
        "version": seen_version(stored, client),
        "log_length": table.log_length,
        "game": table.render(eyes, deciding=deciding),
        "has_record": stored.has_record,
        "read_only": read_only,
        "former": None if table.former is None else table.former.outcome,
    }
    return {"type": "update", "table": view, "log": table.log(after)}


def summary_view(
    stored: StoredTable,
    client: str | None,
    connected: Connected,
    patience: float,
    kept: Kept,
) -> TableSummary:
    """Return a table for a list, which needs no replay."""
    return {
        "id": stored.id,
        "name": stored.name,
        "status": stored.status,
        "options": _options(stored),
        "seats": _seats(stored, client, connected, patience),
        "host": stored.host == client,
        "branch": stored.branch,
        "updated": stored.updated,
        "turn": stored.turn,
        "my_turn": stored.status == "playing" and stored.decides(client),
        "archived": client is not None and kept.is_archived(client),
        "deletable": client is not None and kept.is_deletable(stored, client),
    }


def _options(stored: StoredTable) -> TableOptions:
    return _options_as_json(stored.options, stored.hands, stored.hints)


# They never change, and many tables have the same.
@lru_cache(maxsize=1000)
def _options_as_json(options: Options, hands: Hands, hints: bool) -> TableOptions:
    return as_kept(cast("TableOptions", {**options.as_json(), "hands": hands, "hints": hints}))


def _invitation(stored: StoredTable, client: str | None) -> str | None:
    is_open = stored.status == "lobby" and any(seat.kind == "open" for seat in stored.seats)
    return f"/join/{stored.invitation}" if is_open and stored.host == client else None


def _sent_seats(
    table: LiveTable, client: str | None, connected: Connected, patience: float
) -> list[SeatView]:
    """Return the seats, to be sent (`as_kept`); they are made again only when something about them has changed."""
    stored, who = table.stored, table.stored.insider(client)
    absent = stored.decider
    # The owner of a seat may replace themselves at any time; of others, only who must decide can be absent.
    if absent is not None and (
        stored.seats[absent].owner == who
        or not is_replaceable(
            stored, who, absent, connected=connected[absent], patience=patience, now=time.time()
        )
    ):
        absent = None
    made_from = (stored.seats, stored.status, tuple(connected), absent)
    found = table.seats_seen.get(who)
    if found is None or found[0] != made_from:
        seats = as_kept(_seats(stored, who, connected, patience))
        found = table.seats_seen[who] = (made_from, seats)
    return found[1]


def _seats(
    stored: StoredTable, client: str | None, connected: Connected, patience: float
) -> list[SeatView]:
    now = time.time()
    return [
        {
            "seat": number,
            "kind": seat.kind,
            "name": seat.name,
            "color": seat.color,
            "level": seat.level,
            "mine": client is not None and seat.owner == client,
            "claimable": client is not None
            and seat.owner == client
            and seat.kind == "bot"
            and stored.status == "playing",
            "replaceable": is_replaceable(
                stored, client, number, connected=connected[number], patience=patience, now=now
            ),
            "stand_in": seat.kind == "bot" and seat.owner is not None,
            "connected": connected[number],
        }
        for number, seat in enumerate(stored.seats)
    ]
