"""State files: read again, gone on with, and foreign files left as they are."""

import json
from pathlib import Path

import pytest

from praefectus import Options
from praefectus.arena import Contest, Portion, StateFile, hold, play_game, run
from praefectus.arena.state_file import cache_path, remove
from praefectus.errors import PraefectusError
from tests.arena.test_runner import without_times

CONTEST = Contest(Options("italia", 2), ("greedy", "greedy"), seed=4, every_seating=True)
OLD = Path(__file__).parent.parent / "fixtures" / "tournament-0.1.jsonl"


def test_a_state_file_goes_on_and_survives_a_torn_line(tmp_path):
    path = tmp_path / "state.jsonl"
    kept = StateFile(path, CONTEST)
    result = play_game(CONTEST, 0)
    kept.add(result)
    with path.open("a") as file:
        file.write('{"index": 1, "sea')
    again = StateFile(path, CONTEST)
    assert [without_times(one) for one in again.results()] == [without_times(result)]
    again.add(play_game(CONTEST, 1))
    assert StateFile(path, CONTEST).numbers == {0, 1}
    with pytest.raises(PraefectusError, match="not the state of this tournament"):
        StateFile(
            path, Contest(Options("italia", 2), ("greedy", "greedy"), seed=5, every_seating=True)
        )


def test_opening_a_file_changes_nothing_even_after_a_torn_line(tmp_path):
    path = tmp_path / "state.jsonl"
    StateFile(path, CONTEST)
    with path.open("a") as file:
        file.write('{"index": 1, "sea')
    before = path.read_bytes()
    StateFile(path, CONTEST)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no newline at the end",
        b"{}",
        b'{"format": "praefectus-tournament/1"}',
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'"' + b"x" * 3_000_000,
    ],
    ids=["empty", "text", "object", "half a head", "bytes", "nested", "long"],
)
def test_a_foreign_file_is_refused_before_a_byte_of_it_is_changed(tmp_path, content):
    path = tmp_path / "foreign"
    path.write_bytes(content)
    with pytest.raises(PraefectusError, match="is not the state of this tournament"):
        StateFile(path, CONTEST)
    assert path.read_bytes() == content


def test_another_tournaments_torn_file_is_left_as_it_is(tmp_path):
    path = tmp_path / "state.jsonl"
    StateFile(path, CONTEST)
    with path.open("a") as file:
        file.write('{"index": 1, "sea')
    before = path.read_bytes()
    with pytest.raises(PraefectusError):
        StateFile(
            path, Contest(Options("italia", 2), ("greedy", "greedy"), seed=5, every_seating=True)
        )
    assert path.read_bytes() == before


def test_only_state_files_are_removed(tmp_path):
    path = tmp_path / "state.jsonl"
    remove(path)
    StateFile(path, CONTEST)
    remove(path)
    assert not path.exists()
    path.write_text("Dear Livia")
    with pytest.raises(PraefectusError, match="is not the state of a tournament"):
        remove(path)
    assert path.read_text() == "Dear Livia"


@pytest.mark.parametrize(
    "line",
    [
        "42",
        "[]",
        '{"index": 3}',
        '{"seating": [], "cato": 1}',
        '{"index": 0, "seating": ["x", "y"]}',
    ],
)
def test_a_line_that_is_no_result_is_named(tmp_path, line):
    path = tmp_path / "state.jsonl"
    StateFile(path, CONTEST)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(PraefectusError, match=r"line 2: not a game's result"):
        StateFile(path, CONTEST)


def test_a_file_of_version_0_1_goes_on(tmp_path):
    path = tmp_path / "old.jsonl"
    path.write_bytes(OLD.read_bytes())
    document = json.loads(OLD.read_text().splitlines()[0])
    options = Options(document["map"], len(document["bots"]))
    contest = Contest(options, tuple(document["bots"]), document["seed"], every_seating=True)
    state = StateFile(path, contest)
    old = {result.index: without_times(result) for result in state.results()}
    assert len(old) == 4
    session = hold(contest, 6, state=state)
    assert session.summary.games == 6
    assert path.read_bytes().startswith(OLD.read_bytes())
    # What was played then is kept, though bots may play otherwise now.
    again = StateFile(path, contest)
    assert again.numbers == set(range(6))
    kept = {result.index: without_times(result) for result in again.results()}
    assert {index: kept[index] for index in old} == old


def test_two_portions_share_a_file(tmp_path):
    path = tmp_path / "state.jsonl"
    files = [StateFile(path, CONTEST), StateFile(path, CONTEST)]
    for first, state in enumerate(files):
        hold(CONTEST, 5, state=state, portion=Portion(first, 2))
    assert len(path.read_text().splitlines()) == 1 + 5  # no game was played twice
    together = {
        result.index: without_times(result) for result in StateFile(path, CONTEST).results()
    }
    alone = {result.index: without_times(result) for result in run(CONTEST, range(5))}
    assert together == alone


def test_the_cache_keeps_a_contest_where_version_0_1_kept_it(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    contest = Contest(Options("italia", 2), ("greedy", "random"), seed=5, every_seating=True)
    kept = tmp_path / "praefectus" / "tournaments" / "33b6ce516ed55a1d22ba.jsonl"
    assert cache_path(contest) == kept


def test_what_differs_between_contests_differs_between_their_files(tmp_path):
    path = tmp_path / "state.jsonl"
    StateFile(path, CONTEST)
    scoring = Options("italia", 2, intermediate_scoring=True)
    for other in (
        Contest(Options("italia", 2), ("greedy", "greedy"), seed=4),
        Contest(scoring, ("greedy", "greedy"), seed=4, every_seating=True),
        Contest(Options("italia", 2, "first"), ("greedy", "greedy"), seed=4, every_seating=True),
    ):
        assert cache_path(other) != cache_path(CONTEST)
        with pytest.raises(PraefectusError, match="not the state of this tournament"):
            StateFile(path, other)


def test_a_game_that_is_there_twice_counts_once(tmp_path):
    path = tmp_path / "state.jsonl"
    state = StateFile(path, CONTEST)
    state.add(play_game(CONTEST, 0))
    state.add(play_game(CONTEST, 0))
    assert [result.index for result in StateFile(path, CONTEST).results()] == [0]
