"""`praefectus worker`: computes for servers on other machines."""

import os
from typing import Annotated

import typer

from praefectus.errors import PraefectusError

JobsOption = Annotated[
    str | None,
    typer.Option(
        "--jobs",
        metavar="URL",
        help="The Redis or PostgreSQL that the servers send their jobs to.",
        show_default="PRAEFECTUS_JOBS",
    ),
]
ProcessesOption = Annotated[
    int | None,
    typer.Option(
        "--processes",
        metavar="N",
        help="How many jobs to do at once.",
        show_default="one per core",
        min=1,
        max=1024,
    ),
]


def worker(jobs: JobsOption = None, processes: ProcessesOption = None) -> None:
    """Compute bots' turns and hints for servers until Ctrl-C.

    Start the servers with `PRAEFECTUS_JOBS=URL` and as many workers as you like, on any machine that reaches
    the URL: `redis://host:6379/0` or `postgresql://user:password@host/database`. A worker needs nothing else. If the
    service is away, it waits. If a worker is ended in the middle of a job, another one does the job.
    """
    url = jobs or os.environ.get("PRAEFECTUS_JOBS") or ""
    if not url:
        raise typer.BadParameter(
            "say where the jobs are: praefectus worker --jobs redis://host:6379/0, or set PRAEFECTUS_JOBS"
        )
    try:
        from praefectus.server.run_worker import run
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("praefectus"):
            raise
        raise PraefectusError(
            f"a worker needs {error.name}; install it with: pip install 'praefectus[worker]'"
        ) from error
    run(url, processes or os.cpu_count() or 1)
