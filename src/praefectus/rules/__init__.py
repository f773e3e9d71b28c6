"""The complete rules of Concordia and nothing else: no I/O, no clock, no randomness except the deal.

The entry points are `legal`, `apply` and `refuse` in `turn.py`. `cards/` has one module per card.
"""

from typing import Final

# The version of the rules. It increases when a change of the rules would change old games.
RULES_VERSION: Final = "1"
