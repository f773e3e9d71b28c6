"""Records: what is written is read back, and whatever is wrong is one line that says where."""

import copy
import json
import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from praefectus import Game, OtherRulesError, PraefectusError, RecordError, events, record
from praefectus.rules import RULES_VERSION
from praefectus.wire.events import Step
from tests.support import EXAMPLES, TABLES, make_game, play, stroll

ITALIA = json.loads(next(p for p in EXAMPLES if p.name == "italia-3.concordia.json").read_bytes())
CITIES, CARDS = ITALIA["setup"]["cities"], ITALIA["setup"]["cards"]
ONE_LINE = re.compile(
    r"^(turn \d+(, step \d+( .+)?|: unfinished .+)?: |setup: |result: |turn \d+: )?"
    r"[^\n]+ \((R\d+\.\d+|RECORD \d\.\d)\)$"
)


def refusal(document: object) -> str:
    """Return the line with which a record is refused."""
    data = document if isinstance(document, str | bytes) else json.dumps(document)
    with pytest.raises(RecordError) as caught:
        record.loads(data)
    text = str(caught.value)
    assert ONE_LINE.match(text), text
    assert len(text) < 400
    return text


def changed(**changes: object) -> dict[str, Any]:
    """Return the Italia example with these keys changed; `...` takes one out."""
    document = copy.deepcopy(ITALIA)
    for key, value in changes.items():
        if value is ...:
            del document[key]
        else:
            document[key] = value
    return document


def turns(*played: dict[str, Any], **more: object) -> dict[str, Any]:
    """Return a record of these turns on the Italia example's set-up."""
    return changed(turns=list(played), result=..., **more)


def turn(seat: int, card: str, *steps: object, **more: object) -> dict[str, Any]:
    return {"seat": seat, "play": card, "steps": list(steps), **more}


# --- what is right ------------------------------------------------------------------------------


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_what_is_read_is_written_again(path: Path):
    document = json.loads(path.read_bytes())
    read = record.load(path)
    assert read.players == document["players"]
    assert read.result == document["result"]
    assert not read.is_open
    again = record.dump(read.game, read.players)
    ordered = [sorted(t["steps"][-1].split()) if t["steps"] else [] for t in again["turns"]]
    assert ordered == [
        sorted(t["steps"][-1].split()) if t["steps"] else [] for t in document["turns"]
    ]
    assert {**again, "turns": []} == {**document, "rules": RULES_VERSION, "turns": []}
    assert record.loads(record.dumps(read.game)).game.position == read.game.position


def test_turns_are_reported_as_they_are_completed():
    seen: list[tuple[int, int]] = []
    read = record.replay(ITALIA, lambda game: seen.append((game.turn, game.turn_seat)))
    assert [n for n, _ in seen] == list(range(1, len(ITALIA["turns"]) + 1))
    assert read.game.is_over
    seen.clear()
    open_turn = turns(turn(0, "architect", "move land roma cosa~roma", open=True))
    record.replay(open_turn, lambda game: seen.append((game.turn, game.turn_seat)))
    assert seen == [], "an open turn is not completed"


def test_decisions_are_handed_over_one_by_one_checked_and_not_yet_taken():
    taken: list[int] = []

    def push(game: Game, action: int) -> None:
        assert action in game.legal_actions
        taken.append(action)
        game.push(action)

    read = record.replay(ITALIA, push=push)
    assert taken == read.game.actions
    assert read.game == record.replay(ITALIA).game

    taken.clear()
    wrong = turns(turn(0, "architect", "move land roma cosa~roma", "build massilia"))
    with pytest.raises(RecordError) as plain:
        record.replay(wrong)
    with pytest.raises(RecordError, match=re.escape(str(plain.value))):
        record.replay(wrong, push=push)
    assert len(taken) == 3, "the card, the colonist and its move: not the house"


