from pathlib import Path

import pytest

from tests.cli.conftest import EXAMPLES, Cli, one_line

ITALIA_2 = EXAMPLES / "italia-2.concordia.json"


@pytest.mark.parametrize(
    ("board", "cities"),
    [("imperium", ["Roma", "Londinium", "Leptis Magna"]), ("italia", ["Roma", "Syracusae"])],
)
def test_a_board_is_drawn_with_its_cities(cli: Cli, board: str, cities: list[str]):
    ran = cli("show", board)
    assert ran.code == 0
    for city in cities:
        # Once on the map, once in the table, and in the tables of its neighbours.
        assert ran.out.count(city) >= 3


def test_a_position_of_a_record_shows_goods_and_houses(cli: Cli):
    ran = cli("show", ITALIA_2, "--turn", 20)
    assert ran.code == 0
    assert "Panormus f [A]" in ran.out
    assert "turn 21" in ran.out


def test_the_end_of_a_record_is_shown_by_default(cli: Cli):
    assert "finished" in cli("show", ITALIA_2).out


def test_a_new_game_is_the_same_for_the_same_seed(cli: Cli):
    first = cli("show", "--map", "italia", "--players", 3, "--seed", 7)
    assert first.code == 0
    assert first.out == cli("show", "--map", "italia", "--players", 3, "--seed", 7).out
    assert first.out != cli("show", "--map", "italia", "--players", 3, "--seed", 8).out


@pytest.mark.parametrize("board", ["imperium", "italia"])
@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_map_fits_its_width(board: str, width: int):
    from praefectus.cli.drawing import draw_map

    rows = draw_map(board, width, {}).plain.splitlines()
    assert max(len(row) for row in rows) <= max(width, 60)
    assert sum(row.count("●") for row in rows) == (31 if board == "imperium" else 26)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["atlantis"], "one of imperium, italia, not 'atlantis'"),
        ([EXAMPLES], "directory"),
        (["--turn", 3], "--turn needs a record"),
        ([ITALIA_2, "--turn", 169], "0 to 168, not 169"),
        (["--map", "atlantis"], "one of imperium, italia, not 'atlantis'"),
        (["--players", 9], "3 to 5 players, not 9"),
        (["--seed", -1], "not -1"),
        (["--edition", "third"], "one of revised, first, not 'third'"),
    ],
)
def test_wrong_arguments_give_one_sentence_and_exit_code_2(cli: Cli, args: list[object], says: str):
    ran = cli("show", *args)
    assert ran.code == 2
    assert one_line(ran.err)
    assert says in ran.err


def test_a_file_that_is_no_record_gives_one_sentence_and_exit_code_2(cli: Cli, tmp_path: Path):
    path = tmp_path / "note.txt"
    path.write_text("hello")
    ran = cli("show", path)
    assert ran.code == 2
    assert one_line(ran.err)
