"""Three workers killed at random: every bot's turn is played once, and every game ends."""

import pytest

from tests.server.killed_workers import Size, play


@pytest.mark.slow
@pytest.mark.parametrize(
    ("service", "tables", "kills"),
    [
        pytest.param("redis", 3, 5, marks=pytest.mark.redis),
        pytest.param("postgres", 1, 2, marks=pytest.mark.postgres),
    ],
)
def test_every_bots_turn_is_played_once(service, tables, kills, tmp_path):
    outcome = play(service, Size(tables, kills), tmp_path)
    assert outcome.finished == tables
    # Every decision in the database was stored by one commit.
    assert outcome.actions == outcome.actions_counted
    assert outcome.kills == kills
    assert outcome.random_turns == 0, "a killed worker's turn is thought about again"
