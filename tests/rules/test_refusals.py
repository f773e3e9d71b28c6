"""Every refusal explains itself, and what is explained is what is played."""

import random
import re
from pathlib import Path

import pytest

from praefectus import Game, IllegalActionError
from praefectus.messages import REFUSALS, word
from praefectus.rules.facts import load_board
from praefectus.rules.ids import GOOD_NAMES
from tests.support import TABLES, make_game, stroll

RULES = set(
    re.findall(r"\*\*(R\d+\.\d+)\*\*", (Path(__file__).parents[2] / "docs/rules.md").read_text())
)
# Steps of a game at which the whole action space is tried: a few in every phase.
STEPS_PER_PHASE = 4


def walk(map: str, players: int, seed: int) -> list[Game]:
    """Return positions of a random game, up to STEPS_PER_PHASE in each phase, spread over it."""
    game = Game.new(map, players, seed, edition="first" if seed % 2 else "revised")
    rng = random.Random(seed)
    found: dict[str, list[Game]] = {}
    for number, _ in enumerate(stroll(game, rng)):
        here = found.setdefault(game.phase, [])
        if len(here) < STEPS_PER_PHASE:
            here.append(game.copy())
        elif rng.random() < STEPS_PER_PHASE / (number + 1):
            here[rng.randrange(STEPS_PER_PHASE)] = game.copy()
    return [at for positions in found.values() for at in positions] + [game]


@pytest.mark.parametrize(("map", "players"), TABLES)
def test_explained_is_what_is_legal_and_what_play_accepts(map, players):
    """R2.1: `explain`, `legal_actions`, the mask and `play` agree on every action of the space."""
    for game in walk(map, players, players + 10):
        legal = set(game.legal_actions)
        mask = game.mask()
        key = game.position.key()
        for action in range(game.action_count):
            explanation = game.explain(action)
            assert explanation.legal == (action in legal) == bool(mask[action])
            assert explanation.rule in RULES
            assert explanation.key in REFUSALS
            text = str(explanation)
            assert "{" not in text
            assert "\n" not in text
            assert text.endswith(f" ({explanation.rule})")
            if explanation.legal:
                assert explanation.key == "legal"
                trial = game.copy()
                trial.play(action)
                again = game.copy()
                again.play(game.text(action))
                assert trial.position == again.position
                assert trial.actions == [*game.actions, action]
            else:
                assert explanation.key != "legal"
                for way in (action, game.text(action)):
                    with pytest.raises(IllegalActionError) as caught:
                        game.play(way)
                    assert caught.value.explanation.rule == explanation.rule
        assert game.position.key() == key


def test_refusals_name_things_by_their_ids():
    """R2.1: the values of a refusal are ids of the data files or numbers, never prose."""
    game = make_game(goods={0: {"brick": 1}})
    game.play("play senator")
    board = load_board("imperium")
    names = {
        *board.city_names,
        *board.province_names,
        *board.line_names,
        *GOOD_NAMES,
        "land",
        "sea",
    }
    for action in range(game.action_count):
        for name, value in game.explain(action).values.items():
            assert isinstance(value, int) or value in names or name == "card"


@pytest.mark.parametrize("key", sorted(REFUSALS))
def test_every_refusal_has_one_clear_sentence(key):
    """R2.1: a refusal is one clause, lower case, without a full stop."""
    text = REFUSALS[key]
    assert text[0].islower() or text[0] in "{0123456789"
    assert not text.endswith(".")
    assert "\n" not in text
    fields = set(re.findall(r"\{([a-z_-]+)\}", text))
    assert word(key, dict.fromkeys(fields, "roma"))


def sources() -> str:
    """Return the tests that meet refusals, without this file."""
    here = Path(__file__)
    tests = [*here.parent.rglob("test_*.py"), here.parents[1] / "test_notation.py"]
    tests.append(here.parents[1] / "test_record.py")
    return "\n".join(path.read_text() for path in tests if path != here)


@pytest.mark.parametrize("key", sorted(set(REFUSALS) - {"legal"}))
def test_every_refusal_is_reached_by_a_test(key):
    """R2.1: every refusal the engine can give is met in a test of its rule."""
    # Where a test looks for the sentence, it has at least its longest part without values.
    sentence = max(re.split(r"\{[a-z_]+\}", REFUSALS[key]), key=len)
    assert f'"{key}"' in sources() or sentence.strip() in sources()


def test_every_key_the_engine_uses_has_its_sentence():
    """R2.1: every key in the sources is in the catalogue, and the catalogue has no others."""
    package = Path(__file__).parents[2] / "src/praefectus"
    texts = [path.read_text() for path in [*package.rglob("rules/**/*.py"), *package.glob("*.py")]]
    used = {
        key
        for text in texts
        for key in re.findall(r'"([a-z]+\.[a-z-]+)"', text.replace("REFUSALS", ""))
        if key in REFUSALS or key.split(".")[0] in {name.split(".")[0] for name in REFUSALS}
    }
    assert used == set(REFUSALS) - {"legal"}