def test_an_uploaded_record_is_replayed_once(monkeypatch):
    """The server makes its frames while the record is read: each decision is taken once, by the frames."""
    from praefectus.server import replay

    taken: list[int] = []
    read: list[bytes] = []

    def take(game: Game, action: int) -> Step:
        taken.append(action)
        return events.take(game, action)

    def loads(data: bytes, push: record.Push) -> record.Record:
        read.append(data)
        return record.loads(data, push=push)

    monkeypatch.setattr(replay, "take", take)
    monkeypatch.setattr(replay, "records", SimpleNamespace(loads=loads))
    data = json.dumps(ITALIA).encode()
    frames = json.loads(replay.replay_record(data, replay.ReplayLimits()))["frames"]
    assert read == [data]
    assert taken == record.replay(ITALIA).game.actions
    assert len(frames) == len(ITALIA["turns"]) + 1


def test_edition_and_intermediate_scoring_have_defaults_and_other_keys_are_ignored():
    document = turns(turn(0, "tribune", note="?"), edition=..., intermediate_scoring=...)
    document["comment"] = {"anything": [1, 2]}
    game = record.replay(document).game
    assert (game.options.edition, game.options.intermediate_scoring) == ("revised", False)
    document = turns(turn(0, "tribune"), edition="first", intermediate_scoring=True)
    game = record.replay(document).game
    assert (game.options.edition, game.options.intermediate_scoring) == ("first", True)


def test_players_may_be_empty_strings_and_any_language():
    names = ["", "Ливия", "🏛️ Ω"]
    read = record.replay(turns(turn(0, "tribune"), players=names))
    assert read.players == names
    text = record.dumps(read.game, names)
    assert record.loads(text.encode()).players == names
    assert "Ливия" in text


def test_a_record_may_have_no_turns():
    read = record.replay(turns())
    assert read.game.turn == 0
    assert not read.is_open
    assert record.loads(record.dumps(read.game)).game.position == read.game.position


def test_a_byte_order_mark_is_no_matter():
    assert record.loads(b"\xef\xbb\xbf" + json.dumps(turns()).encode()).game.turn == 0


def test_the_goods_to_keep_may_be_in_any_order():
    game = make_game(
        "italia",
        tokens={"aquileia": "cloth", "verona": "food", "bauzanum": "brick"},
        houses={0: ["aquileia", "verona", "bauzanum"]},
        goods={0: {"wine": 6}},
    )
    play(game, "play prefect", "produce venetia")
    for step in ("keep 0 food brick", "keep 0 brick food"):
        assert play(game.copy(), step).state()["players"][0]["goods"]["food"] == 1


def test_a_game_that_began_in_the_middle_has_no_record():
    game = Game.new(map="italia", players=2, seed=1)
    play(game, "play senator", "end")
    elsewhere = game.determinize(0, random.Random(1))
    with pytest.raises(PraefectusError, match="began in the middle"):
        record.dump(elsewhere)


def test_a_written_record_has_a_line_a_turn():
    text = record.dumps(record.replay(ITALIA).game)
    assert text.count("\n") < len(ITALIA["turns"]) + 20
    assert '\n    {"seat": 0, "play": ' in text
    assert list(json.loads(text)) == [
        *("format", "rules", "map", "edition", "intermediate_scoring", "players", "setup"),
        *("turns", "result"),
    ]


def test_only_decisions_are_written_never_end():
    for map, players in TABLES:
        game = Game.new(map, players, 2)
        for _ in stroll(game, random.Random(2)):
            pass
        steps = [step for t in record.dump(game)["turns"] for step in t["steps"]]
        verbs = {step.split(" ")[0] for step in steps}
        assert not verbs & {"end", "play", "to"}
        assert all(len(step.split(" ")) == 4 for step in steps if step.startswith("move"))
        assert all(re.match(r"keep \d( \w+)+$", step) for step in steps if step[:4] == "keep")


def test_names_must_be_as_many_as_players():
    game = Game.new("italia", 3, 1)
    with pytest.raises(PraefectusError, match=r"^3 names are expected, not 2$"):
        record.dump(game, ["Livia", "Cato"])


# --- the version of the rules -------------------------------------------------------------------


def test_a_record_names_the_version_of_the_rules():
    document = record.dump(Game.new("italia", 2, 1))
    assert document["rules"] == RULES_VERSION
    assert record.replay(document).game.turn == 0


def test_a_record_of_no_version_is_read_by_our_rules():
    assert "rules" not in ITALIA
    assert record.replay(ITALIA).game.is_over


