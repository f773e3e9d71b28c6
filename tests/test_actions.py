"""The numbers of actions: every one of the space is made by its function and says what it names."""

import pytest

from praefectus.rules import actions as codec
from praefectus.rules.actions import Action, action_space
from praefectus.rules.facts import FACE_NUMBER, GOOD_NUMBER, Board, load_board, map_names
from praefectus.rules.ids import (
    ACTION_CASH,
    ACTION_END,
    ACTION_INCOME,
    KIND_NAMES,
)

ALONE = {"end": ACTION_END, "income": ACTION_INCOME, "cash": ACTION_CASH}
KINDS = {
    "play": codec.is_play,
    "colonist": codec.is_colonist,
    "copy": codec.is_copy,
    "keep": codec.is_keep,
    "sell": codec.is_trade,
    "buy": codec.is_trade,
    "purchase": codec.is_purchase,
}
KINDS_OF_BOARD = {
    "produce": codec.is_produce,
    "move": codec.is_move,
    "to": codec.is_to,
    "build": codec.is_build,
    "settle": codec.is_settle,
}


def line_of(board: Board, kind: str, name: str) -> int:
    """Return the number of a line; a land line and a sea line may join the same two cities."""
    return next(
        line
        for line, of in enumerate(board.line_names)
        if of == name and KIND_NAMES[board.kind_of_line(line)] == kind
    )


def place(board: Board, kind: str, name: str) -> int:
    if "~" in name:
        return int(board.place_on(line_of(board, kind, name)))
    return board.city_names.index(name)


def encoded(board: Board, action: Action) -> int:
    args = [str(arg) for arg in action.args]
    match action.verb:
        case "play":
            number = codec.play_action(FACE_NUMBER[args[0]])
        case "colonist":
            number = codec.colonist_action(KIND_NAMES.index(args[0]))
        case "copy":
            number = codec.copy_action(int(args[0]))
        case "keep":
            number = codec.keep_action(GOOD_NUMBER[args[0]])
        case "sell":
            number = codec.sell_action(GOOD_NUMBER[args[0]], int(args[1]))
        case "buy":
            number = codec.buy_action(GOOD_NUMBER[args[0]], int(args[1]))
        case "purchase":
            any_good = GOOD_NUMBER[args[1]] if len(args) > 1 else -1
            number = codec.purchase_action(int(args[0]) - 1, any_good)
        case "produce":
            number = codec.produce_action(board, board.province_names.index(args[0]))
        case "move":
            kind = KIND_NAMES.index(args[0])
            number = codec.move_action(board, kind, place(board, args[0], args[1]))
        case "to":
            number = codec.to_action(board, line_of(board, args[0], args[1]))
        case "build":
            number = codec.build_action(board, board.city_names.index(args[0]))
        case "settle":
            kind = KIND_NAMES.index(args[0])
            number = codec.settle_action(board, kind, board.city_names.index(args[1]))
        case _:
            number = ALONE[action.verb]
    return int(number)


def named(board: Board, action: int, verb: str) -> list[int | str]:
    """Return what the functions say a number names, as numbers."""
    match verb:
        case "play":
            return [codec.played_face(action)]
        case "colonist":
            return [codec.colonist_kind(action)]
        case "copy":
            return [codec.copied_seat(action)]
        case "keep":
            return [codec.kept_good(action)]
        case "sell" | "buy":
            assert codec.is_sale(action) == (verb == "sell")
            return [codec.traded_good(action), codec.traded_units(action)]
        case "purchase":
            return [codec.bought_slot(action), codec.paid_for_any(action)]
        case "produce":
            return [codec.produced_province(board, action)]
        case "move":
            return [codec.moved_kind(board, action), codec.moved_place(board, action)]
        case "to":
            return [codec.line_moved_to(board, action)]
        case "build":
            return [codec.built_city(board, action)]
        case "settle":
            return [codec.settled_kind(board, action), codec.settled_city(board, action)]
        case _:
            return []


def expected(board: Board, action: Action) -> list[int]:
    args = [str(arg) for arg in action.args]
    match action.verb:
        case "play":
            return [FACE_NUMBER[args[0]]]
        case "colonist":
            return [KIND_NAMES.index(args[0])]
        case "copy":
            return [int(args[0])]
        case "keep":
            return [GOOD_NUMBER[args[0]]]
        case "sell" | "buy":
            return [GOOD_NUMBER[args[0]], int(args[1])]
        case "purchase":
            return [int(args[0]) - 1, GOOD_NUMBER[args[1]] if len(args) > 1 else -1]
        case "produce":
            return [board.province_names.index(args[0])]
        case "move":
            return [KIND_NAMES.index(args[0]), place(board, args[0], args[1])]
        case "to":
            return [line_of(board, args[0], args[1])]
        case "build":
            return [board.city_names.index(args[0])]
        case "settle":
            return [KIND_NAMES.index(args[0]), board.city_names.index(args[1])]
        case _:
            return []


@pytest.mark.parametrize("map", map_names())
def test_every_number_is_encoded_and_decoded_as_its_words_say(map):
    board = load_board(map)
    space = action_space(board)
    assert len(space) == board.action_count
    for number, action in enumerate(space):
        assert encoded(board, action) == number, action
        assert named(board, number, action.verb) == expected(board, action), action
        for verb, is_kind in KINDS.items():
            alike = {"sell", "buy"} if is_kind is codec.is_trade else {verb}
            assert is_kind(number) == (action.verb in alike), (verb, action)
        for verb, is_kind_of_board in KINDS_OF_BOARD.items():
            assert is_kind_of_board(board, number) == (action.verb == verb), (verb, action)
