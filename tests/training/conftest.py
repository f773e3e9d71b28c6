"""What the tests of training share."""

import pytest


@pytest.fixture
def one_thread():
    """PyTorch computes with one thread: more take longer for so little."""
    import torch

    torch.set_num_threads(1)
