"""The stored values of a table: replaced as a whole, never changed, so that memory and disk agree."""

from dataclasses import dataclass, field

from praefectus.rules.options import Options
from praefectus.wire.record import SetupDocument
from praefectus.wire.table import Color, Hands, SeatKind, Status


@dataclass(frozen=True)
class Seat:
    """A chair: who owns it and who plays it. A bot may stand in for an owner (`level` then says which)."""

    kind: SeatKind
    name: str
    color: Color
    owner: str | None = None
    level: str | None = None


@dataclass(frozen=True)
class Draft:
    """The tentative turn of the seat that must decide: decisions taken, and those undone (next first)."""

    decisions: tuple[str, ...] = ()
    redo: tuple[str, ...] = ()


@dataclass(frozen=True)
class StoredTable:
    """A table without its actions, which are a separate log.

    `version` grows with every change; `number` counts the actions in the log. `decider` and `turn` are
    what the replay would say, kept so that lists need no replay.
    """

    id: str
    name: str
    status: Status
    options: Options
    hands: Hands
    hints: bool
    host: str
    invitation: str
    rules_version: str
    seats: tuple[Seat, ...]
    created: float
    updated: float
    version: int = 0
    number: int = 0
    turn: int = 0
    decider: int | None = None
    setup: SetupDocument | None = None
    draft: Draft = field(default_factory=Draft)
    again: str | None = None

    @property
    def map(self) -> str:
        """Return the id of the board."""
        return self.options.map

    @property
    def players(self) -> int:
        """Return the number of seats."""
        return len(self.seats)

    def owned_by(self, client: str | None) -> list[int]:
        """Return the seats a client owns, those a bot stands in for included."""
        return [n for n, seat in enumerate(self.seats) if client and seat.owner == client]

    def played_by(self, client: str | None) -> list[int]:
        """Return the seats a client owns and plays."""
        return [n for n in self.owned_by(client) if self.seats[n].kind == "human"]
