"""Packages that only some features need, and the error for one that is not installed."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from praefectus.errors import PraefectusError


class MissingExtraError(PraefectusError, ImportError):
    """A feature was asked for whose packages are not installed."""


def need(extra: str, *modules: str) -> list[ModuleType]:
    """Import modules and return them. Raises MissingExtraError, which names the extra to install."""
    found = []
    for module in modules:
        try:
            found.append(import_module(module))
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
                raise
            raise MissingExtraError(
                f"this needs {module}; install it with: pip install 'praefectus[{extra}]'"
            ) from None
    return found
