"""Preferring: a policy comes to like the turns that searches try most."""

import json
from random import Random

import numpy as np
import pytest
from librt.vecs import vec

from praefectus import bots
from praefectus.bots import learning
from praefectus.bots.indices import IN_REMAINING
from praefectus.bots.search import Settings
from praefectus.game import Game
from praefectus.training import commands, store
from praefectus.training.networks import Network
from tests.training.games import write_shard

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def shard(tmp_path_factory):
    return write_shard(tmp_path_factory.mktemp("games"), 48, range(10))


@pytest.fixture(scope="module")
def choices(shard):
    from praefectus.training import preferring

    return preferring.load([shard])


def test_choices_are_the_turns_of_full_searches(shard, choices):
    searches = [root for game in store.read(shard) for root in game.roots if len(root.turns) > 1]
    # Those of the last round are left out.
    assert 0 < len(np.unique(choices.roots)) <= len(searches)
    assert choices.inputs.shape == (len(choices), IN_REMAINING)
    first = choices.roots == 0
    assert choices.tries[first].tolist() == [float(n) for n in searches[0].visits]
    assert (choices.remaining > 0).all()


def test_the_model_says_what_its_file_says(choices):
    import torch

    from praefectus.training import preferring

    torch.manual_seed(1)
    model = preferring.PolicyModel(5)
    torch.nn.init.normal_(model.linear)
    third = Network.of("third").text
    net = learning.parse(learning.with_policy(third, 5, model.parts(), {}), "here")
    assert net.policy is not None
    some = slice(0, 200, 37)
    parts = (choices.inputs[some], choices.remaining[some], choices.soon[some])
    with torch.no_grad():
        said = model(*(torch.from_numpy(each) for each in parts)).tolist()
    for inputs, remaining, soon, wanted in zip(*parts, said, strict=True):
        x = vec[float](inputs.tolist())
        found = net.policy.preference(x, 0, float(remaining), float(soon))
        assert found == pytest.approx(wanted, abs=0.01)


def test_training_brings_the_priors_nearer_to_the_tries(choices):
    from praefectus.training import preferring

    model, held_out = preferring.train(choices, 8, 12, batch=32)
    positions = preferring.Positions(choices, Settings.temperature)
    found = preferring.judge(model, positions, np.arange(len(positions)))
    assert found.loss < found.loss_of_worth
    assert 0 < held_out.positions < found.positions == len(positions)


def test_a_network_of_another_format_is_refused_before_the_games_are_read(tmp_path):
    with pytest.raises(SystemExit, match="distil or tune"):
        commands.main(
            ["policy", "learned", "--games", str(tmp_path), "--out", str(tmp_path / "out.json")]
        )


@pytest.mark.parametrize("command", ["policy", "tune"])
def test_a_folder_without_games_is_one_sentence(command, tmp_path):
    with pytest.raises(SystemExit, match="there are no games in"):
        commands.main(
            [command, "third", "--games", str(tmp_path), "--out", str(tmp_path / "out.json")]
        )


def test_the_command_writes_a_network_that_plays(shard, tmp_path):
    out = tmp_path / "with-policy.json"
    options = ["--games", str(shard.parent), "--epochs", "1", "--hidden", "4", "--out", str(out)]
    commands.main(["policy", "third", *options])
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["format"] == learning.POLICY_FORMAT
    assert document["provenance"]["network"].startswith("third ")
    game = Game.new(map="italia", players=2, seed=Random(1).randint(1, 9))
    bot = bots.make(f"search:sims=20,net={out}", seed=1)
    assert bot.choose(bots.Position(game), game.legal_actions) in game.legal_actions


@pytest.mark.parametrize("rate", ["0", "-1", "2", "inf"])
def test_a_rate_of_learning_is_above_0_and_at_most_1(rate, capsys, tmp_path):
    line = ["policy", "third", "--games", str(tmp_path), "--out", str(tmp_path / "x.json")]
    with pytest.raises(SystemExit):
        commands.main([*line, f"--rate={rate}"])
    assert "--rate: expected a number above 0 and at most 1" in capsys.readouterr().err
