"""A table in memory: its stored values, the game replayed from its actions, the tentative turn, the log.

Nothing here waits or writes. A decision is planned first: `Plan` says which values to store and which actions to
append. After the store has accepted it, `install` applies it. A plan that isn't installed has no effect.
"""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace

from praefectus.errors import IllegalActionError, NotationError
from praefectus.events import Log, take
from praefectus.explanation import Explanation
from praefectus.game import Game
from praefectus.opening import Setup
from praefectus.rules import RULES_VERSION
from praefectus.server.errors import ApiError
from praefectus.server.sending import as_json
from praefectus.server.stored import Draft, StoredTable
from praefectus.view import Eyes, Tentative, game_view
from praefectus.wire.events import LogTurn, Step
from praefectus.wire.view import GameView

END = 0
# With several processes: how many seconds memory counts as up to date without asking the database.
_BELIEVED_SECONDS = 1.0


@dataclass(frozen=True)
class Plan:
    """A planned change of the table.

    `game` and `steps` are the tentative turn, or, with actions to append, the turn to commit. A plan that is
    `tentative` changes nothing that others see.
    """

    stored: StoredTable
    game: Game | None
    steps: list[Step]
    appended: tuple[int, ...] = ()
    tentative: bool = False


class LiveTable:
    """A table in memory. Code that changes it holds `lock` from plan to install."""

    def __init__(self, stored: StoredTable, actions: Iterable[str] = ()) -> None:
        self.lock = asyncio.Lock()
        self.stored = stored
        self.actions: list[int] = []
        # The position after the committed actions, and after the tentative ones.
        self.game: Game | None = None
        self.draft: Game | None = None
        self.steps: list[Step] = []
        # As JSON: small, and ready to send.
        self._log: list[LogTurn] = []
        self._turns = Log()
        self._rendered: dict[tuple[int | None, bool], GameView] = {}
        # The version of the last change that everybody could see.
        self.public_version = stored.version
        self._believed = time.monotonic()
        if stored.setup is not None:
            if stored.rules_version != RULES_VERSION:
                raise _other_rules(stored)
            self.game = new_game(stored)
            try:
                self._replay(actions)
                self.draft, self.steps = self._try(stored.draft.decisions)
            except ValueError as error:  # a decision that can't be read, or isn't legal any more
                raise _other_rules(stored) from error

    def _replay(self, actions: Iterable[str]) -> None:
        game = self._game()
        steps: list[Step] = []
        for text in actions:
            (action,) = game.parse(text)
            check(game, action)
            self.actions.append(action)
            steps.append(take(game, action))
            if action == END:
                self._note(steps, game)
                steps = []
        self.game = Game(game.position)

    def is_doubtful(self, at_least: int) -> bool:
        """Tell whether another process may have changed the table since it was compared with the database."""
        old = time.monotonic() - self._believed > _BELIEVED_SECONDS
        return (old or self.stored.version < at_least) and not self.lock.locked()

    def believe(self) -> None:
        """Note that the table equals that of the database."""
        self._believed = time.monotonic()

    def doubt(self) -> None:
        """Note that the table may have changed elsewhere."""
        self._believed = -_BELIEVED_SECONDS

    # ----------------------------------------------------------------------------- planning

    def decide(self, words: str) -> Plan:
        """Plan to take a decision, or a step of several, on top of the tentative turn."""
        game = self._draft().copy()
        actions = read(game, words)
        if END in actions:
            # A text for another seat's choice would end this turn first.
            raise ApiError("action/unreadable", "only `end` ends the turn")
        steps = list(self.steps)
        texts = []
        for action in actions:
            check(game, action)
            texts.append(game.text(action))
            steps.append(take(game, action))
        draft = self.stored.draft
        # Taking the decision that redo would take counts as redo.
        redo = draft.redo[len(texts) :] if draft.redo[: len(texts)] == tuple(texts) else ()
        return self._plan_draft(Draft((*draft.decisions, *texts), redo), game, steps)

    def undo(self) -> Plan:
        """Plan to take the last tentative decision back."""
        draft = self.stored.draft
        if not draft.decisions:
            raise ApiError("action/nothing", "there is nothing to undo")
        *kept, last = draft.decisions
        game, steps = self._try(kept)
        return self._plan_draft(Draft(tuple(kept), (last, *draft.redo)), game, steps)

    def redo(self) -> Plan:
        """Plan to take an undone decision again."""
        redo = self.stored.draft.redo
        if not redo:
            raise ApiError("action/nothing", "there is nothing to redo")
        return self.decide(redo[0])

    def restart(self) -> Plan:
        """Plan to take all tentative decisions back."""
        draft = self.stored.draft
        if not draft.decisions:
            raise ApiError("action/nothing", "there is nothing to take back")
        game, steps = self._try(())
        return self._plan_draft(Draft((), draft.decisions + draft.redo), game, steps)

    def end(self) -> Plan:
        """Plan to commit the tentative turn and end it."""
        game = self._draft().copy()
        check(game, END)
        steps = [*self.steps, take(game, END)]
        tentative = [game.parse(text)[0] for text in self.stored.draft.decisions]
        return self._plan_commit((*tentative, END), game, steps)

    def turn(self, decisions: Iterable[str]) -> Plan:
        """Plan to commit a whole turn at once, as bots take it; tentative decisions are dropped."""
        game = self._game().copy()
        actions = [game.parse(text)[0] for text in decisions]
        steps = []
        for action in actions:
            check(game, action)
            steps.append(take(game, action))
        if not actions or END in actions[:-1] or actions[-1] != END:
            raise ApiError("action/illegal", "a turn ends with one `end`")
        return self._plan_commit(tuple(actions), game, steps)

    def _plan_draft(self, draft: Draft, game: Game, steps: list[Step]) -> Plan:
        return Plan(replace(self.stored, draft=draft), game, steps, tentative=True)

    def _plan_commit(self, actions: tuple[int, ...], game: Game, steps: list[Step]) -> Plan:
        stored = replace(
            self.stored,
            number=self.stored.number + len(actions),
            turn=game.turn,
            decider=None if game.is_over else game.seat,
            status="finished" if game.is_over else "playing",
            draft=Draft(),
        )
        return Plan(stored, game, steps, actions)

    def _try(self, decisions: Iterable[str]) -> tuple[Game, list[Step]]:
        game = self._game().copy()
        steps = []
        for text in decisions:
            for action in game.parse(text):
                check(game, action)
                steps.append(take(game, action))
        return game, steps

    # --------------------------------------------------------------------------- installing

    def install(self, plan: Plan) -> None:
        """Apply a plan that the store has accepted."""
        started = self.stored.setup is None and plan.stored.setup is not None
        if not plan.tentative:
            self.public_version = plan.stored.version
        self.stored = plan.stored
        self.believe()
        self._rendered.clear()
        if started:
            self.game = new_game(plan.stored)
            self.draft, self.steps = self.game.copy(), []
        elif plan.appended and plan.game is not None:
            self.actions.extend(plan.appended)
            self._note(plan.steps, plan.game)
            # A game keeps its history; a table only needs the position.
            self.game = Game(plan.game.position)
            self.draft, self.steps = self.game.copy(), []
        else:
            self.draft, self.steps = plan.game, plan.steps

    def _note(self, steps: list[Step], game: Game) -> None:
        """Put a committed part of a turn into the log."""
        for step in steps:
            entry = self._turns.add(step, game)
        del self._log[entry["turn"] - 1 :]
        self._log.append(as_json(entry))

    # -------------------------------------------------------------------------------- views

    def log(self, after: int) -> list[LogTurn]:
        """Return the turns of the log from the one numbered `after + 1` on, to be sent (`as_json`)."""
        return self._log[after:]

    @property
    def log_length(self) -> int:
        """Return how many turns the log has, an open one included."""
        return len(self._log)

    @property
    def complete_turns(self) -> int:
        """Return how many turns of the log are final."""
        return self.stored.turn

    def render(self, seat: int | None, *, deciding: bool) -> GameView | None:
        """Return the game as a seat sees it, to be sent (`as_json`); each view is made once for each version."""
        if self.game is None or self.draft is None:
            return None
        open_hands = self.stored.hands == "open"
        key = (None if open_hands else seat, deciding)
        found = self._rendered.get(key)
        if found is None:
            eyes = Eyes(seat, open_hands)
            if deciding:
                tentative = Tentative(self.steps, self.stored.draft.redo)
                view = game_view(self.draft, eyes, tentative)
            else:
                view = game_view(self.game, eyes)
            found = self._rendered[key] = as_json(view)
        return found

    def explain(self, words: str) -> Explanation:
        """Return what the rules say of a decision on top of the tentative turn."""
        game = self._draft().copy()
        try:
            for action in read(game, words):
                explanation = game.explain(action)
                if not explanation.legal or action == END:
                    return explanation
                game.push(action)
        except IllegalActionError as error:
            return error.explanation
        return explanation

    def tried(self) -> Game:
        """Return the game with the tentative turn, as a copy that callers may change."""
        return self._draft().copy()

    def tried_actions(self) -> list[int]:
        """Return all decisions that led there."""
        game = self._game()
        return [*self.actions, *(game.parse(text)[0] for text in self.stored.draft.decisions)]

    def _game(self) -> Game:
        if self.game is None:
            raise ApiError("table/not-started", "the game hasn't begun")
        return self.game

    def _draft(self) -> Game:
        if self.draft is None:
            raise ApiError("table/not-started", "the game hasn't begun")
        return self.draft


def _other_rules(stored: StoredTable) -> ApiError:
    """Return the refusal of a table that our rules can't replay; lists of tables still show it."""
    return ApiError(
        "table/other-rules",
        f"the game was played by rules version {stored.rules_version!r}, which this server"
        f" (version {RULES_VERSION!r}) can't replay or continue; it stands at {stored.turn} turns",
    )


def new_game(stored: StoredTable) -> Game:
    """Return the start of a table's game."""
    return Game.from_setup(setup_of(stored))


def setup_of(stored: StoredTable) -> Setup:
    """Return the set-up from which a table's game is replayed."""
    if stored.setup is None:
        raise ApiError("table/not-started", "the game hasn't begun")
    return Setup.from_json(stored.options, stored.setup)


def read(game: Game, words: str) -> list[int]:
    """Return the actions that a text names."""
    try:
        return game.parse(words)
    except NotationError as error:
        raise ApiError("action/unreadable", str(error)) from error


def check(game: Game, action: int) -> None:
    """Raise IllegalActionError unless an action is allowed now."""
    if action not in game.legal_actions:
        raise IllegalActionError(game.text(action), game.explain(action))
