"""Types that the interfaces leave open: additional named values that an environment returns or accepts."""

from typing import Any, TypeAlias

# As Gymnasium and PettingZoo declare the `info` of a step and the `options` of a reset.
Info: TypeAlias = dict[str, Any]
# As OpenSpiel declares the parameters of a game and of an observer.
Params: TypeAlias = dict[str, Any]
