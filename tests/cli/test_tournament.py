"""`praefectus tournament`: what it prints, and continuing after an interruption."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from praefectus.arena import play_game, session
from praefectus.cli import run as command
from praefectus.parallel import process_pool


def test_a_worker_that_dies_ends_the_tournament_with_the_results_so_far(
    capsys, monkeypatch, tmp_path
):
    def one_game_then_none(contest, numbers, **options):
        yield play_game(contest, 0)
        with process_pool(1) as pool:
            pool.submit(os._exit, 1).result()

    monkeypatch.setattr(session, "run", one_game_then_none)
    table = ["--bots", "greedy,random", "--map", "italia", "--games", "4", "--json"]
    assert command(["tournament", *table, "--state", str(tmp_path / "state.jsonl")]) == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["games"] == 1
    assert "a worker process died after 1 of 4 games; the same command continues" in err


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
    assert "the same command continues" in err
    played = json.loads(out)["games"]
    assert 3 <= played < 200
    again = subprocess.run(words, capture_output=True, text=True, check=True)
    assert f"continuing after {played} games" in again.stderr
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


def test_rule_options_are_played_and_told(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    table = ["--bots", "random", "--map", "italia", "--players", "2", "--games", "1"]
    assert command(["tournament", *table, "--intermediate-scoring", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["intermediate_scoring"]
    assert command(["tournament", *table, "--edition", "first"]) == 0
    assert "with 2 players, first edition, 1 seating, seed 1" in capsys.readouterr().out


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


def test_a_foreign_file_is_refused_and_left_as_it_is(capsys, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear Livia")
    table = ["--bots", "greedy,random", "--map", "italia", "--games", "2", "--state", str(path)]
    for options in ([], ["--fresh"]):
        assert command(["tournament", *table, *options]) == 2
        assert path.read_text() == "Dear Livia"
        assert "is not the state of" in capsys.readouterr().err


def test_fresh_begins_anew(capsys, tmp_path):
    path = tmp_path / "state.jsonl"
    table = ["--bots", "greedy,random", "--map", "italia", "--games", "2", "--state", str(path)]
    assert command(["tournament", *table]) == 0
    assert command(["tournament", *table, "--seed", "2", "--fresh"]) == 0
    assert '"seed": 2' in path.read_text().splitlines()[0]
    assert "going on" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--bots", "cato,random", "--map", "italia"], "there is no bot 'cato'"),
        (["--bots", "greedy:speed=1,random", "--map", "italia"], "greedy has no option 'speed'"),
        (["--bots", "greedy,random"], "Imperium is for 3 to 5 players"),
        (["--bots", "greedy", "--games", "0"], "--games must be 1 or more"),
        (["--bots", "greedy", "--seed", "-1"], "--seed must be 0 or more, not -1"),
        (["--bots", "greedy", "--workers", "10000"], "--workers must be 1 to 1024, not 10000"),
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
