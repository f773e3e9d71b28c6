"""Processes that share work out: Ctrl-C is heard by who started them, and by nobody else."""

import os
import signal

import pytest

from praefectus.parallel import SPAWN, process_pool


def test_a_process_that_is_just_starting_hears_no_ctrl_c():
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=theirs.send, args=("done",))
    process.start()
    assert process.pid is not None
    os.kill(process.pid, signal.SIGINT)
    assert ours.poll(60)
    assert ours.recv() == "done"
    process.join()
    assert process.exitcode == 0
    ours.close()
    theirs.close()


@pytest.fixture
def ctrl_c():
    """Let Ctrl-C raise KeyboardInterrupt, as it does unless a process is told otherwise, as those of pytest-xdist are."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_who_starts_it_still_hears_ctrl_c():
    with process_pool(1) as pool:
        assert pool.submit(os.getpid).result() != os.getpid()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
