"""The whole game of Concordia and nothing else: no I/O, no clock, no chance but the deal.

`turn.py` is the door: `legal`, `apply`, `refuse`. One module a card in `cards/`.
"""

from typing import Final

# Which rules a game is played by. A change of the rules that changes old games raises it.
RULES_VERSION: Final = "1"
