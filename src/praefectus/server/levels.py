"""Which bots people can play against."""

from dataclasses import dataclass

from praefectus import bots

# The default level: the first of these that exists.
_DEFAULTS = ("medium", "easy", "greedy", "random")
# Seconds to compute a hint: short, since a person waits for it.
_HINT_SECONDS = 0.5


@dataclass(frozen=True)
class Level:
    """A bot by its name, and about how many seconds a turn takes (None: at once)."""

    id: str
    turn_seconds: float | None


class Levels:
    """The levels that exist in this installation, weakest first."""

    def __init__(self) -> None:
        for_people = bots.levels()
        # `random` is offered too: it plays at once, which is handy for trying the game out.
        names = ["random", *for_people] if for_people else bots.names()
        self.all = [Level(name, _seconds(name)) for name in names]
        self.default = next((name for name in _DEFAULTS if name in names), names[-1])

    @property
    def adviser(self) -> str:
        """Return the bot that gives hints: the strongest level, with a short time limit."""
        return f"{bots.levels()[-1]}:time={_HINT_SECONDS}"

    def exists(self, name: str) -> bool:
        """Tell whether a level can be chosen."""
        return any(level.id == name for level in self.all)

    def seconds(self, name: str) -> float:
        """Return about how long a turn of a level takes."""
        return next((level.turn_seconds or 0.0 for level in self.all if level.id == name), 0.0)


def _seconds(name: str) -> float | None:
    budget = getattr(bots.make(name), "budget", None)
    return float(budget) if budget else None
