"""How far shown chances are from what happens: tables and the reliability plot."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from praefectus.bots.calibration import Curve
from praefectus.extras import need
from praefectus.training import calibrating
from praefectus.training.calibrating import Shown
from praefectus.training.store import Array

BINS = 20


def table(shown: Shown, curves: Mapping[int, Curve]) -> str:
    """Return error and Brier score by number of players, before and after, as a table in Markdown."""
    after = calibrating.apply(curves, shown)
    lines = [
        "| players | games | positions | error as found | error as shown | Brier as found | Brier as shown |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    counts: list[int | None] = [*sorted({int(each) for each in shown.players}), None]
    for players in counts:
        rows = np.ones(len(after), bool) if players is None else shown.players == players
        found = calibrating.measure(shown.chances[rows], shown.won[rows])
        made = calibrating.measure(after[rows], shown.won[rows])
        lines.append(
            f"| {players or 'all'} | {len(np.unique(shown.games[rows])):,} | {found['positions']:,}"
            f" | {found['calibration_error']:.3f} | {made['calibration_error']:.3f}"
            f" | {found['brier']:.4f} | {made['brier']:.4f} |"
        )
    return "\n".join(lines) + "\n"


def points(chances: Array, won: Array) -> tuple[list[float], list[float], list[int]]:
    """Return for each bin that is not empty the mean chance, the share won, and how many positions."""
    at = np.minimum((chances * BINS).astype(int), BINS - 1)
    numbers = [number for number in range(BINS) if (at == number).any()]
    return (
        [float(chances[at == number].mean()) for number in numbers],
        [float(won[at == number].mean()) for number in numbers],
        [int((at == number).sum()) for number in numbers],
    )


def plot(shown: Shown, curves: Mapping[int, Curve], path: Path) -> None:
    """Draw the reliability of chances as they are found and as they are shown."""
    (pyplot,) = need("data", "matplotlib.pyplot")
    pyplot.switch_backend("agg")
    figure, axes = pyplot.subplots(figsize=(5.5, 5.2), layout="constrained")
    axes.plot([0, 1], [0, 1], color="0.6", linewidth=1, label="as it should be")
    for label, chances, style in (
        ("as the search finds them", shown.chances, "o--"),
        ("as they are shown", calibrating.apply(curves, shown), "o-"),
    ):
        x, y, _ = points(chances, shown.won)
        axes.plot(x, y, style, markersize=4, linewidth=1.2, label=label)
    axes.set_xlabel("chance")
    axes.set_ylabel("share of positions won")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.legend(frameon=False, loc="upper left")
    axes.spines[["top", "right"]].set_visible(False)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
