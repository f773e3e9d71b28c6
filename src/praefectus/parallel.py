"""Many games, identified by number and shared among several processes.

Game number i depends on a seed and i alone, so that any number of processes, working in any order,
give the same results.
"""

import hashlib
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context


def derive_seed(seed: int, index: int, purpose: str) -> int:
    """Return a seed for one purpose in one game, different from all others."""
    text = f"{seed}/{index}/{purpose}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest(), "big")


@contextmanager
def process_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes that ignore Ctrl-C, which this process handles.

    Leaving the block before its end, also by an interrupt, stops the processes at once.
    """
    pool = ProcessPoolExecutor(
        workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts
    )
    finished = False
    try:
        yield pool
        finished = True
    finally:
        # A pool has no public way to stop games that its processes are playing.
        processes = list((pool._processes or {}).values())
        pool.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for process in processes:
                process.terminate()


def _ignore_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
