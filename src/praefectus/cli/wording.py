"""How the command line words a game, from the catalogues: questions, decisions, refusals, effects, seats.

The page does the same in `ui/src/lib/words`, from the same messages.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

from praefectus import Explanation, Game, NotationError
from praefectus.catalogue import SOURCE, Catalogue, card_key
from praefectus.rules.ids import AT_CHOICES, AT_LAST_TURNS, AT_POINTS
from praefectus.wire.events import ActionView
from praefectus.wire.view import LegalAction

# What ended a game (`outcome.reason`), in the lines that programs may read.
ENDINGS = {"houses": "ended by the 15th house", "cards": "ended by the last card"}

# What can be typed besides decisions, and the example in what is said of it.
COMMANDS = {
    "help": "",
    "why WORDS": "why build massilia",
    "show": "",
    "map": "",
    "undo": "",
    "points": "",
    "save FILE": "praefectus terminal FILE",
    "quit": "",
}
SEVERAL_DECISIONS = "play prefect, cash, end"

# The values of a refusal that are ids of places and seats.
_PLACES: Final = frozenset({"city", "province", "place", "line", "map"})
_SEATS: Final = frozenset({"seat", "turn_seat", "decider"})


def _is_no_control(sign: str) -> bool:
    return unicodedata.category(sign) != "Cc"


class Wording:
    """The words of a language for a game and those who play it."""

    def __init__(self, words: Catalogue, names: Sequence[str] = ()) -> None:
        self.words = words
        # Records may come from anybody: a terminal would obey control characters.
        self.names = ["".join(filter(_is_no_control, name)) for name in names]

    def seat(self, seat: int) -> str:
        """Name a seat by its player, and by its number if the name alone is ambiguous."""
        name = self.names[seat] if seat < len(self.names) else ""
        if not name:
            return self.words.text("terminal.seat", seat=seat)
        return name if self.names.count(name) == 1 else f"{name} ({self.words.number(seat)})"

    def question(self, game: Game, legal: Sequence[LegalAction]) -> str:
        """Ask what is to be decided now, with what is offered."""
        text, cells, kinds = self.words.text, game.position.cells, {each["kind"] for each in legal}
        left = int(cells[AT_CHOICES])
        match game.phase:
            case "play":
                return text("prompt.play", last=_said(cells[AT_LAST_TURNS] >= 0))
            case "architect" if "move" in kinds:
                can = "both" if "build" in kinds else "move"
                return text("prompt.architect", can=can, count=int(cells[AT_POINTS]))
            case "architect" | "build" if "build" in kinds:
                return text("terminal.build")  # the page's message speaks of lit cities
            case "architect":
                return text("prompt.architect", can="none", count=0)
            case "build":
                return text("prompt.build", can="false")
            case "line":
                _, kind, place = game.text(game.actions[-1]).split(" ")
                points = int(cells[AT_POINTS])
                return text("prompt.line", kind=kind, place=self.words.place(place), count=points)
            case "tribune":
                return text("prompt.tribune", can=_said("colonist" in kinds))
            case "prefect":
                can = ("both" if _brings_money(legal) else "produce") if "produce" in kinds else ""
                return text("prompt.prefect", can=can or "cash")
            case "colonist" | "settle" as phase:
                return text(f"prompt.{phase}", can=_said("settle" in kinds))
            case "senator" | "consul" as phase:
                return text(f"prompt.{phase}", can=_said("purchase" in kinds), count=left)
            case "mercator":
                return text("prompt.mercator", can=_said(bool(kinds & {"sell", "buy"})), count=left)
            case phase:
                return text(f"prompt.{phase}")

    def decision(self, game: Game, decision: ActionView) -> str:
        """Word a decision in a position; in English the words of the record are the words."""
        if self.words.language == SOURCE:
            return decision["text"]
        text, kind, thing = self.words.text, decision["kind"], decision["thing"]
        place = self.words.place(thing["id"])
        match kind:
            case "play":
                return text("decision.play", card=self.words.card(thing["id"]))
            case "move":
                at = self.words.place(thing["at"])
                return text("decision.move", kind=thing["colonist"], place=at)
            case "colonist":
                return text("decision.colonist", kind=thing["colonist"])
            case "settle":
                return text("decision.settle", kind=thing["colonist"], city=place)
            case "to":
                return text("decision.to", line=place)
            case "build":
                return text("decision.build", city=place)
            case "produce":
                return text("decision.produce", province=place)
            case "sell" | "buy":
                goods = self.words.goods({thing["id"]: thing["amount"]})
                return text(f"decision.{kind}", goods=goods)
            case "keep":
                return text("decision.keep", good=self.words.good(thing["id"]))
            case "purchase":
                return self._purchase(game, int(thing["id"]), thing["goods"])
            case "copy":
                return self._copy(game, thing["seat"])
            case _:
                return text(f"decision.{kind}")

    def _purchase(self, game: Game, slot: int, paid: Sequence[str]) -> str:
        face = game.state()["display"][slot - 1]
        card = self.words.text("card.any") if face is None else self.words.card(face)
        if not paid:
            return self.words.text("decision.purchase", slot=slot, card=card)
        good = self.words.good(paid[0])
        return self.words.text("decision.purchase.with", slot=slot, card=card, good=good)

    def _copy(self, game: Game, seat: int) -> str:
        pile = game.state()["players"][seat]["discard"]
        if not pile:
            return self.words.text("decision.copy", name=self.seat(seat))
        card = self.words.card(pile[-1])
        return self.words.text("decision.copy.card", name=self.seat(seat), card=card)

    def meaning(self, text: str) -> str:
        """Say what a decision does, given its words in the record."""
        verb, _, rest = text.partition(" ")
        key = f"{card_key(rest)}.short" if verb == "play" else f"terminal.does.{verb}"
        return self.words.text(key)

    def effect(self, decision: LegalAction, seat: int) -> str:
        """Word what a decision of `view.legal_view` immediately changes for the person who takes it."""
        text = self.words.text
        parts = []
        if decision.get("cost"):
            parts.append(text("bar.steps", count=decision["cost"]))
        for change in (decision["effect"] or {}).get("seats", ()):
            if change["seat"] != seat:
                continue
            if "money" in change:
                parts.append(self._signed("money", change["money"]))
            goods, cards = change.get("goods", {}), change.get("cards", ())
            parts += [self._signed(f"good.{good}.count", amount) for good, amount in goods.items()]
            parts += [text("terminal.into-hand", card=self.words.card(card)) for card in cards]
            if "points" in change:
                parts.append(self._signed("terminal.points", change["points"]["total"]))
        return self.words.listed(parts)

    def _signed(self, key: str, amount: int) -> str:
        shown = self.words.text(key, count=abs(amount))
        sign = "less" if amount < 0 else "more"
        return self.words.text("amount.signed", count=abs(amount), sign=sign, shown=shown)

    def reason(self, explanation: Explanation) -> str:
        """Word why something may not be done, without its rule."""
        values = {name: self._value(name, it) for name, it in explanation.values.items()}
        return self.words.text(f"why.{explanation.key}", **values)

    def _value(self, name: str, value: str | int) -> str | int:
        if name in _SEATS:
            return self.seat(int(value))
        if isinstance(value, int):
            return value
        if name in _PLACES:
            return self.words.place(value)
        named = {"good": self.words.good, "card": self.words.card}.get(name, str)
        return named(value)

    def unreadable(self, error: NotationError) -> str:
        """Say why a text cannot be read as a decision."""
        if not error.key:
            return error.reason
        return self.words.text(f"terminal.unreadable.{error.key}", **error.values)

    def explanation(self, text: str, explanation: Explanation) -> str:
        """Say whether something that was typed is allowed, by which rule, and why not."""
        if explanation.legal:
            return self.words.text("terminal.allowed", text=text, rule=explanation.rule)
        why = self.reason(explanation)
        return self.words.text("terminal.refused", text=text, why=why, rule=explanation.rule)

    def commands(self) -> dict[str, str]:
        """Return what can be typed, and what each does."""
        text = self.words.text
        several = text("terminal.command.words", example=SEVERAL_DECISIONS)
        said = {text("terminal.command.words.usage"): several}
        for usage, example in COMMANDS.items():
            key = f"terminal.command.{usage.partition(' ')[0]}"
            said[usage] = text(key, **({"example": example} if example else {}))
        return said


def _said(true: bool) -> str:
    return "true" if true else "false"


def _brings_money(legal: Sequence[LegalAction]) -> bool:
    """Tell whether collecting the coins is offered and there are any."""
    cash = [each["effect"] or {} for each in legal if each["kind"] == "cash"]
    return any(change.get("money") for effect in cash for change in effect.get("seats", ()))
