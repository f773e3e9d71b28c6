"""Write the tables and figures of docs/statistics.md from the games of `scripts/statistics_data.py`.

    .venv/bin/praefectus stats /tmp/statistics-data/revised-*.parquet --json > statistics.json
    .venv/bin/python scripts/statistics_page.py statistics.json

What stands between the marks of the page is written anew; the sentences around it are by hand.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import matplotlib as mpl

from praefectus.cli.stats import span
from praefectus.cli.stats_plots import draw
from praefectus.document import SCORED
from praefectus.messages import title
from praefectus.wire.statistics import GroupStatistics, NamedRate, Rate, Statistics

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "statistics.md"
FIGURES = ROOT / "docs" / "figures"
# Of openings, the most frequent ones.
OPENINGS = 5
PERIODS = (1, 6, 11, 16, 21)


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def percent(rate: Rate | NamedRate) -> str:
    """Word a win rate with its interval."""
    return f"{100 * rate['rate']:.1f} ({100 * rate['low']:.1f}–{100 * rate['high']:.1f})"


def name(group: GroupStatistics) -> str:
    """Word a board and a number of players."""
    return f"{title(group['map'])}, {group['players']}"


def lengths(groups: Sequence[GroupStatistics]) -> str:
    """Games, lengths, endings and winners' points."""
    return table(
        ["table", "games", "turns", "from", "to", "ended by cards", "by houses", "winner's points"],
        [
            [
                name(group),
                f"{group['games']:,}",
                f"{group['turns']['mean']:.1f}",
                str(group["turns"]["min"]),
                str(group["turns"]["max"]),
                f"{100 * group['cards'] / group['games']:.1f} %",
                f"{100 * group['houses'] / group['games']:.1f} %",
                f"{group['winner_points']['mean']:.1f}",
            ]
            for group in groups
        ],
    )


def gods(groups: Sequence[GroupStatistics]) -> str:
    """Points by god, of winners and of everyone."""
    rows = [
        [name(group), who, *(f"{means[part]:.1f}" for part in (*SCORED, "total"))]  # type: ignore[literal-required]
        for group in groups
        for who, means in (("winners", group["winners"]), ("everyone", group["everyone"]))
    ]
    return table(["table", "", *SCORED, "all"], rows)


def seats(groups: Sequence[GroupStatistics]) -> str:
    """Wins by seat."""
    most = max(group["players"] for group in groups)
    rows = [
        [
            name(group),
            *(percent(rate) for rate in group["seats"]),
            *[""] * (most - group["players"]),
        ]
        for group in groups
    ]
    return table(["table", *(f"seat {number + 1}" for number in range(most))], rows)


def openings(groups: Sequence[GroupStatistics]) -> Iterator[str]:
    """Give the most frequent ways to begin, with their win rates."""
    for heading, key in (
        ("First two cards", "first_cards"),
        ("First two houses produce", "first_goods"),
        ("First house", "first_cities"),
        ("First purchase", "first_purchases"),
    ):
        rows = [
            [name(group), rate["name"], f"{rate['games']:,}", percent(rate)]
            for group in groups
            for rate in group[key][:OPENINGS]  # type: ignore[literal-required]
        ]
        yield f"### {heading}\n\n" + table(["table", "what", "players", "won, %"], rows)


def cards(groups: Sequence[GroupStatistics]) -> str:
    """Return what a card is worth by when it is bought: win rates against par, over all tables."""
    counts: dict[tuple[str, int], list[float]] = {}
    for group in groups:
        for rate in group["bought"]:
            sums = counts.setdefault((rate["name"], rate["first_round"]), [0, 0, 0])
            sums[0] += rate["games"]
            sums[1] += rate["wins"]
            sums[2] += rate["games"] / group["players"]
    rows = []
    for card in sorted({card for card, _ in counts}):
        cells = []
        for period in PERIODS:
            bought, wins, par = counts.get((card, period), [0, 0, 0])
            cells.append(f"{wins / par:.2f} ({int(bought):,})" if bought >= 100 else "")
        rows.append([card, *cells])
    spans = ["1–5", "6–10", "11–15", "16–20", "21 on"]
    return table(["card", *(f"rounds {each}" for each in spans)], rows)


def leads(groups: Sequence[GroupStatistics]) -> str:
    """How often the leader wins, by round and lead."""
    sizes = sorted(
        {(rate["least"], rate["most"]) for group in groups for rate in group["leads"]}, key=str
    )
    sizes.sort(key=lambda size: size[0])
    rounds = sorted({rate["round"] for group in groups for rate in group["leads"]})
    rows = []
    for group in groups:
        for round in rounds:
            found = {rate["least"]: rate for rate in group["leads"] if rate["round"] == round}
            cells = [percent(found[least]) if least in found else "" for least, _ in sizes]
            rows.append([name(group), str(round), *cells])
    return table(["table", "round", *(f"{span(*size)} points" for size in sizes)], rows)


def write(mark: str, text: str) -> None:
    """Put a text between its marks on the page."""
    page = PAGE.read_text("utf-8")
    first, last = f"<!-- {mark} -->\n", f"<!-- end {mark} -->"
    before, _, rest = page.partition(first)
    _, _, after = rest.partition(last)
    PAGE.write_text(f"{before}{first}{text}\n{last}{after}", "utf-8")


def main() -> None:
    """Write everything."""
    document: Statistics = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    groups = document["groups"]
    mpl.use("Agg")
    for group in groups:
        draw(group, FIGURES / f"statistics-{group['map']}-{group['players']}.webp")
    total = sum(group["games"] for group in groups)
    write("games", f"{total:,} games, and what they are:\n\n{lengths(groups)}")
    write("gods", gods(groups))
    write("seats", seats(groups))
    write("openings", "\n\n".join(openings(groups)))
    write("cards", cards(groups))
    write("leads", leads(groups))


if __name__ == "__main__":
    main()
