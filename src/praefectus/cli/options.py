"""Options that several sub-commands share; rule options are made from their declaration."""

import functools
import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from praefectus.catalogue import languages
from praefectus.messages import OPTIONS
from praefectus.options import RULE_OPTIONS, Options, RuleOption, default_players, make
from praefectus.rules.facts import map_names

if TYPE_CHECKING:
    from praefectus.catalogue import Catalogue

# What `with_rule_options` passes to a command: the rule options by name.
Rules = Mapping[str, str | bool]

MapOption = Annotated[
    str,
    typer.Option(
        "--map", "-m", metavar="MAP", help="The board: imperium, italia or one of --maps."
    ),
]
MapsOption = Annotated[
    Path | None,
    typer.Option(
        "--maps",
        metavar="DIR",
        help="A folder of more boards; PRAEFECTUS_MAPS names such folders too.",
    ),
]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players", "-p", metavar="N", show_default="what suits the board", help="How many play."
    ),
]
MOST_WORKERS = 1024
SEED_HELP = "The same seed gives the same games."
SeedOption = Annotated[
    int | None,
    typer.Option("--seed", "-s", metavar="N", show_default="random", help=SEED_HELP),
]
GamesOption = Annotated[
    int, typer.Option("--games", "-n", metavar="N", help="How many games to play.")
]
BotsOption = Annotated[
    str,
    typer.Option(
        "--bots", "-b", metavar="A,B,…", help="A bot for every seat, or one bot for all seats."
    ),
]
WorkersOption = Annotated[
    int, typer.Option("--workers", "-w", metavar="N", help="How many processes share the work.")
]
LanguageOption = Annotated[
    str | None,
    typer.Option(
        "--language",
        metavar="CODE",
        show_default="the environment's",
        help=f"The language to speak, one of {', '.join(languages())}.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", metavar="", help="Print JSON for machines.")]


def with_maps(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the option `--maps`, whose boards are offered before it begins."""
    signature = inspect.signature(command, eval_str=True)
    maps = inspect.Parameter(
        "maps", inspect.Parameter.KEYWORD_ONLY, default=None, annotation=MapsOption
    )
    parameters = [*signature.parameters.values(), maps]

    @functools.wraps(command)
    def run(maps: Path | None = None, **given: Any) -> None:
        if maps is not None:
            from praefectus.maps import add_folder

            add_folder(maps)
        command(**given)

    del run.__wrapped__  # or its signature would be the one that counts
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def with_rule_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for every rule option; it receives them all as its `rules`."""
    signature = inspect.signature(command, eval_str=True)
    parameters: list[inspect.Parameter] = []
    for parameter in signature.parameters.values():
        if parameter.name == "rules":
            parameters += [_parameter(option) for option in RULE_OPTIONS]
        else:
            parameters.append(parameter)

    @functools.wraps(command)
    def run(**given: Any) -> None:
        rules = {option.name: given.pop(option.name) for option in RULE_OPTIONS}
        command(**given, rules=rules)

    del run.__wrapped__  # or its signature would be the one that counts
    run.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in parameters}
    return run


def _parameter(option: RuleOption) -> inspect.Parameter:
    metavar = "|".join(option.choices) if option.choices else ""
    help = OPTIONS[f"option.{option.name}.text"]
    name = f"--{option.name.replace('_', '-')}"
    kind = str if option.choices else bool
    return inspect.Parameter(
        option.name,
        inspect.Parameter.KEYWORD_ONLY,
        default=option.default,
        annotation=Annotated[kind, typer.Option(name, metavar=metavar, help=help)],
    )


def words_of(language: str | None) -> "Catalogue":
    """Return the catalogue of the language that was asked for, or of the environment's."""
    from praefectus.catalogue import catalogue, environment_language

    return catalogue(environment_language() if language is None else language)


def players_on(map: str, players: int | None) -> int:
    """Return the number of players: the one asked for, or the default of the map."""
    if players is not None:
        return players
    return default_players(map) if map in map_names() else 4


def new_seed() -> int:
    """Return a random seed, short enough to be typed again."""
    import random

    return random.SystemRandom().randrange(1_000_000)


def at_least(name: str, value: int, least: int) -> None:
    """Refuse a number below the minimum."""
    if value < least:
        raise typer.BadParameter(f"{name} must be {least} or more, not {value}")


def check_workers(workers: int) -> None:
    """Refuse a number of processes that no machine starts."""
    if not 1 <= workers <= MOST_WORKERS:
        raise typer.BadParameter(f"--workers must be 1 to {MOST_WORKERS}, not {workers}")


def seat_bots(
    bots: str, map: str, players: int | None, rules: Rules
) -> tuple[Options, tuple[str, ...]]:
    """Return the options of the games and the bot of every seat.

    One bot takes all seats; several sit in the order given.
    """
    from praefectus.bots import split_specs

    names = tuple(split_specs(bots))
    if not names:
        raise typer.BadParameter("--bots must name at least one bot")
    if len(names) == 1:
        options = make(map, players_on(map, players), rules)
        return options, names * options.players
    if players is not None and players != len(names):
        raise typer.BadParameter(
            f"--bots must name one bot or one for each of the {players} players, not {len(names)}"
        )
    return make(map, len(names), rules), names


def spell_rules(options: Options) -> str:
    """Word the rule options that are not the default, each after a comma."""
    words = ""
    for option in RULE_OPTIONS:
        value = options.rules()[option.name]
        if value != option.default:
            name = option.name.replace("_", " ")
            words += f", {value} {name}" if option.choices else f", {name}"
    return words
