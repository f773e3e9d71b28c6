"""Bots by name: our own, and those that installed packages offer.

A spec is `name` or `name:option=value,option=value`. Each name has a factory, any
callable that takes `seed` and its options as keywords with annotated types int, float, str or bool.
Packages offer theirs under the entry point group `praefectus.bots`.
"""

from __future__ import annotations

import inspect
import math
import types
import typing
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from praefectus.bots.base import Bot
from praefectus.errors import PraefectusError

GROUP = "praefectus.bots"
Setting = int | float | str | bool  # what an option may be set to
# Options of these names are amounts: zero and negative values are refused.
ABOVE_ZERO = frozenset({"time", "sims", "workers"})
# If a spec sets one of these, it replaces all of them that the level sets.
BUDGETS = frozenset({"time", "sims"})


class BotError(PraefectusError):
    """A bot that does not exist, or cannot be made as asked."""


@dataclass(frozen=True)
class Entry:
    """A name and the factory of its bot: `module:attribute`, with its own settings."""

    target: str
    summary: str
    settings: dict[str, Setting] = field(default_factory=dict)
    level: bool = False

    def load(self) -> Callable[..., Bot]:
        """Import the factory of the bot."""
        module, _, attribute = self.target.partition(":")
        factory: Callable[..., Bot] = getattr(import_module(module), attribute)
        return factory


BUILT_IN: dict[str, Entry] = {
    "random": Entry("praefectus.bots.uniform:Uniform", "every legal action alike"),
    "greedy": Entry("praefectus.bots.greedy:Greedy", "the best whole turn, one turn ahead"),
    "search": Entry("praefectus.bots.search:Search", "a tree search over whole turns"),
    "learned": Entry(
        "praefectus.bots.search:Search",
        "the search, its evaluation corrected by a trained network",
        {"net": "learned"},
    ),
    "learned-1": Entry(
        "praefectus.bots.yardstick.search:Yardstick",
        "the first `learned`, kept as it was to measure others by",
    ),
    "naive": Entry("praefectus.bots.naive:Naive", "the best of many random turns by points"),
    "beginner": Entry(
        "praefectus.bots.people:Person",
        "sees few of its turns, and only the points they bring at once",
        {"sight": 0.038, "foresight": 0.0},
        level=True,
    ),
    "easy": Entry(
        "praefectus.bots.people:Person",
        "sees some of its turns, and a little of what comes after them",
        {"sight": 0.11, "foresight": 0.1},
        level=True,
    ),
    "medium": Entry(
        "praefectus.bots.people:Person",
        "sees a fifth of its turns, and some of what they lead to",
        {"sight": 0.2, "foresight": 0.3},
        level=True,
    ),
    "hard": Entry(
        "praefectus.bots.people:Person",
        "sees many of its turns, and most of what they lead to",
        {"sight": 0.3, "foresight": 0.58},
        level=True,
    ),
    "expert": Entry(
        "praefectus.bots.people:Person",
        "sees most of its turns and all that they lead to",
        {"sight": 0.48, "foresight": 0.92},
        level=True,
    ),
    # Limited by simulations, so that it is as strong on a slow machine; the time is a last resort.
    "master": Entry(
        "praefectus.bots.search:Search",
        "sees its best turns, and a few turns ahead",
        {"sims": 12, "time": 3.0, "width": 8, "exact": 0},
        level=True,
    ),
    "champion": Entry(
        "praefectus.bots.search:Search",
        "the strongest: looks ahead as far as it can, with all it has learned",
        {"sims": 60_000, "time": 3.0, "net": "fifth", "temperature": 1.0, "reserve": 1.0},
    ),
}


def names() -> list[str]:
    """Return the names of all bots, those of other packages last."""
    return [*BUILT_IN, *sorted(name for name in _installed() if name not in BUILT_IN)]


def levels() -> list[str]:
    """Return the names of the levels made for people, easiest first."""
    return [name for name, entry in BUILT_IN.items() if entry.level]


def summary(name: str) -> str:
    """Return a few words on how a bot plays; empty for bots of other packages."""
    entry = BUILT_IN.get(name)
    return entry.summary if entry is not None else ""


def options(name: str) -> dict[str, type]:
    """Return the options of a bot and their types. Raises BotError for an unknown bot."""
    return _options(_factory(name)[0])


