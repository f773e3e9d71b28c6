import json

import pytest

from tests.cli.conftest import Cli, one_line

KEYS = {
    "playout_decisions_per_s",
    "loop_decisions_per_s",
    "copy_ns",
    "state_bytes",
    "replay_games_per_s",
    "compiled",
}


def test_json_is_one_object_with_all_figures(cli: Cli):
    ran = cli("bench", "--seconds", "0.01", "--json")
    assert ran.code == 0
    figures = json.loads(ran.out)
    assert set(figures) == KEYS
    assert isinstance(figures.pop("compiled"), bool)
    assert all(isinstance(value, int) and value > 0 for value in figures.values())


def test_a_table_shows_the_figures_beside_the_goals(cli: Cli):
    ran = cli("bench", "--seconds", "0.01")
    assert ran.code == 0
    assert "≥ 5,000,000" in ran.out
    assert "≤ 500" in ran.out


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "1e9", "soon"])
def test_wrong_seconds_give_one_sentence_and_exit_code_2(cli: Cli, seconds: str):
    ran = cli("bench", "--seconds", seconds)
    assert ran.code == 2
    assert one_line(ran.err)
