"""The picture of a shared game that messengers show: the final board and the points, 1200 by 630.

A worker draws it as SVG from the drawing that the page's build leaves beside the page, and resvg makes a PNG of it. A board
without such a drawing, from a file of the host's, is left out: the points stand alone.
"""

import base64
import json
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from praefectus.server.names import readable_name

WIDTH, HEIGHT = 1200, 630
_BOARD_WIDTH = 770
_FONTS = Path(__file__).parent.parent / "data" / "fonts"
_BOARDS = Path(__file__).parent / "static" / "boards"
# As in the page's `tokens.css`.
_COLORS = {
    "red": "#b9201c",
    "green": "#27864a",
    "yellow": "#f6c915",
    "blue": "#1d3fb0",
    "black": "#2b2b30",
}
_TINTS = ("#d69a3c", "#86a765", "#cf7f6c", "#9a86b4", "#c4b04a", "#c9859f")
_HOUSE = "M-11 10V-3L0-13 11-3V10z"
_LONGEST_NAME = 22


def draw_picture(document: str) -> str:
    """Return the picture as PNG, in base64: what a worker does."""
    import resvg_py

    svg = draw(json.loads(document))
    fonts = [str(path) for path in sorted(_FONTS.glob("*.ttf"))]
    png = resvg_py.svg_to_bytes(
        svg_string=svg, font_files=fonts, font_family="Source Sans 3 SemiBold"
    )
    return base64.b64encode(bytes(png)).decode()


def draw(shown: dict[str, Any]) -> str:
    """Return the picture as SVG."""
    drawing = _drawing(shown["map"])
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
            f" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"'Source Sans 3 SemiBold', 'Vazirmatn SemiBold', sans-serif\">"
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf6ea"/>'
        )
    ]
    if drawing is not None:
        parts.append(_board(drawing, shown))
    parts.append(_points(shown, WIDTH if drawing is None else WIDTH - _BOARD_WIDTH))
    return "".join([*parts, "</svg>"])


@cache
def _drawing(map: str) -> dict[str, Any] | None:
    path = _BOARDS / f"{map}.json"
    found: dict[str, Any] | None = json.loads(path.read_text("utf-8")) if path.is_file() else None
    return found


def _board(drawing: dict[str, Any], shown: dict[str, Any]) -> str:
    wide, high = drawing["size"]
    scale = min(_BOARD_WIDTH / wide, HEIGHT / high)
    left, top = (_BOARD_WIDTH - wide * scale) / 2, (HEIGHT - high * scale) / 2
    parts = [
        (
            f'<clipPath id="b"><rect width="{_BOARD_WIDTH}" height="{HEIGHT}"/></clipPath>'
            f'<clipPath id="l"><path d="{drawing["land"]}"/></clipPath>'
            f'<g clip-path="url(#b)"><rect width="{_BOARD_WIDTH}" height="{HEIGHT}" fill="#9cc4c6"/>'
            f'<g transform="translate({left:.1f} {top:.1f}) scale({scale:.4f})">'
            f'<path d="{drawing["land"]}" fill="#f1e5c8" stroke="#6d5a3e" stroke-width="1.5"/>'
        )
    ]
    parts += [
        f'<path d="{each["d"]}" fill="{_TINTS[each["tint"] % len(_TINTS)]}" fill-opacity=".55" clip-path="url(#l)"/>'
        for each in drawing["provinces"]
    ]
    for line in drawing["lines"]:
        x, y, *rest = line["curve"]
        color = "#5c3d1e" if line["kind"] == "land" else "#1d5a78"
        bend = " ".join(str(each) for each in rest)
        parts.append(
            f'<path d="M{x} {y}C{bend}" fill="none" stroke="{color}" stroke-width="5"'
            ' stroke-opacity=".65"/>'
        )
    parts += [
        f'<circle cx="{city["x"]}" cy="{city["y"]}" r="13" fill="#fffaf0" stroke="#4a3a22" stroke-width="3"/>'
        for city in drawing["cities"]
    ]
    return "".join([*parts, *_pieces(drawing, shown), "</g></g>"])


def _pieces(drawing: dict[str, Any], shown: dict[str, Any]) -> list[str]:
    pads = {city["id"]: city["pads"] for city in drawing["cities"]}
    lines = {line["id"]: (line["x"], line["y"]) for line in drawing["lines"]}
    used: dict[str, int] = {}
    parts = []
    for seat in shown["seats"]:
        color = _COLORS[seat["color"]]
        for city in seat["houses"]:
            number = used.get(city, 0)
            used[city] = number + 1
            x, y = pads[city][number % len(pads[city])]
            parts.append(
                f'<path transform="translate({x} {y}) scale(1.5)" d="{_HOUSE}" fill="{color}"'
                ' stroke="#fff" stroke-width="2"/>'
            )
        for colonist in seat["colonists"]:
            if colonist in lines:
                x, y = lines[colonist]
                parts.append(
                    f'<circle cx="{x}" cy="{y}" r="15" fill="{color}" stroke="#fff" stroke-width="3"/>'
                )
    return parts


def _points(shown: dict[str, Any], width: int) -> str:
    left = WIDTH - width + 40
    right = WIDTH - 40
    parts = [
        (
            f'<text x="{left}" y="84" font-size="38" font-weight="600" fill="#3a2a12">Concordia</text>'
            f'<text x="{left}" y="124" font-size="24" fill="#6d5a3e">{_text(shown["name"])}</text>'
        )
    ]
    for place, number in enumerate(shown["ranking"]):
        seat = shown["seats"][number]
        y = 210 + 78 * place
        parts.append(
            f'<g transform="translate({left + 18} {y - 12})">'
            f'<path transform="scale(1.5)" d="{_HOUSE}" fill="{_COLORS[seat["color"]]}"/></g>'
            f'<text x="{left + 52}" y="{y}" font-size="{_size(seat["name"])}" font-weight="600" fill="#1e1608">{_text(seat["name"])}</text>'
            f'<text x="{right}" y="{y}" font-size="38" font-weight="600" fill="#1e1608" text-anchor="end">{seat["points"]}</text>'
        )
    parts.append(f'<text x="{left}" y="598" font-size="20" fill="#6d5a3e">praefectus</text>')
    return "".join(parts)


def _size(name: str) -> int:
    """Return the size of letters in which a name leaves room for the points."""
    return min(34, 34 * 15 // max(len(name[:_LONGEST_NAME]), 1))


def _text(text: str) -> str:
    """Return a name as it is, but not too long, and as text of XML."""
    kept = readable_name(text)
    return escape(kept if len(kept) <= _LONGEST_NAME else kept[: _LONGEST_NAME - 1] + "…")
