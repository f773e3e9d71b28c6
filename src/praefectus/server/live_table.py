"""A table in memory: its stored values, the game replayed from its actions, the tentative turn, the log.

Nothing here waits or writes. A decision is planned first: `Plan` says which values to store and which actions to
append. After the store has accepted it, `install` applies it. A plan that isn't installed has no effect.
"""

import asyncio
import time
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from praefectus.errors import IllegalActionError, NotationError
from praefectus.events import Log, take
from praefectus.explanation import Explanation
from praefectus.game import Game
from praefectus.rules import RULES_VERSION
from praefectus.server.beginning import Beginning
from praefectus.server.errors import ApiError
from praefectus.server.results import Result, result_of
from praefectus.server.sending import as_json, as_kept
from praefectus.server.stored import Changed, Draft, Extent, StoredTable, next_version
from praefectus.server.turn_log import TurnLog
from praefectus.view import Eyes, Tentative, Views, game_view
from praefectus.wire.events import LogTurn, Step
from praefectus.wire.table import SeatView
from praefectus.wire.view import GameView

END = 0
# Decisions that are replayed without letting others do something: some tens of milliseconds.
_REPLAYED_AT_ONCE = 1000
# With several processes: how many seconds memory counts as up to date without asking the database.
_BELIEVED_SECONDS = 1.0


# The game as it is sent, by seat (None: what all may see) and whether that seat must decide.
Rendered: TypeAlias = dict[tuple[int | None, bool], GameView]


@dataclass(slots=True)
class Plan:
    """A planned change of the table.

    `game` and `steps` are the tentative turn, or, with actions to append, the turn to commit. A plan that is
    `tentative` changes nothing that others see. `stamp` makes `stored` what is to be stored.
    """

    stored: StoredTable
    game: Game | None
    steps: list[Step]
    appended: tuple[int, ...] = ()
    tentative: bool = False
    # What is to be different in `stored`.
    values: Changed = field(default_factory=Changed)

    def stamp(self) -> None:
        """Put in the new values, version and time. Others can't tell a tentative change from either."""
        values, now = self.values, time.time()
        values["version"] = next_version(self.stored.version, tentative=self.tentative)
        if self.tentative:
            draft = values["draft"]
            values["draft"] = Draft(draft.decisions, draft.redo, now)
        else:
            values["updated"] = now
        self.stored = self.stored.with_values(**values)

    @property
    def extent(self) -> Extent:
        """Return how much of the stored values it may change."""
        if self.tentative:
            return Extent.DRAFT
        return Extent.TURN if self.appended and "status" not in self.values else Extent.ALL


