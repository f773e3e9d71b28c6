"""A game in the terminal: one person, and bots in the other seats."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from praefectus import Game, bots, record
from praefectus.cli import wording
from praefectus.cli.drawing import draw_game
from praefectus.document import POINTS
from praefectus.errors import PraefectusError
from praefectus.rules.ids import AT_POINTS
from praefectus.view import legal_view
from praefectus.wire.position import Points
from praefectus.wire.view import LegalAction


class Quit(Exception):  # noqa: N818 - not an error
    """The person leaves the game."""


class TerminalGame:
    """The loop of a game: asks the person, lets the bots play, reports what happens."""

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
        self.shown = (-1, -1)  # what was shown last: the turn and how many decisions were taken

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
        """Let the bots play until the person has to decide, and print one line per turn."""
        game = self.game
        steps: list[str] = []
        turn, seat = game.turn, game.seat
        while not game.is_over and (game.turn, game.seat) == (turn, seat):
            action = self.opponents[seat].choose(bots.Position(game), game.legal_actions)
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
        if self.shown != (game.turn, len(game.actions)):
            if game.phase == "play":
                self.show_turn()
            self.show_choices()
            self.shown = (game.turn, len(game.actions))
        typed = self.console.input("[bold green]> [/]").strip()
        command, _, rest = typed.partition(" ")
        match command.lower():
            case "":
                self.show_choices()
            case "help" | "?":
                self.show_help()
            case "why" | "explain":
                self.explain(rest.strip())
            case "show":
                self.console.print(str(game), markup=False, soft_wrap=True)
            case "map" | "board":
                draw_game(game, self.console)
            case "points":
                self.show_points([player["points"] for player in game.state()["players"]])
            case "undo":
                self.undo()
            case "save":
                self.save(rest.strip())
            case "quit" | "exit":
                raise Quit
            case _:
                self.decide(typed)

    def decide(self, typed: str) -> None:
        """Take the decisions that were typed, as far as they are allowed."""
        game = self.game
        for part in typed.split(","):
            if game.is_over or game.seat != self.me:
                return
            text = part.strip()
            if text.isdecimal():
                if text not in self.choices():
                    self.console.print(
                        Text(f"Expected one of the numbers shown, not {text}.", "red")
                    )
                    return
                text = self.choices()[text]["text"]
            try:
                game.play(text)
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
            self.say(f"Saved. Continue with: praefectus terminal {name}")

    # --- showing ---

    def show_turn(self) -> None:
        """Show the person's possessions at the beginning of a turn."""
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

    def choices(self) -> dict[str, LegalAction]:
        """Return the possible decisions by the number to type: 0 ends the turn, the others count from 1."""
        legal = legal_view(self.game)
        first = 0 if legal[0]["kind"] == "end" else 1
        return {str(number): decision for number, decision in enumerate(legal, first)}

    def show_choices(self) -> None:
        """List what can be decided now, with the number to type and what it changes at once."""
        game = self.game
        self.say(f"[bold]{wording.QUESTIONS[game.phase]}[/]")
        if game.phase in ("architect", "line"):
            self.say(f"Movement points left: {game.position.cells[AT_POINTS]}")
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="dim")
        grid.add_column()
        grid.add_column(style="dim")
        choices = self.choices()
        self.texts = [decision["text"] for decision in choices.values()]
        for number, decision in choices.items():
            grid.add_row(number, decision["text"], wording.effect(decision, self.me))
        self.console.print(grid)

    def show_help(self) -> None:
        """List the commands, and what each thing that can be decided now does."""
        grid = Table.grid(padding=(0, 2))
        for command, meaning in wording.COMMANDS.items():
            grid.add_row(command, meaning)
        self.console.print(grid)
        self.say(f"\n[bold]{wording.QUESTIONS[self.game.phase]}[/]")
        grid = Table.grid(padding=(0, 2))
        for number, decision in self.choices().items():
            effect = wording.effect(decision, self.me)
            meaning = wording.meaning(decision["text"])
            grid.add_row(number, decision["text"], f"{meaning} ({effect})" if effect else meaning)
        self.console.print(grid)

    def show_points(self, points: list[Points]) -> None:
        """Show the points of everybody by god."""
        sheet = Table("", *self.names)
        for god in POINTS:
            sheet.add_row(god, *(f"{mine[god]}" for mine in points))
        self.console.print(sheet)

    def show_outcome(self) -> None:
        """Show the points by god, and who won."""
        outcome = self.game.outcome()
        self.console.rule("the game is over", style="green")
        self.show_points(outcome.points)
        winner = "You win" if outcome.winner == self.me else f"{self.names[outcome.winner]} wins"
        self.say(f"[bold]{winner}[/]; {wording.ENDINGS[outcome.reason]}.")


def complete_with(play: TerminalGame) -> None:
    """Let the Tab key complete decisions and commands, if the terminal supports it."""
    with suppress(ImportError):
        import readline

        commands = [command for command in wording.COMMANDS if " " not in command]

        def complete(text: str, state: int) -> str | None:
            found = [word for word in play.texts + commands if word.startswith(text)]
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