def test_a_record_of_other_rules_is_not_replayed_and_its_result_stands():
    # By our rules these turns and this result would be refused.
    document = turns(turn(0, "augur"), rules="0-augurs")
    document["result"] = {"points": [88, 101, 97], "winner": 1}
    with pytest.raises(OtherRulesError) as caught:
        record.replay(document)
    assert caught.value.rules == "0-augurs"
    assert caught.value.result == {"points": [88, 101, 97], "winner": 1}
    assert refusal(document) == (
        "the game was played by rules version '0-augurs' and is not replayed by version"
        f" {RULES_VERSION!r}; it states the result"
        " {'points': [88, 101, 97], 'winner': 1} (RECORD 2.6)"
    )


def test_a_record_of_other_rules_may_have_no_result():
    document = turns(turn(0, "augur"), rules="0-augurs")
    assert refusal(document).endswith("; it states no result (RECORD 2.6)")


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (1, "'rules' must be a text, not 1 (RECORD 2.2)"),
        (None, "'rules' is missing (RECORD 2.2)"),
        ("", "'rules' must name a version (RECORD 2.6)"),
    ],
)
def test_a_version_is_a_text(rules, message):
    assert refusal(turns(rules=rules)) == message


# --- open turns ---------------------------------------------------------------------------------


def test_a_record_can_end_inside_a_turn():
    read = record.replay(turns(turn(0, "senator", open=True)))
    assert read.is_open
    assert (read.game.phase, read.game.turn) == ("senator", 0)
    document = record.dump(read.game)
    assert document["turns"] == [{"seat": 0, "play": "senator", "steps": [], "open": True}]
    assert "result" not in document


def test_a_record_inside_a_step_lists_its_decisions_as_unfinished():
    game = play(record.replay(turns()).game, "play architect", "move land roma")
    (last,) = record.dump(game)["turns"]
    assert last["steps"] == []
    assert last["unfinished"] == ["move land roma"]
    assert record.loads(record.dumps(game)).game.position == game.position


def test_other_seats_choices_are_saved_half_made():
    game = make_game(
        "italia",
        tokens={"aquileia": "cloth", "verona": "food", "bauzanum": "brick"},
        houses={1: ["aquileia", "verona", "bauzanum"]},
        goods={0: {}, 1: {"wine": 6}},
    )
    play(game, "play prefect", "produce venetia", "end", "keep brick")
    (last,) = record.dump(game)["turns"]
    assert last["steps"] == ["produce venetia"]
    assert last["unfinished"] == ["end", "keep brick"]
    play(game, "keep food")
    (last,) = record.dump(game)["turns"]
    assert last["steps"] == ["produce venetia", "keep 1 brick food"]
    assert last["open"]
    assert "unfinished" not in last


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (
            turns(turn(0, "senator", open=True), turn(1, "tribune")),
            "turn 1: only the last turn may be open (RECORD 3.4)",
        ),
        (
            turns(turn(0, "senator", open=1)),
            "turn 1: 'open' must be true or false, not 1 (RECORD 3.1)",
        ),
        (
            turns(turn(0, "architect", open=True, unfinished="move land roma")),
            "turn 1: 'unfinished' must be a list, not 'move land roma' (RECORD 3.1)",
        ),
        (
            turns(turn(0, "architect", open=True, unfinished=[["move land roma"]])),
            "turn 1: unfinished ['move land roma']: expected a text (RECORD 3.4)",
        ),
        (
            turns(turn(0, "architect", open=True, unfinished=["end"])),
            "turn 1: the turn is complete but marked as open (RECORD 3.4)",
        ),
        (
            turns(turn(0, "architect", open=True, unfinished=["move sea cosa"])),
            "turn 1: unfinished 'move sea cosa': no own sea colonist stands at Cosa (R5.1)",
        ),
        (
            turns(turn(0, "architect", open=True, unfinished=["fly"])),
            re.compile("turn 1: unfinished 'fly': expected one of .*"),
        ),
    ],
)
def test_wrong_open_turns(document, message):
    text = refusal(document)
    assert message.match(text) if isinstance(message, re.Pattern) else text == message


