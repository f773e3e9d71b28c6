"""Environments for learning agents: thin adapters over one engine, without rules of their own.

`aec_env` is a PettingZoo AEC environment, `ConcordiaEnv` a Gymnasium one (one learner against bots),
`VectorEnv` steps many games at once, `praefectus.envs.open_spiel` registers an OpenSpiel game, and
`layout_of` says what the numbers of an observation mean. Heavy packages are imported only when one of
them is used.
"""

from __future__ import annotations

from typing import Any

# No imports for type checkers either: mypyc would follow them into packages that may be missing.
_HOMES = {
    "ConcordiaEnv": "gym",
    "VectorEnv": "vector",
    "aec_env": "aec",
    "layout_of": "layout",
}

__all__ = ["ConcordiaEnv", "VectorEnv", "aec_env", "layout_of"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
