"""What the tests of training share."""

import pytest


@pytest.fixture(scope="module")
def one_thread():
    """PyTorch computes with one thread: more take longer for so little.

    Tests import it themselves, and what needs it: it takes seconds, and every process would import it to collect tests.
    """
    torch = pytest.importorskip("torch")
    torch.set_num_threads(1)
