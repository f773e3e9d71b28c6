"""Where the game of a table begins: at its set-up, or at a position from outside."""

from dataclasses import dataclass
from typing import cast

from praefectus.game import Game
from praefectus.opening import Setup
from praefectus.rules.options import Options
from praefectus.wire.record import SetupDocument
from praefectus.wire.table import PositionStart


@dataclass(frozen=True)
class Beginning:
    """The options, and what is kept of the beginning; plain data, which other processes can be sent."""

    options: Options
    document: SetupDocument | PositionStart

    @classmethod
    def at_setup(cls, setup: Setup) -> "Beginning":
        """Return the beginning of an ordinary game."""
        return cls(setup.options, setup.as_json())

    @classmethod
    def at_position(cls, game: Game) -> "Beginning":
        """Return a beginning where a game stands now, face-down cards in their order."""
        return cls(game.options, {"position": game.position_text(hidden=True)})

    @property
    def is_position(self) -> bool:
        """Whether it is a position from outside: then the game has no record."""
        return "position" in self.document

    def game(self) -> Game:
        """Return the game as it begins. Raises SetupError or PositionError."""
        if self.is_position:
            return Game.from_position(cast("PositionStart", self.document)["position"])
        return Game.from_setup(Setup.from_json(self.options, self.document))
