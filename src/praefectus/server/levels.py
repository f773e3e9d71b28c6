"""Which bots people can play against."""

from dataclasses import dataclass

from praefectus import bots

# What a person meets who doesn't choose: the first of these there is.
_DEFAULTS = ("medium", "easy", "greedy", "random")
# How long a hint is thought about: short, somebody waits for it.
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
        # `random` stays on offer: to try the game out, nobody has to wait.
        names = ["random", *for_people] if for_people else bots.names()
        self.all = [Level(name, _seconds(name)) for name in names]
        self.default = next((name for name in _DEFAULTS if name in names), names[-1])

    @property
    def adviser(self) -> str:
        """Return the bot that gives hints: the strongest level, in a hurry."""
        return f"{bots.levels()[-1]}:time={_HINT_SECONDS}"

    def exists(self, name: str) -> bool:
        """Tell whether a level can be chosen."""
        return any(level.id == name for level in self.all)

    def seconds(self, name: str) -> float:
        """Return how long a turn of a level takes, about."""
        return next((level.turn_seconds or 0.0 for level in self.all if level.id == name), 0.0)


def _seconds(name: str) -> float | None:
    budget = getattr(bots.make(name), "budget", None)
    return float(budget) if budget else None
