"""Options as callers, files and requests give them: read, checked, and shown in signatures.

The declaration itself is `praefectus.rules.options.Options`. Invalid options raise
a SetupError of one sentence.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Literal, TypeVar

from praefectus.errors import SetupError, short
from praefectus.messages import word
from praefectus.rules.facts import Board, load_board, map_names
from praefectus.rules.options import RULE_OPTIONS, Options, RuleOption
from praefectus.rules.refusal import Refusal
from praefectus.rules.setup import check_players

__all__ = [
    "RULE_OPTIONS",
    "Options",
    "RuleOption",
    "check",
    "default_players",
    "fault",
    "from_json",
    "make",
    "spell_out",
]

_PLAYABLE: set[Options] = set()  # options that were checked: games by the thousand have the same
Function = TypeVar("Function", bound=Callable[..., object])


def make(map: object, players: object, rules: Mapping[str, object]) -> Options:
    """Return the options of a map, a number of players and rule options by name, checked.

    Raises SetupError for a map, number of players or rule option that does not exist.
    """
    if not isinstance(map, str) or map not in map_names():
        raise SetupError(f"the map must be one of {', '.join(map_names())}, not {short(map)}")
    if not isinstance(players, int) or isinstance(players, bool):
        raise SetupError(f"the number of players must be a whole number, not {short(players)}")
    names = [option.name for option in RULE_OPTIONS]
    for name in rules:
        if name not in names:
            raise SetupError(f"there is no option {short(name)}: there are {', '.join(names)}")
    values: dict[str, str | bool] = {}
    for option in RULE_OPTIONS:
        value = rules.get(option.name, option.default)
        wrong = fault(option, value)
        if wrong is not None:
            raise SetupError(wrong)
        assert isinstance(value, str | bool)
        values[option.name] = value
    options = Options(map, players, **values)  # type: ignore[arg-type] # `fault` has checked it
    refuse(check_players(load_board(map), players))
    _PLAYABLE.add(options)
    return options


def check(options: Options) -> Board:
    """Return the board of `options`. Raises SetupError if one of them is invalid."""
    if options not in _PLAYABLE:
        make(options.map, options.players, options.rules())
    return load_board(options.map)


def from_json(document: object) -> Options:
    """Return the options of a document as `Options.as_json` writes it; missing ones have their defaults."""
    if not isinstance(document, Mapping):
        raise SetupError(f"options must be an object, not {short(document)}")
    rules = dict(document)
    map = rules.pop("map", Options().map)
    players = rules.pop("players", None)
    if players is None:
        players = default_players(map) if map in map_names() else Options().players
    return make(map, players, rules)


def fault(option: RuleOption, value: object) -> str | None:
    """Return why `value` is not one of a rule option's values, or None."""
    if not option.choices:
        if isinstance(value, bool):
            return None
        return f"'{option.name}' must be true or false, not {short(value)}"
    if not isinstance(value, str):
        return f"'{option.name}' must be a text, not {short(value)}"
    if value in option.choices:
        return None
    return f"the {option.name} must be one of {', '.join(option.choices)}, not {short(value)}"


def refuse(refused: Refusal | None) -> None:
    """Raise a refusal of the rules of set-up as a SetupError."""
    if refused is not None:
        raise SetupError(f"{word(refused.key, refused.values)} ({refused.rule})")


def default_players(map: str) -> int:
    """Return the default number of players of a map: the middle of its range."""
    counts = sorted(load_board(map).player_counts)
    return counts[len(counts) // 2]


def annotation(option: RuleOption) -> object:
    """Return the type of a rule option's values, for signatures and models made at run time."""
    return Literal[option.choices] if option.choices else bool


def spell_out(function: Function) -> Function:
    """Let the signature of a function that takes `**rules` name every rule option.

    This lets `help`, editors and notebooks show the options; the function itself receives a dict.
    """
    signature = inspect.signature(function)
    named = [
        parameter
        for parameter in signature.parameters.values()
        if parameter.kind is not inspect.Parameter.VAR_KEYWORD
    ]
    named += [
        inspect.Parameter(
            option.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=option.default,
            annotation=annotation(option),
        )
        for option in RULE_OPTIONS
    ]
    function.__signature__ = signature.replace(parameters=named)  # type: ignore[attr-defined]
    return function
