"""Learning from search games: self-play, training, matches, promotion (docs/training.md).

`python -m praefectus.training --help` lists the commands; `loop` runs all of it. Needs NumPy and PyTorch;
playing with the result needs neither.
"""
