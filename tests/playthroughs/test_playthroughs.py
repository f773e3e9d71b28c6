"""The playthroughs are what the engine plays today."""

import pytest

from tests.playthroughs.playthroughs import FOLDER, GAMES, lines


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_what_is_played(name):
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    played = lines(GAMES[name])
    for number, (was, now) in enumerate(zip(written, played, strict=False), 1):
        assert now == was, f"{name}.txt, line {number}; if that is meant, write them anew"
    assert len(played) == len(written)


def test_every_text_belongs_to_a_game():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
