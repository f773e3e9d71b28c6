"""Tuning: a network comes to tell the turns of a position apart as the search does."""

import json

import numpy as np
import pytest

from praefectus.bots import learning
from praefectus.bots.indices import INPUTS
from praefectus.training import samples
from praefectus.training.commands import main
from tests.training.games import write_shard

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def shard(tmp_path_factory):
    return write_shard(tmp_path_factory.mktemp("games"), 48, range(10))


@pytest.fixture(scope="module")
def data(shard):
    from praefectus.training import tuning

    return samples.load_with_trials([shard], 8, least_visits=tuning.LEAST_VISITS)


def test_the_model_says_what_its_file_says(data):
    import torch

    from praefectus.training.seat_model import SeatModel

    torch.manual_seed(1)
    model = SeatModel(6, 3)
    torch.nn.init.normal_(model.last)
    net = learning.parse(model.export({}), "here")
    seen = data[0].where(np.arange(0, 40, 9))
    parts = (torch.from_numpy(each) for each in (seen.inputs, seen.scores, seen.exists))
    with torch.no_grad():
        found = model(*parts).numpy()
    for row, players in enumerate(seen.players):
        x = seen.inputs[row, :players].ravel().tolist()
        said = found[row, :players] - seen.scores[row, :players]
        assert net.corrections(x, int(players)) == pytest.approx(said, abs=0.002)


def test_a_model_comes_back_from_its_file():
    import torch

    from praefectus.training.seat_model import SeatModel

    torch.manual_seed(1)
    text = SeatModel(5, 2).export({})
    assert SeatModel.of(text).export({}) == text


def test_what_came_later_ends_with_the_winner(data):
    from praefectus.training import tuning

    recipe = tuning.TuningRecipe(later=1.0, memory=0.5)
    found = tuning.targets(data[0], recipe)
    assert found.sum(1) == pytest.approx(1.0, abs=1e-4)
    last = np.flatnonzero(np.diff(data[0].games, append=-1))
    own = data[0].values[last] / data[0].values[last].sum(1, keepdims=True)
    assert found[last] == pytest.approx(0.5 * own + 0.5 * data[0].winners[last], abs=1e-5)


def test_differences_are_those_within_a_root(data):
    from praefectus.training import tuning
    from praefectus.training.seat_model import SeatModel

    roots = tuning.Roots(data[1], held=False)
    some = np.array([3, 0, 3])
    _, rows, root = roots.compared(SeatModel(4, 2), some)
    assert len(rows) == roots.counts[some].sum()
    assert int(rows[0]) == roots.starts[3]
    apart = roots.differences(roots.chances[rows] + 7.0 * root, rows, root)
    for number in range(3):
        mine = root == number
        assert float((roots.weights[rows] * apart)[mine].sum()) == pytest.approx(0, abs=1e-4)


def test_tuning_brings_the_differences_nearer_to_those_of_the_search(data, shard):
    import torch

    from praefectus.training import distilling, tuning
    from praefectus.training.seat_model import SeatModel

    torch.manual_seed(1)
    model = SeatModel(16, 4)
    net = learning.load("learned")
    assert net is not None
    lessons = distilling.lessons([shard], [(1.0, net)], 1.0, 1)
    positions, trials = data
    before = tuning.judge(model, positions, trials)
    after = tuning.tune(model, positions, trials, lessons, tuning.TuningRecipe(epochs=4))
    assert after.difference_error < before.difference_error
    assert after.turns == before.turns > 20


def test_a_network_of_another_format_is_refused_before_the_games_are_read(tmp_path):
    with pytest.raises(SystemExit, match="distil or tune"):
        main(["tune", "learned", "--games", str(tmp_path), "--out", str(tmp_path / "out.json")])


def test_the_command_writes_a_network_with_its_provenance(shard, tmp_path):
    small, out = tmp_path / "small.json", tmp_path / "tuned.json"
    games = ["--games", str(shard.parent), "--epochs", "1", "--per-root", "0.5"]
    main(["distil", "learned", *games, "--hidden", "4", "--wide", "2", "--out", str(small)])
    main(["tune", str(small), "--teachers", "learned", *games, "--out", str(out)])
    document = json.loads(out.read_text(encoding="utf-8"))
    assert document["format"] == learning.SEAT_FORMAT
    assert document["provenance"]["start"].startswith("small ")
    net = learning.parse(out.read_text(encoding="utf-8"), "here")
    assert len(net.corrections([0.1] * (2 * INPUTS), 2)) == 2
