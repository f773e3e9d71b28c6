"""The `praefectus` command: one module per sub-command.

Modules here import at the top only what `--help` needs; whatever is slow to load is imported inside
the commands, so that help and completion answer at once.
"""

import os
import sys
from collections.abc import Sequence
from typing import Any

import typer

from praefectus import __version__
from praefectus.cli import (
    backup,
    bench,
    hint,
    play,
    replay,
    review,
    serve,
    show,
    simulate,
    stats,
    terminal,
    tournament,
    worker,
)
from praefectus.cli.options import with_maps
from praefectus.errors import PraefectusError

# What Typer raises for wrong arguments; it exports only this subclass by name.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
BUG = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # what shells report for a command ended by Ctrl-C

app = typer.Typer(
    name="praefectus",
    help="Concordia: play it, simulate it, study it.",
    no_args_is_help=True,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
app.command()(with_maps(play.play))
app.command()(with_maps(serve.serve))
app.command()(with_maps(worker.worker))
app.command()(with_maps(simulate.simulate))
app.command(cls=replay.ReplayCommand)(with_maps(replay.replay))
app.command()(with_maps(show.show))
app.command()(with_maps(stats.stats))
app.command()(with_maps(terminal.terminal))
app.command()(with_maps(tournament.tournament))
app.command()(with_maps(hint.hint))
app.command()(with_maps(review.review))
app.command()(bench.bench)
app.command()(backup.backup)
app.command()(backup.restore)
app.command()(with_maps(backup.check))


@app.callback(invoke_without_command=True)
def global_options(
    version: bool = typer.Option(False, "--version", metavar="", help="Print the version."),
) -> None:
    """Read the options that stand before a sub-command."""
    if version:
        typer.echo(f"praefectus {__version__}")
        raise typer.Exit


def run(args: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; it never raises."""
    try:
        code = app(args, prog_name="praefectus", standalone_mode=False)
    except (UsageError, PraefectusError) as error:
        return complain(sentence(error), 2)
    except (KeyboardInterrupt, typer.Abort):
        return complain("interrupted", INTERRUPTED)
    except OSError as error:
        return complain(sentence(error), 2)
    except Exception as error:
        if os.environ.get("PRAEFECTUS_DEBUG"):
            raise
        what = f"{type(error).__name__}: {sentence(error)}"
        return complain(f"this is a bug: {what}; set PRAEFECTUS_DEBUG=1 for a traceback", BUG)
    return code if isinstance(code, int) else 0


def sentence(error: BaseException) -> str:
    """Word an error in one line."""
    if isinstance(error, OSError) and error.strerror:
        text = f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    elif isinstance(error, UsageError):
        text = usage_sentence(error)
    else:
        text = str(error)
    return " ".join(text.split())


def usage_sentence(error: Any) -> str:
    """Word an error in the arguments: our messages are complete, Typer's point to the help."""
    if isinstance(error, typer.BadParameter) and error.param is None:
        return error.message
    text: str = error.format_message().rstrip(".")
    path = error.ctx.command_path if error.ctx is not None else "praefectus"
    return f"{text[0].lower()}{text[1:]}; {path} --help says what is expected"


def complain(text: str, code: int) -> int:
    """Print one sentence on standard error and return the exit code."""
    print(f"praefectus: {text}", file=sys.stderr)
    return code


def main() -> None:
    """Run the command line and exit with its code."""
    sys.exit(run())
