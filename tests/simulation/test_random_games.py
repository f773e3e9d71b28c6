"""Random games on every board and number of players, with what must hold at every step."""

import random

import pytest

from praefectus import Game, Options, record
from praefectus.messages import REFUSALS
from praefectus.rules import ids
from praefectus.rules.ids import ACTION_END, DISPLAY_SLOTS
from praefectus.rules.phase import Actions
from praefectus.rules.playout import playouts
from praefectus.rules.state import State
from praefectus.rules.turn import is_legal, legal
from tests.support import TABLES, census, check, random_position, stroll

GAMES = [
    (map, players, edition, intermediate)
    for map, players in TABLES
    for edition, intermediate in (("revised", False), ("first", True))
]
every_game = pytest.mark.parametrize(("map", "players", "edition", "intermediate"), GAMES)


def new(map: str, players: int, edition: str, intermediate: bool, seed: int) -> Game:
    return Game.new(Options(map, players, edition, intermediate), seed=seed)


@every_game
def test_every_position_keeps_what_positions_keep(map, players, edition, intermediate):
    """R3.3: cards, colonists and houses are conserved; nothing is negative; all that fits fits."""
    for seed in range(2):
        game = new(map, players, edition, intermediate, seed)
        cards = census(game.position)
        for _ in stroll(game, random.Random(seed)):
            check(game.position)
            assert census(game.position) == cards
        check(game.position)
        assert census(game.position) == cards
        assert game.outcome().ranking[0] == game.outcome().winner


@every_game
def test_the_legal_list_is_ascending_and_is_the_mask(map, players, edition, intermediate):
    """R2.2: there is always a legal action, and list, mask, `in` and the engine's list agree."""
    game = new(map, players, edition, intermediate, 3)
    out = Actions(game.action_count)
    for _ in stroll(game, random.Random(3)):
        numbers = list(game.legal_actions)
        assert numbers
        assert numbers == sorted(set(numbers))
        assert [n for n, allowed in enumerate(game.mask()) if allowed] == numbers
        assert set(game.mask()) <= {0, 1}
        assert [game.legal_actions[n] for n in range(len(game.legal_actions))] == numbers
        legal(game.position, out)
        assert [int(n) for n in out.numbers[: out.count]] == numbers
        assert all(number in game.legal_actions for number in numbers)
        assert is_legal(game.position, numbers[-1], out)
    assert list(game.legal_actions) == []
    assert not any(game.mask())


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_every_action_is_explained_at_every_step(map, players):
    """R2.1: `explain` allows exactly the legal actions, and words every refusal, at every step."""
    game = new(map, players, "revised", False, 8)
    said = set()
    for _ in stroll(game, random.Random(8)):
        explained = [game.explain(action) for action in range(game.action_count)]
        assert bytes(explanation.legal for explanation in explained) == game.mask()
        said |= {(why.key, why.rule) for why in explained}
        for why in explained[:: 1 + game.turn % 7]:
            assert str(why).endswith(f"({why.rule})")
    assert {key for key, _ in said} <= set(REFUSALS)
    assert len(said) > 30


@every_game
def test_what_was_pushed_can_be_popped_to_the_very_position(map, players, edition, intermediate):
    """R2.1: push and pop restore the very position, all the way back to the start."""
    game = new(map, players, edition, intermediate, 4)
    keys = []
    for action in stroll(game, random.Random(4)):
        keys.append(game.position.key())
        game.push(action)
        assert game.pop() == action
        assert game.position.key() == keys[-1]
    actions = game.actions
    assert len(actions) == len(keys)
    while keys:
        assert game.pop() == actions[len(keys) - 1]
        assert game.position.key() == keys.pop()
    assert game.actions == []
    assert game.position == new(map, players, edition, intermediate, 4).position
    with pytest.raises(IndexError, match="no decision was taken yet"):
        game.pop()


@every_game
def test_copies_never_change(map, players, edition, intermediate):
    """R2.1: a copy stays as it is while the original goes on, and the other way round."""
    rng = random.Random(5)
    game = new(map, players, edition, intermediate, 5)
    kept: list[tuple[Game, State, bytes, list[int]]] = []
    for number, _ in enumerate(stroll(game, rng)):
        if number % 7 == 0:
            copy = game.copy()
            assert copy.position == game.position
            assert hash(copy.position) == hash(game.position)
            kept.append((copy, game.position.copy(), copy.position.key(), copy.actions))
            copy.copy().push(rng.choice(copy.legal_actions))
    for copy, state, key, actions in kept:
        assert copy.position.key() == state.key() == key
        assert copy.actions == actions
        # A copy takes back its own past without touching anybody else's.
        if actions:
            copy.pop()
            assert copy.actions == actions[:-1]
    assert game.is_over


