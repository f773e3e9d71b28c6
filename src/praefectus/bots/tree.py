"""The tree of the search: positions between turns, joined by whole turns.

A simulation takes one of the dealt decks, walks down from the root (each seat by what is good for
itself: max^n, guided by the evaluation of its turns as a prior), adds one position and has it
evaluated; the chances of all seats go back up the path. Turns that turn up cards from the deck lead
to a position for each outcome that was met, so that dealt decks share all they have in common.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.exact import Exact
from praefectus.bots.judge import best_by_chance, carry_out, finalists
from praefectus.bots.turns import MOST_LENGTH, Generator
from praefectus.rules.ids import (
    AT_DECIDER,
    AT_DECK_TOP,
    AT_LAST_TURNS,
    AT_PHASE,
    AT_TURN,
    PHASE_FINISHED,
    PHASE_KEEP,
    SALE_COUNT,
)
from praefectus.rules.state import Deal, State
from praefectus.rules.turn import apply

MOST_DEPTH: Final = 200
NO_VALUE: Final[vec[float]] = vec[float]([])
NO_MOVES: Final[vec[i64]] = vec[i64]([])
# At the root: how many of all turns by worth are compared by chance, and how many may end the game.
COMPARED: Final = 48
ENDINGS: Final = 3
# Below the root: the prior of a turn that sets off the end, beside 1 for the best of the others.
PRIOR_OF_ENDING: Final = 0.5


class Edge:
    """A turn that is taken in a position, and the results of trying it."""

    def __init__(self, actions: vec[i64], prior: float) -> None:
        self.actions: vec[i64] = actions
        self.prior: float = prior
        self.visits: i64 = 0
        self.total: float = 0.0  # of the chances of the seat whose turn it is
        self.mean: float = 0.0  # the same by visits
        self.pull: float = prior  # its prior by visits, and one more
        self.drawn: i64 = -1  # cards it turns up, or -1 while it was not tried
        self.children: list[Node] = NONE_YET


class Node:
    """A position between turns. One that is solved needs no more search: `value` is known.

    Most turns of most positions are never tried, so there is an edge only for those that were: the turn with the highest prior is
    tried first. The others wait, best first: their priors in `waiting`, and in `moves` each one's length before its actions.
    """

    def __init__(self, cells: vec[i64], outcome: i64) -> None:
        self.cells: vec[i64] = cells
        self.outcome: i64 = outcome  # the cards that were turned up on the way here
        self.seat: i64 = cells[AT_DECIDER]
        self.visits: i64 = 0
        self.first_guess: float = 0.0
        self.total: float = 0.0  # of its edges
        self.tried: float = 0.0  # the priors of its edges that were tried
        self.is_expanded = False
        self.is_solved = False
        self.value: vec[float] = NO_VALUE
        self.edges: list[Edge] = NO_EDGES
        self.waiting: vec[float] = NO_VALUE
        self.moves: vec[i64] = NO_MOVES
        self.next: i64 = 0  # of those that wait
        self.next_move: i64 = 0  # where it begins

    def count(self, edge: Edge, chance: float) -> None:
        """Count a try of one of its turns, and the chance that it came to."""
        if edge.visits == 0:
            self.tried += edge.prior
        self.visits += 1
        self.total += chance
        edge.visits += 1
        edge.total += chance
        edge.mean = edge.total / float(edge.visits)
        edge.pull = edge.prior / float(1 + edge.visits)

    def expand(self, priors: vec[float], moves: vec[i64]) -> None:
        """Let turns wait that may be taken here, the one with the highest prior first."""
        self.edges = []
        self.waiting = priors
        self.moves = moves
        self.is_expanded = True

    def has_waiting(self) -> bool:
        """Tell whether there is a turn that was never tried and has no edge."""
        return self.next < len(self.waiting)

    def try_next(self) -> Edge:
        """Make an edge of the best turn that waits."""
        first: i64 = self.next_move + 1
        self.next_move = first + self.moves[self.next_move]
        edge = Edge(self.moves[first : self.next_move], self.waiting[self.next])
        self.next += 1
        self.edges.append(edge)
        return edge


NO_EDGES: Final[list[Edge]] = []  # of positions that are not expanded
NONE_YET: Final[list[Node]] = []  # of turns that were not tried


class Tree:
    """A search from one position; `run` extends it."""

    def __init__(
        self,
        root: State,
        deals: list[Deal],
        generator: Generator,
        exact: Exact,
        exact_levels: i64,
        exploration: float,
        temperature: float,
        root_temperature: float,
        width: i64,
        rival_width: i64,
    ) -> None:
        self.deals = deals
        self.generator = generator
        self.exact = exact
        self.exact_levels: i64 = exact_levels
        self.exploration: float = exploration
        self.temperature: float = temperature
        self.root_temperature: float = root_temperature
        self.width: i64 = width
        self.rival_width: i64 = rival_width
        self.root = Node(root.cells[:], 0)
        self.me: i64 = self.root.seat
        self.simulations: i64 = 0
        self.value: vec[float] = vec[float]([0.0] * root.deal.players)
        self.sums: vec[float] = vec[float]([0.0] * root.deal.players)
        self._path: list[Edge] = []
        self._nodes: list[Node] = []
        self._expand(self.root, deals[0], 0)
        # Whoever asks wants to know of all turns here.
        while self.root.has_waiting():
            self.root.try_next()

    def run(self, simulations: i64) -> None:
        """Run that many simulations."""
        number: i64
        for number in range(simulations):
            self._simulate(self.deals[self.simulations % len(self.deals)])
            self.simulations += 1

    def _simulate(self, deal: Deal) -> None:
        node = self.root
        path = self._path
        nodes = self._nodes
        path.clear()
        nodes.clear()
        depth: i64 = 0
        while True:
            nodes.append(node)
            if node.is_solved:
                break
            if depth == MOST_DEPTH:
                self._evaluate(node, deal)
                break
            if not node.is_expanded:
                if node.visits == 0:
                    self._evaluate(node, deal)
                    node.first_guess = self.value[node.seat]
                    if node.cells[AT_PHASE] == PHASE_FINISHED:
                        node.value = self.value[:]
                        node.is_solved = True
                    break
                if node.cells[AT_LAST_TURNS] == 1:
                    self._solve_last(node, deal)
                    break
                self._expand(node, deal, depth)
            edge = self._select(node)
            path.append(edge)
            node = self._follow(node, edge, deal)
            depth += 1
        value = self.value
        if node.is_solved:
            value = node.value
        at: i64
        for at in range(depth):
            nodes[at].count(path[at], value[nodes[at].seat])
        nodes[depth].visits += 1
        for at in range(len(value)):
            self.sums[at] += value[at]
        at = depth - 1
        while at >= 0 and nodes[at + 1].is_solved and self._is_solved(nodes[at]):
            at -= 1

    def _is_solved(self, node: Node) -> bool:
        """Tell whether every turn leads to a known value, and if so take the best for the seat."""
        if node.cells[AT_LAST_TURNS] < 0 or not node.is_expanded or node.has_waiting():
            return False
        best: float = -1.0
        edge: Edge
        for edge in node.edges:
            if edge.drawn != 0 or not edge.children[0].is_solved:
                return False
        for edge in node.edges:
            child = edge.children[0]
            if child.value[node.seat] > best:
                best = child.value[node.seat]
                node.value = child.value
        node.is_solved = True
        return True

    def _solve_last(self, node: Node, deal: Deal) -> None:
        """Find the best last turn of the game: its result is certain, whatever the deck."""
        generator = self.generator
        turns = generator.out
        s = State(deal, node.cells)
        generator.generate(s, turns)
        best: float = -1.0
        number: i64
        for number in range(turns.count):
            t = s.copy()
            carry_out(t, turns, number, generator)
            generator.evaluator.final_chances(t, self.value)
            if self.value[node.seat] > best:
                best = self.value[node.seat]
                node.value = self.value[:]
        node.is_solved = True

    def _evaluate(self, node: Node, deal: Deal) -> None:
        self.generator.evaluator.chances(State(deal, node.cells), self.value)

    def _select(self, node: Node) -> Edge:
        scale: float = self.exploration * sqrt(float(node.visits))
        # The assumed value of a turn not tried yet: a little less than that of the position.
        guess: float = node.first_guess
        if node.visits > 1:
            guess = (guess + node.total) / float(node.visits)
        guess -= 0.25 * self.exploration * sqrt(node.tried)
        best: Edge | None = None
        best_score: float = -1e18
        edge: Edge
        for edge in node.edges:
            score: float = guess
            if edge.visits > 0:
                score = edge.mean
            score += scale * edge.pull
            if score > best_score:
                best_score = score
                best = edge
        if best is None or (
            node.has_waiting() and guess + scale * node.waiting[node.next] > best_score
        ):
            return node.try_next()
        return best

    def _follow(self, node: Node, edge: Edge, deal: Deal) -> Node:
        outcome: i64 = 0
        top: i64 = node.cells[AT_DECK_TOP]
        at: i64
        if edge.drawn == 0:
            return edge.children[0]
        if edge.drawn > 0:
            for at in range(top, top + edge.drawn):
                outcome = outcome * SALE_COUNT + deal.stack[at]
            child: Node
            for child in edge.children:
                if child.outcome == outcome:
                    return child
        t = State(deal, node.cells[:])
        actions = edge.actions
        for at in range(len(actions)):
            apply(t, actions[at])
        if t.cells[AT_PHASE] == PHASE_KEEP:
            self.generator.settle_keeps(t)
        if edge.drawn < 0:
            edge.drawn = t.cells[AT_DECK_TOP] - top
            edge.children = []
            for at in range(top, top + edge.drawn):
                outcome = outcome * SALE_COUNT + deal.stack[at]
        new = Node(t.cells, outcome)
        edge.children.append(new)
        return new

    def _expand(self, node: Node, deal: Deal, depth: i64) -> None:
        if depth < self.exact_levels:
            self._expand_exactly(self.exact, node, deal)
            return
        generator = self.generator
        turns = generator.out
        generator.generate(State(deal, node.cells), turns)
        numbers: vec[i64] = finalists(
            turns, self.width if node.seat == self.me else self.rival_width, 1
        )
        count: i64 = len(numbers)
        # Turns that set off the end cannot be compared by their worth alone.
        priors: vec[float] = vec[float]([PRIOR_OF_ENDING] * count)
        sum_of_priors: float = 0.0
        decisions: i64 = 0
        at: i64
        number: i64
        for at in range(count):
            number = numbers[at]
            if turns.sets_off_end[number] == 0:
                priors[at] = exp((turns.worth[number] - turns.worth[numbers[0]]) / self.temperature)
            sum_of_priors += priors[at]
            decisions += turns.length[number]
        # The last may be one that sets off the end: it goes to its place among the others.
        at = count - 1
        while at > 0 and priors[at - 1] < priors[at]:
            number = numbers[at]
            numbers[at] = numbers[at - 1]
            numbers[at - 1] = number
            priors[at] = priors[at - 1]
            priors[at - 1] = PRIOR_OF_ENDING
            at -= 1
        moves: vec[i64] = vec[i64]([0] * (count + decisions))
        to: i64 = 0
        for at in range(count):
            priors[at] /= sum_of_priors
            first: i64 = numbers[at] * MOST_LENGTH
            length: i64 = turns.length[numbers[at]]
            moves[to] = length
            to += 1
            n: i64
            for n in range(first, first + length):
                moves[to] = turns.actions[n]
                to += 1
        node.expand(priors, moves)

    def inherit(self, earlier: Tree) -> None:
        """Take over what `earlier` found out about the position at the root, if it came there."""
        if earlier.root.cells[AT_TURN] >= self.root.cells[AT_TURN]:
            return
        if not _is_same(earlier.deals[0].city_good, self.deals[0].city_good):
            return
        found: list[Node] = []
        _find(earlier.root, self.root.cells, found)
        if len(found) == 0 or not found[0].is_expanded:
            return
        edge: Edge
        old: Edge
        for edge in self.root.edges:
            for old in found[0].edges:
                if old.visits > 0 and _is_same(edge.actions, old.actions):
                    edge.visits = old.visits
                    edge.total = old.total
                    edge.mean = old.mean
                    edge.pull = edge.prior / float(1 + old.visits)
                    self.root.total += old.total
                    self.root.tried += edge.prior
                    edge.drawn = old.drawn
                    edge.children = old.children
                    self.root.visits += old.visits
                    break

    def confine(self, turn: list[int]) -> None:
        """Try no other turn at the root; for a tree that was not run yet.

        A turn is judged on its own in this way, whatever the search thinks of it.
        """
        self.root.edges = [Edge(vec[i64](turn), 1.0)]

    def _expand_exactly(self, exact: Exact, node: Node, deal: Deal) -> None:
        """Expand a node with the best of all its turns; their chances are the prior."""
        turns = exact.out
        s = State(deal, node.cells)
        exact.generate(s, turns)
        numbers: vec[i64] = finalists(turns, COMPARED, ENDINGS)
        chances: vec[float] = vec[float]([0.0] * len(numbers))
        best_by_chance(s, exact, turns, numbers, chances)
        width: i64 = self.width if node.seat == self.me else self.rival_width
        node.expand(NO_VALUE, NO_MOVES)
        at: i64
        ending: i64 = 0
        sum_of_priors: float = 0.0
        for at in range(len(numbers)):
            number: i64 = numbers[at]
            if turns.sets_off_end[number] != 0:
                ending += 1
            elif at - ending >= width:
                continue
            prior: float = exp((_logit(chances[at]) - _logit(chances[0])) / self.root_temperature)
            sum_of_priors += prior
            first: i64 = number * MOST_LENGTH
            edge = Edge(turns.actions[first : first + turns.length[number]], prior)
            node.edges.append(edge)
        for edge in node.edges:
            edge.prior = edge.prior / sum_of_priors
            edge.pull = edge.prior

    def lead(self) -> int:
        """Return by how many visits the most tried turn leads the next one."""
        first, second = self._most_visits()
        return int(first - second)

    def rivalry(self) -> float:
        """Return how often the second turn was tried, as a share of the tries of the first."""
        first, second = self._most_visits()
        return float(second) / float(max(first, 1))

    def _most_visits(self) -> tuple[i64, i64]:
        """Return how often the two turns were tried that were tried most."""
        best: i64 = 0
        second: i64 = 0
        edge: Edge
        for edge in self.root.edges:
            if edge.visits > best:
                second = best
                best = edge.visits
            elif edge.visits > second:
                second = edge.visits
        return best, second

    # The results, for callers that are not compiled.

    def turns(self) -> list[list[int]]:
        """Return the turns considered at the root."""
        return [list(edge.actions) for edge in self.root.edges]

    def visits(self) -> list[int]:
        """Return how often each turn was tried."""
        return [int(edge.visits) for edge in self.root.edges]

    def totals(self) -> list[float]:
        """Return the sum of the chances that each turn was found to give."""
        return [edge.total for edge in self.root.edges]

    def chances(self) -> list[float]:
        """Return the mean chances of all seats over all simulations."""
        return [each / max(float(self.simulations), 1.0) for each in self.sums]

    def priors(self) -> list[float]:
        """Return what the evaluation alone thought of each turn."""
        return [edge.prior for edge in self.root.edges]

    def proven(self) -> int:
        """Return the number of the turn that is proven to be the best, or -1."""
        best: i64 = -1
        if self.root.is_solved:
            at: i64
            for at in range(len(self.root.edges)):
                if best < 0 or self._proven_value(at) > self._proven_value(best):
                    best = at
        return int(best)

    def _proven_value(self, at: i64) -> float:
        return self.root.edges[at].children[0].value[self.me]


def _find(node: Node, cells: vec[i64], found: list[Node]) -> None:
    """Put the node of a position into `found`, if it stands below `node`."""
    if node.cells[AT_TURN] == cells[AT_TURN]:
        if _is_same(node.cells, cells):
            found.append(node)
        return
    edge: Edge
    child: Node
    for edge in node.edges:
        for child in edge.children:
            _find(child, cells, found)
            if len(found) > 0:
                return


def _is_same(one: vec[i64], other: vec[i64]) -> bool:
    if len(one) != len(other):
        return False
    at: i64
    for at in range(len(one)):
        if one[at] != other[at]:
            return False
    return True


def _logit(chance: float) -> float:
    within: float = min(max(chance, 0.002), 0.998)
    return log(within / (1.0 - within))
