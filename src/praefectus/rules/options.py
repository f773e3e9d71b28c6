"""What is agreed on before a game, declared once: the map, the players, and the rule options.

A rule option is one line in `Options`: a choice of words, or yes or no. Everything else follows
from it: the JSON form, the checks, records, positions as text, observations, the command line, the
environments' arguments, the server's requests and the page's form. `docs/add-an-option.md`
lists what a new option needs.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final


def _choice(*choices: str, rule: str) -> Any:
    """Declare an option that is one of several words, the first being the default."""
    return field(default=choices[0], metadata={"choices": choices, "rule": rule})


def _yes_no(*, rule: str) -> Any:
    """Declare an option that is off unless it is chosen."""
    return field(default=False, metadata={"choices": (), "rule": rule})


@dataclass(frozen=True)
class Options:
    """The map, the number of players and the rule options. A value: equal options are interchangeable.

    The code that sets up a game checks them (`praefectus.options.check`).
    """

    map: str = "imperium"
    players: int = 4
    edition: str = _choice("revised", "first", rule="R7.2")
    intermediate_scoring: bool = _yes_no(rule="R11.4")

    def rules(self) -> dict[str, str | bool]:
        """Return the rule options by name, in the order of their declaration."""
        return {option.name: getattr(self, option.name) for option in RULE_OPTIONS}

    def as_json(self) -> dict[str, str | int | bool]:
        """Return all options by name, as plain data; `praefectus.options.from_json` reads it."""
        return {"map": self.map, "players": self.players, **self.rules()}

    def chosen(self) -> list[bool]:
        """Return what differs from the defaults, as flags: those of `FLAG_NAMES`, in that order."""
        flags: list[bool] = []
        for option in RULE_OPTIONS:
            value = getattr(self, option.name)
            flags += [value == choice for choice in option.choices[1:]] or [value]
        return flags

    def __reduce__(self) -> tuple[Any, ...]:
        return Options, tuple(self.as_json().values())


@dataclass(frozen=True)
class RuleOption:
    """A rule option: its name, its default, its choices (none for yes or no) and its rule."""

    name: str
    default: str | bool
    choices: tuple[str, ...]
    rule: str


RULE_OPTIONS: Final[tuple[RuleOption, ...]] = tuple(
    RuleOption(each.name, getattr(Options(), each.name), *each.metadata.values())
    for each in fields(Options)
    if each.metadata
)
FLAG_NAMES: Final[tuple[str, ...]] = tuple(
    name
    for option in RULE_OPTIONS
    for name in [f"{option.name} {choice}" for choice in option.choices[1:]] or [option.name]
)