@every_game
def test_before_the_end_of_a_turn_nothing_is_revealed(map, players, edition, intermediate):
    """R10.1: until `end` no card is turned up and nobody else's things change."""
    for seed in range(2):
        game = new(map, players, edition, intermediate, seed + 20)
        for action in stroll(game, random.Random(seed)):
            if action == ACTION_END:
                continue
            before = [int(n) for n in game.position.cells]
            mover = int(game.seat)
            after = game.position.copy()
            copy = Game(after)
            copy.push(action)
            now = [int(n) for n in after.cells]
            assert now[ids.AT_DECK_TOP] == before[ids.AT_DECK_TOP]
            for slot in range(ids.AT_DISPLAY, ids.AT_DISPLAY + DISPLAY_SLOTS):
                assert now[slot] in (before[slot], -1)
            for at in (
                ids.AT_TURN,
                ids.AT_SEAT,
                ids.AT_PRAEFECTUS_MAGNUS,
                ids.AT_CONCORDIA,
                ids.AT_LAST_TURNS,
            ):
                assert now[at] == before[at]
            for seat in range(players):
                if seat != mover:
                    p = ids.AT_PLAYERS + seat * ids.PLAYER_SIZE
                    assert now[p : p + ids.PLAYER_SIZE] == before[p : p + ids.PLAYER_SIZE]


@every_game
def test_a_saved_game_is_read_back_to_the_very_position(map, players, edition, intermediate):
    """R2.1: save and load give the same game, between turns and inside one."""
    rng = random.Random(6)
    game = new(map, players, edition, intermediate, 6)
    names = ["Livia", "Cato", "Ω", "", "Drusus"][:players]
    for number, _ in enumerate(stroll(game, rng)):
        if number % 5 == 0 or game.phase in ("line", "keep"):
            again = record.loads(record.dumps(game, names))
            assert again.game.position == game.position
            assert again.game.actions == game.actions
            assert again.players == names
            assert again.is_open == (game.phase != "play")
            assert again.result is None
    again = record.loads(record.dumps(game))
    assert again.game.position == game.position
    assert again.result == record.dump(game)["result"]
    assert again.players == [""] * players


def test_every_phase_is_met():
    """R2.1: random games meet every phase, so that the tests here have seen them all."""
    from praefectus.rules.ids import PHASE_NAMES

    met = set()
    for map, players in TABLES:
        for seed in range(4):
            game = Game.new(map, players, seed)
            for _ in stroll(game, random.Random(seed)):
                met.add(game.phase)
            met.add(game.phase)
    assert met == set(PHASE_NAMES)


def test_both_endings_are_met():
    """R11.1: random games end by houses and by cards."""
    reasons = set()
    for seed in range(60):
        game = Game.new("italia", 2, seed)
        for _ in stroll(game, random.Random(seed)):
            pass
        reasons.add(game.outcome().reason)
    assert "cards" in reasons


def test_playouts_leave_the_position_alone():
    """R11.1: games inside the engine come to their end and leave where they began alone."""
    game = random_position("imperium", 4, 3, 150)
    key = game.position.key()
    assert playouts(game.position, 20, 1) == playouts(game.position, 20, 1)
    assert playouts(game.position, 20, 1) != playouts(game.position, 20, 2)
    assert game.position.key() == key


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_what_is_dealt_anew_differs_in_the_deck_alone(map, players):
    """R1.4: a determinized game has the same past knowledge, and can go on, back and to its end."""
    game = Game.new(map, players, 9)
    rng = random.Random(9)
    for number, _ in enumerate(stroll(game, rng)):
        if number % 11:
            continue
        other = game.determinize(game.seat, rng)
        assert other.position.key() == game.position.key()
        assert other.state() == game.state()
        top = int(game.position.cells[ids.AT_DECK_TOP])
        assert other.setup.cards[:top] == game.setup.cards[:top]
        assert sorted(other.setup.cards) == sorted(game.setup.cards)
        # It may begin inside a turn; taking back works from there on.
        steps = 0
        for steps, _ in enumerate(stroll(other, rng), 1):
            if steps == 12:
                break
        for _ in range(len(other.actions)):
            other.pop()
        assert other.position.key() == game.position.key()
        with pytest.raises(IndexError):
            other.pop()
