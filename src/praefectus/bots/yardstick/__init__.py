"""The bot `learned-1`, kept as it was: the yardstick that later bots are measured against.

Its generator of turns, evaluation, network and tree stay as they are, so that a win rate against it means the same in every version.
Nothing here follows what the bots outside learn. `tests/bots/test_yardstick.py` compares whole games with stored ones.
"""