# --- what is wrong in a turn --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "message"),
    [
        # Seats and cards name the turn only.
        ([turn(1, "tribune")], "turn 1: it is seat 0's turn, not seat 1's (R2.1)"),
        ([turn(3, "tribune")], "turn 1: there is no seat 3 (RECORD 1.1)"),
        ([turn(-1, "tribune")], "turn 1: there is no seat -1 (RECORD 1.1)"),
        ([turn(10**40, "tribune")], f"turn 1: there is no seat {10**40} (RECORD 1.1)"),
        ([turn(0, "mason")], "turn 1: no mason is in the hand (R2.1)"),
        ([turn(0, "salsa")], "turn 1: there is no card 'salsa' (RECORD 1.4)"),
        ([turn(0, "diplomat-saturnus-tool")], "turn 1: there is no card 'diplomat-saturnus-tool' "),
        (
            [turn(0, "diplomat-jupiter", "copy 1")],
            "turn 1: no opponent shows a card that a Diplomat can copy (R9.2)",
        ),
        (
            [turn(0, "tribune"), turn(2, "tribune")],
            "turn 2: it is seat 1's turn, not seat 2's (R2.1)",
        ),
        # Types.
        (["tribune"], "turn 1: a turn must be an object, not 'tribune' (RECORD 3.1)"),
        ([None], "turn 1: a turn must be an object, not None (RECORD 3.1)"),
        ([{"seat": 0, "play": "tribune"}], "turn 1: 'steps' is missing (RECORD 3.1)"),
        ([{"seat": 0, "steps": []}], "turn 1: 'play' is missing (RECORD 3.1)"),
        ([{"play": "tribune", "steps": []}], "turn 1: 'seat' is missing (RECORD 3.1)"),
        ([turn(0, "tribune") | {"seat": True}], "turn 1: 'seat' must be a whole number, not True "),
        ([turn(0, "tribune") | {"seat": 0.0}], "turn 1: 'seat' must be a whole number, not 0.0 "),
        ([turn(0, "tribune") | {"seat": "0"}], "turn 1: 'seat' must be a whole number, not '0' "),
        (
            [turn(0, "tribune") | {"play": ["x"]}],
            "turn 1: 'play' must be a text, not ['x'] (RECORD 3.1)",
        ),
        (
            [turn(0, "tribune") | {"steps": "x"}],
            "turn 1: 'steps' must be a list, not 'x' (RECORD 3.1)",
        ),
        # Steps.
        (
            [turn(0, "architect", "build roma")],
            "turn 1, step 1 'build roma': no house can be built in Roma (R5.6)",
        ),
        (
            [turn(0, "architect", "move land roma cosa~roma", "build roma")],
            "turn 1, step 2 'build roma': no house can be built in Roma (R5.6)",
        ),
        (
            [turn(0, "senator", "purchase 1", 7)],
            "turn 1, step ",
        ),
        ([turn(0, "tribune", None)], "turn 1, step 1 None: expected a text (RECORD 3.2)"),
        (
            [turn(0, "tribune", ["colonist land"])],
            "turn 1, step 1 ['colonist land']: expected a text",
        ),
        ([turn(0, "tribune", "")], "turn 1, step 1 '': expected one of "),
        ([turn(0, "tribune", "colonist  land")], "turn 1, step 1 'colonist  land': expected "),
        ([turn(0, "tribune", "Colonist land")], "turn 1, step 1 'Colonist land': expected one of "),
        ([turn(0, "tribune", "colonist land ")], "turn 1, step 1 'colonist land ': expected "),
        (
            [turn(0, "tribune", "colonist\nland")],
            r"turn 1, step 1 'colonist\nland': expected one of ",
        ),
        ([turn(0, "tribune", "a: b")], "turn 1, step 1 'a: b': expected one of "),
        ([turn(0, "tribune", "end")], "turn 1, step 1 'end': expected one of "),
        ([turn(0, "tribune", "play senator")], "turn 1, step 1 'play senator': expected one of "),
        (
            [turn(0, "tribune", "colonist land", "colonist sea")],
            "turn 1, step 2 'colonist sea': a Tribune brings one colonist at most (R4.2)",
        ),
        (
            [turn(0, "architect", "move land roma roma~cosa")],
            "turn 1, step 1 'move land roma roma~cosa': the line is written cosa~roma (RECORD 3.2)",
        ),
        (
            [turn(0, "architect", "move land roma verona~xanten")],
            "turn 1, step 1 'move land roma verona~xanten': there is no line 'verona~xanten' on ",
        ),
        (
            [turn(0, "architect", "move land roma")],
            "turn 1, step 1 'move land roma': expected `move KIND FROM LINE` (RECORD 3.2)",
        ),
        (
            [turn(0, "architect", "move land roma", "to land cosa~roma")],
            "turn 1, step 1 'move land roma': expected `move KIND FROM LINE` (RECORD 3.2)",
        ),
        (
            [turn(0, "architect", "build atlantis")],
            "turn 1, step 1 'build atlantis': there is no city 'atlantis' (RECORD 3.2)",
        ),
        (
            [turn(0, "prefect", "produce gallia")],
            "turn 1, step 1 'produce gallia': there is no province 'gallia' (RECORD 3.2)",
        ),
        (
            [turn(0, "mercator-3", "sell wine 0")],
            "turn 1, step 1 'sell wine 0': expected `sell GOOD N` (RECORD 3.2)",
        ),
        (
            [turn(0, "mercator-3", "sell wine 01")],
            "turn 1, step 1 'sell wine 01': expected `sell GOOD N` (RECORD 3.2)",
        ),
        (
            [turn(0, "mercator-3", "sell wine 1.0")],
            "turn 1, step 1 'sell wine 1.0': expected `sell GOOD N` (RECORD 3.2)",
        ),
        (
            [turn(0, "mercator-3", "sell wine 13")],
            "turn 1, step 1 'sell wine 13': 13 wine cannot be sold, there are 1 (R8.1)",
        ),
        (
            [turn(0, "mercator-3", f"sell wine {'9' * 5000}")],
            "turn 1, step 1 'sell wine 99999",
        ),
        (
            [turn(0, "mercator-3", "sell wine ٣")],
            "turn 1, step 1 'sell wine ٣': expected `sell GOOD N` (RECORD 3.2)",
        ),
        (
            [turn(0, "senator", "purchase 8")],
            "turn 1, step 1 'purchase 8': expected `purchase SLOT [GOOD…]` (RECORD 3.2)",
        ),
        (
            [turn(0, "senator", "purchase 2")],
            "turn 1, step 1 'purchase 2': slot 2 costs one good of choice besides, which has to be ",
        ),
        # Missing steps have the number after the last one.
        (
            [turn(0, "prefect")],
            "turn 1, step 1: this card must do one of the things it offers before the turn ends (R2.2)",
        ),
        (
            [turn(0, "tribune"), turn(1, "prefect")],
            "turn 2, step 1: this card must do one of the things it offers before the turn ends (R2.2)",
        ),
        # Steps too many.
        (
            [turn(0, "prefect", "cash", "cash")],
            "turn 1, step 2 'cash': a Prefect does one thing: one province, or the cash (R6.1)",
        ),
        (
            [turn(0, "prefect", "cash", "keep 0 wine")],
            "turn 1, step 2 'keep 0 wine': nobody has to choose what to keep (R6.4)",
        ),
        (
            [turn(0, "prefect", "cash", "keep 9 wine")],
            "turn 1, step 2 'keep 9 wine': there is no seat 9 (RECORD 3.2)",
        ),
    ],
)
def test_a_wrong_turn_is_one_line_that_names_turn_step_and_rule(played, message):
    text = refusal(turns(*played))
    assert text.startswith(message)


