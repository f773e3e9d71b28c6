"""What each rule forbids, as records: engine and reference both refuse it and cite that rule."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.conformance.compare import refusals
from tests.conformance.test_golden import load as golden
from tests.conformance.test_reference import load as example

# Italia with three players, first edition. In reach of Roma: cosa and spoletum (brick), casinum (wine), neapolis
# (cloth), olbia (tool), panormus (brick). For sale: colonist, mercator-5, mason, architect, diplomat-saturnus-tool,
# prefect, farmer.
START = {key: value for key, value in example("italia-3-first").items() if key != "result"}


def turn(play: str, *steps: str, seat: int = 0, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "play": play, "steps": list(steps), **more}


IDLE = [turn("tribune", seat=1), turn("tribune", seat=2)]
# Seat 0 buys the Colonist (1 food) first, the Consul later comes from deck II.
WITH_COLONIST = [turn("senator", "purchase 1"), *IDLE]
OWN_HOUSE = [turn("architect", "move sea roma cosa~roma", "build cosa"), *IDLE]

REFUSED: list[tuple[str, int, int | None, list[dict[str, Any]]]] = [
    # rule, turn, step, turns
    ("R2.1", 1, None, [turn("tribune", seat=1)]),
    ("R2.1", 2, None, [turn("tribune"), turn("tribune")]),
    ("R2.1", 1, None, [turn("colonist")]),
    ("R2.1", 4, None, [turn("senator"), *IDLE, turn("senator")]),
    ("R2.1", 1, 1, [turn("tribune", "income")]),
    ("R2.1", 1, 1, [turn("senator", "buy brick 1")]),
    ("R2.2", 1, 1, [turn("prefect")]),
    ("R2.2", 4, 1, [*WITH_COLONIST, turn("colonist")]),
    ("R2.2", 2, 1, [turn("architect"), turn("diplomat-jupiter", seat=1)]),
    ("R2.2", 2, 2, [turn("prefect", "cash"), turn("diplomat-jupiter", "copy 0", seat=1)]),
    ("R3.1", 1, 2, [turn("mercator-3", "sell wine 1", "buy brick 4")]),
    ("R4.2", 1, 2, [turn("tribune", "colonist land", "colonist sea")]),
    ("R4.2", 4, 1, [turn("mercator-3", "sell tool 1"), *IDLE, turn("tribune", "colonist sea")]),
    ("R5.1", 1, 1, [turn("architect", "move land roma ancona~ravenna")]),
    ("R5.1", 1, 1, [turn("architect", "move land verona aquileia~verona")]),
    ("R5.1", 1, 2, [turn("architect", "move land roma cosa~roma", "move land roma roma~spoletum")]),
    (
        "R5.1",
        1,
        3,
        [
            turn(
                "architect",
                "move land roma cosa~roma",
                "move sea roma cosa~roma",
                "move sea cosa~roma olbia~roma",
            )
        ],
    ),
    ("R5.2", 1, 1, [turn("architect", "move land roma olbia~roma")]),
    ("R5.2", 1, 1, [turn("architect", "move sea roma casinum~roma")]),
    (
        "R5.3",
        2,
        1,
        [
            turn("architect", "move land roma cosa~roma"),
            turn("architect", "move land roma cosa~roma", seat=1),
        ],
    ),
    ("R5.4", 1, 1, [turn("architect", "move land roma cosa")]),
    ("R5.5", 1, 1, [turn("architect", "build cosa")]),
    ("R5.5", 1, 2, [turn("architect", "move sea roma cosa~roma", "build casinum")]),
    (
        "R5.5",
        1,
        3,
        [
            turn(
                "architect", "move sea roma cosa~roma", "build cosa", "move land roma roma~spoletum"
            )
        ],
    ),
    ("R5.6", 1, 2, [turn("architect", "move sea roma cosa~roma", "build roma")]),
    ("R5.6", 1, 3, [turn("architect", "move sea roma cosa~roma", "build cosa", "build cosa")]),
    (
        "R5.7",
        1,
        4,
        [
            turn(
                "architect",
                "move sea roma neapolis~roma",
                "move land roma casinum~roma",
                "build neapolis",
                "build casinum",
            )
        ],
    ),
    (
        "R6.1",
        2,
        1,
        [turn("prefect", "produce liguria"), turn("prefect", "produce liguria", seat=1)],
    ),
    ("R6.1", 1, 2, [turn("prefect", "produce liguria", "produce venetia")]),
    ("R6.1", 1, 2, [turn("prefect", "cash", "produce venetia")]),
    ("R6.4", 1, 2, [turn("prefect", "produce liguria", "keep 0 cloth")]),
    ("R7.1", 4, 1, [*WITH_COLONIST, turn("colonist", "settle land verona")]),
    ("R7.1", 4, 2, [*WITH_COLONIST, turn("colonist", "settle land roma", "settle sea roma")]),
    ("R7.2", 4, 2, [*WITH_COLONIST, turn("colonist", "income", "income")]),
    ("R7.2", 4, 2, [*WITH_COLONIST, turn("colonist", "settle land roma", "income")]),
    ("R8.1", 1, 1, [turn("mercator-3", "sell wine 2")]),
    ("R8.1", 1, 1, [turn("mercator-3", "buy wine 2")]),
    ("R8.1", 1, 2, [turn("mercator-3", "sell wine 1", "buy wine 1")]),
    ("R8.1", 1, 3, [turn("mercator-3", "sell wine 1", "sell cloth 1", "sell tool 1")]),
    ("R8.1", 1, 1, [turn("mercator-3", "sell wine 99")]),
    ("R9.1", 2, 1, [turn("architect"), turn("diplomat-jupiter", "copy 1", seat=1)]),
    ("R9.1", 2, 1, [turn("architect"), turn("diplomat-jupiter", "build cosa", seat=1)]),
    ("R9.2", 1, None, [turn("diplomat-jupiter", "copy 1")]),
    ("R9.2", 2, None, [turn("tribune"), turn("diplomat-jupiter", "copy 0", seat=1)]),
    (
        "R9.2",
        3,
        1,
        [
            turn("architect"),
            turn("diplomat-jupiter", "copy 0", seat=1),
            turn("diplomat-jupiter", "copy 1", seat=2),
        ],
    ),
    (
        "R9.2",
        3,
        1,
        [turn("architect"), turn("tribune", seat=1), turn("diplomat-jupiter", "copy 1", seat=2)],
    ),
    ("R10.1", 1, 2, [turn("senator", "purchase 1", "purchase 1")]),
    ("R10.1", 1, 1, [turn("senator", "purchase 7")]),
    ("R10.1", 1, 1, [turn("senator", "purchase 2")]),
    ("R10.1", 1, 1, [turn("senator", "purchase 1 food")]),
    ("R10.1", 1, 1, [turn("senator", "purchase 2 wine")]),  # the card itself takes the one wine
    (
        "R10.1",
        1,
        3,
        [turn("senator", "purchase 1", "purchase 3 brick", "purchase 2 cloth")],
    ),
    ("RECORD", 1, None, [turn("augur")]),
    ("RECORD", 1, None, [turn("tribune", seat=3)]),
    ("RECORD", 1, None, [turn("diplomat-saturnus-tool")]),
    ("RECORD", 1, 1, [turn("architect", "move land roma roma~cosa")]),
    ("RECORD", 1, 1, [turn("architect", "move land roma cosa~verona")]),
    ("RECORD", 1, 1, [turn("architect", "fly land roma cosa~roma")]),
    ("RECORD", 1, 1, [turn("architect", "build")]),
    ("RECORD", 1, 1, [turn("architect", "build Cosa")]),
    ("RECORD", 1, 1, [turn("architect", "")]),
    ("RECORD", 1, 1, [turn("tribune", "end")]),
    ("RECORD", 1, 1, [turn("mercator-3", "sell wine 0")]),
    ("RECORD", 1, 1, [turn("mercator-3", "sell wine -1")]),
    ("RECORD", 1, 1, [turn("mercator-3", "sell wine one")]),
    ("RECORD", 1, 1, [turn("senator", "purchase 8")]),
    ("RECORD", 1, 1, [turn("mercator-3", "sell wine 01")]),
    ("RECORD", 1, 1, [turn("architect", "move land roma", "to land cosa~roma")]),
    ("RECORD", 1, 1, [turn("architect", "move land roma", open=True)]),
    ("RECORD", 1, 2, [turn("architect", "move land roma cosa~roma", "cosa~roma")]),
    ("RECORD", 2, 1, [turn("architect"), turn("diplomat-jupiter", "copy 3", seat=1)]),
    ("RECORD", 1, None, [turn("tribune", open=True), turn("tribune", seat=1)]),
]


@pytest.mark.parametrize(("rule", "at", "step", "turns"), REFUSED)
def test_both_refuse_it_and_cite_the_rule(rule, at, step, turns):
    engine, reference = refusals({**START, "turns": turns})
    assert engine == (rule, at, step)
    assert reference == (rule, at, step)


def test_the_turns_that_lead_there_are_legal():
    for turns in (WITH_COLONIST, OWN_HOUSE):
        assert refusals({**START, "turns": turns}) == (None, None)


def choice(change: str) -> tuple[Any, Any]:
    """The record of Imperium with five players up to a choice of two goods out of three, which is changed."""
    record = copy.deepcopy(example("imperium-5"))
    del record["result"]
    at = next(n for n, turn in enumerate(record["turns"]) if "keep 4 brick cloth" in turn["steps"])
    record["turns"] = record["turns"][: at + 1]
    record["turns"][at]["steps"] = ["produce libya", *([change] if change else [])]
    return refusals(record)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ("", "R6.4"),  # nothing is chosen
        ("keep 4 brick", "R3.2"),  # a space is left empty
        ("keep 4 brick cloth cloth", "R3.2"),
        ("keep 4 tool tool", "R3.2"),  # not received
        ("keep 3 brick cloth", "R6.4"),  # not this seat's choice
        ("keep 4", "RECORD"),
        ("keep 04 brick cloth", "RECORD"),
        ("keep brick", "RECORD"),
        ("cash", "R3.2"),
    ],
)
def test_a_choice_of_goods_that_is_wrong(change, rule):
    engine, reference = choice(change)
    assert engine is not None
    assert engine[0] == rule
    assert engine == reference


def test_goods_to_keep_may_stand_in_any_order():
    assert choice("keep 4 cloth brick") == choice("keep 4 brick cloth") == (None, None)


def test_a_turn_after_the_end_is_refused():
    record = copy.deepcopy(golden("italia-2-cards"))
    turns = record["turns"]
    turns.append(turn("tribune", seat=turns[-2]["seat"]))
    engine, reference = refusals(record)
    assert engine == reference == ("R11.1", len(turns), None)


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"points": [0, 0]}, "R11.2"),
        ({"winner": 0}, "R11.3"),
    ],
)
def test_a_wrong_result_is_refused(change, rule):
    record = copy.deepcopy(golden("italia-2-cards"))
    record["result"].update(change)
    engine, reference = refusals(record)
    assert engine == reference == (rule, None, None)


def test_a_result_is_required_at_the_end_and_nowhere_else():
    record = copy.deepcopy(golden("italia-2-cards"))
    result = record.pop("result")
    assert refusals(record) == (("RECORD", None, None),) * 2
    record["turns"].pop()
    assert refusals(record) == (None, None)
    record["result"] = result
    assert refusals(record) == (("RECORD", None, None),) * 2


@pytest.mark.parametrize("players", [0, 1, 5])
def test_a_number_of_players_that_the_board_is_not_for(players):
    engine, reference = refusals({**START, "players": [""] * players, "turns": []})
    assert engine == reference == ("R1.1", None, None)


def test_tokens_of_another_letter_are_refused():
    cities = {**START["setup"]["cities"]}
    cities["verona"], cities["cosa"] = cities["cosa"], cities["verona"]  # an A and a B city
    engine, reference = refusals(
        {**START, "setup": {**START["setup"], "cities": cities}, "turns": []}
    )
    assert engine == reference == ("R1.2", None, None)


@pytest.mark.parametrize("change", ["swap", "drop", "add"])
def test_decks_that_are_incomplete_or_out_of_order_are_refused(change):
    sale = list(START["setup"]["cards"])
    if change == "swap":
        sale[7], sale[8] = sale[8], sale[7]  # the last of deck I and the first of deck II
    elif change == "drop":
        sale.pop()
    else:
        sale.append("consul")
    engine, reference = refusals({**START, "setup": {**START["setup"], "cards": sale}, "turns": []})
    assert engine == reference == ("R1.4", None, None)