class LiveTable:
    """A table in memory, made by `load`. Code that changes it holds `lock` from plan to install."""

    def __init__(self, stored: StoredTable, former: Result | None = None) -> None:
        # The result of a finished game of other rules, which is not replayed.
        self.former = former
        self.lock = asyncio.Lock()
        self.stored = stored
        self.actions = array("i")
        # The position after the committed actions, and after the tentative ones.
        self.game: Game | None = None
        self.draft: Game | None = None
        self.steps: list[Step] = []
        self._rendered: Rendered = {}
        # The seats as those at the table see them, and as all others do (None), each with what they were made from.
        self.seats_seen: dict[str | None, tuple[object, list[SeatView]]] = {}
        # Of a table that is played at; those that are only looked at need no more memory.
        self._views: Views | None = None
        self._believed = time.monotonic()
        if stored.setup is not None and former is None:
            if stored.rules_version != RULES_VERSION:
                raise _other_rules(stored)
            self.game = new_game(stored)
        turns = 0 if self.game is None else self.game.turn
        self._log = TurnLog(turns)
        self._turns = Log(turns)

    @classmethod
    async def load(cls, stored: StoredTable, actions: Sequence[str]) -> "LiveTable":
        """Return a table whose game is replayed; in a game of thousands of turns others are served meanwhile."""
        table = cls(stored)
        if table.game is None:
            return table
        steps: list[Step] = []
        try:
            for start in range(0, len(actions), _REPLAYED_AT_ONCE):
                if start:
                    await asyncio.sleep(0)
                steps = table._replay(actions[start : start + _REPLAYED_AT_ONCE], steps)
            # A game keeps its history; a table only needs the position.
            table.game = Game(table.game.position)
            table.draft, table.steps = table._try(stored.draft.decisions)
        except ValueError as error:  # a decision that can't be read, or isn't legal any more
            raise _other_rules(stored) from error
        return table

    def _replay(self, actions: Iterable[str], steps: list[Step]) -> list[Step]:
        """Take decisions that are stored after some `steps` of a turn; return those of the turn that is not over."""
        game = self._game()
        for text in actions:
            (action,) = game.parse(text)
            check(game, action)
            self.actions.append(action)
            steps.append(take(game, action))
            if action == END:
                self._note(steps, game)
                steps = []
        return steps

    def is_doubtful(self, at_least: int) -> bool:
        """Tell whether another process may have changed the table since it was compared with the database."""
        old = time.monotonic() - self._believed > _BELIEVED_SECONDS
        return old or self.stored.version < at_least

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
        return Plan(self.stored, game, steps, tentative=True, values={"draft": draft})

    def _plan_commit(self, actions: tuple[int, ...], game: Game, steps: list[Step]) -> Plan:
        is_over = game.is_over
        values: Changed = {
            "number": self.stored.number + len(actions),
            "turn": game.turn,
            "decider": None if is_over else game.seat,
            "draft": Draft(),
        }
        if is_over:
            values["status"] = "finished"
        return Plan(self.stored, game, steps, actions, values=values)

    def _try(self, decisions: Iterable[str]) -> tuple[Game, list[Step]]:
        game = self._game().copy()
        steps = []
        for text in decisions:
            for action in game.parse(text):
                check(game, action)
                steps.append(take(game, action))
        return game, steps

    # --------------------------------------------------------------------------- installing

    def foresee(self, plan: Plan) -> Rendered:
        """Return what most will want to see once a plan is installed. Made while it is being stored, it costs nobody time."""
        stored, game = plan.stored, plan.game
        if game is None or stored.decider is None or stored.seats[stored.decider].kind != "human":
            return {}
        is_open = stored.hands == "open"
        tentative = Tentative([] if plan.appended else plan.steps, stored.draft.redo)
        if self._views is None:
            self._views = Views(as_kept)
        views = self._views
        state = views.state(game, Eyes(stored.decider, is_open))
        is_for_all = bool(plan.appended) and is_open
        if is_for_all:
            state = as_json(state)  # it is sent twice
        deciding = views.game(game, state, tentative)
        rendered = {(None if is_open else stored.decider, True): as_json(deciding)}
        if is_for_all:
            rendered[None, False] = as_json(views.game(game, state))
        return rendered

    def install(self, plan: Plan, rendered: Rendered) -> None:
        """Apply a plan that the store has accepted, with what was foreseen of it."""
        started = self.stored.setup is None and plan.stored.setup is not None
        self.stored = plan.stored
        self.believe()
        self._rendered = rendered
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
        self._log.put(entry)

    # -------------------------------------------------------------------------------- views

    def log(self, after: int) -> list[LogTurn]:
        """Return the turns of the log from the one numbered `after + 1` on, to be sent (`as_json`)."""
        return self._log.after(after)

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

    def result(self, appended: Iterable[int] = ()) -> Result | None:
        """Return the result of a finished game, or of one that some more actions finish, with its record.

        A game that began at a position from outside has no record, so nothing is kept of its result.
        """
        if self.former is not None:
            return self.former
        if beginning_of(self.stored).is_position:
            return None
        game = new_game(self.stored)
        for action in (*self.actions, *appended):
            game.push(action)
        return result_of(game, [seat.name for seat in self.stored.seats])

    def record(self) -> str:
        """Return the record of a finished game. Raises ApiError if it has none."""
        result = self.result()
        if result is None:
            raise ApiError("table/no-record", "a game that began at a position has no record")
        return result.record

    def check_rules(self) -> None:
        """Raise ApiError if the game can't be replayed."""
        if self.former is not None:
            raise _other_rules(self.stored)

    def _game(self) -> Game:
        self.check_rules()
        if self.game is None:
            raise ApiError("table/not-started", "the game hasn't begun")
        return self.game

    def _draft(self) -> Game:
        self.check_rules()
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
    return beginning_of(stored).game()


def beginning_of(stored: StoredTable) -> Beginning:
    """Return that from which a table's game is replayed."""
    if stored.setup is None:
        raise ApiError("table/not-started", "the game hasn't begun")
    return Beginning(stored.options, stored.setup)


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
