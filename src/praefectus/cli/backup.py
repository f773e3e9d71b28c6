"""`praefectus backup`, `restore` and `check`: looking after a server's database."""

import os
from pathlib import Path
from typing import Annotated

import typer

from praefectus.cli.serve import DbOption, server_run

TargetArgument = Annotated[
    Path, typer.Argument(metavar="FILE", help="The backup to write; it must not exist yet.")
]
SourceArgument = Annotated[Path, typer.Argument(metavar="FILE", help="The backup to read.")]
ReplaceOption = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="Replace a database that is not empty; a file is kept as FILE.before-restore.",
    ),
]


def backup(target: TargetArgument, db: DbOption = None) -> None:
    """Write everything that a server keeps to one file, also while the server runs.

    The file is checked before it gets its name. With `DATABASE_URL` it is a backup of PostgreSQL; it is an SQLite
    file all the same, and `restore` reads it into either. It holds the secret that signs cookies: keep it private.
    """
    url, path = _database(db)
    from praefectus.server.backups import back_up

    count = back_up(url, path, target)
    typer.echo(f"{target} has {count} tables and was checked")


def restore(source: SourceArgument, db: DbOption = None, replace: ReplaceOption = False) -> None:
    """Put a backup in the place of a server's database; stop the server first."""
    url, path = _database(db)
    if not source.is_file():
        raise typer.BadParameter(f"there is no file {source}")
    from praefectus.server.backups import restore as put_back

    count = put_back(url, path, source, replace=replace)
    typer.echo(f"{count} tables are restored from {source}")


def check(db: DbOption = None) -> None:
    """Replay every stored game and compare what was stored with the rules; exit code 1 if anything is wrong.

    The server may run meanwhile.
    """
    url, path = _database(db)
    if path is not None and not path.is_file():
        raise typer.BadParameter(f"there is no database {path}; name it with --db")
    server_run().prepare(url, path)
    from praefectus.server.checking import check_all

    findings = check_all(url)
    for table_id, fault in findings.faults.items():
        typer.echo(f"table {table_id}: {fault}", err=True)
    counts = ", ".join(
        f"{findings.by_status[status]} {words}"
        for status, words in (
            ("lobby", "in the lobby"),
            ("playing", "running"),
            ("finished", "finished"),
        )
    )
    total = sum(findings.by_status.values())
    others = f"; {findings.other_rules} are of other rules" if findings.other_rules else ""
    typer.echo(f"{total} tables ({counts}){others}: {len(findings.faults)} with a fault")
    if findings.faults:
        raise typer.Exit(1)


def _database(db: Path | None) -> tuple[str, Path | None]:
    """Return the URL of the database, and the file if it is one."""
    path = (db or server_run().default_db()).absolute()
    from praefectus.server.settings import from_environment

    at_url = bool(os.environ.get("DATABASE_URL"))
    return from_environment(path).database_url, None if at_url else path
