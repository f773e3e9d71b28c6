"""OpenSpiel: importing this registers the Python game `python_concordia`.

    pyspiel.load_game("python_concordia", {"map": "italia", "players": 2})

Chance is explicit: the token of every city and every card that is turned up is a chance node, whose
outcomes are what can still come there. So a history contains nothing that a player could not know, the
players have perfect information about the past, and search never sees the order of the deck.
Returns are by place, from +1 to -1 (`praefectus.envs.rewards`); after `max_turns` turns a game ends
with its standing.
"""

from __future__ import annotations

from typing import Any

from praefectus.extras import need

need("openspiel", "numpy", "pyspiel")

import numpy as np  # noqa: E402 - only after the extra is known to be there
import pyspiel  # noqa: E402
from librt.vecs import vec  # noqa: E402
from mypy_extensions import i64  # noqa: E402

from praefectus.envs.interface import Params  # noqa: E402
from praefectus.envs.layout import layout_of  # noqa: E402
from praefectus.envs.observation import Observer as Writer  # noqa: E402
from praefectus.envs.rewards import PLACE, add_final  # noqa: E402
from praefectus.errors import PraefectusError  # noqa: E402
from praefectus.game import Game as Position  # noqa: E402
from praefectus.notation import notation  # noqa: E402
from praefectus.options import from_json  # noqa: E402
from praefectus.rules.facts import CITY_TOKENS, DECKS, SALE_NAMES, load_board  # noqa: E402
from praefectus.rules.ids import (  # noqa: E402  # noqa: E402
    ACTION_END,
    AT_DECIDER,
    AT_DECK_TOP,
    AT_PHASE,
    AT_TURN,
    DISPLAY_SLOTS,
    GOOD_COUNT,
    GOOD_NAMES,
    MAX_PLAYERS,
    PHASE_FINISHED,
    PHASE_PLAY,
    SALE_COUNT,
)
from praefectus.rules.options import Options  # noqa: E402
from praefectus.rules.phase import Actions  # noqa: E402
from praefectus.rules.setup import start  # noqa: E402
from praefectus.rules.state import Deal, State  # noqa: E402
from praefectus.rules.turn import apply, legal  # noqa: E402

NAME = "python_concordia"
DEFAULTS: Params = {
    **Options().as_json(),
    "max_turns": 1000,
}
MOST_DECISIONS_PER_TURN = 64  # more than any turn has

GAME_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Concordia",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=MAX_PLAYERS,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    default_loadable=True,
    parameter_specification=DEFAULTS,
)


class ConcordiaGame(pyspiel.Game):  # type: ignore[misc]
    """The game with its parameters: max_turns and those of `praefectus.Options`."""

    def __init__(self, params: Params | None = None) -> None:
        values = {**DEFAULTS, **(params or {})}
        self.max_turns = int(values.pop("max_turns"))
        self.options = from_json(values)
        players = self.options.players
        if self.max_turns < 1:
            raise PraefectusError(f"max_turns must be 1 or more, not {self.max_turns}")
        self.board = load_board(self.options.map)
        self.players = players
        self.words = notation(self.board)
        self.stack = [card for deck in DECKS[:players] for card in deck]
        self.tier_ends = [
            sum(len(deck) for deck in DECKS[: tier + 1])
            for tier, deck in enumerate(DECKS[:players])
            for _ in deck
        ]
        draws = int(self.board.cities) + len(self.stack)
        info = pyspiel.GameInfo(
            num_distinct_actions=int(self.board.action_count),
            max_chance_outcomes=SALE_COUNT,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_turns * MOST_DECISIONS_PER_TURN + draws,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> ConcordiaState:
        """Return the state before anything is drawn."""
        return ConcordiaState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Params | None = None
    ) -> ConcordiaObserver:
        """Return an observer: the named parts of `praefectus.envs.layout`."""
        if params:
            raise PraefectusError(f"observers take no parameters, not {params!r}")
        return ConcordiaObserver(self, iig_obs_type)


class Progress:
    """Everything that changes in a state, in a form that can be copied quickly and pickled."""

    def __init__(self, stack: list[int]) -> None:
        self.words: list[str] = []  # all that has happened
        self.goods: list[int] = []  # of the cities so far
        self.stack = stack  # cards for sale, from the top; those not drawn yet are in any order
        self.position: State | None = None  # once the first cards are turned up
        self.to_draw = DISPLAY_SLOTS  # cards that are to be turned up now
        self.drawn = 0

    def __deepcopy__(self, memo: Any) -> Progress:
        copy = Progress(list(self.stack))
        copy.words = list(self.words)
        copy.goods = list(self.goods)
        copy.position = None if self.position is None else self.position.copy()
        copy.to_draw = self.to_draw
        copy.drawn = self.drawn
        return copy


