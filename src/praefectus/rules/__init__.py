"""The whole game of Concordia and nothing else: no I/O, no clock, no chance but the deal.

`turn.py` is the door: `legal`, `apply`, `refuse`. One module a card in `cards/`.
"""
