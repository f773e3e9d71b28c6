"""The charts of a review as SVG: bands of everybody's chances, and points by god."""

from collections.abc import Callable, Sequence
from html import escape

WIDTH, HEIGHT = 900, 240
# Around the bands: room for the words of the lines across, and for the numbers of turns.
LEFT, TOP, RIGHT, BOTTOM = 56, 10, 16, 24
SEAT_COLORS = ("#b9201c", "#27864a", "#f6c915", "#1d3fb0", "#2b2b30")
GOD_COLORS = {
    "vesta": "#b4500f",
    "jupiter": "#5b4596",
    "saturnus": "#7a5f14",
    "mercurius": "#14706f",
    "mars": "#a12c3c",
    "minerva": "#37703c",
    "concordia": "#d0a52a",
}


def bands(
    layers: Sequence[Sequence[float]],
    names: Sequence[str],
    colors: Sequence[str],
    label: str,
    ticks: Sequence[tuple[float, str]],
    turn: Callable[[int], str],
    number: Callable[[int], str],
) -> str:
    """Draw layers on top of one another, from turn 0 on; each turn leads to its place in the page.

    `ticks` are lines across with their words, the last of them the top; `number` words the number of a turn.
    """
    length = len(layers[0]) - 1
    top = ticks[-1][0]
    floor = [0.0] * (length + 1)
    drawn: list[str] = []
    for layer, name, color in zip(layers, names, colors, strict=True):
        roof = [low + each for low, each in zip(floor, layer, strict=True)]
        there = [_point(at, value, length, top) for at, value in enumerate(roof)]
        back = [_point(at, value, length, top) for at, value in enumerate(floor)]
        path = " ".join([*there, *reversed(back)])
        drawn.append(
            f'<polygon points="{path}" fill="{color}"><title>{escape(name)}</title></polygon>'
        )
        floor = roof
    for value, word in ticks:
        y = HEIGHT * (1 - value / top)
        drawn.append(
            f'<line class="tick" x1="0" x2="{WIDTH}" y1="{y:.1f}" y2="{y:.1f}"/>'
            f'<text x="-8" y="{y + 5:.1f}" text-anchor="end">{escape(word)}</text>'
        )
    drawn += [
        f'<text x="{at * WIDTH / length:.1f}" y="{HEIGHT + 19}" text-anchor="middle">{escape(number(at))}</text>'
        for at in range(0, length + 1, round_step(length, 10))
    ]
    step = WIDTH / length
    # For the mouse: the keyboard and screen readers have the list of turns.
    drawn += [
        f'<a href="#turn-{at}" tabindex="-1"><rect class="turn" x="{(at - 0.5) * step:.1f}" y="0"'
        f' width="{step:.1f}" height="{HEIGHT}"><title>{escape(turn(at))}</title></rect></a>'
        for at in range(1, length + 1)
    ]
    size = f"{-LEFT} {-TOP} {WIDTH + LEFT + RIGHT} {HEIGHT + TOP + BOTTOM}"
    return (
        f'<div class="chart"><svg viewBox="{size}" role="img" aria-label="{escape(label)}" direction="ltr">'
        + "".join(drawn)
        + "</svg></div>"
    )


def round_step(span: float, most: int) -> int:
    """Return a round number of which no more than so many cover a span."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step * most >= span:
                return step
        power *= 10


def _point(at: int, value: float, length: int, top: float) -> str:
    return f"{at * WIDTH / length:.1f},{HEIGHT * (1 - value / top):.1f}"


def legend(names: Sequence[str], colors: Sequence[str]) -> str:
    """Return what colour means what, in the order of the bands from the top."""
    items = (
        f'<li><span class="swatch" style="background:{color}"></span>{escape(name)}</li>'
        for name, color in zip(names, colors, strict=True)
    )
    return f'<ul class="legend">{"".join(reversed([*items]))}</ul>'
