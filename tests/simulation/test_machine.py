"""A state machine that plays, takes back, copies, saves and tries what is not allowed."""

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from praefectus import Game, IllegalActionError, PraefectusError, record
from tests.support import TABLES, census, check


class Table(RuleBasedStateMachine):
    """A game, the keys of all its past positions, and copies that must not change."""

    @initialize(
        table=st.sampled_from(TABLES),
        seed=st.integers(0, 2**64),
        first=st.booleans(),
        intermediate=st.booleans(),
    )
    def begin(self, table, seed, first, intermediate):
        map, players = table
        self.game = Game.new(
            map,
            players,
            seed,
            edition="first" if first else "revised",
            intermediate_scoring=intermediate,
        )
        self.cards = census(self.game.position)
        self.keys = [self.game.position.key()]
        self.kept: list[tuple[Game, bytes, list[int]]] = []

    def took(self) -> None:
        self.keys.append(self.game.position.key())

    @precondition(lambda self: not self.game.is_over)
    @rule(share=st.floats(0, 1, exclude_max=True), times=st.integers(1, 12))
    def push(self, share, times):
        rng = random.Random(share)
        for _ in range(times):
            if not self.game.is_over:
                self.game.push(rng.choice(self.game.legal_actions))
                self.took()

    @precondition(lambda self: not self.game.is_over)
    @rule(share=st.floats(0, 1, exclude_max=True), as_text=st.booleans())
    def play(self, share, as_text):
        actions = self.game.legal_actions
        action = actions[int(share * len(actions))]
        self.game.play(self.game.text(action) if as_text else action)
        self.took()

    @rule(number=st.integers(-10, 700), as_text=st.booleans())
    def play_anything(self, number, as_text):
        exists = 0 <= number < self.game.action_count
        words = self.game.text(number) if as_text and exists else number
        if number in self.game.legal_actions:
            self.game.play(words)
            self.took()
            return
        with pytest.raises(IllegalActionError if exists else PraefectusError) as caught:
            self.game.play(words)
        assert "\n" not in str(caught.value)

    @rule(text=st.text(max_size=20) | st.sampled_from(["keep 0 wine", "move land roma a~b", "~"]))
    def play_nonsense(self, text):
        with pytest.raises(PraefectusError):
            self.game.play(text)

    @precondition(lambda self: len(self.keys) > 1)
    @rule(times=st.integers(1, 20))
    def pop(self, times):
        for _ in range(min(times, len(self.keys) - 1)):
            last = self.game.actions[-1]
            assert self.game.pop() == last
            self.keys.pop()
            assert self.game.position.key() == self.keys[-1]

    @precondition(lambda self: len(self.kept) < 5)
    @rule()
    def keep_a_copy(self):
        copy = self.game.copy()
        self.kept.append((copy, copy.position.key(), copy.actions))

    @precondition(lambda self: self.kept)
    @rule(which=st.integers(0, 4))
    def go_on_with_a_copy(self, which):
        copy, key, actions = self.kept.pop(which % len(self.kept))
        assert copy.position.key() == key
        self.kept.append((self.game, self.game.position.key(), self.game.actions))
        self.game = copy
        # The keys of the copy's past, found by taking everything back.
        back = copy.copy()
        keys = [back.position.key()]
        for action in reversed(actions):
            assert back.pop() == action
            keys.append(back.position.key())
        self.keys = keys[::-1]

    @rule()
    def save_and_load(self):
        text = record.dumps(self.game)
        again = record.loads(text).game
        assert again.position == self.game.position
        assert again.actions == self.game.actions
        assert record.dumps(again) == text
        self.game = again

    @rule(seed=st.integers(0, 2**32))
    def deal_anew(self, seed):
        other = self.game.determinize(self.game.seat, random.Random(seed))
        assert other.state() == self.game.state()
        assert list(other.legal_actions) == list(self.game.legal_actions)

    @invariant()
    def all_is_well(self):
        if not hasattr(self, "game"):
            return
        check(self.game.position)
        assert census(self.game.position) == self.cards
        assert self.game.position.key() == self.keys[-1]
        assert len(self.game.actions) == len(self.keys) - 1
        assert (len(self.game.legal_actions) == 0) == self.game.is_over
        for copy, key, actions in self.kept:
            assert copy.position.key() == key
            assert copy.actions == actions
        assert Game.from_position(self.game.position_text(hidden=True)) == self.game
        assert str(self.game)


Table.TestCase.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
TestTable = Table.TestCase