def make(spec: str, *, seed: int = 0) -> Bot:
    """Return the bot that `spec` names, with a seed of its own.

    Raises BotError if there is no such bot or option, or a value makes no sense.
    """
    name, _, rest = spec.strip().partition(":")
    factory, settings = _factory(name)
    known = _options(factory)
    asked: dict[str, Setting] = {}
    for part in filter(None, (piece.strip() for piece in rest.split(","))):
        option, equals, text = part.partition("=")
        if option not in known:
            raise BotError(f"{name} has no option {option!r}, only {_listing(known)}")
        if not equals:
            raise BotError(f"{name}: expected {option}=VALUE, not {part!r}")
        asked[option] = _value(name, option, text, known[option])
    chosen = dict(settings)
    if not BUDGETS.isdisjoint(asked):
        chosen = {option: value for option, value in settings.items() if option not in BUDGETS}
    try:
        bot = factory(seed=seed, **chosen | asked)
    except PraefectusError:
        raise
    except Exception as error:
        raise BotError(f"the bot {name!r} cannot be made: {error!r}") from error
    if not isinstance(bot, Bot):
        raise BotError(f"{name!r} is not a bot: {bot!r} has no method choose(position, legal)")
    return bot


def time_option(spec: str) -> float | None:
    """Return the seconds per turn that a spec asks for with `time=`, if it does."""
    for part in spec.partition(":")[2].split(","):
        option, _, text = part.strip().partition("=")
        if option == "time":
            with suppress(ValueError):
                return float(text)
    return None


def split_specs(text: str) -> list[str]:
    """Return the specs of a list with commas, where an option also follows a comma.

    `search:time=1,workers=2,greedy` is two specs: a part `option=value` without a name belongs to the
    spec before it.
    """
    specs: list[str] = []
    for piece in (part.strip() for part in text.split(",")):
        head, equals, _ = piece.partition("=")
        if specs and equals and ":" not in head:
            specs[-1] += f",{piece}"
        elif piece:
            specs.append(piece)
    return specs


def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


def _factory(name: str) -> tuple[Callable[..., Bot], dict[str, Setting]]:
    entry = BUILT_IN.get(name)
    if entry is not None:
        return entry.load(), entry.settings
    point = _installed().get(name)
    if point is None:
        raise BotError(f"there is no bot {name!r}, only {', '.join(names())}")
    try:
        return point.load(), {}
    except Exception as error:
        raise BotError(f"the bot {name!r} cannot be loaded: {error!r}") from error


def _options(factory: Callable[..., Bot]) -> dict[str, type]:
    """Return the keywords a factory takes besides `seed`, with their types."""
    made_by = factory.__init__ if inspect.isclass(factory) else factory
    try:
        hints = typing.get_type_hints(made_by)
    except (NameError, TypeError):
        hints = {}
    found: dict[str, type] = {}
    for parameter in inspect.signature(factory).parameters.values():
        if parameter.name == "seed" or parameter.kind not in (
            parameter.KEYWORD_ONLY,
            parameter.POSITIONAL_OR_KEYWORD,
        ):
            continue
        hint = hints.get(parameter.name, str)
        if isinstance(hint, types.UnionType):
            hint = next(one for one in typing.get_args(hint) if one is not type(None))
        found[parameter.name] = hint if hint in (int, float, bool) else str
    return found


def _value(name: str, option: str, text: str, wanted: type) -> Setting:
    if wanted is str:
        return text
    if wanted is bool:
        if text not in ("0", "1", "false", "true"):
            raise BotError(f"{name}: {option} must be true or false, not {text!r}")
        return text in ("1", "true")
    try:
        value = int(text) if wanted is int else float(text)
    except ValueError:
        what = "a whole number" if wanted is int else "a number"
        raise BotError(f"{name}: {option} must be {what}, not {text!r}") from None
    if isinstance(value, float) and not math.isfinite(value):
        raise BotError(f"{name}: {option} must be a finite number, not {text}")
    if option in ABOVE_ZERO and not value > 0:
        raise BotError(f"{name}: {option} must be above 0, not {text}")
    return value


def _listing(known: dict[str, type]) -> str:
    return ", ".join(sorted(known)) if known else "none at all"
