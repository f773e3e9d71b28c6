"""`Game`: a position with its history; the class callers use.

Compiled like the rules, since every decision of a caller passes through it.
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, SupportsIndex

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from praefectus.errors import IllegalActionError, PraefectusError, SetupError
from praefectus.explanation import Explanation
from praefectus.notation import Notation, notation
from praefectus.opening import Setup, draw, lay_out, setup_of
from praefectus.options import make
from praefectus.rules.ids import (
    AT_DECIDER,
    AT_PHASE,
    AT_SEAT,
    AT_TURN,
    PHASE_FINISHED,
    PHASE_NAMES,
    PHASE_PLAY,
)
from praefectus.rules.options import Options
from praefectus.rules.phase import Actions
from praefectus.rules.rng import Rng
from praefectus.rules.setup import determinize
from praefectus.rules.state import State
from praefectus.rules.turn import apply, is_legal, legal, refuse

if TYPE_CHECKING:
    from random import Random

    from praefectus.outcome import Outcome
    from praefectus.wire.position import StateDocument


BEYOND: Final = 1_000_000  # no board has so many actions
STRETCH: Final = 16  # decisions from one kept position to the next


# The next object takes the place of the one that was dropped: a loop asks for one per decision.
@mypyc_attr(free_list_len=1)
class LegalActions:
    """The actions allowed in a position: ascending ints, as they were when requested."""

    def __init__(self, words: Notation, numbers: vec[i64]) -> None:
        self._words = words
        self._numbers: vec[i64] = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __getitem__(self, index: int) -> int:
        return self._numbers[index]

    def __iter__(self) -> Iterator[int]:
        return iter(list(self._numbers))

    def __contains__(self, action: object) -> bool:
        # NumPy's integers are accepted too. A number beyond a machine word is never an action.
        try:
            number: int = operator.index(action)  # type: ignore[arg-type]
        except TypeError:
            return False
        return 0 <= number < BEYOND and number in self._numbers

    def texts(self) -> list[str]:
        """Return the actions in words, in the same order."""
        return [self._words.texts[number] for number in self._numbers]

    def __repr__(self) -> str:
        return f"<LegalActions: {', '.join(self.texts())}>"


class _Stretch:
    """Some decisions on end and the cells before the first of them: a link of a chain that copies share.

    Keeping a position per stretch instead of one per decision makes `push` fast; `pop` replays what
    comes before the last decision of its stretch.
    """

    def __init__(self, before: vec[i64], earlier: _Stretch | None) -> None:
        self.before: vec[i64] = before
        self.actions: vec[i64] = vec[i64](capacity=STRETCH)
        self.earlier = earlier
        self.shared: bool = False  # whether more than one game may go on from here

    def shorter(self, count: i64) -> _Stretch:
        """Return a stretch of its own with the first `count` decisions of this one."""
        stretch = _Stretch(self.before, self.earlier)
        at: i64
        for at in range(count):
            stretch.actions = append(stretch.actions, self.actions[at])
        return stretch


class Game:
    """A game of Concordia: its position, and the decisions that led there."""

    def __init__(self, state: State, like: Game | None = None) -> None:
        """Begin at `state`. Callers use `Game.new` or `Game.from_setup`; `like` is for `copy`."""
        self._state = state
        # Whoever holds the position may change it: then every turn begins a stretch, so that `pop`
        # comes back to what the position was when the turn began.
        self._handed_out: bool = like is None
        if like is None:
            self._past: _Stretch | None = None
            self._words: Notation = notation(state.board)
            # A scratch buffer: its content is valid only within one call, so copies share it.
            self._out = Actions(state.board.action_count)
        else:
            self._past = like._past
            if like._past is not None:
                like._past.shared = True
            self._words = like._words
            self._out = like._out

    @staticmethod
    def new(
        map: str | Options = "imperium",
        players: int | None = None,
        seed: int | None = None,
        **rules: str | bool,
    ) -> Game:
        """Return a new game. Equal arguments give equal games; without a seed the game is random.

        Either `Game.new(options, seed=…)`, or the options one by one: the map, the number of players
        (4 if not given) and rule options by name, as `praefectus.Options` declares them. Raises
        SetupError for a map, number of players, rule option or seed that does not exist.
        """
        if isinstance(map, Options):
            if players is not None or rules:
                raise SetupError("options are given whole or one by one, not both")
            options = map
        else:
            options = make(map, Options().players if players is None else players, rules)
        if seed is None:
            seed = secrets.randbits(63)
        return _of_its_own(draw(options, seed))

    @staticmethod
    def from_setup(setup: Setup) -> Game:
        """Return the game of a set-up: a token for every city, the cards for sale from the top.

        Raises SetupError if they do not match the rules of set-up (R1).
        """
        return _of_its_own(lay_out(setup))

    @staticmethod
    def from_position(text: str, rng: Random | None = None) -> Game:
        """Return a game that begins at the position given as text by `position_text`.

        If the text does not give the order of the face-down cards, they lie in a fixed order, or in
        one that `rng` deals. Raises PositionError if no game can reach this position.
        """
        from praefectus.position import read

        return _of_its_own(read(text, rng))

    # What it is.

    @property
    def map(self) -> str:
        """The id of the board."""
        return self._state.board.name

    @property
    def players(self) -> int:
        """How many play."""
        return self._state.deal.players

    @property
    def options(self) -> Options:
        """What was agreed on: the map, the number of players and the rule options."""
        return self._state.deal.options

    @property
    def setup(self) -> Setup:
        """The options and what was dealt, including the order of the deck, which no player may know."""
        return setup_of(self._state.deal)

    @property
    def action_count(self) -> int:
        """How many actions the board's numbered space has."""
        return self._state.board.action_count

    # Where it stands.

    @property
    def position(self) -> State:
        """The position itself, for compiled code. Changing it changes the game."""
        self._handed_out = True
        return self._state

    @property
    def seat(self) -> int:
        """The seat that decides now; in a choice of goods to keep it may differ from `turn_seat`."""
        return self._state.cells[AT_DECIDER]

    @property
    def turn_seat(self) -> int:
        """Whose turn it is."""
        return self._state.cells[AT_SEAT]

    @property
    def turn(self) -> int:
        """How many turns are completed."""
        return self._state.cells[AT_TURN]

    @property
    def phase(self) -> str:
        """Which decision is asked for, one of `praefectus.rules.ids.PHASE_NAMES`."""
        return PHASE_NAMES[self._state.cells[AT_PHASE]]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.cells[AT_PHASE] == PHASE_FINISHED

    @property
    def legal_actions(self) -> LegalActions:
        """The actions allowed now, ascending; none once the game is over."""
        out = self._out
        legal(self._state, out)
        return LegalActions(self._words, out.numbers[: out.count])

    @property
    def actions(self) -> list[int]:
        """All decisions taken so far."""
        taken: list[int] = []
        for stretch in self._stretches():
            taken.extend(stretch.actions)
        return taken

    def _stretches(self) -> list[_Stretch]:
        """Return the stretches of the decisions taken so far, the first one first."""
        found: list[_Stretch] = []
        past = self._past
        while past is not None:
            found.append(past)
            past = past.earlier
        found.reverse()
        return found

    def mask(self) -> bytes:
        """Return one byte for each action of the space: 1 if it is allowed now, else 0."""
        mask = bytearray(self.action_count)
        for action in self.legal_actions:
            mask[action] = 1
        return bytes(mask)

    # Playing.

    def push(self, action: int) -> None:
        """Take a decision. The caller must make sure that the action is allowed; this is not checked."""
        state = self._state
        past = self._past
        if (
            past is None
            or len(past.actions) == STRETCH
            or (self._handed_out and state.cells[AT_PHASE] == PHASE_PLAY)
        ):
            past = self._past = _Stretch(state.cells[:], past)
        elif past.shared:
            past = self._past = past.shorter(len(past.actions))
        past.actions = append(past.actions, action)
        apply(state, action)

    def play(self, action: SupportsIndex | str) -> None:
        """Take a decision, or a whole step of a record, after checking it.

        Raises NotationError if a text cannot be read and IllegalActionError if it is not allowed;
        in both cases the game is unchanged.
        """
        if isinstance(action, str):
            self._play_all(action, self.parse(action))
            return
        number = operator.index(action)
        if not 0 <= number < self.action_count or not is_legal(self._state, number, self._out):
            raise IllegalActionError(self.text(number), self.explain(number))
        self.push(number)

    def _play_all(self, text: str, actions: list[int]) -> None:
        for taken, number in enumerate(actions):
            if not is_legal(self._state, number, self._out):
                explanation = self.explain(number)
                for _ in range(taken):
                    self.pop()
                raise IllegalActionError(text, explanation)
            self.push(number)

    def pop(self) -> int:
        """Take the last decision back and return it. Raises IndexError at the start."""
        last = self._past
        if last is None:
            raise IndexError("no decision was taken yet")
        state = State(self._state.deal, last.before[:])
        kept: i64 = len(last.actions) - 1
        at: i64
        for at in range(kept):
            apply(state, last.actions[at])
        self._state = state
        self._handed_out = False
        if kept > 0:
            self._past = last.shorter(kept)
        else:
            self._past = last.earlier
            if last.earlier is not None:
                # A copy may have come this way too: copying marks the last stretch only.
                last.earlier.shared = True
        return last.actions[kept]

    def copy(self) -> Game:
        """Return an independent copy of the game; both share the past decisions."""
        return Game(self._state.copy(), self)

    def determinize(self, seat: int, rng: Random) -> Game:
        """Return a game from here on in which everything that `seat` cannot know is dealt again.

        That is the order of the face-down cards, which `rng` decides. The copy has no history.
        """
        if not 0 <= seat < self.players:
            raise PraefectusError(f"the seat must be 0 to {self.players - 1}, not {seat}")
        return _of_its_own(determinize(self._state, Rng(rng.getrandbits(63))))

    # Words.

    def text(self, action: int) -> str:
        """Return an action in words. Raises PraefectusError if there is no such number."""
        if not 0 <= action < self.action_count:
            raise PraefectusError(
                f"the action must be a number from 0 to {self.action_count - 1}, not {action}"
            )
        return self._words.texts[action]

    def parse(self, text: str) -> list[int]:
        """Return the actions a text names: one decision, or a step of a record (unchecked)."""
        return self._words.read(self._state, text)

    def parse_step(self, step: str) -> list[int]:
        """Return the actions of a step of a record (unchecked). Raises NotationError."""
        return self._words.read_step(self._state, step)[:]

    def explain(self, action: int) -> Explanation:
        """Return what the rules say of an action now: whether it is allowed, and why not."""
        self.text(action)
        if is_legal(self._state, action, self._out):
            return Explanation(True, self._words.actions[action].rule, "legal", {})
        refusal = refuse(self._state, action)
        return Explanation(False, refusal.rule, refusal.key, refusal.values)

    def position_text(self, *, hidden: bool = False) -> str:
        """Return the position as one line of text (`docs/position.md`).

        It contains everything that a player may know; `hidden` adds the order of the face-down cards.
        """
        from praefectus.position import write

        return write(self._state, hidden=hidden)

    def state(self) -> StateDocument:
        """Return the position as the state document of docs/record.md."""
        from praefectus.document import state_document

        return state_document(self._state)

    def outcome(self) -> Outcome:
        """Return how the game ended. Raises PraefectusError while it is not over."""
        from praefectus.outcome import outcome

        if not self.is_over:
            raise PraefectusError(f"the game is not over: turn {self.turn} is completed")
        return outcome(self._state)

    def __str__(self) -> str:
        from praefectus.diagram import diagram

        return diagram(self._state)

    # As a Python object.

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        stretches = self._stretches()
        first = State(self._state.deal, stretches[0].before) if stretches else self._state
        return _restore, (first, self.actions, self._state)

    def __eq__(self, other: object) -> bool:
        """Tell whether both games stand at equal positions, the order of the deck included.

        The decisions that led there do not count.
        """
        if not isinstance(other, Game):
            return NotImplemented
        return self._state == other._state

    def __hash__(self) -> int:
        """Return the hash of the position. It changes with every decision, so use copies as keys."""
        return hash(self._state)

    def __repr__(self) -> str:
        """Return an expression for an equal game; it reveals the order of the deck."""
        return f"Game.from_position({self.position_text(hidden=True)!r})"


def _of_its_own(state: State) -> Game:
    """Return a game that begins at `state`, which nobody else holds."""
    game = Game(state)
    game._handed_out = False
    return game


def _restore(first: State, actions: list[int], state: State) -> Game:
    """Return a game that was pickled, from its first position, its decisions and its position now."""
    game = Game(first.copy())
    for action in actions:
        game.push(action)
    game._state = state
    return game
