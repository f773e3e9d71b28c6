"""`praefectus terminal`: a game against bots in the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from praefectus.cli.options import (
    LanguageOption,
    MapOption,
    PlayersOption,
    Rules,
    SeedOption,
    new_seed,
    players_on,
    with_rule_options,
    words_of,
)


@with_rule_options
def terminal(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="A saved game to continue.")
    ] = None,
    map: MapOption = "imperium",
    players: PlayersOption = None,
    *,
    rules: Rules,
    seat: Annotated[
        int | None,
        typer.Option(
            "--seat", metavar="N", show_default="random", help="Your seat; 0 plays first."
        ),
    ] = None,
    bot: Annotated[
        str, typer.Option("--bot", "-b", metavar="NAME", help="The bot that plays the other seats.")
    ] = "random",
    seed: SeedOption = None,
    language: LanguageOption = None,
) -> None:
    """Play a game against bots in this terminal.

    Type `help` at any time for what you can do and what it does.
    """
    words = words_of(language)
    import random

    import praefectus
    from praefectus import bots
    from praefectus.cli.terminal_game import TerminalGame
    from praefectus.parallel import derive_seed

    if file is not None:
        from praefectus.cli.record_file import check_is_file, load

        check_is_file(file)
        names, game = load(file)
        me = (
            names.index(TerminalGame.ME) if seat is None and TerminalGame.ME in names else seat or 0
        )
    else:
        seed = new_seed() if seed is None else seed
        game = praefectus.Game.new(
            map=map,
            players=players_on(map, players),
            seed=seed,
            **rules,
        )
        me = random.Random(seed).randrange(game.players) if seat is None else seat
    if not 0 <= me < game.players:
        raise typer.BadParameter(f"--seat must be 0 to {game.players - 1}, not {me}")
    opponents = {
        other: bots.Guarded(bots.make(bot, seed=derive_seed(seed or 0, other, "bot")), bot)
        for other in range(game.players)
        if other != me
    }
    try:
        TerminalGame(game, me, bot, opponents, words).run()
    finally:
        for opponent in opponents.values():
            opponent.close()
