"""Concordia, the board game of trade in the Roman empire: rules, bots, environments and a server."""

from praefectus import _pure

_pure.install()

from praefectus import maps  # noqa: E402
from praefectus.errors import (  # noqa: E402 - only after the choice of compiled or pure modules
    IllegalActionError,
    MapError,
    NotationError,
    OtherRulesError,
    PositionError,
    PraefectusError,
    RecordError,
    SetupError,
)
from praefectus.explanation import Explanation  # noqa: E402
from praefectus.game import Game, LegalActions  # noqa: E402
from praefectus.opening import Setup  # noqa: E402
from praefectus.outcome import Outcome  # noqa: E402
from praefectus.rules.options import Options  # noqa: E402

# The version is defined here and nowhere else.
__version__ = "0.1.0"

__all__ = [
    "Explanation",
    "Game",
    "IllegalActionError",
    "LegalActions",
    "MapError",
    "NotationError",
    "Options",
    "OtherRulesError",
    "Outcome",
    "PositionError",
    "PraefectusError",
    "RecordError",
    "Setup",
    "SetupError",
    "maps",
]
