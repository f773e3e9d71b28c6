"""A second referee of the game, written from RULES.md and RECORD.md alone.

It is slow and plain on purpose: dictionaries and strings, the ids of the data files everywhere, every rule
checked where it is used and cited by its id. It shares no code with `praefectus`; the conformance tests play both
against each other, and whoever differs is wrong.

    referee = Referee.from_record(record)      # the start: turn 0
    referee.begin(0, "senator")                # play a card
    referee.legal_steps()                      # every whole RECORD step that is legal now
    referee.step("purchase 1")
    referee.may_end()                          # may the turn end here?
    referee.end()                              # the turn ends, the next seat is to play
    referee.document()                         # RECORD.md's state document

    for document in replay(record): ...        # the state after every turn; raises IllegalError
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from tests.conformance.facts import KINDS
from tests.conformance.position import (
    GOODS,
    HOUSES,
    SLOTS,
    SPACES,
    SPECIALISTS,
    IllegalError,
    Keep,
    Position,
    Turn,
    require,
)

# What each step looks like, and which steps belong to which card (RECORD.md).
FORMS = {
    "colonist": "KIND",
    "move": "KIND PLACE LINE",
    "build": "CITY",
    "produce": "PROVINCE",
    "cash": "",
    "keep": "SEAT GOODS",
    "settle": "KIND CITY",
    "income": "",
    "sell": "GOOD NUMBER",
    "buy": "GOOD NUMBER",
    "purchase": "SLOT ANY",
    "copy": "SEAT",
}

STEPS = {
    "tribune": ("colonist",),
    "architect": ("move", "build"),
    "prefect": ("produce", "cash", "keep"),
    "colonist": ("settle", "income"),
    "mercator-3": ("sell", "buy"),
    "mercator-5": ("sell", "buy"),
    "senator": ("purchase",),
    "consul": ("purchase",),
}

NUMBER = re.compile(r"[1-9][0-9]{0,8}|0")


class Referee(Position):
    """A game in progress that takes only what the rules allow; see the head of this module."""

    # --- a turn: card, steps, end ---------------------------------------------------------------------------------

    def check_begin(self, seat: Any, play: Any) -> None:
        require(self.turn is None, "R2.1", "the turn before has not ended")
        require(not self.finished, "R11.1", "the game is over")
        require(type(seat) is int and 0 <= seat < self.seats, "RECORD", f"no such seat: {seat!r}")
        require(
            isinstance(play, str) and play in self.cards.faces, "RECORD", f"no such card: {play!r}"
        )
        require(seat == self.to_play, "R2.1", f"it is seat {self.to_play}'s turn")
        require(play in self.players[seat].hand, "R2.1", f"{play} is not in the hand")
        if play.startswith("diplomat"):
            targets = [
                other for other in range(self.seats) if other != seat and self.copyable(other)
            ]
            require(bool(targets), "R9.2", "no opponent offers a card to copy")

    def begin(self, seat: int, play: str) -> None:
        self.check_begin(seat, play)
        player = self.players[seat]
        player.hand.remove(play)
        player.discard.append(play)
        self.turn = Turn(seat, play, None)
        if not play.startswith("diplomat"):
            self._start(play)

    def copyable(self, seat: int) -> bool:
        """R9.2"""
        pile = self.players[seat].discard
        return bool(pile) and not pile[-1].startswith("diplomat")

    def _start(self, card: str) -> None:
        """What happens as soon as it is known whose action is carried out."""
        turn = self._turn()
        player = self.players[turn.seat]
        turn.card = card
        if card == "tribune":
            # R4.1
            back = len(player.discard)
            player.hand += player.discard
            player.discard = []
            player.money += max(0, back - 3)
        elif card == "architect":
            turn.points = len(player.colonists)  # R5.1
        elif card.startswith("mercator"):
            player.money += int(card.split("-")[1])  # R8.1
        elif card in SPECIALISTS:
            # R8.2; all the goods are of one kind, so there is never a choice (R3.2)
            good = SPECIALISTS[card]
            houses = sum(1 for city in player.houses if self.token[city] == good)
            player.goods[good] += min(houses, player.room())

    def _turn(self) -> Turn:
        if self.turn is None:
            raise IllegalError("R2.1", "no turn has begun")
        return self.turn

    def check_end(self) -> None:
        turn = self._turn()
        if turn.card is None:
            raise IllegalError("R2.2", "a Diplomat copies a card")
        if turn.card == "prefect":
            require(bool(turn.option), "R2.2", "a Prefect produces or takes cash")
        if turn.card == "colonist":
            require(bool(turn.option), "R2.2", "a Colonist settles or takes income")
        if turn.keeps:
            raise IllegalError("R6.4", f"seat {turn.keeps[0].seat} has to choose what to keep")

    def may_end(self) -> bool:
        try:
            self.check_end()
        except IllegalError:
            return False
        return True

    def end(self) -> None:
        self.check_end()
        turn = self._turn()
        player = self.players[turn.seat]
        # R10.1, R10.2: close up to the left and fill from the deck
        left = [card for card in self.display if card is not None]
        while len(left) < SLOTS and self.deck:
            left.append(self.deck.pop(0))
        self.display = left + [None] * (SLOTS - len(left))
        # R6.3
        if turn.magnus_used:
            self.magnus = (turn.seat - 1) % self.seats
        # R11.4
        if (
            self.intermediate_scoring
            and turn.card == "tribune"
            and self.intermediate[turn.seat] is None
        ):
            self.intermediate[turn.seat] = self.points(turn.seat)["total"]
            scored = [total for total in self.intermediate if total is not None]
            if len(scored) == self.seats:
                places = sorted(set(scored), reverse=True)
                for seat, total in enumerate(scored):
                    if total == places[0]:
                        self.players[seat].money += 2
                    elif total == places[1]:
                        self.players[seat].money += 1
        # R11.1
        if self.concordia is None:
            if len(player.houses) == HOUSES:
                self.concordia, self.reason = turn.seat, "houses"
            elif turn.bought and not left:
                self.concordia, self.reason = turn.seat, "cards"
        self.turns += 1
        self.to_play = (turn.seat + 1) % self.seats
        self.finished = self.concordia == self.to_play
        self.turn = None

    # --- steps ------------------------------------------------------------------------------------------------------

    def step(self, text: str) -> None:
        """Take one RECORD step, or raise `IllegalError` and change nothing."""
        verb, words = self._read(text)
        self._check(verb, words)
        getattr(self, f"_do_{verb}")(*words)

    def why_not(self, text: str) -> IllegalError | None:
        """Why a step is illegal now; None if it is legal."""
        try:
            self._check(*self._read(text))
        except IllegalError as illegal:
            return illegal
        return None

    def _read(self, text: str) -> tuple[str, list[Any]]:
        """The form of a step: its verb and ids that exist."""
        require(isinstance(text, str), "RECORD", "a step is a text")
        verb, *words = text.split(" ")
        require(verb in FORMS, "RECORD", f"unknown step {text!r}")
        read: list[Any] = []
        for form in FORMS[verb].split():
            if form in ("GOODS", "ANY"):
                require(all(word in GOODS for word in words), "RECORD", f"unknown good in {text!r}")
                require(bool(words) or form == "ANY", "RECORD", f"no goods in {text!r}")
                read.append(words)
                words = []
                continue
            require(bool(words), "RECORD", f"{text!r} is incomplete")
            word = words.pop(0)
            if form == "KIND":
                require(word in KINDS, "RECORD", f"{word!r} is neither land nor sea")
            elif form == "GOOD":
                require(word in GOODS, "RECORD", f"unknown good {word!r}")
            elif form == "CITY":
                require(word in self.board.letter, "RECORD", f"unknown city {word!r}")
            elif form == "PROVINCE":
                require(word in self.board.provinces, "RECORD", f"unknown province {word!r}")
            elif form == "PLACE":
                require(
                    word in self.board.letter or word in self.board.line_ids,
                    "RECORD",
                    f"unknown place {word!r}",
                )
            elif form == "LINE":
                require(
                    word not in self.board.letter, "R5.4", "a move ends on a line, never in a city"
                )
                require(word in self.board.line_ids, "RECORD", f"unknown line {word!r}")
            else:
                require(bool(NUMBER.fullmatch(word)), "RECORD", f"{word!r} is not a number")
                number = int(word)
                if form == "NUMBER":
                    require(number >= 1, "RECORD", "amounts are from 1 up")
                if form == "SLOT":
                    require(1 <= number <= SLOTS, "RECORD", f"slots are 1 to {SLOTS}")
                if form == "SEAT":
                    require(number < self.seats, "RECORD", f"no such seat: {number}")
                read.append(number)
                continue
            read.append(word)
        require(not words, "RECORD", f"{text!r} has words too many")
        if verb == "move":
            for word in read[1:]:
                if word in self.board.line_ids:
                    require(
                        word in self.board.lines[read[0]], "R5.2", f"{word} is no {read[0]} line"
                    )
        return verb, read

    def _check(self, verb: str, words: list[Any]) -> None:
        turn = self._turn()
        if verb != "keep" and turn.keeps and turn.keeps[0].seat == turn.seat:
            raise IllegalError("R3.2", "what to keep has to be chosen first")
        if verb != "keep" and turn.others_chose:
            raise IllegalError("R6.4", "others have chosen already: the turn is done")
        allowed = ("copy",) if turn.card is None else STEPS.get(turn.card, ())
        if verb not in allowed:
            rule = "R6.4" if verb == "keep" else "R9.1" if turn.card is None else "R2.1"
            raise IllegalError(rule, f"{verb!r} is no step of {turn.card or turn.played}")
        getattr(self, f"_check_{verb}")(*words)

    # Diplomat

    def _check_copy(self, seat: int) -> None:
        require(seat != self._turn().seat, "R9.1", "a Diplomat copies an opponent")
        require(self.copyable(seat), "R9.2", f"seat {seat} offers no card to copy")

    def _do_copy(self, seat: int) -> None:
        self._start(self.players[seat].discard[-1])

    # Tribune

    def _check_colonist(self, kind: str) -> None:
        turn = self._turn()
        player = self.players[turn.seat]
        require(not turn.recruited, "R4.2", "one colonist a Tribune")
        require(player.storehouse[kind] > 0, "R4.2", f"no {kind} colonist in the storehouse")
        require(player.has(["food", "tool"]), "R4.2", "a colonist costs 1 food and 1 tool")

    def _do_colonist(self, kind: str) -> None:
        self._turn().recruited = True
        self._place(kind, self.board.capital)

    def _place(self, kind: str, city: str) -> None:
        player = self.players[self._turn().seat]
        player.pay(["food", "tool"])
        player.storehouse[kind] -= 1
        player.colonists.append((kind, city))

    # Architect

    def _check_move(self, kind: str, place: str, line: str) -> None:
        turn = self._turn()
        require(not turn.built, "R5.5", "moving is done once a house is built")
        require(
            (kind, place) in self.players[turn.seat].colonists,
            "R5.1",
            f"no own {kind} colonist at {place}",
        )
        require(line != place, "R5.1", "a move ends on another line")
        taken = any((kind, line) in player.colonists for player in self.players)
        require(not taken, "R5.3", f"{line} is occupied")
        distance = self.board.distances(kind, place).get(line)
        require(distance is not None, "R5.2", f"no way to {line}")
        require(
            distance is not None and distance <= turn.points,
            "R5.1",
            f"{line} is {distance} points away",
        )

    def _do_move(self, kind: str, place: str, line: str) -> None:
        turn = self._turn()
        colonists = self.players[turn.seat].colonists
        colonists.remove((kind, place))
        colonists.append((kind, line))
        turn.points -= self.board.distances(kind, place)[line]

    def _check_build(self, city: str) -> None:
        player = self.players[self._turn().seat]
        require(city != self.board.capital, "R5.6", "no house can be built in Roma")
        require(city not in player.houses, "R5.6", f"an own house stands in {city} already")
        beside = any(
            place in self.board.lines[kind] and city in self.board.lines[kind][place]
            for kind, place in player.colonists
        )
        require(beside, "R5.5", f"no own colonist on a line of {city}")
        require(len(player.houses) < HOUSES, "R3.3", "all houses are built")
        require(
            player.has(self.cards.house_goods[self.token[city]]),
            "R5.7",
            f"not the goods for {city}",
        )
        require(player.money >= self._house_money(city), "R5.7", f"not the money for {city}")

    def _house_money(self, city: str) -> int:
        """R5.7"""
        houses = sum(1 for player in self.players if city in player.houses) + 1
        return self.cards.house_money[self.token[city]] * houses

    def _do_build(self, city: str) -> None:
        turn = self._turn()
        player = self.players[turn.seat]
        turn.built = True
        player.money -= self._house_money(city)
        player.pay(self.cards.house_goods[self.token[city]])
        player.houses.append(city)

    # Prefect

    def _check_option(self, rule: str) -> None:
        require(not self._turn().option, rule, "one option a card")

    def _check_produce(self, province: str) -> None:
        self._check_option("R6.1")
        require(self.goods_side[province], "R6.1", f"the marker of {province} shows coins")

    def _do_produce(self, province: str) -> None:
        turn = self._turn()
        turn.option = "produce"
        self.goods_side[province] = False
        # R6.1: one of the marker's good, R6.3: two with the Praefectus Magnus
        turn.magnus_used = self.magnus == turn.seat
        marker = 2 if turn.magnus_used else 1
        for offset in range(self.seats):  # R6.4: clockwise, the acting player first
            seat = (turn.seat + offset) % self.seats
            player = self.players[seat]
            lot = dict.fromkeys(GOODS, 0)
            if offset == 0:
                lot[self.marker_good[province]] += marker
            for city in self.board.provinces[province]:
                if city in player.houses:
                    lot[self.token[city]] += 1
            room = player.room()
            if sum(lot.values()) <= room:
                for good in GOODS:
                    player.goods[good] += lot[good]
                continue
            selections = self.selections(lot, room)
            if len(selections) == 1:
                for good in selections[0]:
                    player.goods[good] += 1
            else:
                turn.keeps.append(Keep(seat, lot, room))

    @staticmethod
    def selections(lot: dict[str, int], room: int) -> list[tuple[str, ...]]:
        """R3.2: every way to fill the room from the lot, each with its goods in the order of the price list."""
        units = [good for good in GOODS for _ in range(lot[good])]
        return sorted(set(itertools.combinations(units, room)))

    def _check_cash(self) -> None:
        self._check_option("R6.1")

    def _do_cash(self) -> None:
        turn = self._turn()
        turn.option = "cash"
        for province, goods_side in self.goods_side.items():
            if not goods_side:
                self.players[turn.seat].money += self.cards.marker_coins[self.marker_good[province]]
                self.goods_side[province] = True

    def _check_keep(self, seat: int, goods: list[str]) -> None:
        keeps = self._turn().keeps
        require(bool(keeps), "R6.4", "nobody has a choice of goods")
        require(seat == keeps[0].seat, "R6.4", f"it is for seat {keeps[0].seat} to choose")
        require(len(goods) == keeps[0].room, "R3.2", f"{keeps[0].room} goods are to be kept")
        require(
            all(goods.count(good) <= keeps[0].lot[good] for good in GOODS),
            "R3.2",
            "only goods received can be kept",
        )

    def _do_keep(self, seat: int, goods: list[str]) -> None:
        turn = self._turn()
        turn.keeps.pop(0)
        turn.others_chose = seat != turn.seat
        for good in goods:
            self.players[seat].goods[good] += 1

    # Colonist

    def _check_income(self) -> None:
        self._check_option("R7.2")

    def _do_income(self) -> None:
        """R7.2"""
        turn = self._turn()
        turn.option = "income"
        player = self.players[turn.seat]
        on_board = len(player.colonists)
        player.money += 2 * on_board if self.edition == "first" else 5 + on_board

    def _check_settle(self, kind: str, city: str) -> None:
        turn = self._turn()
        player = self.players[turn.seat]
        require(turn.option != "income", "R7.2", "one option a card")
        require(
            city == self.board.capital or city in player.houses, "R7.1", f"no own house in {city}"
        )
        require(bool(self.board.lines_of(kind, city)), "R7.1", f"no {kind} line touches {city}")
        require(player.storehouse[kind] > 0, "R7.1", f"no {kind} colonist in the storehouse")
        require(player.has(["food", "tool"]), "R7.1", "a colonist costs 1 food and 1 tool")

    def _do_settle(self, kind: str, city: str) -> None:
        self._turn().option = "settle"
        self._place(kind, city)

    # Mercator

    def _check_trade(self, good: str) -> None:
        traded = self._turn().traded
        require(len(traded) < 2, "R8.1", "two goods are traded at most")
        require(good not in traded, "R8.1", f"{good} has been traded already")

    def _check_sell(self, good: str, number: int) -> None:
        self._check_trade(good)
        require(
            self.players[self._turn().seat].goods[good] >= number,
            "R8.1",
            f"there are not {number} {good}",
        )

    def _do_sell(self, good: str, number: int) -> None:
        turn = self._turn()
        turn.traded.append(good)
        self.players[turn.seat].goods[good] -= number
        self.players[turn.seat].money += number * self.cards.price[good]

    def _check_buy(self, good: str, number: int) -> None:
        self._check_trade(good)
        player = self.players[self._turn().seat]
        require(
            player.money >= number * self.cards.price[good],
            "R8.1",
            f"not the money for {number} {good}",
        )
        require(player.room() >= number, "R3.1", f"no room for {number} {good}")

    def _do_buy(self, good: str, number: int) -> None:
        turn = self._turn()
        turn.traded.append(good)
        self.players[turn.seat].goods[good] += number
        self.players[turn.seat].money -= number * self.cards.price[good]

    # Senator and Consul

    def _check_purchase(self, slot: int, any_goods: list[str]) -> None:
        turn = self._turn()
        rule, limit = ("R10.1", 2) if turn.card == "senator" else ("R10.2", 1)
        require(len(turn.bought) < limit, rule, f"{limit} at most")
        card = self.display[slot - 1]
        if card is None:
            raise IllegalError(rule, f"no card in slot {slot}")
        wanted = self.cards.slot_cost[slot - 1].count("any") if turn.card == "senator" else 0
        require(len(any_goods) == wanted, rule, f"{wanted} goods are to be named for slot {slot}")
        require(
            self.players[turn.seat].has(self._price(slot, any_goods)),
            rule,
            f"not the goods for slot {slot}",
        )

    def _price(self, slot: int, any_goods: list[str]) -> list[str]:
        """R10.1, R10.2"""
        card = self.display[slot - 1]
        assert card is not None
        price = list(self.cards.cost[card])
        if self._turn().card == "senator":
            price += [good for good in self.cards.slot_cost[slot - 1] if good != "any"] + any_goods
        return price

    def _do_purchase(self, slot: int, any_goods: list[str]) -> None:
        turn = self._turn()
        player = self.players[turn.seat]
        player.pay(self._price(slot, any_goods))
        card = self.display[slot - 1]
        assert card is not None
        player.hand.append(self.cards.face_of(card))
        self.display[slot - 1] = None
        turn.bought.append(slot)

    # --- what is legal ------------------------------------------------------------------------------------------------

    def legal_plays(self) -> list[str]:
        """The faces that may be played now, sorted; none inside a turn or when the game is over."""
        plays = []
        for face in sorted(set(self.players[self.to_play].hand)):
            try:
                self.check_begin(self.to_play, face)
            except IllegalError:
                continue
            plays.append(face)
        return plays

    def legal_steps(self) -> list[str]:
        """Every whole step that is legal now, sorted; goods of a `keep` in the order of the price list."""
        return sorted(text for text in self._candidates() if self.why_not(text) is None)

    def _candidates(self) -> Iterator[str]:
        """All steps that could be written down for the card, but for colonists that are not there."""
        turn = self._turn()
        player = self.players[turn.seat]
        if turn.card is None:
            for seat in range(self.seats):
                yield f"copy {seat}"
            return
        for verb in STEPS.get(turn.card, ()):
            if verb in ("cash", "income"):
                yield verb
            elif verb == "colonist":
                for kind in KINDS:
                    yield f"colonist {kind}"
            elif verb == "move":
                for kind, place in sorted(set(player.colonists)):
                    for line in sorted(self.board.line_ids):
                        yield f"move {kind} {place} {line}"
            elif verb == "build":
                for city in self.board.cities:
                    yield f"build {city}"
            elif verb == "produce":
                for province in self.board.provinces:
                    yield f"produce {province}"
            elif verb == "keep" and turn.keeps:
                keep = turn.keeps[0]
                for goods in self.selections(keep.lot, keep.room):
                    yield f"keep {keep.seat} {' '.join(sorted(goods, key=GOODS.index))}"
            elif verb == "settle":
                for kind in KINDS:
                    for city in self.board.cities:
                        yield f"settle {kind} {city}"
            elif verb in ("sell", "buy"):
                for good in GOODS:
                    for number in range(1, SPACES + 1):
                        yield f"{verb} {good} {number}"
            elif verb == "purchase":
                for slot in range(1, SLOTS + 1):
                    yield f"purchase {slot}"
                    for good in GOODS:
                        yield f"purchase {slot} {good}"


# --- whole records ---------------------------------------------------------------------------------------------------


def replay(record: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the state document after every turn that is complete; raise `IllegalError` where the record breaks a rule."""
    for referee in positions(record):
        yield referee.document()