def test_a_missing_choice_of_goods_names_the_seat():
    """R6.4: a record that leaves out what somebody keeps is refused where it is missing."""
    found = [
        (path.name, number, t)
        for path in EXAMPLES
        for number, t in enumerate(json.loads(path.read_bytes())["turns"], 1)
        if any(step.startswith("keep") for step in t["steps"])
    ]
    assert found, "the examples have choices of goods"
    name, number, t = found[0]
    document = json.loads(next(p for p in EXAMPLES if p.name == name).read_bytes())
    steps = [step for step in t["steps"] if not step.startswith("keep")]
    document["turns"][number - 1]["steps"] = steps
    seat = next(step for step in t["steps"] if step.startswith("keep")).split(" ")[1]
    expected = (
        f"turn {number}, step {len(steps) + 1}: seat {seat} has to choose what to keep (R6.4)"
    )
    assert refusal(document) == expected


def test_steps_after_the_end_of_the_game():
    """R11.1: a turn after the last one is refused."""
    extra = turn(0, "tribune")
    number = len(ITALIA["turns"]) + 1
    text = refusal(changed(turns=[*ITALIA["turns"], extra]))
    assert text == f"turn {number}: the game is over (R11.1)"


def test_a_step_after_the_end_of_a_turn():
    found = [
        (path, number)
        for path in EXAMPLES
        for number, t in enumerate(json.loads(path.read_bytes())["turns"])
        if t["steps"] and t["steps"][-1].startswith("keep")
    ]
    path, number = found[0]
    document = json.loads(path.read_bytes())
    steps = document["turns"][number]["steps"]
    steps.append("keep 0 wine")
    text = refusal(document)
    assert text.startswith(f"turn {number + 1}, step {len(steps)} 'keep 0 wine': ")


