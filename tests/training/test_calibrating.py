"""The calibration: a timid search is found out and corrected, also from searches made again."""

import numpy as np
import pytest

from praefectus.bots import calibration
from praefectus.training import calibrating, commands, reliability, samples, store
from praefectus.training.again import Probe, search_again
from praefectus.training.networks import Network
from praefectus.training.selfplay import Plan, play


def timid(count: int, seed: int) -> calibrating.Shown:
    """Return chances with half the log-odds they should have, at tables of two and three."""
    rng = np.random.default_rng(seed)
    odds = rng.normal(0, 1.5, count)
    won = (rng.random(count) < 1 / (1 + np.exp(-odds))).astype(np.float32)
    return calibrating.Shown(
        chances=1 / (1 + np.exp(-odds / 2)),
        won=won,
        remaining=rng.random(count),
        players=rng.integers(2, 4, count),
        games=np.arange(count) // 10,
    )


def test_a_timid_search_is_corrected():
    curves = calibrating.fit(timid(20_000, 1))
    for curve in curves.values():
        assert curve.slopes == pytest.approx([2.0] * calibrating.KNOTS, abs=0.35)
        assert curve.shifts == pytest.approx([0.0] * calibrating.KNOTS, abs=0.25)
    other = timid(20_000, 2)
    before = calibrating.measure(other.chances, other.won)
    after = calibrating.measure(calibrating.apply(curves, other), other.won)
    assert before["calibration_error"] > 0.05
    assert after["calibration_error"] < 0.02
    assert after["brier"] < before["brier"]


def test_the_file_that_is_written_corrects_as_the_fit_does():
    shown = timid(2_000, 3)
    curves = calibrating.fit(shown)
    assert calibration.parse(calibrating.dump(curves, {}), "here") == curves
    one = shown.where(np.arange(5))
    slope, shift = curves[int(one.players[0])].at(float(one.remaining[0]))
    odds = slope * calibration.log_odds(float(one.chances[0])) + shift
    assert calibrating.apply(curves, one)[0] == pytest.approx(1 / (1 + np.exp(-odds)), abs=1e-6)


def test_the_error_is_that_of_its_definition():
    chances = np.array([0.11, 0.12, 0.81, 0.82])
    won = np.array([0.0, 1.0, 1.0, 1.0])
    assert calibrating.calibration_error(chances, won) == pytest.approx(
        (abs(0.115 - 0.5) + abs(0.815 - 1.0)) / 2
    )


def test_tables_and_plot(tmp_path):
    shown = timid(500, 4)
    curves = calibrating.fit(shown)
    lines = reliability.table(shown, curves).splitlines()
    assert [line.split("|")[1].strip() for line in lines[2:]] == ["2", "3", "all"]
    reliability.plot(shown, curves, tmp_path / "figures" / "plot.png")
    assert (tmp_path / "figures" / "plot.png").stat().st_size > 5_000


def test_positions_are_searched_again(tmp_path):
    net = Network.of("learned")
    game = play(Plan(seed=6, nets=(net,), sims=4, quick=2), 0)
    assert game is not None
    probe = Probe(net, sims=20, positions=3, seed=1)
    again = search_again(probe, game)
    assert again == search_again(probe, game)
    assert len(again.roots) == 3
    assert {root.at for root in again.roots} < {root.at for root in game.roots}
    assert all(root.turns and len(root.values) == game.players for root in again.roots)
    store.write(tmp_path / "000000.npz", [again])
    found = samples.load([tmp_path / "000000.npz"])
    assert len(calibrating.best_turns(found).won) == 3
    assert len(calibrating.all_seats(found).won) == 3 * game.players


def test_a_file_that_cannot_be_written_is_one_sentence(tmp_path):
    (tmp_path / "taken").touch()
    line = ["blend", "learned", "first", "--out", str(tmp_path / "taken" / "blend.json")]
    with pytest.raises(SystemExit, match="taken"):
        commands.main(line)


def test_folders_of_what_is_written_are_made(tmp_path):
    out = tmp_path / "networks" / "blend.json"
    commands.main(["blend", "learned", "first", "--out", str(out)])
    assert [path.name for path in out.parent.iterdir()] == ["blend.json"]
    assert Network.of(str(out)).name == "blend"


@pytest.mark.parametrize("number", ["0", "-1", "many"])
@pytest.mark.parametrize("option", ["--workers", "--games", "--sims"])
def test_amounts_are_above_zero(option, number, capsys, tmp_path):
    with pytest.raises(SystemExit):
        commands.main(["play", "--out", str(tmp_path), option, number])
    assert f"{option}: expected a whole number above 0" in capsys.readouterr().err


def test_an_empty_folder_is_one_sentence(tmp_path):
    with pytest.raises(SystemExit, match="there are no games in"):
        commands.main(["reliability", str(tmp_path)])
