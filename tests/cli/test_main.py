import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import praefectus.cli
from praefectus.cli.options import Rules, with_rule_options
from praefectus.messages import OPTIONS
from praefectus.options import RULE_OPTIONS, RuleOption
from tests.cli.conftest import COMMAND, EXAMPLES, Cli, one_line, start

SUBCOMMANDS = (
    *(
        "play",
        "serve",
        "simulate",
        "replay",
        "show",
        "terminal",
        "tournament",
        "hint",
        "review",
        "stats",
        "bench",
    ),
    *("worker", "backup", "restore", "check"),
)


def test_help_lists_every_subcommand(cli: Cli):
    ran = cli("--help")
    assert ran.code == 0
    listed = re.findall(r"^[│ ]*([a-z]+)  ", ran.out, re.MULTILINE)
    assert sorted(listed) == sorted(SUBCOMMANDS)


@pytest.mark.parametrize("name", SUBCOMMANDS)
def test_every_subcommand_has_help(cli: Cli, name: str):
    ran = cli(name, "--help")
    assert ran.code == 0
    assert "Usage: praefectus " + name in ran.out


@pytest.mark.parametrize("name", ["simulate", "show", "terminal", "tournament"])
def test_help_shows_every_rule_option(cli: Cli, name: str):
    ran = cli(name, "--help")
    for option in RULE_OPTIONS:
        assert f"--{option.name.replace('_', '-')}" in ran.out


def test_a_new_rule_option_needs_nothing_from_a_command(monkeypatch: pytest.MonkeyPatch):
    new = RuleOption("home_port", False, (), "R1.1")
    text = {"option.home_port.text": "Begin in a port."}
    monkeypatch.setattr("praefectus.cli.options.RULE_OPTIONS", (*RULE_OPTIONS, new))
    monkeypatch.setattr("praefectus.cli.options.OPTIONS", {**OPTIONS, **text})
    given: list[Rules] = []

    @with_rule_options
    def command(games: int = 1, *, rules: Rules) -> None:
        assert games == 2
        given.append(rules)

    app = typer.Typer()
    app.command()(command)
    shown = CliRunner().invoke(app, ["--help"]).output
    assert "--home-port" in shown
    assert "Begin in a port." in shown
    assert CliRunner().invoke(app, ["--games", "2", "--home-port"]).exit_code == 0
    assert given == [{"edition": "revised", "intermediate_scoring": False, "home_port": True}]


def test_version(cli: Cli):
    assert cli("--version").out.startswith("praefectus 0.")


@pytest.mark.parametrize("args", [["conquer"], ["--loud"], ["replay", "--loud"]])
def test_what_does_not_exist_gives_one_sentence_and_exit_code_2(cli: Cli, args: list[str]):
    ran = cli(*args)
    assert ran.code == 2
    assert one_line(ran.err)
    assert "--help" in ran.err


def test_a_bug_gives_one_sentence_unless_details_are_asked_for(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
):
    def fail(*args: object) -> None:
        raise KeyError("key")

    monkeypatch.setattr("praefectus.cli.bench.measure", fail)
    monkeypatch.delenv("PRAEFECTUS_DEBUG", raising=False)
    ran = cli("bench")
    assert ran.code == praefectus.cli.BUG
    assert one_line(ran.err)
    assert "KeyError" in ran.err
    monkeypatch.setenv("PRAEFECTUS_DEBUG", "1")
    with pytest.raises(KeyError):
        cli("bench")


def test_help_loads_neither_tables_nor_process_pools():
    code = (
        "import sys, praefectus.cli; "
        "print([m for m in ('rich.table', 'rich.progress', 'multiprocessing', 'praefectus.record')"
        " if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


def test_output_that_nobody_reads_to_the_end_ends_quietly():
    record = EXAMPLES / "imperium-3.concordia.json"
    with start("replay", record, "--states") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=30) == 1
        assert process.stderr.read() == ""


def test_a_database_that_is_not_there_is_not_checked(cli: Cli, tmp_path: Path):
    ran = cli("check", "--db", tmp_path / "mistyped.db")
    assert ran.code == 2
    assert one_line(ran.err)
    assert "there is no database" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_the_installed_command_is_the_same():
    script = os.path.join(os.path.dirname(sys.executable), "praefectus")  # noqa: PTH118, PTH120
    if not os.path.exists(script):  # noqa: PTH110
        pytest.skip("not installed into this environment")
    ours = subprocess.run([*COMMAND, "--version"], capture_output=True, text=True, check=True)
    theirs = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert ours.stdout == theirs.stdout
