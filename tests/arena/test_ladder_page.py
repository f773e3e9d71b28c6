"""The ladder's page: played and written by `benchmarks/ladder.py`."""

import json
import sys

import pytest
from benchmarks import ladder

PAGE = """# The ladder

<!-- standings: written by benchmarks/ladder.py -->
old
<!-- end -->

Words between.

<!-- yardstick: written by benchmarks/ladder.py -->
<!-- end -->

<!-- levels: written by benchmarks/ladder.py -->
<!-- end -->

<!-- ratings: written by benchmarks/ladder.py -->
<!-- end -->

<!-- four: written by benchmarks/ladder.py -->
<!-- end -->
"""


def test_the_page_is_written_from_the_games_and_nothing_else_is_touched(tmp_path, monkeypatch):
    page = tmp_path / "ladder.md"
    page.write_text(PAGE)
    monkeypatch.setattr(ladder, "PAGE", page)
    monkeypatch.setattr(ladder, "FIGURE", tmp_path / "ladder.png")
    monkeypatch.setattr(ladder, "STATES", tmp_path / "states")
    monkeypatch.setattr(ladder, "ROWS", (("italia", "greedy", ["random"] * 2),))
    monkeypatch.setattr(ladder, "YARDSTICK", (("italia", "greedy", ["naive"]),))
    monkeypatch.setattr(ladder, "LEVELS", (("imperium", "easy", ["beginner"] * 3),))
    monkeypatch.setattr(ladder, "RATINGS", tmp_path / "ratings.json")
    monkeypatch.setattr(ladder, "FOUR", ("italia", "random", ["random"]))
    monkeypatch.setattr(sys, "argv", ["ladder.py", "--games", "4"])
    ladder.main()
    text = page.read_text()
    # Three seats: the next multiple of three games is played.
    assert "| Italia, 3 | **greedy**, 2 × random | 6 | 6 | 100.0 % |" in text
    assert "praefectus tournament --map italia --bots greedy,random,random --games 6" in text
    assert "| Italia, 2 | **greedy**, 1 × naive | 4 |" in text
    assert "| Imperium, 4 | **easy**, 3 × beginner | 4 |" in text
    assert "| `beginner` | 1000 | 1000–1000 |" in text
    ratings = json.loads((tmp_path / "ratings.json").read_text())["ratings"]
    assert ratings["easy"]["low"] < ratings["easy"]["rating"] < ratings["easy"]["high"]
    assert "| winners |" in text
    assert "4 games of" in text
    assert "\nold\n" not in text
    assert "Words between." in text
    assert (tmp_path / "ladder.png").stat().st_size > 1000
    monkeypatch.setattr(sys, "argv", ["ladder.py", "--games", "4", "--tables-only"])
    ladder.main()
    assert page.read_text() == text


def test_a_rating_says_how_often_one_wins():
    assert ladder.step(0.25) == 0
    assert ladder.step(10 / 13) == pytest.approx(400)
