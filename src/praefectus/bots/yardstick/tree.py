"""The tree of the search: positions between turns, joined by whole turns.

A simulation takes one of the dealt decks, walks down from the root (each seat by what is good for
itself: max^n, guided by the evaluation of its turns as a prior), adds one position and has it
evaluated; the chances of all seats go back up the path. Turns that turn up cards from the deck lead
to a position for each outcome that was met, so that dealt decks share all they have in common.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from praefectus.bots.yardstick.turns import MOST_LENGTH, Generator, Turns
from praefectus.rules.ids import (
    AT_DECIDER,
    AT_DECK_TOP,
    AT_PHASE,
    PHASE_FINISHED,
    PHASE_KEEP,
    SALE_COUNT,
)
from praefectus.rules.state import Deal, State
from praefectus.rules.turn import apply

MOST_DEPTH: Final = 200


class Edge:
    """A turn that may be taken in a position, and the results of trying it."""

    def __init__(self, actions: vec[i64], prior: float) -> None:
        self.actions: vec[i64] = actions
        self.prior: float = prior
        self.visits: i64 = 0
        self.total: float = 0.0  # of the chances of the seat whose turn it is
        self.drawn: i64 = -1  # cards it turns up, or -1 while not known
        self.children: list[Node] = []


class Node:
    """A position between turns."""

    def __init__(self, cells: vec[i64], outcome: i64) -> None:
        self.cells: vec[i64] = cells
        self.outcome: i64 = outcome  # the cards that were turned up on the way here
        self.seat: i64 = cells[AT_DECIDER]
        self.visits: i64 = 0
        self.first_guess: float = 0.0
        self.is_expanded = False
        self.edges: list[Edge] = []


class Tree:
    """A search from one position; `run` extends it."""

    def __init__(
        self,
        root: State,
        deals: list[Deal],
        generator: Generator,
        exploration: float,
        temperature: float,
        width: i64,
        rival_width: i64,
    ) -> None:
        self.deals = deals
        self.generator = generator
        self.exploration: float = exploration
        self.temperature: float = temperature
        self.width: i64 = width
        self.rival_width: i64 = rival_width
        self.root = Node(root.cells[:], 0)
        self.me: i64 = self.root.seat
        self.simulations: i64 = 0
        self.deepest: i64 = 0
        self.value: vec[float] = vec[float]([0.0] * root.deal.players)
        self._path: list[Edge] = []
        self._nodes: list[Node] = []
        self._expand(self.root, deals[0])

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
            if node.cells[AT_PHASE] == PHASE_FINISHED or depth == MOST_DEPTH:
                self._evaluate(node, deal)
                break
            if not node.is_expanded:
                if node.visits == 0:
                    self._evaluate(node, deal)
                    node.first_guess = self.value[node.seat]
                    break
                self._expand(node, deal)
            edge = self._select(node)
            path.append(edge)
            node = self._follow(node, edge, deal)
            depth += 1
        if depth > self.deepest:
            self.deepest = depth
        value = self.value
        at: i64
        for at in range(depth):
            edge = path[at]
            node = nodes[at]
            edge.visits += 1
            edge.total += value[node.seat]
            node.visits += 1
        nodes[depth].visits += 1

    def _evaluate(self, node: Node, deal: Deal) -> None:
        self.generator.evaluator.chances(State(deal, node.cells), self.value)

    def _select(self, node: Node) -> Edge:
        edges = node.edges
        scale: float = self.exploration * sqrt(float(node.visits))
        best = edges[0]
        best_score: float = -1e18
        # The assumed value of a turn not tried yet: a little less than that of the position.
        visited: float = 0.0
        total: float = 0.0
        edge: Edge
        for edge in edges:
            if edge.visits > 0:
                visited += edge.prior
                total += edge.total
        guess: float = node.first_guess
        if node.visits > 1:
            guess = (guess + total) / float(node.visits)
        guess -= 0.25 * self.exploration * sqrt(visited)
        for edge in edges:
            score: float = guess
            if edge.visits > 0:
                score = edge.total / float(edge.visits)
            score += scale * edge.prior / float(1 + edge.visits)
            if score > best_score:
                best_score = score
                best = edge
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
            for at in range(top, top + edge.drawn):
                outcome = outcome * SALE_COUNT + deal.stack[at]
        new = Node(t.cells, outcome)
        edge.children.append(new)
        return new

    def _expand(self, node: Node, deal: Deal) -> None:
        generator = self.generator
        turns = generator.out
        generator.generate(State(deal, node.cells), turns)
        numbers: vec[i64] = finalists(
            turns, self.width if node.seat == self.me else self.rival_width
        )
        count: i64 = len(numbers)
        best: float = -1e18
        at: i64
        for at in range(count):
            if turns.sets_off_end[numbers[at]] == 0 and turns.worth[numbers[at]] > best:
                best = turns.worth[numbers[at]]
        sum_of_priors: float = 0.0
        for at in range(count):
            number: i64 = numbers[at]
            # Turns that set off the end cannot be compared by their worth alone.
            prior: float = 0.5
            if turns.sets_off_end[number] == 0:
                prior = exp((turns.worth[number] - best) / self.temperature)
            sum_of_priors += prior
            first: i64 = number * MOST_LENGTH
            node.edges.append(Edge(turns.actions[first : first + turns.length[number]], prior))
        edge: Edge
        for edge in node.edges:
            edge.prior = edge.prior / sum_of_priors
        node.is_expanded = True

    def lead(self) -> int:
        """Return by how many visits the most tried turn leads the next one."""
        best: i64 = 0
        second: i64 = 0
        edge: Edge
        for edge in self.root.edges:
            if edge.visits > best:
                second = best
                best = edge.visits
            elif edge.visits > second:
                second = edge.visits
        return int(best - second)

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

    def priors(self) -> list[float]:
        """Return what the evaluation alone thought of each turn."""
        return [edge.prior for edge in self.root.edges]


def finalists(turns: Turns, most: i64) -> vec[i64]:
    """Return the numbers of the best turns by worth, best first, and of those that end the game."""
    best: vec[i64] = vec[i64]([0] * (turns.count if turns.count < most else most))
    count: i64 = 0
    number: i64
    for number in range(turns.count):
        if turns.sets_off_end[number] != 0:
            continue
        at: i64 = count
        if count == len(best):
            at = count - 1
            if turns.worth[best[at]] >= turns.worth[number]:
                continue
        else:
            count += 1
        while at > 0 and turns.worth[best[at - 1]] < turns.worth[number]:
            best[at] = best[at - 1]
            at -= 1
        best[at] = number
    ending: i64 = -1
    for number in range(turns.count):
        if turns.sets_off_end[number] != 0:
            if ending < 0 or turns.worth[number] > turns.worth[ending]:
                ending = number
    chosen: vec[i64] = vec[i64]([0] * (count + (1 if ending >= 0 else 0)))
    for at in range(count):
        chosen[at] = best[at]
    if ending >= 0:
        chosen[count] = ending
    return chosen
