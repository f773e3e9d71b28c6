"""Who plays and who watches, whatever happens to the servers."""

import random
import threading
import time
from collections import Counter
from typing import Any

import httpx

from praefectus.server.present import seen_version
from tests.chaos.ledger import Ledger, Truth
from tests.chaos.live import ANSWER_SECONDS, Live
from tests.server.browser import Browser

# How long a player thinks.
_PAUSE_SECONDS = 0.03
# One of so many players has no socket, as behind a proxy that lets none through.
_WITHOUT_SOCKET = 4
# How often a player loses the socket soon after asking, while the server does what was asked.
_LOSSES, _SOON_SECONDS = 0.03, 0.02

SOCKET, HTTP = "on the socket", "by HTTP"
AGAIN = "by HTTP after no answer on the socket"
SEEN = "seen to be stored"


class Player(threading.Thread):
    """Plays all human seats of one table after another, through any of the servers, and keeps the ledgers.

    Most play as the page does (ui/src/lib/api/turns.ts): on the table's socket, and by HTTP while it is lost. What is not
    answered there is sent again by HTTP.

    `outcomes` counts the answers by status or error code. Whatever is neither success nor a passing fault is in `wrong`.
    """

    def __init__(self, number: int, urls: list[str], *seats: str) -> None:
        super().__init__(name=f"player {number}", daemon=True)
        self._rng = random.Random(number)
        self._browsers = [Browser(url) for url in urls]
        self._seats = seats
        self._has_socket = number % _WITHOUT_SOCKET != 0
        self._live: Live | None = None
        self.connects = 0
        self.ledgers: list[Ledger] = []
        self.outcomes: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._stopped, self._left = threading.Event(), threading.Event()
        self.has_stopped = threading.Event()
        # The last view that is sure; None if it must be asked for.
        self._view: dict[str, Any] | None = None
        self._known: dict[str, Any] = {}

    @property
    def answered(self) -> int:
        """How many decisions were answered so far the way this player likes best."""
        way = SOCKET if self._has_socket else HTTP
        return sum(ledger.ways[way] for ledger in self.ledgers)

    def stop(self) -> None:
        """Stop playing after what is under way, but stay on the socket."""
        self._stopped.set()

    def leave(self) -> None:
        """Let go of everything soon."""
        self._left.set()

    def run(self) -> None:
        """Play until stopped, and watch the last table until told to leave."""
        while not self._stopped.is_set():
            try:
                self._step()
            except httpx.HTTPError as error:
                self.outcomes[type(error).__name__] += 1
                self._view = None
                time.sleep(0.1)
            except Exception as error:
                self.wrong.append(repr(error))
                raise
            time.sleep(_PAUSE_SECONDS)
        if self._live is not None:
            # The ledgers are compared from now on, and stay as they are.
            self._live.update = self._keep
        self.has_stopped.set()
        while self._live is not None and not self._left.is_set():
            self._live.hear(0.2)
        self._close_socket()
        for browser in self._browsers:
            browser.close()

    def sees(self, truth: Truth) -> bool:
        """Tell whether the socket has told this player how their table stands; True for other tables and without a socket."""
        stored, known = truth.stored, self._known
        if self._live is None or known["id"] != stored.id:
            return True
        own = list(stored.draft.decisions) if stored.decides(stored.host) else []
        return known["version"] == seen_version(stored, stored.host) and _tentative(known) == own

    def describe(self) -> str:
        """Say who this is and what they see."""
        return f"{self.name} {self._known.get('version')} {_tentative(self._known)}"

    def _browser(self) -> Browser:
        return self._rng.choice(self._browsers)

    def _step(self) -> None:
        if not self.ledgers or (self._known and self._known["status"] == "finished"):
            self._open_table()
            return
        if self._live is not None:
            self._live.hear(0)
        if self._view is None:
            self._look()
            return
        question = self._view["game"]["question"]
        if question is not None:
            self._decide(self._rng.choice(question["legal"])["text"])
        elif self._live is not None and self._live.is_open:
            self._live.hear(0.2)  # a bot thinks, and the socket will tell
        else:
            self._view = None

    def _open_table(self) -> None:
        seats = [
            {"kind": kind, "level": "random"} if kind == "bot" else {"kind": kind}
            for kind in self._seats
        ]
        answer = self._browsers[0].post("/api/tables", {"map": "italia", "seats": seats})
        self.outcomes[str(answer.status_code)] += 1
        if answer.status_code != 201:
            return
        for each in self._browsers[1:]:
            each.http.cookies.update(self._browsers[0].http.cookies)
        self._close_socket()
        self._view = self._known = answer.json()["table"]
        self.ledgers.append(Ledger(self._known["id"]))
        if self._has_socket:
            self._live = Live(self._known["id"], self._browser, self._learn)

    def _close_socket(self) -> None:
        if self._live is not None:
            self._live.close()
            self.connects += self._live.connects
            self._live = None

    def _look(self) -> None:
        answer = self._browser().get(f"/api/tables/{self._known['id']}", after=9999)
        self.outcomes[str(answer.status_code)] += 1
        if answer.status_code == 200:
            self._learn(answer.json()["table"])
        elif answer.status_code != 503:
            self.wrong.append(f"look: {answer.status_code} {answer.text[:200]}")

    def _decide(self, words: str) -> None:
        ledger = self.ledgers[-1]
        view, self._view = self._view, None
        assert view is not None
        # What was not answered is sent again: the database takes one decision per version.
        words = ledger.pending = ledger.pending or words
        way, status, answer = self._ask(view, words)
        self.outcomes[str(status)] += 1
        if status == 200:
            self._learn(answer["table"], way)
            if ledger.pending is not None:
                self.wrong.append(f"{words}: answered {way} with version {self._known['version']}")
            return
        error = answer["error"]
        self.outcomes[error["code"]] += 1
        if error["code"] == "action/stale":
            # Nothing of this request was stored; an earlier one may have been.
            self._learn(error["update"]["table"])
        elif status != 503:
            self.wrong.append(f"{words}: {status} {way}: {error}")

    def _ask(self, view: dict[str, Any], words: str) -> tuple[str, int, dict[str, Any]]:
        """Return how a decision was answered at last, the status, and the update or error."""
        way = HTTP
        if self._live is not None:
            request = {"type": "end"} if words == "end" else {"type": "decide", "decision": words}
            is_lost = self._rng.random() < _LOSSES
            patience = self._rng.uniform(0, _SOON_SECONDS) if is_lost else ANSWER_SECONDS
            found = self._live.ask({**request, "version": view["version"]}, patience)
            if not isinstance(found, str):
                if found["type"] == "done":
                    return SOCKET, 200, found["update"]
                return SOCKET, found["status"], found
            self.outcomes[found] += 1
            way = HTTP if found == "unsent" else AGAIN
        browser = self._browser()
        answer = browser.do(view, "end") if words == "end" else browser.decide(view, words)
        return way, answer.status_code, answer.json()

    def _learn(self, view: dict[str, Any], way: str = SEEN) -> None:
        """Take a view for the current one, and see whether the pending decision was stored."""
        ledger, known = self.ledgers[-1], self._known
        if view["version"] < known["version"]:
            self.outcomes["stale view"] += 1
            return
        if view["version"] > known["version"] and ledger.pending is not None:
            if _is_after(view, known, ledger.pending):
                ledger.settle(way)
            else:
                self.wrong.append(f"after {ledger.pending}: {_tentative(known)} {_tentative(view)}")
        self._view = self._known = view

    def _keep(self, view: dict[str, Any]) -> None:
        if view["version"] >= self._known["version"]:
            self._known = view


