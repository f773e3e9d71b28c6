"""The numbers behind the names: goods, gods, card faces, phases.

The engine counts in ints; everything outside it speaks in the ids of the name tables here.
The order of a table is the number of its entries and part of the public action numbering.
"""

from typing import Final

GOODS: Final = ("brick", "food", "tool", "wine", "cloth")
BRICK: Final = 0
FOOD: Final = 1
TOOL: Final = 2
WINE: Final = 3
CLOTH: Final = 4
GOOD_COUNT: Final = 5

LAND: Final = 0
SEA: Final = 1
KINDS: Final = ("land", "sea")

GODS: Final = ("vesta", "jupiter", "saturnus", "mercurius", "mars", "minerva")
VESTA: Final = 0
JUPITER: Final = 1
SATURNUS: Final = 2
MERCURIUS: Final = 3
MARS: Final = 4
MINERVA: Final = 5
GOD_COUNT: Final = 6

# Card faces: what a card is once somebody owns it.
FACES: Final = (
    "tribune",
    "architect",
    "prefect",
    "mercator-3",
    "mercator-5",
    "colonist",
    "senator",
    "consul",
    "mason",
    "farmer",
    "smith",
    "vintner",
    "weaver",
    "diplomat-jupiter",
    "diplomat-saturnus",
    "diplomat-mercurius",
    "diplomat-mars",
)
TRIBUNE: Final = 0
ARCHITECT: Final = 1
PREFECT: Final = 2
MERCATOR_3: Final = 3
MERCATOR_5: Final = 4
COLONIST: Final = 5
SENATOR: Final = 6
CONSUL: Final = 7
MASON: Final = 8
FARMER: Final = 9
SMITH: Final = 10
VINTNER: Final = 11
WEAVER: Final = 12
DIPLOMAT_JUPITER: Final = 13
DIPLOMAT_SATURNUS: Final = 14
DIPLOMAT_MERCURIUS: Final = 15
DIPLOMAT_MARS: Final = 16
FACE_COUNT: Final = 17

# Cards for sale are numbered like faces, but the Saturnus Diplomat is sold at two prices: number
# 14 is the one of deck I (tool), 17 the one of deck III (food).
DIPLOMAT_SATURNUS_FOOD: Final = 17
SALE_COUNT: Final = 18

# Phases: which decision is asked for. `FINISHED` asks for none.
PHASES: Final = (
    "play",
    "copy",
    "tribune",
    "architect",
    "line",
    "build",
    "prefect",
    "keep",
    "colonist",
    "settle",
    "mercator",
    "senator",
    "consul",
    "end",
    "finished",
)
PHASE_PLAY: Final = 0
PHASE_COPY: Final = 1
PHASE_TRIBUNE: Final = 2
PHASE_ARCHITECT: Final = 3
PHASE_LINE: Final = 4
PHASE_BUILD: Final = 5
PHASE_PREFECT: Final = 6
PHASE_KEEP: Final = 7
PHASE_COLONIST: Final = 8
PHASE_SETTLE: Final = 9
PHASE_MERCATOR: Final = 10
PHASE_SENATOR: Final = 11
PHASE_CONSUL: Final = 12
PHASE_END: Final = 13
PHASE_FINISHED: Final = 14
# Never seen from outside: a card was named, and its action is about to begin.
PHASE_BEGIN: Final = 15

# What ended a game (R11.1).
ENDINGS: Final = ("", "houses", "cards")
ENDED_BY_HOUSES: Final = 1
ENDED_BY_CARDS: Final = 2

STOREHOUSE_SPACES: Final = 12
DISPLAY_SLOTS: Final = 7
HOUSES_A_PLAYER: Final = 15
COLONISTS_A_KIND: Final = 3
MAX_PLAYERS: Final = 5

# The action space, as far as it is the same for all boards; `Board` numbers on from BOARD_ACTIONS.
MAX_TRADE: Final = 12  # a storehouse holds no more
ACTION_END: Final = 0
ACTION_PLAY: Final = 1  # + face
ACTION_COLONIST: Final = 18  # + kind
ACTION_INCOME: Final = 20
ACTION_CASH: Final = 21
ACTION_COPY: Final = 22  # + seat
ACTION_KEEP: Final = 27  # + good
ACTION_SELL: Final = 32  # + good * MAX_TRADE + units - 1
ACTION_BUY: Final = 92  # + good * MAX_TRADE + units - 1
ACTION_PURCHASE: Final = 152  # + slot * PURCHASES_A_SLOT + (0, or 1 + the good that pays "any")
PURCHASES_A_SLOT: Final = 6
BOARD_ACTIONS: Final = 194
