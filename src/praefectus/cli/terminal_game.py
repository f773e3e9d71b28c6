"""A game in the terminal: one person, and bots in the other seats."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from praefectus import Game, bots, record
from praefectus.catalogue import SOURCE, Catalogue, catalogue
from praefectus.cli.drawing import draw_game
from praefectus.cli.wording import COMMANDS, Wording
from praefectus.diagram import diagram
from praefectus.document import POINTS
from praefectus.errors import IllegalActionError, NotationError, PraefectusError
from praefectus.events import describe
from praefectus.rules import reading
from praefectus.rules.ids import ACTION_END, GOOD_NAMES, STOREHOUSE_SPACES
from praefectus.view import legal_view
from praefectus.wire.position import Points
from praefectus.wire.view import LegalAction


class Quit(Exception):  # noqa: N818 - not an error
    """The person leaves the game."""


class TerminalGame:
    """The loop of a game: asks the person, lets the bots play, reports what happens."""

    ME = "you"  # in records; on the screen it is a word of the language

    def __init__(
        self,
        game: Game,
        me: int,
        bot: str,
        opponents: Mapping[int, bots.Bot],
        words: Catalogue | None = None,
        console: Console | None = None,
    ) -> None:
        self.game = game
        self.me = me
        self.opponents = opponents
        self.names = [self.ME if seat == me else f"{bot} {seat}" for seat in range(game.players)]
        self.words = words or catalogue()
        # What is typed is English: in another language its meaning stands beside it.
        self.translated = self.words.language != SOURCE
        shown = [
            self.words.text("player.you") if seat == me else name
            for seat, name in enumerate(self.names)
        ]
        self.wording = Wording(self.words, shown)
        self.console = console or Console(highlight=False)
        self.texts: list[str] = []
        self.shown = (-1, -1)  # what was shown last: the turn and how many decisions were taken

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        game = self.game
        board = self.words.place(game.map)
        self.say("terminal.start", map=board, players=game.players, seat=self.me, command="help")
        complete_with(self)
        try:
            while not game.is_over:
                if game.seat == self.me:
                    self.ask()
                else:
                    self.let_bot_play()
        except Quit:
            self.say("terminal.bye")
            return
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            self.say("terminal.bye.unsaved")
            return
        self.show_outcome()

    def say(self, key: str, style: str = "", **values: str | int) -> None:
        """Print a message as a line."""
        self.print(self.words.text(key, **values), style)

    def print(self, text: str, style: str = "") -> None:
        """Print a line as it is."""
        self.console.print(Text(text, style))

    # --- bots ---

    def let_bot_play(self) -> None:
        """Let the bots play until the person has to decide, and print one line per turn."""
        game = self.game
        steps: list[str] = []
        turn, seat = game.turn, game.seat
        while not game.is_over and (game.turn, game.seat) == (turn, seat):
            action = self.opponents[seat].choose(bots.Position(game), game.legal_actions)
            if action != ACTION_END or not steps:
                steps.append(self.wording.decision(game, describe(game, action)))
            game.play(action)
        line = Text(f"{self.wording.seat(seat)}: ", "cyan")
        line.append("; ".join(steps), "default")
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
                position = diagram(game.position, self.words)
                self.console.print(position, markup=False, soft_wrap=True)
            case "map" | "board":
                draw_game(game, self.console, self.words)
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
                    self.say("terminal.number", "red", typed=text)
                    return
                text = self.choices()[text]["text"]
            try:
                game.play(text)
            except PraefectusError as error:
                self.refuse(error)
                return

    def refuse(self, error: PraefectusError) -> None:
        """Say why what was typed cannot be done."""
        if isinstance(error, IllegalActionError):
            self.print(self.wording.explanation(error.text, error.explanation), "red")
        elif isinstance(error, NotationError):
            reason = self.wording.unreadable(error)
            self.say("terminal.unreadable", "red", text=error.text, reason=reason)
        else:
            self.print(str(error), "red")

    def undo(self) -> None:
        """Take back the last decision, if this turn is the person's and has one."""
        game = self.game
        if game.turn_seat != self.me or game.phase == "play":
            self.say("terminal.undo.nothing", "red")
            return
        self.say("terminal.undo.done", decision=game.text(game.pop()))

    def explain(self, text: str) -> None:
        """Say whether something is allowed now, and by which rule."""
        try:
            actions = self.game.parse(text)
        except PraefectusError as error:
            self.refuse(error)
            return
        trial = self.game.copy()
        for action in actions:
            explanation = trial.explain(action)
            self.print(self.wording.explanation(trial.text(action), explanation))
            if not explanation.legal:
                return
            trial.push(action)

    def save(self, name: str) -> None:
        """Save the game into a file."""
        if not name:
            self.say("terminal.save.name", "red", example="save my-game.concordia.json")
            return
        try:
            Path(name).write_text(record.dumps(self.game, self.names), encoding="utf-8")
        except OSError as error:
            self.say("terminal.save.failed", "red", file=name, reason=error.strerror or "")
        else:
            self.say("terminal.save.done", command=f"praefectus terminal {name}")

    # --- showing ---

    def show_turn(self) -> None:
        """Show the person's possessions at the beginning of a turn."""
        state = self.game.state()
        mine = state["players"][self.me]
        text = self.words.text
        self.console.rule(text("terminal.turn", turn=state["turn"] + 1), style="green")
        goods = dict(zip(GOOD_NAMES, reading.goods(self.game.position, self.me), strict=True))
        land, sea = reading.stored(self.game.position, self.me)
        self.print(
            self.words.listed(
                [
                    text("player.facts", money=mine["money"], points=mine["points"]["total"]),
                    text("player.houses", count=len(mine["houses"])),
                ]
            )
        )
        self.say(
            "storehouse.label",
            goods=self.words.goods(goods) or text("terminal.no-goods"),
            land=land,
            sea=sea,
            free=STOREHOUSE_SPACES - sum(goods.values()) - land - sea,
        )
        self.say("terminal.colonists", colonists=", ".join(mine["colonists"]))

    def choices(self) -> dict[str, LegalAction]:
        """Return the possible decisions by the number to type: 0 ends the turn, the others count from 1."""
        legal = legal_view(self.game)
        first = 0 if legal[0]["kind"] == "end" else 1
        return {str(number): decision for number, decision in enumerate(legal, first)}

    def show_choices(self) -> None:
        """List what can be decided now, with the number to type and what it changes at once."""
        choices = self.choices()
        self.texts = [decision["text"] for decision in choices.values()]
        self.ask_question(choices)
        grid = Table.grid(padding=(0, 2))
        grid.add_column(justify="right", style="dim")
        grid.add_column()
        if self.translated:
            grid.add_column()
        grid.add_column(style="dim")
        for number, decision in choices.items():
            words = [self.wording.decision(self.game, decision)] if self.translated else []
            effect = self.wording.effect(decision, self.me)
            grid.add_row(number, decision["text"], *words, effect)
        self.console.print(grid)

    def ask_question(self, choices: Mapping[str, LegalAction]) -> None:
        """Print what is asked for now."""
        self.print(self.wording.question(self.game, list(choices.values())), "bold")

    def show_help(self) -> None:
        """List the commands, and what each thing that can be decided now does."""
        grid = Table.grid(padding=(0, 2))
        for command, meaning in self.wording.commands().items():
            grid.add_row(command, meaning)
        self.console.print(grid)
        self.console.print()
        choices = self.choices()
        self.ask_question(choices)
        grid = Table.grid(padding=(0, 2))
        for number, decision in choices.items():
            effect = self.wording.effect(decision, self.me)
            meaning = self.wording.meaning(decision["text"])
            grid.add_row(number, decision["text"], f"{meaning} ({effect})" if effect else meaning)
        self.console.print(grid)

    def show_points(self, points: list[Points]) -> None:
        """Show the points of everybody by god."""
        sheet = Table("", *self.wording.names)
        for god in POINTS:
            name = self.words.text("score.total" if god == "total" else f"god.{god}")
            sheet.add_row(name, *(self.words.number(mine[god]) for mine in points))
        self.console.print(sheet)

    def show_outcome(self) -> None:
        """Show the points by god, and who won."""
        outcome = self.game.outcome()
        text = self.words.text
        self.console.rule(text("why.turn.finished"), style="green")
        self.show_points(outcome.points)
        mine = outcome.winner == self.me
        winner = self.wording.seat(outcome.winner)
        self.print(text("terminal.win") if mine else text("score.title", name=winner), "bold")
        self.say(f"score.reason.{outcome.reason}")


def complete_with(play: TerminalGame) -> None:
    """Let the Tab key complete decisions and commands, if the terminal supports it."""
    with suppress(ImportError):
        import readline

        commands = [command for command in COMMANDS if " " not in command]

        def complete(text: str, state: int) -> str | None:
            found = [word for word in play.texts + commands if word.startswith(text)]
            return found[state] if state < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")