def _tentative(view: dict[str, Any]) -> list[str]:
    question = view["game"]["question"]
    return [] if question is None else [step["text"] for step in question["tentative"]]


def _is_after(view: dict[str, Any], known: dict[str, Any], words: str) -> bool:
    if words == "end":
        return not _tentative(view)
    return _tentative(view) == [*_tentative(known), words]


class Watcher(threading.Thread):
    """Watches a table through one server. `table` is the last one seen."""

    def __init__(self, table_id: str, url: str) -> None:
        super().__init__(name=f"watcher of {table_id}", daemon=True)
        self.url = url
        self.table: dict[str, Any] | None = None
        self._browser = Browser(url)
        self._live = Live(table_id, lambda: self._browser, self._keep)
        self._stopped = threading.Event()

    @property
    def connects(self) -> int:
        """How often the socket was opened."""
        return self._live.connects

    def stop(self) -> None:
        """Stop soon."""
        self._stopped.set()

    def run(self) -> None:
        """Watch until stopped."""
        while not self._stopped.is_set():
            self._live.hear(0.5)
        self._live.close()
        self._browser.close()

    def sees(self, truth: Truth) -> bool:
        """Tell whether the last table seen is the one that the database has."""
        return self.table is not None and self.table["game"]["state"] == truth.public_state()

    def describe(self) -> str:
        """Say who this is and what they see."""
        version = self.table and self.table["version"]
        return f"{self.url} {version} ({self.connects} connects)"

    def _keep(self, table: dict[str, Any]) -> None:
        self.table = table
