"""What a recorded game contains: the rare things by name, so that golden games can be chosen and checked for them."""

from __future__ import annotations

from typing import Any

from tests.conformance.position import HOUSES, SPECIALISTS
from tests.conformance.reference import Referee

COPIED = (
    "architect",
    "prefect producing",
    "prefect taking cash",
    "mercator-3",
    "mercator-5",
    "senator",
    "consul",
    "colonist settling",
    "colonist taking income",
    *SPECIALISTS,
)

FEATURES: dict[str, str] = {
    "the 15th house ends it": "R11.1",
    "the last card ends it": "R11.1",
    "a Consul takes the last card": "R11.1",
    "a Senator takes the last two cards": "R11.1",
    "a 15th house in the last turns": "R11.1",
    "a tie won by the holder of the Praefectus Magnus": "R11.3",
    "a tie won by the next to receive the Praefectus Magnus": "R11.3",
    "the acting player chooses what to keep": "R6.4",
    "another player chooses what to keep": "R6.4",
    "two players choose what to keep": "R6.4",
    "goods of one kind overflow without a choice": "R6.4",
    "nothing fits": "R6.4",
    "a specialist's goods overflow": "R8.2",
    "the Praefectus Magnus is used": "R6.3",
    "the Praefectus Magnus is used with a choice to keep": "R6.3",
    "the Praefectus Magnus is used with a full storehouse": "R6.3",
    "the Praefectus Magnus is used by a Diplomat": "R6.3",
    "cash by the holder of the Praefectus Magnus": "R6.3",
    "cash with no marker turned": "R6.2",
    **{f"a Diplomat copies {card}": "R9.1" for card in COPIED},
    "first edition income": "R7.2",
    "the intermediate scoring is paid": "R11.4",
    "the intermediate scoring ties for the first place": "R11.4",
    "the intermediate scoring ties for the second place": "R11.4",
    "colonists on both lines between two cities": "R5.3",
    "a colonist passes an occupied line": "R5.3",
    "a colonist moves twice in a turn": "R5.1",
    "a fourth house in a city": "R5.7",
    "a colonist settles outside Roma": "R7.1",
    "three colonists settle in a turn": "R7.1",
    "a Tribune recruits": "R4.2",
    "a Tribune after a Tribune": "R4.1",
    "two goods sold": "R8.1",
    "two goods bought": "R8.1",
    "one bought, then one sold": "R8.1",
    "two cards bought, the right one first": "R10.1",
    "a card from slot 6": "R10.1",
    "a card from slot 7": "R10.1",
    "a card from a display that is no longer full": "R10.1",
}


def features(record: dict[str, Any]) -> set[str]:
    """The names out of `FEATURES` that apply to a record (which has to be legal)."""
    found: set[str] = set()
    referee = Referee.from_record(record)
    for turn in record["turns"]:
        before = referee.copy()
        referee.begin(turn["seat"], turn["play"])
        for text in turn["steps"]:
            _before_step(referee, text, found)
            referee.step(text)
        _turn(before, referee, turn, found)
        if not turn.get("open"):
            referee.end()
            _after_turn(before, referee, turn, found)
    if referee.finished:
        totals = [referee.points(seat)["total"] for seat in range(referee.seats)]
        if totals.count(max(totals)) > 1:
            holder = totals[referee.magnus] == max(totals)
            who = "holder of" if holder else "next to receive"
            found.add(f"a tie won by the {who} the Praefectus Magnus")
    assert found <= set(FEATURES), found - set(FEATURES)
    return found


def _before_step(referee: Referee, text: str, found: set[str]) -> None:
    turn = referee.turn
    assert turn is not None
    player = referee.players[turn.seat]
    verb, *words = text.split(" ")
    if verb == "produce":
        lot = [city for city in referee.board.provinces[words[0]] if city in player.houses]
        if player.room() == 0:
            found.add("nothing fits")
            if referee.magnus == turn.seat:
                found.add("the Praefectus Magnus is used with a full storehouse")
        if not lot and player.room() == 1 and referee.magnus == turn.seat:
            found.add("goods of one kind overflow without a choice")
        if referee.magnus == turn.seat:
            found.add("the Praefectus Magnus is used")
            if turn.played.startswith("diplomat"):
                found.add("the Praefectus Magnus is used by a Diplomat")
    elif verb == "cash":
        if referee.magnus == turn.seat:
            found.add("cash by the holder of the Praefectus Magnus")
        if all(referee.goods_side.values()):
            found.add("cash with no marker turned")
    elif verb == "income" and referee.edition == "first":
        found.add("first edition income")
    elif verb == "move":
        kind, place, line = words
        if any((kind, line) in other.colonists for other in referee.players):
            raise AssertionError("illegal move")
        if referee.board.distances(kind, place)[line] > 1 and line in _behind_occupied(
            referee, kind, place
        ):
            found.add("a colonist passes an occupied line")
        other_kind = "sea" if kind == "land" else "land"
        if any((other_kind, line) in other.colonists for other in referee.players):
            found.add("colonists on both lines between two cities")
    elif verb == "build":
        if sum(1 for other in referee.players if words[0] in other.houses) == 3:
            found.add("a fourth house in a city")
    elif verb == "settle" and words[1] != "roma":
        found.add("a colonist settles outside Roma")
    elif verb == "colonist":
        found.add("a Tribune recruits")
    elif verb == "purchase":
        if turn.card == "senator" and words[0] in "67":
            found.add(f"a card from slot {words[0]}")
        if None in referee.display and not turn.bought:
            found.add("a card from a display that is no longer full")


