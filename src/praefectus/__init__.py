"""Concordia, the board game of trade in the Roman empire: rules, bots, environments, a table."""

from praefectus import _pure

_pure.install()