# --- what is wrong with the set-up, the result, the file ----------------------------------------


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": ...}, "'format' is missing (RECORD 2.2)"),
        ({"format": "concordia-record/2"}, "the format must be 'concordia-record/1', not "),
        ({"format": 1}, "'format' must be a text, not 1 (RECORD 2.2)"),
        ({"map": ...}, "'map' is missing (RECORD 2.2)"),
        ({"map": "venus"}, "the map must be one of imperium, italia, not 'venus' (RECORD 2.3)"),
        ({"map": "x" * 9999}, "the map must be one of imperium, italia, not 'xxxx"),
        ({"map": ["italia"]}, "'map' must be a text, not ['italia'] (RECORD 2.2)"),
        (
            {"edition": "second"},
            "the edition must be one of revised, first, not 'second' (RECORD 2.3)",
        ),
        ({"edition": 2}, "'edition' must be a text, not 2 (RECORD 2.3)"),
        ({"intermediate_scoring": "no"}, "'intermediate_scoring' must be true or false, not 'no' "),
        (
            {"intermediate_scoring": 0},
            "'intermediate_scoring' must be true or false, not 0 (RECORD 2.3)",
        ),
        ({"players": ...}, "'players' is missing (RECORD 2.2)"),
        ({"players": "Livia"}, "'players' must be a list, not 'Livia' (RECORD 2.2)"),
        ({"players": ["a", "b", 3]}, "'players' must be a list of up to 5 names (RECORD 2.4)"),
        ({"players": ["a"] * 999}, "'players' must be a list of up to 5 names (RECORD 2.4)"),
        (
            {"players": ["a", "b", "\ud800"]},
            "'players' must be names of whole characters (RECORD 2.4)",
        ),
        ({"players": []}, "setup: Italia is for 2 to 4 players, not 0 (R1.1)"),
        ({"players": ["a"]}, "setup: Italia is for 2 to 4 players, not 1 (R1.1)"),
        ({"players": ["a", "b"]}, "setup: 15 cards are for sale, not 21 (R1.4)"),
        (
            {"map": "imperium"},
            "setup: there is no city 'bauzanum' with a token on Imperium (RECORD 2.5)",
        ),
        ({"setup": ...}, "'setup' is missing (RECORD 2.2)"),
        ({"setup": []}, "'setup' must be an object, not [] (RECORD 2.2)"),
        ({"setup": {"cards": CARDS}}, "setup: 'cities' is missing (RECORD 2.5)"),
        ({"setup": {"cities": CITIES}}, "setup: 'cards' is missing (RECORD 2.5)"),
        ({"setup": {"cities": [], "cards": CARDS}}, "setup: 'cities' must be an object, not [] "),
        ({"setup": {"cities": CITIES, "cards": {}}}, "setup: 'cards' must be a list, not {} "),
        (
            {"setup": {"cities": CITIES, "cards": [*CARDS[:-1], None]}},
            "setup: expected a text, not None (RECORD 2.5)",
        ),
        (
            {"setup": {"cities": {**CITIES, "cosa": 3}, "cards": CARDS}},
            "setup: expected a text, not 3 (RECORD 2.5)",
        ),
        (
            {"setup": {"cities": {**CITIES, "cosa": "salt"}, "cards": CARDS}},
            "setup: the token of cosa must be one of brick, food, tool, wine, cloth, not 'salt' ",
        ),
        (
            {"setup": {"cities": dict.fromkeys(CITIES, "wine"), "cards": CARDS}},
            "setup: the cities of letter A have 2 brick, not 0 (R1.2)",
        ),
        (
            {"setup": {"cities": CITIES, "cards": CARDS[:-1]}},
            "setup: 21 cards are for sale, not 20 (R1.4)",
        ),
        (
            {"setup": {"cities": CITIES, "cards": CARDS[::-1]}},
            "setup: the ",
        ),
        (
            {"setup": {"cities": CITIES, "cards": ["joker", *CARDS[1:]]}},
            "setup: there is no card 'joker' for sale (RECORD 2.5)",
        ),
        ({"turns": ...}, "'turns' is missing (RECORD 2.2)"),
        ({"turns": {}}, "'turns' must be a list, not {} (RECORD 2.2)"),
        ({"result": ...}, "the game is over, but 'result' is missing (RECORD 2.7)"),
        ({"result": None}, "the game is over, but 'result' is missing (RECORD 2.7)"),
        ({"result": [1]}, "'result' must be an object (RECORD 2.7)"),
        ({"result": {}}, "result: the points are ["),
        ({"result": {"points": [1, 2, 3], "winner": 0}}, "result: the points are ["),
        ({"result": {**ITALIA["result"], "winner": 9}}, "result: the winner is "),
        ({"result": {**ITALIA["result"], "winner": "0"}}, "result: the winner is "),
        (
            {"result": {**ITALIA["result"], "winner": float(ITALIA["result"]["winner"])}},
            "result: the winner is ",
        ),
        (
            {
                "result": {
                    **ITALIA["result"],
                    "points": list(map(float, ITALIA["result"]["points"])),
                }
            },
            "result: the points are ",
        ),
        ({"turns": []}, "'result' is given, but the game is not over (RECORD 2.7)"),
    ],
)
def test_what_is_wrong_outside_the_turns(changes, message):
    assert refusal(changed(**changes)).startswith(message)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("", "the file is not JSON: Expecting value"),
        (b"", "the file is not JSON: Expecting value"),
        (json.dumps(ITALIA)[:-5], "the file is not JSON: "),
        (json.dumps(ITALIA)[: len(json.dumps(ITALIA)) // 2], "the file is not JSON: "),
        (json.dumps(ITALIA) + "}", "the file is not JSON: Extra data"),
        ("[]", "the file is not a record: expected an object (RECORD 2.1)"),
        ("null", "the file is not a record: expected an object (RECORD 2.1)"),
        ('"concordia-record/1"', "the file is not a record: expected an object (RECORD 2.1)"),
        ("{}", "'format' is missing (RECORD 2.2)"),
        ("NaN", "the file is not JSON: NaN is no number (RECORD 2.1)"),
        ('{"format": -Infinity}', "the file is not JSON: -Infinity is no number (RECORD 2.1)"),
        (b"\xff\xfe{\x00}\x00", "the file is not UTF-8 text (RECORD 2.1)"),
        (json.dumps(ITALIA).encode("utf-16"), "the file is not UTF-8 text (RECORD 2.1)"),
        (json.dumps(ITALIA).encode("utf-32"), "the file is not "),
        (b'{"format": "\xff"}', "the file is not UTF-8 text (RECORD 2.1)"),
        (b"\x00" * 100, "the file is not JSON: "),
        ("[" * 100_000, "the file is not a record: it is nested too deeply (RECORD 2.1)"),
        ('{"a":' * 100_000, "the file is not a record: it is nested too deeply (RECORD 2.1)"),
        (b" " * (record.MOST_BYTES + 1), "a record has at most 4,000,000 bytes (RECORD 2.1)"),
        ("1" * 5000, "the file is not JSON: "),
        (
            '{"format": "concordia-record/1", "format": "concordia-record/1"}',
            "'format' is there twice in one object (RECORD 2.1)",
        ),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_files_that_are_no_records(data, message):
    assert refusal(data).startswith(message)


def test_keys_said_twice_are_refused_everywhere():
    text = json.dumps(turns(turn(0, "tribune")))
    assert refusal(text.replace('"seat": 0', '"seat": 0, "seat": 1')) == (
        "'seat' is there twice in one object (RECORD 2.1)"
    )
    assert "'cosa' is there twice" in refusal(text.replace('"cosa"', '"cosa": "wine", "cosa"', 1))


def test_nesting_just_short_of_too_deep_is_still_one_line():
    for depth in range(850, 1010, 3):
        nested: str = "[" * depth + "]" * depth
        refusal(f'{{"format": "concordia-record/1", "map": {nested}}}')


def test_a_file_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(
        RecordError, match=r"^the file cannot be read: No such file .*\(RECORD 2\.1\)$"
    ):
        record.load(tmp_path / "none.concordia.json")
    with pytest.raises(
        RecordError, match=r"^the file cannot be read: Is a directory \(RECORD 2\.1\)$"
    ):
        record.load(tmp_path)
    big = tmp_path / "big.concordia.json"
    big.write_bytes(b" " * (record.MOST_BYTES + 10))
    with pytest.raises(RecordError, match=r"at most 4,000,000 bytes"):
        record.load(big)


def test_the_first_thing_that_is_wrong_is_named():
    document = turns(turn(0, "tribune"), turn(1, "architect", "build roma"), turn(0, "salsa"))
    assert refusal(document).startswith("turn 2, step 1 ")


# --- whatever is changed, nothing but a RecordError comes ---------------------------------------

BASES = [json.loads(path.read_bytes()) for path in EXAMPLES]
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(
        ["roma", "cosa~roma", "keep 0 wine", "copy 1", "end", "purchase 1", "senator"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)
quick = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


def spots(value: Any, found: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return every (container, key) of a document."""
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            found.append((value, key))
            spots(value[key], found)
    return found


def read_or_refuse(data: str | bytes) -> None:
    try:
        read = record.loads(data)
    except RecordError as error:
        text = str(error)
    else:
        # What is accepted is a game, and can be written again.
        record.loads(record.dumps(read.game))
        return
    assert ONE_LINE.match(text), text
    assert len(text) < 400


@quick
@given(st.data())
def test_a_record_with_something_else_in_it(data):
    document = copy.deepcopy(data.draw(st.sampled_from(BASES)))
    keep = data.draw(st.integers(1, 40))
    document["turns"] = document["turns"][:keep]
    del document["result"]
    for _ in range(data.draw(st.integers(1, 3))):
        container, key = data.draw(st.sampled_from(spots(document, [])))
        change = data.draw(st.sampled_from(["replace", "delete", "double", "swap"]))
        if change == "delete":
            if isinstance(container, dict) or key < len(container):
                del container[key]
            continue
        if isinstance(container, list) and change != "replace":
            if change == "double":
                container.insert(
                    key % (len(container) + 1), copy.deepcopy(container[key - 1 :][:1])
                )
            elif len(container) > 1:
                container[0], container[-1] = container[-1], container[0]
            continue
        if isinstance(container, dict) or key < len(container):
            container[key] = data.draw(JSON)
    read_or_refuse(json.dumps(document))


@quick
@given(st.data())
def test_a_record_with_other_steps(data):
    document = copy.deepcopy(data.draw(st.sampled_from(BASES)))
    document["turns"] = document["turns"][: data.draw(st.integers(1, 60))]
    del document["result"]
    pool = [step for t in document["turns"] for step in t["steps"]] + [
        "cash",
        "income",
        "sell food 1",
    ]
    number = data.draw(st.integers(0, len(document["turns"]) - 1))
    one = document["turns"][number]
    one["steps"] = data.draw(st.lists(st.sampled_from(pool), max_size=4))
    one["play"] = data.draw(st.sampled_from([one["play"], "senator", "prefect", "architect"]))
    read_or_refuse(json.dumps(document))


@quick
@given(st.data())
def test_a_record_with_other_bytes(data):
    raw = bytearray(data.draw(st.sampled_from([path.read_bytes()[:6000] for path in EXAMPLES])))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(raw) - 1))
        raw[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    read_or_refuse(bytes(raw))


@quick
@given(JSON)
def test_any_document(document):
    with pytest.raises(RecordError):
        record.replay(document)
