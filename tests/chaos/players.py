"""Who plays and who watches, whatever happens to the servers."""

import contextlib
import json
import random
import threading
import time
from collections import Counter
from typing import Any

import httpx
import websockets.exceptions

from tests.chaos.ledger import Ledger
from tests.server.browser import Browser

# How long a player thinks.
_PAUSE_SECONDS = 0.03


class Player(threading.Thread):
    """Plays all human seats of one table after another, through any of the servers, and keeps the ledgers.

    `outcomes` counts the answers by status or error code. Whatever is neither success nor a passing fault is in `wrong`.
    """

    def __init__(self, number: int, urls: list[str], *seats: str) -> None:
        super().__init__(name=f"player {number}", daemon=True)
        self._rng = random.Random(number)
        self._browsers = [Browser(url) for url in urls]
        self._seats = seats
        self.ledgers: list[Ledger] = []
        self.outcomes: Counter[str] = Counter()
        self.wrong: list[str] = []
        self._stopped = threading.Event()
        # The last view that is sure; None if it must be asked for.
        self._view: dict[str, Any] | None = None
        self._known: dict[str, Any] = {}

    @property
    def answered(self) -> int:
        """How many decisions were answered so far."""
        return sum(len(ledger.decisions) for ledger in self.ledgers)

    def stop(self) -> None:
        """Stop after what is under way."""
        self._stopped.set()

    def run(self) -> None:
        """Play until stopped."""
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
        for browser in self._browsers:
            browser.close()

    def _browser(self) -> Browser:
        return self._rng.choice(self._browsers)

    def _step(self) -> None:
        if not self.ledgers or (self._known and self._known["status"] == "finished"):
            self._open_table()
            return
        if self._view is None:
            self._look()
            return
        question = self._view["game"]["question"]
        if question is None:
            self._view = None  # a bot thinks
            return
        self._decide(self._rng.choice(question["legal"])["text"])

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
        self._view = self._known = answer.json()["table"]
        self.ledgers.append(Ledger(self._known["id"]))

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
        answer = self._browser().decide(view, words)
        self.outcomes[str(answer.status_code)] += 1
        if answer.status_code == 200:
            ledger.decisions.append(words)
            ledger.pending = None
            self._view = self._known = answer.json()["table"]
            return
        error = answer.json()["error"]
        self.outcomes[error["code"]] += 1
        if error["code"] == "action/stale":
            # Nothing of this request was stored; an earlier one may have been.
            self._learn(error["update"]["table"])
        elif answer.status_code != 503:
            self.wrong.append(f"{words}: {answer.status_code} {answer.text[:300]}")

    def _learn(self, view: dict[str, Any]) -> None:
        """Take a view for the current one, and see whether the pending decision was stored."""
        ledger, known = self.ledgers[-1], self._known
        if view["version"] < known["version"]:
            self.outcomes["stale view"] += 1
            return
        if view["version"] > known["version"] and ledger.pending is not None:
            if _is_after(view, known, ledger.pending):
                ledger.decisions.append(ledger.pending)
                ledger.pending = None
            else:
                self.wrong.append(f"after {ledger.pending}: {_tentative(known)} {_tentative(view)}")
        self._view = self._known = view


def _tentative(view: dict[str, Any]) -> list[str]:
    question = view["game"]["question"]
    return [] if question is None else [step["text"] for step in question["tentative"]]


def _is_after(view: dict[str, Any], known: dict[str, Any], words: str) -> bool:
    if words == "end":
        return not _tentative(view)
    return _tentative(view) == [*_tentative(known), words]


class Watcher(threading.Thread):
    """Watches a table on a socket, and connects again whenever that is lost. `table` is the last one seen."""

    def __init__(self, table_id: str, url: str) -> None:
        super().__init__(name=f"watcher of {table_id}", daemon=True)
        self.table_id = table_id
        self.url = url
        self.table: dict[str, Any] | None = None
        self.connects = 0
        self._browser = Browser(url)
        self._stopped = threading.Event()

    def stop(self) -> None:
        """Stop soon."""
        self._stopped.set()

    def run(self) -> None:
        """Watch until stopped."""
        while not self._stopped.is_set():
            with contextlib.suppress(
                OSError, TimeoutError, websockets.exceptions.WebSocketException
            ):
                self._watch()
            time.sleep(0.2)
        self._browser.close()

    def _watch(self) -> None:
        with self._browser.watch(self.table_id, open_timeout=10) as socket:
            self.connects += 1
            while not self._stopped.is_set():
                with contextlib.suppress(TimeoutError):
                    message = json.loads(socket.recv(timeout=0.5))
                    if message["type"] == "update":
                        self.table = message["table"]
