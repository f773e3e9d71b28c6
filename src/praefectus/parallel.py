"""Many games, identified by number and shared among several processes.

Game number i depends on a seed and i alone, so that any number of processes, working in any order,
give the same results.
"""

import hashlib
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess


def derive_seed(seed: int, index: int, purpose: str) -> int:
    """Return a seed for one purpose in one game, different from all others."""
    text = f"{seed}/{index}/{purpose}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest(), "big")


class _Worker(SpawnProcess):
    """A process that never hears Ctrl-C: whoever started it hears it, and ends it.

    To ignore the signal once it runs is too late by itself: while its modules are read, Ctrl-C would end it with a traceback.
    """

    def start(self) -> None:
        """Start it deaf: a process has the signal mask of the thread that starts it."""
        if sys.platform == "win32":  # which has no such mask
            super().start()
            return
        # Python starts this helper with the first process, and then lets the signal through again.
        resource_tracker.ensure_running()
        heard = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, heard)

    def run(self) -> None:
        """Ignore the signal from now on, and work."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        super().run()


class _Spawn(SpawnContext):
    Process = _Worker


SPAWN = _Spawn()


@contextmanager
def process_pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """Give a pool of processes; Ctrl-C is for this one.

    Leaving the block before its end, also by an interrupt, stops the processes at once.
    """
    pool = ProcessPoolExecutor(workers, mp_context=SPAWN)
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