class ConcordiaState(pyspiel.State):  # type: ignore[misc]
    """A state: first chance draws the tokens and the display, then the seats decide."""

    def __init__(self, game: ConcordiaGame) -> None:
        super().__init__(game)
        self.progress = Progress(list(game.stack))

    # What OpenSpiel asks for.

    def current_player(self) -> int:
        """Return the deciding seat, or OpenSpiel's id for chance or for a finished game."""
        progress = self.progress
        if progress.to_draw:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        assert progress.position is not None
        return int(progress.position.cells[AT_DECIDER])

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        progress = self.progress
        if progress.position is None or progress.to_draw:
            return False
        cells = progress.position.cells
        turns = self.get_game().max_turns
        return bool(
            cells[AT_PHASE] == PHASE_FINISHED
            or (cells[AT_TURN] >= turns and cells[AT_PHASE] == PHASE_PLAY)
        )

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        position = self.progress.position
        assert position is not None
        out = Actions(position.board.action_count)
        legal(position, out)
        return list(out.numbers[: out.count])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the tokens that the next city can get, or the cards that can be turned up next."""
        game = self.get_game()
        progress = self.progress
        city = len(progress.goods)
        if city < game.board.cities:
            left = self._tokens_left(city)
            return [
                (good, left.count(good) / len(left)) for good in range(GOOD_COUNT) if good in left
            ]
        first = self._next_card()
        cards = sorted(progress.stack[first : game.tier_ends[first]])
        return [(card, 1.0 / len(cards)) for card in cards]

    def _apply_action(self, action: int) -> None:
        progress = self.progress
        progress.words.append(self._action_to_string(self.current_player(), action))
        if progress.to_draw:
            self._draw(action)
            return
        position = progress.position
        assert position is not None
        if action == ACTION_END:
            # The rules decide whether cards are turned up, so this tries the action on a copy.
            after = position.copy()
            apply(after, action)
            progress.to_draw = int(after.cells[AT_DECK_TOP] - position.cells[AT_DECK_TOP])
            if progress.to_draw:
                return
        apply(position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player != pyspiel.PlayerId.CHANCE:
            return str(game.words.texts[action])
        city = len(self.progress.goods)
        if city < game.board.cities:
            return f"{game.board.city_names[city]}: {GOOD_NAMES[action]}"
        return f"card: {SALE_NAMES[action]}"

    def returns(self) -> list[float]:
        """Return the rewards by place once the game is over, else zeros."""
        players = self.get_game().players
        out = vec[float]([0.0] * players)
        if self.is_terminal():
            assert self.progress.position is not None
            add_final(self.progress.position, PLACE, out, 0)
        return list(out)

    def information_state_string(self, player: int | None = None) -> str:
        """Return everything that has happened, in words; only the seat's own number differs between seats."""
        seat = self.current_player() if player is None else player
        return "; ".join([f"seat {seat}", *self.progress.words])

    def __str__(self) -> str:
        progress = self.progress
        if progress.position is None:
            return f"set-up: tokens {progress.goods}, cards {progress.stack[: progress.drawn]}"
        picture = str(Position(progress.position))
        if progress.to_draw:
            first = self._next_card() - progress.drawn
            picture += f"\nturned up {progress.stack[first : first + progress.drawn]} of {progress.to_draw}"
        return picture

    # Drawing.

    def _tokens_left(self, city: int) -> list[int]:
        """Return the tokens of the city's letter that lie on no city yet."""
        board = self.get_game().board
        letter = int(board.city_letter[city])
        left = list(CITY_TOKENS[letter])
        for other, good in enumerate(self.progress.goods):
            if board.city_letter[other] == letter:
                left.remove(good)
        return left

    def _next_card(self) -> int:
        """Return the place in the stack of the next card to be turned up."""
        progress = self.progress
        top = 0 if progress.position is None else int(progress.position.cells[AT_DECK_TOP])
        return top + progress.drawn

    def _draw(self, outcome: int) -> None:
        game = self.get_game()
        progress = self.progress
        if len(progress.goods) < game.board.cities:
            progress.goods.append(outcome)
        else:
            at = self._next_card()
            found = progress.stack.index(outcome, at, game.tier_ends[at])
            progress.stack[at], progress.stack[found] = progress.stack[found], progress.stack[at]
            progress.drawn += 1
        if len(progress.goods) == game.board.capital:
            progress.goods.append(-1)  # the capital has no token
        if progress.drawn < progress.to_draw:
            return
        progress.to_draw = progress.drawn = 0
        if progress.position is None:
            goods, stack = vec[i64](progress.goods), vec[i64](progress.stack)
            deal = Deal(game.board, game.options, goods, stack)
            progress.position = start(deal)
        else:
            deal = progress.position.deal.with_stack(vec[i64](progress.stack))
            progress.position = State(deal, progress.position.cells[:])
            apply(progress.position, ACTION_END)


class ConcordiaObserver:
    """What a seat may know, as one float32 tensor with named parts, and as text."""

    def __init__(self, game: ConcordiaGame, iig_obs_type: Any) -> None:
        self._recalls = bool(iig_obs_type is not None and iig_obs_type.perfect_recall)
        layout = layout_of(game.board.name)
        self._writer = Writer(game.board, 1)
        self._shown = np.frombuffer(memoryview(self._writer.cells), np.int8)
        self._tops = np.ones(int(layout.size), np.float32)
        for part in layout.parts.values():
            self._tops[part.slice] = part.top
        self.tensor = np.zeros(int(layout.size), np.float32)
        self.dict = {name: self.tensor[part.slice] for name, part in layout.parts.items()}

    def set_from(self, state: ConcordiaState, player: int) -> None:
        """Write what a seat knows into the tensor; during set-up it is all zeros."""
        position = state.progress.position
        if position is None:
            self.tensor.fill(0)
            return
        self._writer.begin(0, position)
        self._writer.write(0, position, player, True)
        np.divide(self._shown, self._tops, out=self.tensor)

    def string_from(self, state: ConcordiaState, player: int) -> str:
        """Return the position as text; with perfect recall, all that has happened."""
        if self._recalls:
            return state.information_state_string(player)
        return f"seat {player}\n{state}"


pyspiel.register_game(GAME_TYPE, ConcordiaGame)
