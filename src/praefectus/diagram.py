"""A position drawn in plain text, for terminals and tracebacks, in English or another language."""

from __future__ import annotations

from typing import Final

from praefectus.catalogue import Catalogue, catalogue
from praefectus.document import state_document
from praefectus.messages import title
from praefectus.opening import setup_of
from praefectus.rules.ids import GOOD_NAMES
from praefectus.rules.state import State
from praefectus.wire.position import PlayerDocument

SEAT_MARKS = "ABCDE"
NARROWEST: Final = 12  # characters of a label
PARTS: Final = ("colonists", "houses", "hand", "discard")  # what a player has, a line each


def _wrap(label: str, parts: list[str], indent: int, width: int = 100) -> list[str]:
    """Return `parts` joined by two spaces and wrapped, the lines aligned with the first."""
    lines = [label.ljust(indent)]
    for part in parts:
        if len(lines[-1]) + len(part) > width:
            lines.append(" " * indent)
        lines[-1] += part + "  "
    return [line.rstrip() for line in lines]


def _indent(words: Catalogue, provinces: list[str]) -> int:
    """Return the width of the labels, which is that of the longest one."""
    labels = [words.text(f"terminal.position.{part}") for part in ("display", *PARTS)]
    return max(NARROWEST, *(len(label) + 3 for label in labels), *(len(it) + 2 for it in provinces))


def _player(
    words: Catalogue, seat: int, player: PlayerDocument, mark: str, indent: int
) -> list[str]:
    store = player["storehouse"]
    stored = words.text("terminal.position.storehouse", land=store["land"], sea=store["sea"])
    owned = {
        "colonists": player["colonists"],
        "houses": [title(city) for city in player["houses"]],
        "hand": player["hand"],
        "discard": player["discard"],
    }
    lines = [
        "  ".join(
            [
                f"{mark} "
                + words.text("terminal.position.player", mark=SEAT_MARKS[seat], seat=seat),
                words.text("money", count=player["money"]),
                *(
                    f"{words.good(good)} {words.number(player['goods'][good])}"
                    for good in GOOD_NAMES
                ),
                stored,
                words.text("terminal.points", count=player["points"]["total"]),
            ]
        )
    ]
    for part in PARTS:
        label = words.text(f"terminal.position.{part}")
        lines += _wrap(f"  {label}", owned[part], indent)
    return lines


def diagram(state: State, words: Catalogue | None = None) -> str:
    """Return the position as text: the table, the board by provinces, then each player."""
    words = words or catalogue()
    document = state_document(state)
    tokens = setup_of(state.deal).cities
    board = state.board
    indent = _indent(words, list(board.province_names))
    houses: dict[str, str] = {}
    for seat, player in enumerate(document["players"]):
        for city in player["houses"]:
            houses[city] = houses.get(city, "") + SEAT_MARKS[seat]
    sale = [f"{words.number(n)}: {card or '-'}" for n, card in enumerate(document["display"], 1)]
    lines = [
        words.text(
            "terminal.position",
            map=board.title,
            turn=document["turn"] + 1,
            phase=words.phase(document["phase"]),
            holder=SEAT_MARKS[document["praefectus_magnus"]],
            deck=document["deck"],
        ),
        *_wrap(words.text("terminal.position.display"), sale, indent),
    ]
    for province, name in enumerate(board.province_names):
        side = words.text(f"terminal.position.{document['markers'][name]}")
        cities = [
            f"{board.city_titles[city]} ({words.good(tokens[board.city_names[city]])}"
            f"{' ' + houses[board.city_names[city]] if board.city_names[city] in houses else ''})"
            for city in range(int(board.cities))
            if board.city_province[city] == province
        ]
        lines += _wrap(name, [f"[{side}]", *cities], indent)
    for seat, player in enumerate(document["players"]):
        mark = "▸" if seat == document["to_play"] else " "
        lines += _player(words, seat, player, mark, indent)
    return "\n".join(lines)
