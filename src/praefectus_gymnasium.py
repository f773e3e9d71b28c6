"""Makes the environment known to Gymnasium, so that `gymnasium.make("praefectus/Concordia-v0")` needs no import of ours.

Gymnasium 1.0 no longer asks installed packages for environments. So `praefectus.pth`, which Python reads at its start, imports this
module, and this module waits until somebody imports Gymnasium. It imports nothing itself: a start of Python must not become slower.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in `typing`, which is not imported
if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class Registrar:
    """Finds `gymnasium` once, like everybody else, and registers the environment after it is loaded."""

    @staticmethod
    def find_spec(
        name: str,
        path: Sequence[str] | None = None,  # noqa: ARG004
        target: ModuleType | None = None,  # noqa: ARG004
    ) -> ModuleSpec | None:
        """Return the spec of Gymnasium with our registration at the end of its loading."""
        if name != "gymnasium":
            return None
        sys.meta_path.remove(Registrar)
        from importlib.util import find_spec

        spec = find_spec(name)
        if spec is None or spec.loader is None:
            return spec
        load = spec.loader.exec_module

        def load_and_register(module: ModuleType) -> None:
            load(module)
            module.register(
                "praefectus/Concordia-v0", entry_point="praefectus.envs.gym:ConcordiaEnv"
            )

        spec.loader.exec_module = load_and_register  # type: ignore[method-assign]
        return spec


if "gymnasium" not in sys.modules:
    sys.meta_path.insert(0, Registrar)
