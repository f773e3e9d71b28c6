import json
import os
import pty
import re
import select
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.conftest import COMMAND, Cli, one_line, start


def test_the_table_has_wins_points_turns_and_endings(cli: Cli):
    ran = cli("simulate", "--games", 20, "--seed", 1)
    assert ran.code == 0
    assert ran.err == ""
    assert "20 games on imperium with 4 players, seed 1" in ran.out
    for word in ("win %", "95 %", "points", "turns", "15th house", "last card"):
        assert word in ran.out


def test_json_adds_up(cli: Cli):
    ran = cli("simulate", "--games", 20, "--seed", 1, "--map", "italia", "--players", 2, "--json")
    result = json.loads(ran.out)
    assert result["games"] == 20
    assert result["seed"] == 1
    assert not result["interrupted"]
    assert sum(seat["wins"] for seat in result["seats"]) == 20
    assert sum(result["endings"].values()) == 20
    assert [seat["seat"] for seat in result["seats"]] == [0, 1]
    for seat in result["seats"]:
        assert seat["low"] <= seat["win_rate"] <= seat["high"]
    assert result["bots"][0]["games"] == 40


@pytest.mark.parametrize(("board", "players"), [("imperium", 5), ("italia", 4)])
def test_boards_counts_and_options(cli: Cli, board: str, players: int):
    ran = cli(
        *("simulate", "--games", 2, "--map", board, "--players", players),
        *("--edition", "first", "--intermediate-scoring", "--json"),
    )
    result = json.loads(ran.out)
    assert result["players"] == len(result["seats"]) == players
    assert result["edition"] == "first"
    assert result["intermediate_scoring"]


def test_the_same_seed_gives_the_same_results_and_another_others(cli: Cli):
    def simulate(seed: int) -> str:
        return cli("simulate", "--games", 5, "--seed", seed, "--json").out.replace(str(seed), "N")

    assert simulate(77) == simulate(77)
    assert simulate(77) != simulate(78)


def test_without_a_seed_the_one_drawn_is_told(cli: Cli):
    first = json.loads(cli("simulate", "--games", 2, "--json").out)
    again = json.loads(cli("simulate", "--games", 2, "--json", "--seed", first["seed"]).out)
    assert first == again


def test_any_number_of_workers_gives_the_same_results_and_records(tmp_path: Path):
    def simulate(workers: int) -> tuple[str, dict[str, str]]:
        folder = tmp_path / str(workers)
        args = [*COMMAND, "simulate", "--games", "12", "--seed", "5", "--json"]
        args += ["--workers", str(workers), "--save", str(folder)]
        result = subprocess.run(args, capture_output=True, text=True, check=True)
        return result.stdout, {path.name: path.read_text() for path in folder.iterdir()}

    alone, shared = simulate(1), simulate(3)
    assert len(alone[1]) == 12
    assert alone == shared


def test_saved_records_are_legal_and_have_the_results(cli: Cli, tmp_path: Path):
    folder = tmp_path / "new" / "games"
    result = json.loads(cli("simulate", "--games", 4, "--seed", 2, "--save", folder, "--json").out)
    records = sorted(folder.iterdir())
    assert len(records) == 4
    assert all(path.name.endswith(".concordia.json") for path in records)
    replayed = cli("replay", "--json", *records)
    assert replayed.code == 0
    wins = [json.loads(line)["winner"] for line in replayed.out.splitlines()]
    assert [wins.count(seat) for seat in range(4)] == [seat["wins"] for seat in result["seats"]]


def wait_for_games(folder: Path) -> None:
    deadline = time.monotonic() + 60
    while not (folder.exists() and len(list(folder.glob("*.json"))) > 200):
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_ends_cleanly_with_the_results_so_far(tmp_path: Path, workers: int):
    folder = tmp_path / "games"
    with start(
        *("simulate", "--games", 10**6, "--workers", workers, "--save", folder, "--json"),
        start_new_session=True,
    ) as process:
        wait_for_games(folder)
        # As a terminal does it: the whole group hears of it.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=30)
    result = json.loads(out)
    assert process.returncode == 130
    assert result["interrupted"]
    assert result["games"] > 0
    assert sum(seat["wins"] for seat in result["seats"]) == result["games"]
    assert one_line(err)
    assert f"interrupted after {result['games']} of 1000000 games" in err
    for record in folder.glob("*.json"):
        assert record.read_text().endswith("}\n")


def test_a_worker_that_is_killed_ends_the_run_with_the_results_so_far(tmp_path: Path):
    folder = tmp_path / "games"
    with start(
        *("simulate", "--games", 10**6, "--workers", 2, "--save", folder, "--json"),
        start_new_session=True,
    ) as process:
        wait_for_games(folder)
        find = ["pgrep", "-P", str(process.pid), "-f", "spawn_main"]
        workers = subprocess.run(find, capture_output=True, text=True, check=True).stdout.split()
        os.kill(int(workers[0]), signal.SIGKILL)
        out, err = process.communicate(timeout=30)
    assert process.returncode == 1
    assert json.loads(out)["games"] > 0
    assert one_line(err)
    assert "a worker process died after" in err


def test_a_progress_bar_with_rate_and_eta_is_shown_on_a_terminal_only():
    shown, end = pty.openpty()
    args = [*COMMAND, "simulate", "--games", "300", "--json"]
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=end, text=True) as process:
        os.close(end)
        text = b""
        while process.poll() is None or select.select([shown], [], [], 0)[0]:
            if select.select([shown], [], [], 0.1)[0]:
                try:
                    text += os.read(shown, 65536)
                except OSError:  # the other end is closed
                    break
        assert process.stdout is not None
        assert json.loads(process.stdout.read())["games"] == 300
    os.close(shown)
    assert re.search(rb"\d+/300", text)
    assert b"games/s" in text
    assert b"ETA" in text


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["--games", 0], "--games must be 1 or more, not 0"),
        (["--games", "many"], "'--games'"),
        (["--workers", 0], "--workers must be 1 to 1024, not 0"),
        (["--workers", 10**30], "--workers must be 1 to 1024, not 1000"),
        (["--seed", -1], "--seed must be 0 or more, not -1"),
        (["--players", 6], "3 to 5 players, not 6"),
        (["--players", -1], "3 to 5 players"),
        (["--map", "italia", "--players", 5], "2 to 4 players, not 5"),
        (["--map", "atlantis"], "one of imperium, italia, not 'atlantis'"),
        (["--edition", "third"], "one of revised, first, not 'third'"),
        (["--bots", "nobody"], "there is no bot 'nobody'"),
        (["--bots", ","], "at least one bot"),
        (["--bots", "random,random"], "3 to 5 players, not 2"),
        (
            ["--bots", "random,random,random", "--players", 4],
            "one for each of the 4 players, not 3",
        ),
        (["--save", __file__], "test_simulate.py"),
        (["game.json"], "--help"),
    ],
)
def test_wrong_arguments_give_one_sentence_and_exit_code_2(cli: Cli, args: list[object], says: str):
    ran = cli("simulate", *args)
    assert ran.code == 2
    assert ran.out == ""
    assert one_line(ran.err)
    assert says in ran.err