def positions(record: dict[str, Any]) -> Iterator[Referee]:
    """Yield the referee itself after every complete turn (the same object each time)."""
    referee = Referee.from_record(record)
    turns = record.get("turns")
    if not isinstance(turns, list):
        raise IllegalError("RECORD", "turns is a list")
    for number, turn in enumerate(turns, 1):
        step, text = None, ""
        try:
            require(isinstance(turn, dict), "RECORD", "a turn is an object")
            is_open = turn.get("open", False)
            require(isinstance(is_open, bool), "RECORD", "open is true or false")
            require(not is_open or number == len(turns), "RECORD", "only the last turn may be open")
            require("seat" in turn and "play" in turn, "RECORD", "a turn has seat and play")
            steps = turn.get("steps")
            if not isinstance(steps, list):
                raise IllegalError("RECORD", "steps is a list")
            referee.begin(turn["seat"], turn["play"])
            for number_of_step, text in enumerate(steps, 1):
                step = number_of_step
                referee.step(text)
            if not is_open:
                step, text = len(steps) + 1, ""
                referee.end()
        except IllegalError as illegal:
            illegal.turn, illegal.step, illegal.text = number, step, text
            raise
        if not is_open:
            yield referee
    if referee.finished:
        require("result" in record, "RECORD", "the game is over: a result is required")
        given = record["result"]
        if not isinstance(given, dict):
            raise IllegalError("RECORD", "the result is an object")
        result = referee.result()
        require(given.get("points") == result["points"], "R11.2", f"points: {result['points']}")
        require(given.get("winner") == result["winner"], "R11.3", f"the winner: {result['winner']}")
    else:
        require("result" not in record, "RECORD", "the game is not over: there is no result")
