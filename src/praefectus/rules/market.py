"""Buying cards of the display, for the Senator and the Consul.

R10.1: the price is the goods on the card and, for a Senator, the goods under its slot, where "any"
is one good of the buyer's choice. Cards keep their slots during the turn; at its end
the remaining cards move to the left and the display is filled from the deck.
"""

from __future__ import annotations

from mypy_extensions import i64

from praefectus.rules.actions import bought_slot, paid_for_any, purchase_action
from praefectus.rules.bundle import ONE_OF, SALE_BUNDLE, SLOT_BUNDLE, bundle, covers
from praefectus.rules.facts import SALE_FACE, SALE_GOODS, SALE_NAMES, SLOT_ANY, SLOT_GOODS
from praefectus.rules.ids import (
    AT_CHOICES,
    AT_DECK_TOP,
    AT_DISPLAY,
    AT_SEAT,
    DISPLAY_SLOTS,
    GOOD_COUNT,
    GOOD_NAMES,
    OF_GOODS,
    OF_HAND,
)
from praefectus.rules.phase import Actions
from praefectus.rules.refusal import Refusal
from praefectus.rules.state import State, block


def missing_good(s: State, slot: i64, slot_counts: bool, any_good: i64) -> i64:
    """Return a good the buyer lacks for the card in `slot`, or -1 if it can be paid."""
    cells = s.cells
    p: i64 = block(cells[AT_SEAT])
    card: i64 = cells[AT_DISPLAY + slot]
    good: i64
    for good in range(GOOD_COUNT):
        price: i64 = SALE_GOODS[card * GOOD_COUNT + good]
        if slot_counts:
            price += SLOT_GOODS[slot * GOOD_COUNT + good]
        if good == any_good:
            price += 1
        if price > cells[p + OF_GOODS + good]:
            return good
    return -1


def legal_purchases(s: State, slot_counts: bool, out: Actions) -> None:
    """Add the purchases that can be paid; `slot_counts` says whether the slot's goods are due."""
    cells = s.cells
    have: i64 = bundle(cells, block(cells[AT_SEAT]) + OF_GOODS)
    slot: i64
    any_good: i64
    for slot in range(DISPLAY_SLOTS):
        card: i64 = cells[AT_DISPLAY + slot]
        if card < 0:
            continue
        price: i64 = SALE_BUNDLE[card]
        if slot_counts:
            price += SLOT_BUNDLE[slot]
        if not covers(have, price):
            continue
        if slot_counts and SLOT_ANY[slot] > 0:
            for any_good in range(GOOD_COUNT):
                if covers(have, price + ONE_OF[any_good]):
                    out.add(purchase_action(slot, any_good))
        else:
            out.add(purchase_action(slot, -1))


def purchase(s: State, slot_counts: bool, action: i64) -> None:
    """Pay for the card, take it into the hand and leave its slot empty."""
    cells = s.cells
    slot: i64 = bought_slot(action)
    any_good: i64 = paid_for_any(action)
    p: i64 = block(cells[AT_SEAT])
    card: i64 = cells[AT_DISPLAY + slot]
    good: i64
    for good in range(GOOD_COUNT):
        price: i64 = SALE_GOODS[card * GOOD_COUNT + good]
        if slot_counts:
            price += SLOT_GOODS[slot * GOOD_COUNT + good]
        if good == any_good:
            price += 1
        cells[p + OF_GOODS + good] -= price
    cells[p + OF_HAND + SALE_FACE[card]] += 1
    cells[AT_DISPLAY + slot] = -1
    cells[AT_CHOICES] -= 1


def refuse_purchase(s: State, slot_counts: bool, action: i64, rule: str) -> Refusal:
    """Return why the purchase is not allowed."""
    slot: i64 = bought_slot(action)
    any_good: i64 = paid_for_any(action)
    card: i64 = s.cells[AT_DISPLAY + slot]
    if card < 0:
        return Refusal(rule, "market.empty", {"slot": int(slot) + 1})
    values: dict[str, str | int] = {"slot": int(slot) + 1, "card": SALE_NAMES[card]}
    asks: bool = slot_counts and SLOT_ANY[slot] > 0
    if asks and any_good < 0:
        return Refusal(rule, "market.any-missing", values)
    if any_good >= 0 and not asks:
        return Refusal(rule, "market.no-any", values)
    values["good"] = GOOD_NAMES[missing_good(s, slot, slot_counts, any_good)]
    return Refusal(rule, "market.goods", values)


def cards_to_buy(s: State) -> i64:
    """Return how many cards nobody has bought yet: those of the display and those of the deck."""
    cells = s.cells
    count: i64 = len(s.deal.stack) - cells[AT_DECK_TOP]
    slot: i64
    for slot in range(DISPLAY_SLOTS):
        if cells[AT_DISPLAY + slot] >= 0:
            count += 1
    return count


def refill_display(s: State) -> None:
    """Move the cards of the display to the left and fill it from the deck."""
    cells = s.cells
    filled: i64 = 0
    slot: i64
    for slot in range(DISPLAY_SLOTS):
        card: i64 = cells[AT_DISPLAY + slot]
        if card >= 0:
            cells[AT_DISPLAY + slot] = -1
            cells[AT_DISPLAY + filled] = card
            filled += 1
    size: i64 = len(s.deal.stack)
    while filled < DISPLAY_SLOTS and cells[AT_DECK_TOP] < size:
        cells[AT_DISPLAY + filled] = s.deal.stack[cells[AT_DECK_TOP]]
        cells[AT_DECK_TOP] += 1
        filled += 1
