"""What a bot is, and what it is shown.

A bot has one method, `choose(position, legal) -> action`, and takes one small decision at a time; it
may plan a whole turn and return it decision by decision (`Planner`). `Position` shows a seat what it
may know: everything but the order of the face-down cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, TypedDict, runtime_checkable

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.explanation import Explanation
from praefectus.game import Game, LegalActions
from praefectus.rules.options import Options
from praefectus.rules.setup import face_down
from praefectus.rules.state import State
from praefectus.rules.turn import apply
from praefectus.wire.position import StateDocument


class Legal(Protocol):
    """The actions allowed now, ascending: what `game.legal_actions` is."""

    def __len__(self) -> int: ...

    def __getitem__(self, index: int, /) -> int: ...

    def __iter__(self) -> Iterator[int]: ...

    def __contains__(self, action: object, /) -> bool: ...


class Position:
    """A game, limited to what the deciding seat may know.

    It does not reveal the order of the deck: `determinize` gives a game for trying things out, in
    which the face-down cards are dealt again.
    """

    __slots__ = ("__game",)

    def __init__(self, game: Game) -> None:
        """Look at `game`; the position follows what is played in it later."""
        self.__game = game

    @staticmethod
    def of(position: Position | Game) -> Position:
        """Return a position for a game, or the position itself."""
        return position if isinstance(position, Position) else Position(position)

    @property
    def map(self) -> str:
        """The id of the board."""
        return self.__game.map

    @property
    def players(self) -> int:
        """How many play."""
        return self.__game.players

    @property
    def options(self) -> Options:
        """What was agreed on: the map, the number of players and the rule options."""
        return self.__game.options

    @property
    def seat(self) -> int:
        """Who has to decide now: the seat this position is shown to."""
        return self.__game.seat

    @property
    def turn_seat(self) -> int:
        """Whose turn it is."""
        return self.__game.turn_seat

    @property
    def turn(self) -> int:
        """How many turns are completed."""
        return self.__game.turn

    @property
    def phase(self) -> str:
        """Which decision is asked for, one of `praefectus.rules.ids.PHASE_NAMES`."""
        return self.__game.phase

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.__game.is_over

    @property
    def legal_actions(self) -> LegalActions:
        """The actions allowed now, ascending."""
        return self.__game.legal_actions

    @property
    def actions(self) -> list[int]:
        """All decisions taken so far, of all seats."""
        return self.__game.actions

    @property
    def action_count(self) -> int:
        """How many actions the board's numbered space has."""
        return self.__game.action_count

    def mask(self) -> bytes:
        """Return one byte for each action of the space: 1 if it is allowed now, else 0."""
        return self.__game.mask()

    def state(self) -> StateDocument:
        """Return the position as the state document."""
        return self.__game.state()

    def position_text(self) -> str:
        """Return the position as one line of text, without the order of the face-down cards."""
        return self.__game.position_text()

    def cities(self) -> dict[str, str]:
        """Return the good of every city."""
        return dict(self.__game.setup.cities)

    def text(self, action: int) -> str:
        """Return an action in words."""
        return self.__game.text(action)

    def parse(self, text: str) -> list[int]:
        """Return the actions a text names."""
        return self.__game.parse(text)

    def explain(self, action: int) -> Explanation:
        """Return what the rules say of an action now."""
        return self.__game.explain(action)

    def key(self) -> bytes:
        """Return bytes that are equal exactly for equal positions of one game."""
        return self.__game.position.key()

    def determinize(self, rng: Random) -> Game:
        """Return a game for trying things out, with the face-down cards dealt again by `rng`.

        It depends only on `rng` and on what the seat may know. It has no history.
        """
        known = Game(_sorted_deck(self.__game.position))
        return known.determinize(self.__game.seat, rng)

    def __str__(self) -> str:
        return str(self.__game)

    def __repr__(self) -> str:
        return f"<Position {self.map}, seat {self.seat} of {self.players}, turn {self.turn}, {self.phase}>"


def _sorted_deck(state: State) -> State:
    """Return the position with its face-down cards in a fixed order, each deck by itself."""
    stack = [int(card) for card in state.deal.stack]
    for first, end in face_down(state):
        stack[first:end] = sorted(stack[first:end])
    return State(state.deal.with_stack(vec[i64](stack)), state.cells)


@runtime_checkable
class Bot(Protocol):
    """A player that takes decisions."""

    # Callers pass a Position, never a Game: the bot may come from anybody, and a game shows the deck.
    def choose(self, position: Position, legal: Legal) -> int:
        """Return one of `legal`, the actions allowed in `position`."""
        ...


class CandidateDocument(TypedDict):
    """A `Candidate` as plain data, its numbers rounded."""

    actions: list[int]
    texts: list[str]
    win_chance: float
    points: dict[str, float]
    share: float


@dataclass(frozen=True)
class Candidate:
    """A turn that a bot considers: its decisions, and what they are expected to bring.

    `points` are those of the seat that decides by god (and `concordia`, `total`) at the end of the
    game as far as the bot can foresee it; `win_chance` is between 0 and 1; `share` is how much of its
    thinking the bot gave to this turn.
    """

    actions: list[int]
    texts: list[str]
    win_chance: float
    points: dict[str, float] = field(default_factory=dict)
    share: float = 0.0

    def as_json(self) -> CandidateDocument:
        """Return it as plain data."""
        return {
            "actions": self.actions,
            "texts": self.texts,
            "win_chance": round(self.win_chance, 4),
            "points": {god: round(points, 2) for god, points in self.points.items()},
            "share": round(self.share, 4),
        }


class Planner:
    """A bot that plans to the end of its turn and then returns its plan, one decision at a time."""

    def __init__(self) -> None:
        self._plan: list[int] = []
        self._expected = b""

    def choose(self, position: Position | Game, legal: Legal) -> int:
        """Return the next decision of the plan, or the first of a new one."""
        here = Position.of(position)
        if len(legal) == 1:
            # There is no choice; a plan that contains this decision continues below.
            only = legal[0]
            if not self._plan or self._plan[0] != only:
                return only
        if not self._plan or here.key() != self._expected or self._plan[0] not in legal:
            self._plan = self.plan(here)
        action = self._plan.pop(0)
        if self._plan:
            state = here.determinize(Random(0)).position
            apply(state, action)
            self._expected = state.key()
        return action

    def plan(self, position: Position) -> list[int]:
        """Return the decisions from here to the end of the seat's turn (or of its choice)."""
        raise NotImplementedError
