"""Hints that differ: two ways to do the same count once."""

from praefectus.bots.variety import differing, gist


def test_the_way_and_the_amounts_do_not_count():
    one = ["play architect", "move land roma", "to land aquileia~roma", "build aquileia", "end"]
    two = [
        "play architect",
        "move land roma",
        "to land aquileia~vindobona",
        "build aquileia",
        "end",
    ]
    assert gist(one) == gist(two) == {"play architect", "build aquileia"}
    assert gist(["play mercator-3", "sell wine 2", "buy brick 3", "end"]) == gist(
        ["play mercator-3", "sell wine 1", "buy brick 1", "end"]
    )
    assert gist(["play senator", "purchase 3 wine"]) == gist(["play senator", "purchase 3 tool"])


def test_what_is_done_counts():
    assert gist(["play senator", "purchase 3"]) != gist(["play senator", "purchase 4"])
    assert gist(["play architect", "build roma"]) != gist(["copy 1", "build roma"])
    assert gist(["keep brick 2"]) != gist(["keep brick 1"])


def test_the_best_of_each_kind_comes_first_and_repetitions_fill_up():
    turns = [["a"], ["a", "end"], ["b"], ["a", "to x"], ["c"]]
    assert differing(turns, 3) == [0, 2, 4]
    assert differing(turns, 4) == [0, 1, 2, 4]
    assert differing(turns, 9) == [0, 1, 2, 3, 4]
    assert differing([], 3) == []
