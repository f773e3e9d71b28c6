"""The figures of `praefectus stats`, one file per board and number of players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from praefectus.document import SCORED
from praefectus.messages import title

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from praefectus.wire.statistics import GroupStatistics, Rate, Statistics

BAR = "#7a4b2a"
ERROR = "#222222"
PAR = "#555555"
OPENINGS_DRAWN = 10


def draw_all(document: Statistics, folder: Path) -> Iterator[Path]:
    """Draw every group into a file of its own, and give the files."""
    import matplotlib as mpl

    mpl.use("Agg")
    for group in document["groups"]:
        path = folder / f"statistics-{group['map']}-{group['players']}.png"
        draw(group, path)
        yield path


def draw(group: GroupStatistics, path: Path) -> None:
    """Draw points by god, seats, openings, cards and leads of a group."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(2, 3, figsize=(16, 9), layout="constrained")
    par = 1 / group["players"]
    draw_gods(axes[0][0], group)
    draw_rates(
        axes[0][1],
        "seat",
        [(str(number + 1), rate) for number, rate in enumerate(group["seats"])],
        par,
    )
    draw_leads(axes[0][2], group)
    for at, heading, named in (
        (axes[1][0], "first two cards", group["first_cards"]),
        (axes[1][1], "first two houses produce", group["first_goods"]),
        (axes[1][2], "first purchase", group["first_purchases"]),
    ):
        draw_rates(at, heading, [(rate["name"], rate) for rate in named[:OPENINGS_DRAWN]], par)
    figure.suptitle(
        f"{title(group['map'])}, {group['players']} players, {group['games']:,} games; "
        "win rates with 95 % intervals, dashed: par"
    )
    figure.savefig(path, dpi=80)
    plt.close(figure)


def draw_gods(axes: Axes, group: GroupStatistics) -> None:
    """Draw the points by god of winners and of everyone, side by side."""
    rows: Sequence[tuple[str, float, str]] = (("winners", 0.2, BAR), ("everyone", -0.2, "#c9a27e"))
    for name, shift, color in rows:
        means = group["winners"] if name == "winners" else group["everyone"]
        axes.barh(
            [at + shift for at in range(len(SCORED))],
            [means[god] for god in SCORED],
            height=0.4,
            color=color,
            label=name,
        )
    axes.set_yticks(range(len(SCORED)), labels=SCORED)
    axes.invert_yaxis()
    axes.set_xlabel("points")
    axes.set_title("points by god")
    axes.legend(frameon=False)


def draw_rates(axes: Axes, heading: str, rates: Sequence[tuple[str, Rate]], par: float) -> None:
    """Draw win rates as bars with their intervals, most frequent at the top."""
    names = [name for name, _ in rates]
    errors = [
        [max(rate["rate"] - rate["low"], 0.0) for _, rate in rates],
        [max(rate["high"] - rate["rate"], 0.0) for _, rate in rates],
    ]
    places = range(len(names))
    axes.barh(
        places, [rate["rate"] for _, rate in rates], xerr=errors, color=BAR, ecolor=ERROR, capsize=3
    )
    axes.set_yticks(places, labels=names)
    axes.axvline(par, color=PAR, linestyle="--", linewidth=1)
    axes.invert_yaxis()
    axes.set_xlabel("win rate")
    axes.set_title(heading)


def draw_leads(axes: Axes, group: GroupStatistics) -> None:
    """Draw how often the leader wins, by round, a line for each size of the lead."""
    sizes = sorted({(rate["least"], rate["most"] or 0) for rate in group["leads"]})
    for least, most in sizes:
        rates = [rate for rate in group["leads"] if rate["least"] == least]
        axes.plot(
            [rate["round"] for rate in rates],
            [rate["rate"] for rate in rates],
            marker="o",
            label=f"{least}–{most} points" if most else f"{least} or more points",
        )
    axes.axhline(1 / group["players"], color=PAR, linestyle="--", linewidth=1)
    axes.set_ylim(0, 1)
    axes.set_xlabel("after round")
    axes.set_title("the leader wins, by lead")
    if sizes:
        axes.legend(frameon=False)
