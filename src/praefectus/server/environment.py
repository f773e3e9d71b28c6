"""The numbers that a host can set by environment variables, each declared once; `docs/hosting.md` lists them."""

from collections.abc import Mapping
from dataclasses import dataclass

from praefectus.errors import PraefectusError

_MINUTE = 60
_DAY = 24 * 3600


@dataclass(frozen=True)
class Variable:
    """A number in the environment: the field of `Settings` that it sets, in units of `unit`, and its bounds."""

    name: str
    field: str
    lowest: float
    highest: float
    unit: int = 1

    def read(self, text: str) -> float:
        """Return the value of the field for a text. Raises PraefectusError if it makes no sense."""
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        is_count = self.unit == 1 and not self.field.endswith("seconds")
        if not self.lowest <= number <= self.highest or (is_count and number % 1):
            kind = "whole number" if is_count else "number"
            raise PraefectusError(
                f"{self.name} must be a {kind} from {self.lowest:g} to {self.highest:g}, not {text!r}"
            )
        return number * self.unit


VARIABLES = (
    Variable("PRAEFECTUS_READ_ONLY", "read_only", 0, 1),
    Variable("PRAEFECTUS_WORKERS", "bot_workers", 1, 1000),
    Variable("PRAEFECTUS_THINK_AHEAD", "think_ahead", 0, 1),
    Variable("PRAEFECTUS_WORKER_MB", "worker_bytes", 256, 1e6, 1024**2),
    Variable("PRAEFECTUS_TABLES_IN_MEMORY", "tables_in_memory", 10, 1e7),
    Variable("PRAEFECTUS_CONNECTIONS_PER_ADDRESS", "limits.connections_per_address", 10, 1e6),
    Variable("PRAEFECTUS_SOCKETS_PER_PERSON", "limits.sockets_per_client", 1, 1e6),
    Variable("PRAEFECTUS_SOCKETS_PER_ADDRESS", "limits.sockets_per_address", 1, 1e6),
    Variable("PRAEFECTUS_ABSENT_MINUTES", "absent_seconds", 1, 100_000, _MINUTE),
    Variable("PRAEFECTUS_TABLES_PER_PERSON", "limits.tables_per_person", 1, 1e9),
    Variable("PRAEFECTUS_TABLES_PER_ADDRESS", "limits.tables_per_address", 1, 1e9),
    Variable("PRAEFECTUS_RECORD_MB", "limits.record_bytes", 0.01, 100, 1_000_000),
    Variable("PRAEFECTUS_REPLAY_TURNS", "replays.turns", 100, 1_000_000),
    Variable("PRAEFECTUS_REPLAY_SECONDS", "replays.seconds", 1, 600),
    Variable("PRAEFECTUS_REPLAY_MB", "replays.answer_bytes", 1, 1000, 1_000_000),
    Variable("PRAEFECTUS_KEEP_LOBBY_DAYS", "retention.lobby_seconds", 0, 100_000, _DAY),
    Variable("PRAEFECTUS_KEEP_PLAYING_DAYS", "retention.playing_seconds", 0, 100_000, _DAY),
    Variable("PRAEFECTUS_KEEP_FINISHED_DAYS", "retention.finished_seconds", 0, 100_000, _DAY),
)


def read_numbers(environment: Mapping[str, str]) -> dict[str, float]:
    """Return the fields of `Settings` that an environment sets."""
    return {
        each.field: each.read(environment[each.name])
        for each in VARIABLES
        if environment.get(each.name)
    }
