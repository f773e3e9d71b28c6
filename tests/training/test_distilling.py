"""Distilling: a small network comes to say what its teachers say on average."""

import numpy as np
import pytest

from praefectus.bots import learning
from praefectus.bots.indices import INPUTS
from praefectus.bots.net import Net
from praefectus.training.commands import main
from tests.training.games import write_shard

pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture(scope="module")
def shard(tmp_path_factory):
    return write_shard(tmp_path_factory.mktemp("games"), 6, (0, 1))


def load(name: str) -> Net:
    net = learning.load(name)
    assert net is not None
    return net


def test_lessons_have_the_mean_of_the_teachers(shard):
    from praefectus.training import distilling

    nets = [load("learned"), load("first")]
    data = distilling.lessons([shard], [(0.75, nets[0]), (0.25, nets[1])], 1.0, 1)
    assert len(data.inputs) > 50
    players = int(data.exists[7].sum())
    x = data.inputs[7, :players].ravel().tolist()
    one, other = (np.array(net.corrections(x, players)) for net in nets)
    expected = 0.75 * one + 0.25 * other
    assert data.corrections[7, :players] == pytest.approx(expected - expected.mean(), abs=1e-4)
    assert np.all(data.corrections[data.exists == 0] == 0)


def test_the_small_network_comes_nearer(shard):
    from praefectus.training import distilling

    data = distilling.lessons([shard], [(1.0, load("learned"))], 2.0, 1)
    _, first = distilling.distil(data, 8, 4, 1)
    model, last = distilling.distil(data, 8, 4, 8)
    assert last["divergence"] < 0.9 * first["divergence"]
    net = learning.parse(model.export({}), "here")
    assert len(net.corrections([0.1] * (3 * INPUTS), 3)) == 3


def test_the_command_writes_a_network_with_its_provenance(shard, tmp_path):
    out = tmp_path / "small.json"
    sizes = ["--hidden", "4", "--wide", "2", "--epochs", "1"]
    teachers = ["learned=0.5", "first=0.5"]
    main(["distil", *teachers, "--games", str(shard.parent), *sizes, "--out", str(out)])
    assert load(str(out)).hidden == 4
    assert '"learned ' in out.read_text(encoding="utf-8")
