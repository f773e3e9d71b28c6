"""OpenSpiel: importing this registers the Python game `python_concordia`.

    pyspiel.load_game("python_concordia", {"map": "italia", "players": 2})

Chance is explicit: the token of every city and every card that is turned up is a chance node, whose
outcomes are what can still come there. So a history holds nothing that anybody could not know, the
players have perfect information of what has happened, and search never sees the order of the deck.
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
DEFAULTS: dict[str, Any] = {
    **Options().as_json(),
    "max_turns": 1000,
}
MOST_DECISIONS_A_TURN = 64  # more than any turn has

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

    def __init__(self, params: dict[str, Any] | None = None) -> None:
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
            max_game_length=self.max_turns * MOST_DECISIONS_A_TURN + draws,
        )
        super().__init__(GAME_TYPE, info, params or {})

    def new_initial_state(self) -> ConcordiaState:
        """Return the state before anything is drawn."""
        return ConcordiaState(self)

    def make_py_observer(
        self, iig_obs_type: Any = None, params: dict[str, Any] | None = None
    ) -> ConcordiaObserver:
        """Return an observer: the named parts of `praefectus.envs.layout`."""
        if params:
            raise PraefectusError(f"observers take no parameters, not {params!r}")
        return ConcordiaObserver(self, iig_obs_type)


class Table:
    """All that changes in a state, in a form that can be copied quickly, and pickled."""

    def __init__(self, stack: list[int]) -> None:
        self.words: list[str] = []  # all that has happened
        self.goods: list[int] = []  # of the cities so far
        self.stack = stack  # for sale, from the top; as far as it is not drawn, in any order
        self.position: State | None = None  # once the first cards are turned up
        self.to_draw = DISPLAY_SLOTS  # cards that are to be turned up now
        self.drawn = 0

    def __deepcopy__(self, memo: Any) -> Table:
        copy = Table(list(self.stack))
        copy.words = list(self.words)
        copy.goods = list(self.goods)
        copy.position = None if self.position is None else self.position.copy()
        copy.to_draw = self.to_draw
        copy.drawn = self.drawn
        return copy

    def __getstate__(self) -> dict[str, Any]:
        values = dict(vars(self))
        position = self.position
        if position is not None:
            deal = position.deal
            values["position"] = (
                deal.options,
                list(deal.city_good),
                list(deal.stack),
                list(position.cells),
            )
        return values

    def __setstate__(self, values: dict[str, Any]) -> None:
        vars(self).update(values)
        if values["position"] is not None:
            options, goods, stack, cells = values["position"]
            deal = Deal(load_board(options.map), options, vec[i64](goods), vec[i64](stack))
            self.position = State(deal, vec[i64](cells))


class ConcordiaState(pyspiel.State):  # type: ignore[misc]
    """A state: first chance draws the tokens and the display, then the seats decide."""

    def __init__(self, game: ConcordiaGame) -> None:
        super().__init__(game)
        self.table = Table(list(game.stack))

    # What OpenSpiel asks for.

    def current_player(self) -> int:
        """Return the seat that decides, or that chance does, or that the game is over."""
        table = self.table
        if table.to_draw:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        assert table.position is not None
        return int(table.position.cells[AT_DECIDER])

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        table = self.table
        if table.position is None or table.to_draw:
            return False
        cells = table.position.cells
        turns = self.get_game().max_turns
        return bool(
            cells[AT_PHASE] == PHASE_FINISHED
            or (cells[AT_TURN] >= turns and cells[AT_PHASE] == PHASE_PLAY)
        )

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        position = self.table.position
        assert position is not None
        out = Actions(position.board.action_count)
        legal(position, out)
        return list(out.numbers[: out.count])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the tokens that the next city can get, or the cards that can be turned up next."""
        game = self.get_game()
        table = self.table
        city = len(table.goods)
        if city < game.board.cities:
            left = self._tokens_left(city)
            return [
                (good, left.count(good) / len(left)) for good in range(GOOD_COUNT) if good in left
            ]
        first = self._next_card()
        cards = sorted(table.stack[first : game.tier_ends[first]])
        return [(card, 1.0 / len(cards)) for card in cards]

    def _apply_action(self, action: int) -> None:
        table = self.table
        table.words.append(self._action_to_string(self.current_player(), action))
        if table.to_draw:
            self._draw(action)
            return
        position = table.position
        assert position is not None
        if action == ACTION_END:
            # Whether cards will be turned up is the rules' to say: they are asked on a copy.
            after = position.copy()
            apply(after, action)
            table.to_draw = int(after.cells[AT_DECK_TOP] - position.cells[AT_DECK_TOP])
            if table.to_draw:
                return
        apply(position, action)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        if player != pyspiel.PlayerId.CHANCE:
            return str(game.words.texts[action])
        city = len(self.table.goods)
        if city < game.board.cities:
            return f"{game.board.city_names[city]}: {GOOD_NAMES[action]}"
        return f"card: {SALE_NAMES[action]}"

    def returns(self) -> list[float]:
        """Return the rewards by place once the game is over, else zeros."""
        players = self.get_game().players
        out = vec[float]([0.0] * players)
        if self.is_terminal():
            assert self.table.position is not None
            add_final(self.table.position, PLACE, out, 0)
        return list(out)

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that has happened, in words; but for the seat itself the same for all."""
        seat = self.current_player() if player is None else player
        return "; ".join([f"seat {seat}", *self.table.words])

    def __str__(self) -> str:
        table = self.table
        if table.position is None:
            return f"set-up: tokens {table.goods}, cards {table.stack[: table.drawn]}"
        picture = str(Position(table.position))
        if table.to_draw:
            first = self._next_card() - table.drawn
            picture += f"\nturned up {table.stack[first : first + table.drawn]} of {table.to_draw}"
        return picture

    # Drawing.

    def _tokens_left(self, city: int) -> list[int]:
        """Return the tokens of the city's letter that lie on no city yet."""
        board = self.get_game().board
        letter = int(board.city_letter[city])
        left = list(CITY_TOKENS[letter])
        for other, good in enumerate(self.table.goods):
            if board.city_letter[other] == letter:
                left.remove(good)
        return left

    def _next_card(self) -> int:
        """Return the place in the stack of the next card to be turned up."""
        table = self.table
        top = 0 if table.position is None else int(table.position.cells[AT_DECK_TOP])
        return top + table.drawn

    def _draw(self, outcome: int) -> None:
        game = self.get_game()
        table = self.table
        if len(table.goods) < game.board.cities:
            table.goods.append(outcome)
        else:
            at = self._next_card()
            found = table.stack.index(outcome, at, game.tier_ends[at])
            table.stack[at], table.stack[found] = table.stack[found], table.stack[at]
            table.drawn += 1
        if len(table.goods) == game.board.capital:
            table.goods.append(-1)  # the capital has no token
        if table.drawn < table.to_draw:
            return
        table.to_draw = table.drawn = 0
        if table.position is None:
            goods, stack = vec[i64](table.goods), vec[i64](table.stack)
            deal = Deal(game.board, game.options, goods, stack)
            table.position = start(deal)
        else:
            deal = table.position.deal.with_stack(vec[i64](table.stack))
            table.position = State(deal, table.position.cells[:])
            apply(table.position, ACTION_END)


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
        """Let the tensor show what a seat knows; during set-up it is all zeros."""
        position = state.table.position
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
