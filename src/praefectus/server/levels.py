"""Which bots people can play against."""

import json
from dataclasses import dataclass
from importlib.resources import files

from praefectus import bots
from praefectus.bots.styles import STYLES

# Beyond the levels for people: the strongest bot.
_STRONGEST = "champion"
# The default level: the first of these that exists.
_DEFAULTS = ("medium", "easy", "greedy", "random")
# What stands between a level and its style, as in a bot's spec.
_STYLE = ":style="
# Seconds to compute a hint: short, since a person waits for it.
_HINT_SECONDS = 0.5
# Who gives hints: the bot whose chances the calibration was fitted to.
_ADVISER = "learned"


@dataclass(frozen=True)
class Level:
    """A bot by its name, about how many seconds a turn takes (None: at once), its rating and whether it may have a style."""

    id: str
    turn_seconds: float | None
    rating: int | None
    has_styles: bool


class Levels:
    """The levels that exist in this installation, weakest first."""

    def __init__(self) -> None:
        for_people = bots.levels()
        # `random` is offered too: it plays at once, which is handy for trying the game out.
        names = ["random", *for_people, _STRONGEST] if for_people else bots.names()
        ratings = _ratings()
        self.all = [
            Level(name, _seconds(name), ratings.get(name), _has_styles(name)) for name in names
        ]
        self.default = next((name for name in _DEFAULTS if name in names), names[-1])
        # The characters that a level may have: `hard:style=builder` is a level too.
        self.styles = list(STYLES)

    @property
    def adviser(self) -> str:
        """Return the bot that gives hints, with a short time limit."""
        return f"{_ADVISER}:time={_HINT_SECONDS}"

    def exists(self, name: str) -> bool:
        """Tell whether a level can be chosen, as it is or with a style."""
        level, _, style = name.partition(_STYLE)
        if not any(one.id == level for one in self.all):
            return False
        return _STYLE not in name or (style in self.styles and _has_styles(level))

    def is_slow(self, name: str) -> bool:
        """Tell whether people have to wait for a level's turns."""
        return name.partition(_STYLE)[0] == _STRONGEST

    def seconds(self, name: str) -> float:
        """Return about how long a turn of a level takes."""
        id = name.partition(_STYLE)[0]
        return next((level.turn_seconds or 0.0 for level in self.all if level.id == id), 0.0)


def _seconds(name: str) -> float | None:
    budget = getattr(bots.make(name), "budget", None)
    return float(budget) if budget else None


def _has_styles(name: str) -> bool:
    return "style" in bots.options(name)


def _ratings() -> dict[str, int]:
    """Return the ratings that the ladder gave (`benchmarks/ladder.py` writes them), to the nearest ten."""
    text = (files("praefectus") / "data" / "bots" / "ratings.json").read_text(encoding="utf-8")
    rated = json.loads(text)["ratings"]
    return {name: 10 * round(one["rating"] / 10) for name, one in rated.items()}
