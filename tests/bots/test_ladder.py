"""Tournaments: balanced, the same from the same seed, and going on after an interruption."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from praefectus.bots import ladder
from praefectus.bots.ladder import StateFile, Tournament, play_game, run, seatings
from praefectus.cli import run as command
from praefectus.errors import PraefectusError
from praefectus.parallel import process_pool


def without_times(result):
    return (result.index, result.seating, result.points, result.ranking, result.turns)


def test_every_seating_once_and_any_round_balanced_by_seat():
    orders = seatings(("a", "b", "b", "c"))
    assert len(orders) == len(set(orders)) == 12
    for first in range(0, 12, 4):
        for seat in range(4):
            held = Counter(order[seat] for order in orders[first : first + 4])
            assert held == {"a": 1, "b": 2, "c": 1}


def test_games_of_one_block_have_one_set_up():
    tournament = Tournament("italia", ("greedy", "random"), seed=4)
    setups = [tournament.new_game(index).setup() for index in range(4)]
    assert setups[0] == setups[1] != setups[2] == setups[3]


def test_the_same_seed_gives_the_same_games_with_any_number_of_workers():
    tournament = Tournament("italia", ("greedy", "greedy", "random"), seed=4)
    alone = [without_times(result) for result in run(tournament, [0, 1, 2], 1)]
    shared = [without_times(result) for result in run(tournament, [0, 1, 2], 2)]
    assert sorted(alone) == sorted(shared)


def test_a_state_file_goes_on_and_survives_a_torn_line(tmp_path):
    tournament = Tournament("italia", ("greedy", "greedy"), seed=4)
    path = tmp_path / "state.jsonl"
    kept = StateFile(path, tournament)
    result = play_game(tournament, 0)
    kept.add(result)
    with path.open("a") as file:
        file.write('{"index": 1, "sea')
    again = StateFile(path, tournament)
    assert {index: without_times(one) for index, one in again.results.items()} == {
        0: without_times(result)
    }
    again.add(play_game(tournament, 1))
    assert StateFile(path, tournament).results.keys() == {0, 1}
    with pytest.raises(PraefectusError, match="not the state of this tournament"):
        StateFile(path, Tournament("italia", ("greedy", "greedy"), seed=5))


@pytest.mark.parametrize("line", ["42", "[]", '{"index": 3}', '{"seating": [], "cato": 1}'])
def test_a_line_that_is_no_result_is_named(tmp_path, line):
    tournament = Tournament("italia", ("greedy", "greedy"), seed=4)
    path = tmp_path / "state.jsonl"
    StateFile(path, tournament)
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(PraefectusError, match=r"line 2: not a game's result"):
        StateFile(path, tournament)


def test_a_worker_that_dies_ends_the_tournament_with_the_results_so_far(
    capsys, monkeypatch, tmp_path
):
    def one_game_then_none(tournament, todo, workers):
        yield play_game(tournament, 0)
        with process_pool(1) as pool:
            pool.submit(os._exit, 1).result()

    monkeypatch.setattr(ladder, "run", one_game_then_none)
    table = ["--bots", "greedy,random", "--map", "italia", "--games", "4", "--json"]
    assert command(["tournament", *table, "--state", str(tmp_path / "state.jsonl")]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["games"] == 1
    assert "a worker process died after 1 of 4 games; the same command goes on" in err


def test_the_same_command_goes_on_after_ctrl_c(tmp_path):
    state = tmp_path / "state.jsonl"
    table = [
        "--bots",
        "greedy,random",
        "--map",
        "italia",
        "--games",
        "200",
        "--seed",
        "5",
        "--json",
    ]
    words = [sys.executable, "-m", "praefectus.cli", "tournament", *table]
    words += ["--state", str(state), "--workers", "2"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not state.exists() or len(state.read_text().splitlines()) < 4:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "the same command goes on" in err
    played = json.loads(out)["games"]
    assert 3 <= played < 200
    again = subprocess.run(words, capture_output=True, text=True, check=True)
    assert f"going on after {played} games" in again.stderr
    straight = subprocess.run(
        [*words[:4], *table, "--state", str(tmp_path / "other.jsonl")],
        capture_output=True,
        text=True,
        check=True,
    )

    def wins(text):
        return [(bot["bot"], bot["wins"], bot["points"]) for bot in json.loads(text)["bots"]]

    assert wins(again.stdout) == wins(straight.stdout)


def test_the_command_prints_what_machines_read(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    plot = tmp_path / "plot.svg"
    table = ["--bots", "greedy,random", "--map", "italia", "--games", "2", "--seed", "5"]
    code = command(["tournament", *table, "--json", "--plot", str(plot)])
    assert code == 0
    document = json.loads(capsys.readouterr().out)
    greedy, random = document["bots"]
    fields = {"bot", "games", "wins", "win_rate", "low", "high", "points", "ms_per_turn"}
    assert fields <= greedy.keys()
    assert (greedy["bot"], random["bot"]) == ("greedy", "random")
    assert greedy["games"] == random["games"] == 2
    assert greedy["wins"] + random["wins"] == 2
    assert sum(document["endings"].values()) == 2
    assert plot.stat().st_size > 1000
    assert not list(tmp_path.rglob("*.jsonl"))


def test_the_table_for_people_is_whole_on_a_narrow_terminal(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "80")
    table = ["--bots", "search:sims=2,width=12,rivals=3,greedy", "--map", "italia", "--games", "2"]
    assert command(["tournament", *table]) == 0
    out = capsys.readouterr().out
    assert "…" not in out
    assert "win %" in out
    assert "concordia" in out
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "cato,random", "--map", "italia"], "there is no bot 'cato'"),
        (["--bots", "greedy:speed=1,random", "--map", "italia"], "greedy has no option 'speed'"),
        (["--bots", "greedy,random"], "Imperium is for 3 to 5 players"),
        (["--bots", "greedy", "--games", "0"], "--games must be 1 or more"),
        (["--bots", "greedy", "--plot", "nowhere/x.png"], "there is no folder 'nowhere'"),
        (["--bots", "greedy", "--plot", "x.doc"], "the name must end in one of"),
        (["--bots", "greedy,random", "--players", "3", "--map", "italia"], "one for each of the 3"),
    ],
)
def test_wrong_arguments_get_one_sentence(capsys, arguments, sentence):
    assert command(["tournament", *arguments]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1
