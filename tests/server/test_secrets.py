"""Hidden information is in no payload: not the order of the deck, not hidden hands.

Every answer and every message of whole games is kept and searched.
"""

import json
import random

import pytest

from tests.server.browser import cookie_client, finished_table, wait_for


class Listener:
    """Keeps every payload a browser gets."""

    def __init__(self, browser):
        self.payloads = []
        browser.http.event_hooks["response"].append(self.hear)

    def hear(self, response):
        response.read()
        self.payloads.append(response.text)


def stack_of(host, table_id):
    return host.parts.tables._tables[table_id].stored.setup["cards"]


def walk(value):
    """Yield every list and dict in a JSON document."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from walk(each)
    elif isinstance(value, list):
        yield value
        for each in value:
            yield from walk(each)


def face(card):
    return card.rpartition("-")[0] if card.startswith("diplomat-saturnus-") else card


def gives_away(document, stack):
    """Tell whether any list in a document names the bottom of the deck, which nobody has seen, in its order."""
    bottom = [face(card) for card in stack[-4:]]
    for each in walk(document):
        if isinstance(each, list):
            cards = [face(card) for card in each if isinstance(card, str)]
            if any(cards[n : n + 4] == bottom for n in range(len(cards) - 3)):
                return True
    return False


def test_the_search_would_find_a_deck():
    stack = ["mason", "smith", "diplomat-saturnus-tool", "farmer", "colonist"]
    assert gives_away({"a": [{"cards": ["x", *stack]}]}, stack)
    assert not gives_away({"a": [{"cards": stack[:4]}]}, stack)


def test_the_deck_is_in_no_payload(browser, other, host):
    """Not in answers, not in messages, not in replays; and the record, which has it, only comes at the end."""
    ears = [Listener(browser), Listener(other)]
    table = browser.create("me", "open", hands="open")
    other.join(table)
    messages = []
    rng = random.Random(4)
    with browser.watch(table["id"]) as socket:
        for _ in range(12):
            for each in (browser, other):
                view = each.view(table["id"])
                if view["game"]["question"]:
                    for end in ("explain?decision=build+roma", "replay"):
                        each.get(f"/api/tables/{table['id']}/{end}")
                    each.play_turn(view, rng)
        each.get("/api/tables")
        assert each.get(f"/api/tables/{table['id']}/record").status_code == 409
        while True:
            try:
                messages.append(socket.recv(timeout=0.3))
            except TimeoutError:
                break
    stack = stack_of(host, table["id"])
    texts = messages + [text for ear in ears for text in ear.payloads]
    assert len(texts) > 50
    for text in texts:
        assert '"setup"' not in text
        document = json.loads(text)
        assert not gives_away(document, stack)
        for each in walk(document):
            if isinstance(each, dict) and "display" in each and "players" in each:
                assert isinstance(each["deck"], int), "how many, not which"


def test_a_tentative_turn_turns_nothing_up(browser, host):
    """No card appears before `end`, neither in the view nor in a preview."""
    rng = random.Random(3)
    table = browser.create("me", "hotseat")
    for _ in range(30):
        view = browser.view(table["id"])
        known = {card for card in view["game"]["state"]["display"] if card}
        deck = view["game"]["state"]["deck"]
        while True:
            words = rng.choice(view["game"]["question"]["legal"])["text"]
            if words == "end":
                break
            view = browser.take(view, words)
            shown = {card for card in view["game"]["state"]["display"] if card}
            assert shown <= known
            assert view["game"]["state"]["deck"] == deck
            for legal in view["game"]["question"]["legal"]:
                if legal["kind"] == "end":
                    assert legal["effect"] is None
                else:
                    assert set(filter(None, legal["effect"].get("display", []))) <= known
        browser.do(view, "end")


@pytest.fixture
def hidden(browser, other):
    table = browser.create("me", "open", hands="hidden")
    other.join(table)
    return table["id"]


def test_hidden_hands_are_seen_by_their_seat_alone(browser, other, new_browser, hidden):
    spectator = new_browser()
    browsers = (browser, other, spectator)
    ears = [Listener(each) for each in browsers]
    own = [{seat["seat"] for seat in b.view(hidden)["seats"] if seat["mine"]} for b in browsers]
    messages: list[list[str | bytes]] = [[], [], []]
    rng = random.Random(6)
    for _ in range(8):
        for number, each in enumerate(browsers):
            with each.watch(hidden) as socket:
                messages[number].append(socket.recv(timeout=60))
            view = each.view(hidden)
            each.get(f"/api/tables/{hidden}/replay")
            each.get(f"/api/tables/{hidden}", seat=0)
            each.get(f"/api/tables/{hidden}", seat=1)
            if view["game"]["question"]:
                each.play_turn(view, rng)
    assert own[2] == set()
    for number in range(3):
        for text in messages[number] + ears[number].payloads:
            check_hands(json.loads(text), own[number])


def check_hands(document, own):
    for each in walk(document):
        if isinstance(each, dict) and isinstance(each.get("players"), list):
            for seat, player in enumerate(each["players"]):
                if seat in own:
                    assert player["hand"] is not None
                else:
                    assert player["hand"] is None
                    assert len(player["discard"]) <= 1
        if isinstance(each, dict) and each.get("question"):
            assert each["question"]["seat"] in own


def test_with_two_own_seats_only_one_hand_is_shown_at_a_time(browser):
    table = browser.create("me", "hotseat", hands="hidden")
    for seat in (0, 1):
        players = browser.view(table["id"], seat=seat)["game"]["state"]["players"]
        assert players[seat]["hand"] is not None
        assert players[1 - seat]["hand"] is None


def test_at_the_end_all_is_open(browser, other, host):
    table = finished_table(host, browser, other, hands="hidden")
    assert all(player["hand"] is not None for player in table["game"]["state"]["players"])


def test_owners_and_keys_are_in_no_payload(browser, other, host):
    ears = [Listener(browser), Listener(other)]
    table = browser.create("me", "open")
    token = table["invitation"].rpartition("/")[2]
    other.get(f"/api/invitations/{token}")
    other.view(table["id"])
    other.join(table)
    for each in (browser, other):
        each.view(table["id"])
        each.get("/api/tables")
        each.get("/api/health")
    clients = [cookie_client(b.http.cookies) for b in (browser, other)]
    assert all(clients)
    for ear in ears:
        for text in ear.payloads:
            assert not any(client in text for client in clients)
    assert all(token not in text for text in ears[1].payloads), "the guest isn't told the link"


def test_cookies_are_out_of_reach_of_scripts(browser):
    answer = browser.post("/api/tables", {"map": "italia", "seats": [{"kind": "me"}] * 2})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


def test_bots_go_on_with_hidden_hands(browser):
    table = browser.create("me", "bot", hands="hidden")
    view = wait_for(lambda: (v := browser.view(table["id"]))["game"]["question"] and v)
    assert browser.play_turn(view, random.Random(1))
