"""A game at the terminal: one person, the other seats bots."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rich import table as tables
from rich.console import Console
from rich.text import Text

from praefectus import Game, bots, record
from praefectus.cli import help as words
from praefectus.cli.show import show_map
from praefectus.cli.words import ENDINGS
from praefectus.errors import PraefectusError


class Quit(Exception):  # noqa: N818 - not an error
    """The person leaves the table."""


class Table:
    """The loop of a game: asks the person, lets the bots play, says what happens."""

    ME = "you"

    def __init__(
        self,
        game: Game,
        me: int,
        bot: str,
        opponents: Mapping[int, bots.Bot],
        console: Console | None = None,
    ) -> None:
        self.game = game
        self.me = me
        self.opponents = opponents
        self.names = [self.ME if seat == me else f"{bot} {seat}" for seat in range(game.players)]
        self.console = console or Console(highlight=False)
        self.texts: list[str] = []

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        game = self.game
        self.say(
            f"Concordia on {game.map} with {game.players} players. You are seat {self.me}. "
            "Type [bold]help[/] at any time."
        )
        complete_with(self)
        try:
            while not game.is_over:
                if game.seat == self.me:
                    self.ask()
                else:
                    self.let_bot_play()
        except Quit:
            self.say("Good-bye.")
            return
        except (EOFError, KeyboardInterrupt):
            self.say("\nGood-bye; the game was not saved.")
            return
        self.show_outcome()

    def say(self, text: str) -> None:
        """Print a line, markup allowed."""
        self.console.print(text)

    # --- bots ---

    def let_bot_play(self) -> None:
        """Play on until the person is asked again, and tell each turn in a line."""
        game = self.game
        steps: list[str] = []
        turn, seat = game.turn, game.seat
        while not game.is_over and (game.turn, game.seat) == (turn, seat):
            action = self.opponents[seat].choose(game, game.legal_actions)
            text = game.text(action)
            game.play(action)
            if text != "end":
                steps.append(text)
        line = Text(f"{self.names[seat]}: ", "cyan")
        line.append("; ".join(steps) or "ends its turn", "default")
        self.console.print(line)

    # --- the person ---

    def ask(self) -> None:
        """Ask for one decision and carry out what is typed."""
        game = self.game
        if game.phase == "play":
            self.show_turn()
        self.show_choices()
        typed = self.console.input("[bold green]> [/]").strip()
        command, _, rest = typed.partition(" ")
        rest = rest.strip()
        match command.lower():
            case "":
                pass
            case "help" | "?":
                self.show_help()
            case "why" | "explain":
                self.explain(rest)
            case "show":
                self.console.print(str(game), markup=False, soft_wrap=True)
            case "map" | "board":
                show_map(game, self.console)
            case "undo":
                self.undo()
            case "hint":
                self.hint()
            case "save":
                self.save(rest)
            case "quit" | "exit":
                raise Quit
            case _:
                self.decide(typed)

    def decide(self, typed: str) -> None:
        """Take the decisions that were typed, as far as they are allowed."""
        for part in typed.split(","):
            text = part.strip()
            if self.game.is_over or self.game.seat != self.me:
                return
            if text.isdecimal():
                legal = list(self.game.legal_actions)
                if not 1 <= int(text) <= len(legal):
                    self.say(f"[red]Expected a number from 1 to {len(legal)}, not {text}.[/]")
                    return
                text = self.game.text(legal[int(text) - 1])
            try:
                self.game.play(text)
            except PraefectusError as error:
                self.console.print(Text(f"{error}", "red"))
                return

    def undo(self) -> None:
        """Take back the last decision, if this turn is the person's and has one."""
        game = self.game
        if game.turn_seat != self.me or game.phase == "play":
            self.say("[red]There is no decision of this turn to take back.[/]")
            return
        taken = game.text(game.pop())
        self.say(f"Taken back: {taken}")

    def explain(self, text: str) -> None:
        """Say whether something is allowed now, and by which rule."""
        try:
            actions = self.game.parse(text)
        except PraefectusError as error:
            self.console.print(Text(f"{error}", "red"))
            return
        trial = self.game.copy()
        for action in actions:
            explanation = trial.explain(action)
            self.console.print(Text(f"{trial.text(action)}: {explanation}"))
            if not explanation.legal:
                return
            trial.push(action)

    def hint(self) -> None:
        """Say what a bot would do."""
        game = self.game
        action = bots.make("random", seed=len(game.actions)).choose(game, game.legal_actions)
        self.say(f"A random bot would: {game.text(action)}")

    def save(self, name: str) -> None:
        """Save the game into a file."""
        if not name:
            self.say("[red]Expected a file name: save my-game.concordia.json[/]")
            return
        try:
            Path(name).write_text(record.dumps(self.game, self.names), encoding="utf-8")
        except OSError as error:
            self.console.print(Text(f"cannot save {name}: {error.strerror}", "red"))
        else:
            self.say(f"Saved. Go on with: praefectus terminal {name}")

    # --- showing ---

    def show_turn(self) -> None:
        """Show what the person has at the beginning of a turn."""
        state = self.game.state()
        mine = state["players"][self.me]
        self.console.rule(f"turn {state['turn'] + 1}: yours", style="green")
        goods = ", ".join(f"{units} {good}" for good, units in mine["goods"].items() if units)
        self.say(
            f"{mine['money']} sestertii; {goods or 'no goods'}; "
            f"storehouse: {mine['storehouse']['land']} land and {mine['storehouse']['sea']} sea "
            f"colonists; {len(mine['houses'])} houses; {mine['points']['total']} points"
        )
        self.say(f"On the board: {', '.join(mine['colonists'])}")

    def show_choices(self) -> None:
        """List what can be decided now, numbered."""
        game = self.game
        self.say(f"[bold]{words.QUESTIONS[game.phase]}[/]")
        grid = tables.Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="dim")
        grid.add_column()
        grid.add_column(style="dim")
        self.texts = []
        for number, action in enumerate(game.legal_actions, 1):
            self.texts.append(game.text(action))
            grid.add_row(f"{number}", game.text(action), words.describe_effect(game, action))
        self.console.print(grid)

    def show_help(self) -> None:
        """List the commands, and what each thing that can be decided now does."""
        grid = tables.Table.grid(padding=(0, 2))
        for command, meaning in words.COMMANDS.items():
            grid.add_row(command, meaning)
        self.console.print(grid)
        self.say("\nWhat you can decide now:")
        grid = tables.Table.grid(padding=(0, 2))
        for action in self.game.legal_actions:
            grid.add_row(self.game.text(action), words.describe(self.game, action))
        self.console.print(grid)

    def show_outcome(self) -> None:
        """Show the points by god, and who won."""
        outcome = self.game.outcome()
        sheet = tables.Table(title="The game is over", caption=ENDINGS[outcome.reason])
        sheet.add_column("")
        for seat in outcome.ranking:
            sheet.add_column(self.names[seat], justify="right")
        for god in outcome.points[0]:
            sheet.add_row(god, *(f"{outcome.points[seat][god]}" for seat in outcome.ranking))
        self.console.print(sheet)
        self.say(
            "[bold]You win.[/]"
            if outcome.winner == self.me
            else f"{self.names[outcome.winner]} wins."
        )


def complete_with(table: Table) -> None:
    """Let the Tab key complete decisions and commands, where the terminal can."""
    with suppress(ImportError):
        import readline

        commands = [command for command in words.COMMANDS if " " not in command]

        def complete(text: str, state: int) -> str | None:
            found = [word for word in table.texts + commands if word.startswith(text)]
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
