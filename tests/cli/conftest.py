"""The command line as a function, and as a process."""

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import praefectus.cli

EXAMPLES = Path(__file__).parent.parent / "fixtures" / "examples"
COMMAND = [sys.executable, "-m", "praefectus.cli"]


@dataclass
class Ran:
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str


Cli = Callable[..., Ran]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speak English, whatever the language of whoever runs the tests."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Run the command line in this process: `cli("replay", path)`."""
    monkeypatch.setenv("COLUMNS", "200")

    def run(*args: object) -> Ran:
        code = praefectus.cli.run([str(arg) for arg in args])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


def start(*args: object, **options: object) -> "subprocess.Popen[str]":
    """Start the command line as a process of its own."""
    return subprocess.Popen(
        COMMAND + [str(arg) for arg in args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,  # type: ignore[call-overload]
    )


def one_line(text: str) -> bool:
    """Say whether a text is one clear line, not a traceback."""
    return text.count("\n") == 1 and "Traceback" not in text
