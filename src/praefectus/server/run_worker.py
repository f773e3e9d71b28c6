"""Runs a worker as a process of its own: logs as servers do, and says when it is ready."""

import asyncio

from praefectus.rules.facts import map_names
from praefectus.server import logs
from praefectus.server.remote_worker import RemoteWorker


def run(url: str, processes: int) -> None:
    """Work until Ctrl-C or SIGTERM. Raises PraefectusError if the address or a setting makes no sense."""
    map_names()  # a map file that is no board is told before anything else is begun
    logs.set_up(*logs.log_settings())

    def tell(service: str) -> None:
        words = "1 process" if processes == 1 else f"{processes} processes"
        print(f"praefectus worker is ready: {words}, jobs from {service}", flush=True)

    async def work() -> None:
        await RemoteWorker(url, processes).run(tell)

    asyncio.run(work())
