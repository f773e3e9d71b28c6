"""A position drawn in plain text, for terminals and tracebacks."""

from __future__ import annotations

from praefectus.document import state_document
from praefectus.messages import title
from praefectus.opening import setup_of
from praefectus.rules.ids import GOOD_NAMES
from praefectus.rules.state import State
from praefectus.wire.position import PlayerDocument

SEAT_MARKS = "ABCDE"


def _wrap(label: str, parts: list[str], width: int = 100) -> list[str]:
    """Return `parts` joined by two spaces and wrapped, the lines aligned with the first."""
    lines = [f"{label:<12}"]
    for part in parts:
        if len(lines[-1]) + len(part) > width:
            lines.append(" " * 12)
        lines[-1] += part + "  "
    return [line.rstrip() for line in lines]


def _player(seat: int, player: PlayerDocument, mark: str) -> list[str]:
    store = player["storehouse"]
    return [
        "  ".join(
            [
                f"{mark} {SEAT_MARKS[seat]} (seat {seat})",
                f"{player['money']} sestertii",
                *(f"{good} {player['goods'][good]}" for good in GOOD_NAMES),
                f"storehouse: {store['land']} land, {store['sea']} sea",
                f"points {player['points']['total']}",
            ]
        ),
        *_wrap("  colonists", player["colonists"]),
        *_wrap("  houses", [title(city) for city in player["houses"]]),
        *_wrap("  hand", player["hand"]),
        *_wrap("  discard", player["discard"]),
    ]


def diagram(state: State) -> str:
    """Return the position as text: the table, the board by provinces, then each player."""
    document = state_document(state)
    tokens = setup_of(state.deal).cities
    board = state.board
    houses: dict[str, str] = {}
    for seat, player in enumerate(document["players"]):
        for city in player["houses"]:
            houses[city] = houses.get(city, "") + SEAT_MARKS[seat]
    lines = [
        "; ".join(
            [
                f"{board.title}: turn {document['turn'] + 1}, {document['phase']}",
                f"Praefectus Magnus: {SEAT_MARKS[document['praefectus_magnus']]}",
                f"{document['deck']} cards in the deck",
            ]
        ),
        *_wrap("display", [f"{n}: {card or '-'}" for n, card in enumerate(document["display"], 1)]),
    ]
    for province, name in enumerate(board.province_names):
        cities = [
            f"{board.city_titles[city]} ({tokens[board.city_names[city]]}"
            f"{' ' + houses[board.city_names[city]] if board.city_names[city] in houses else ''})"
            for city in range(int(board.cities))
            if board.city_province[city] == province
        ]
        lines += _wrap(name, [f"[{document['markers'][name]}]", *cities])
    for seat, player in enumerate(document["players"]):
        lines += _player(seat, player, "▸" if seat == document["to_play"] else " ")
    return "\n".join(lines)