def _behind_occupied(referee: Referee, kind: str, place: str) -> set[str]:
    """Lines that would be further away (or out of reach) if occupied lines could not be passed over."""
    taken = {
        line
        for player in referee.players
        for its_kind, line in player.colonists
        if its_kind == kind
    }
    lines = referee.board.lines[kind]
    distance = (
        {place: 0} if place in lines else dict.fromkeys(referee.board.lines_of(kind, place), 1)
    )
    edge = list(distance)
    while edge:
        following = []
        for line in edge:
            if line in taken and line != place:
                continue
            for city in lines[line]:
                for other in referee.board.lines_of(kind, city):
                    if other not in distance:
                        distance[other] = distance[line] + 1
                        following.append(other)
        edge = following
    full = referee.board.distances(kind, place)
    return {line for line in full if distance.get(line) != full[line]}


def _turn(before: Referee, referee: Referee, turn: dict[str, Any], found: set[str]) -> None:
    steps = [text.split(" ") for text in turn["steps"]]
    verbs = [words[0] for words in steps]
    seat = turn["seat"]
    state = referee.turn
    assert state is not None
    keepers = [int(words[1]) for words in steps if words[0] == "keep"]
    if seat in keepers:
        found.add("the acting player chooses what to keep")
        if state.magnus_used:
            found.add("the Praefectus Magnus is used with a choice to keep")
    if any(keeper != seat for keeper in keepers):
        found.add("another player chooses what to keep")
    if len(keepers) > 1:
        found.add("two players choose what to keep")
    if "copy" in verbs and state.card is not None:
        card = state.card
        if card == "prefect":
            card += " producing" if "produce" in verbs else " taking cash"
        if card == "colonist":
            card += " settling" if "settle" in verbs else " taking income"
        found.add(f"a Diplomat copies {card}")
    if state.card in SPECIALISTS:
        good = SPECIALISTS[state.card]
        houses = sum(1 for city in before.players[seat].houses if before.token[city] == good)
        if houses > before.players[seat].room():
            found.add("a specialist's goods overflow")
    moves = [words for words in steps if words[0] == "move"]
    if any(
        earlier[3] == later[2] for earlier in moves for later in moves[moves.index(earlier) + 1 :]
    ):
        found.add("a colonist moves twice in a turn")
    if verbs.count("settle") >= 3:
        found.add("three colonists settle in a turn")
    if verbs == ["sell", "sell"]:
        found.add("two goods sold")
    if verbs == ["buy", "buy"]:
        found.add("two goods bought")
    if verbs == ["buy", "sell"]:
        found.add("one bought, then one sold")
    if len(state.bought) == 2 and state.bought[0] > state.bought[1]:
        found.add("two cards bought, the right one first")
    if (
        turn["play"] == "tribune"
        and not before.players[seat].discard
        and before.turns >= before.seats
    ):
        found.add("a Tribune after a Tribune")


def _after_turn(before: Referee, referee: Referee, turn: dict[str, Any], found: set[str]) -> None:
    seat = turn["seat"]
    if before.concordia is None and referee.concordia is not None:
        found.add(
            "the 15th house ends it" if referee.reason == "houses" else "the last card ends it"
        )
        if referee.reason == "cards":
            purchases = sum(1 for text in turn["steps"] if text.startswith("purchase"))
            if purchases == 2:
                found.add("a Senator takes the last two cards")
            elif turn["play"] == "consul":
                found.add("a Consul takes the last card")
    elif before.concordia is not None and len(before.players[seat].houses) < HOUSES == len(
        referee.players[seat].houses
    ):
        found.add("a 15th house in the last turns")
    if (
        None in before.intermediate
        and None not in referee.intermediate
        and referee.intermediate_scoring
    ):
        found.add("the intermediate scoring is paid")
        totals = sorted(
            (total for total in referee.intermediate if total is not None), reverse=True
        )
        places = sorted(set(totals), reverse=True)
        if totals.count(places[0]) > 1:
            found.add("the intermediate scoring ties for the first place")
        if len(places) > 1 and totals.count(places[1]) > 1:
            found.add("the intermediate scoring ties for the second place")
