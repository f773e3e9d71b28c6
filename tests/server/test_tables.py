"""Tables and who sits at them."""

import pytest

from tests.server.browser import finished_table, wait_for


def code(answer):
    assert 400 <= answer.status_code < 500, answer.text
    return answer.json()["error"]["code"]


def test_a_table_without_open_seats_starts_at_once(browser):
    table = browser.create("me", "hotseat", "bot", map="imperium", name="Evening")
    assert table["status"] == "playing"
    assert table["name"] == "Evening"
    assert sorted(seat["kind"] for seat in table["seats"]) == ["bot", "human", "human"]
    assert sum(seat["mine"] for seat in table["seats"]) == 2
    assert table["invitation"] is None


def test_seats_are_shuffled_at_the_start(browser):
    firsts = {
        next(seat["seat"] for seat in browser.create("me", "bot")["seats"] if seat["mine"])
        for _ in range(40)
    }
    assert firsts == {0, 1}


def test_a_friend_joins_by_invitation_and_the_game_starts(browser, other):
    table = browser.create("me", "open")
    assert table["status"] == "lobby"
    assert table["game"] is None
    token = table["invitation"].rpartition("/")[2]
    invitation = other.get(f"/api/invitations/{token}").json()
    assert invitation["open_seats"] == [1]
    assert not invitation["seated"]
    joined = other.join(table, "Cato").json()["table"]
    assert joined["status"] == "playing"
    assert [seat["name"] for seat in joined["seats"] if seat["mine"]] == ["Cato"]
    assert browser.view(table["id"])["status"] == "playing"
    assert other.get(f"/api/invitations/{token}").json()["seated"]


def test_only_the_host_sees_the_invitation(browser, other):
    table = browser.create("me", "open", "open")
    assert other.view(table["id"])["invitation"] is None
    assert other.join(table).json()["table"]["invitation"] is None
    assert browser.view(table["id"])["invitation"] == table["invitation"]


def test_a_seat_is_taken_once(browser, other, new_browser):
    table = browser.create("me", "open", "open")
    token = table["invitation"].rpartition("/")[2]
    path = f"/api/invitations/{token}"
    assert other.post(path, {"name": "Cato", "seat": 2}).status_code == 200
    assert code(new_browser().post(path, {"name": "Varro", "seat": 2})) == "seat/taken"
    assert new_browser().post(path, {"name": "Varro"}).status_code == 200
    assert code(new_browser().post(path, {"name": "Late"})) == "seat/taken"


def test_the_host_starts_with_bots_in_the_open_seats(browser, other):
    table = browser.create("me", "open", "open")
    path = f"/api/tables/{table['id']}/start"
    assert code(other.post(path, {"level": "random"})) == "table/not-host"
    assert code(browser.post(path, {"level": "nobody"})) == "bot/unknown"
    assert code(browser.post(path, {})) == "bot/unknown"
    started = browser.post(path, {"level": "random"}).json()["table"]
    assert started["status"] == "playing"
    assert sorted(seat["kind"] for seat in started["seats"]) == ["bot", "bot", "human"]
    assert code(browser.post(path, {"level": "random"})) == "table/started"


def test_a_game_needs_a_person(browser):
    table = browser.create("open", "open")
    path = f"/api/tables/{table['id']}"
    assert code(browser.post(f"{path}/start", {"level": "random"})) == "setup/invalid"
    browser.patch(f"{path}/seats/0", {"kind": "me"})
    assert browser.post(f"{path}/start", {"level": "random"}).status_code == 200


def test_the_host_changes_seats_in_the_lobby(browser, other):
    table = browser.create("me", "open", "open")
    path = f"/api/tables/{table['id']}/seats"
    assert code(other.patch(f"{path}/1", {"kind": "bot", "level": "random"})) == "table/not-host"
    changed = browser.patch(f"{path}/1", {"kind": "bot", "level": "random"}).json()["table"]
    assert changed["seats"][1]["kind"] == "bot"
    changed = browser.patch(f"{path}/1", {"kind": "hotseat", "name": "Kid"}).json()["table"]
    assert (changed["seats"][1]["name"], changed["seats"][1]["mine"]) == ("Kid", True)
    assert code(browser.patch(f"{path}/4", {"name": "Nobody"})) == "seat/not-found"
    taken = changed["seats"][0]["color"]
    assert code(browser.patch(f"{path}/1", {"color": taken})) == "setup/invalid"
    assert browser.patch(f"{path}/1", {"color": "black"}).status_code == 200
    assert (
        browser.patch(f"{path}/1", {"kind": "open"}).json()["table"]["seats"][1]["kind"] == "open"
    )


def test_owners_rename_their_seat_and_nobody_elses(browser, other):
    table = browser.create("me", "open")
    table = other.join(table, "Cato").json()["table"]
    mine = next(seat["seat"] for seat in table["seats"] if seat["mine"])
    path = f"/api/tables/{table['id']}/seats"
    renamed = other.patch(f"{path}/{mine}", {"name": "Cato the Elder"}).json()["table"]
    assert renamed["seats"][mine]["name"] == "Cato the Elder"
    assert code(browser.patch(f"{path}/{mine}", {"name": "Thief"})) == "seat/not-yours"
    assert code(other.patch(f"{path}/{mine}", {"color": "black"})) == "table/started"


def test_names_at_a_table_are_distinct(browser, other):
    seats = [{"kind": "me", "name": "Cato"}, {"kind": "hotseat", "name": "CATO"}, {"kind": "open"}]
    table = browser.post("/api/tables", {"map": "imperium", "seats": seats}).json()["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Cato", "CATO 2", ""]
    joined = other.join(table, "Ca\u200dto").json()["table"]
    mine = next(seat for seat in joined["seats"] if seat["mine"])
    assert mine["name"] == "Ca\u200dto 3"
    path = f"/api/tables/{table['id']}/seats/{mine['seat']}"
    names = [s["name"] for s in other.patch(path, {"name": "Ｃato"}).json()["table"]["seats"]]
    assert sorted(names) == ["CATO 2", "Cato", "Ｃato 3"], "letters of other widths look the same"


def test_leaving_the_lobby_opens_the_seat_again(browser, other):
    table = browser.create("me", "open", "open")
    other.join(table)
    path = f"/api/tables/{table['id']}/seats/1/leave"
    assert code(browser.post(path)) == "seat/not-yours"
    assert other.post(path).json()["table"]["seats"][1]["kind"] == "open"


def test_a_bot_stands_in_and_the_owner_comes_back(browser, other):
    table = browser.create("me", "open")
    table = other.join(table, "Cato").json()["table"]
    seat = next(seat["seat"] for seat in table["seats"] if seat["mine"])
    path = f"/api/tables/{table['id']}/seats/{seat}"
    left = other.post(f"{path}/leave").json()["table"]
    assert left["seats"][seat]["kind"] == "bot"
    assert left["seats"][seat]["claimable"]
    assert code(browser.post(f"{path}/claim")) == "seat/not-yours"
    assert other.post(f"{path}/claim").json()["table"]["seats"][seat]["kind"] == "human"


def test_nobody_comes_back_to_a_game_that_is_over(browser):
    table = browser.create("bot", "bot")
    view = wait_for(
        lambda: (now := browser.view(table["id"]))["status"] == "finished" and now, patience=120
    )
    (mine,) = [seat for seat in view["seats"] if seat["mine"]]
    assert mine["stand_in"]
    assert not mine["claimable"]
    path = f"/api/tables/{table['id']}/seats/{mine['seat']}/claim"
    assert code(browser.post(path)) == "table/finished"


def test_the_list_has_this_browsers_tables(browser, other):
    lobby = browser.create("me", "open")
    playing = browser.create("me", "hotseat")
    other.join(lobby)
    listed = browser.get("/api/tables").json()["tables"]
    assert [table["id"] for table in listed] == [lobby["id"], playing["id"]], "the latest first"
    assert listed[1]["my_turn"]
    assert [table["id"] for table in other.get("/api/tables").json()["tables"]] == [lobby["id"]]


def test_a_table_is_renamed_by_its_host(browser, other):
    table = browser.create("me", "bot")
    path = f"/api/tables/{table['id']}"
    assert browser.patch(path, {"name": "  Ides   of March "}).json()["table"]["name"] == (
        "Ides of March"
    )
    assert code(other.patch(path, {"name": "Mine"})) == "table/not-host"


@pytest.mark.parametrize(
    "name",
    ["Ливия", "می\u200cخواهم", "Ὀδυσσεύς", "👩\u200d🌾", "❤\ufe0f", "नमस्ते", "Nguyễn", "x" * 32],
)
def test_names_of_all_scripts(browser, name):
    assert browser.create("me", "bot", name=name)["name"] == name


@pytest.mark.parametrize(
    "change",
    [
        {"map": "atlantis"},
        {"map": "imperium"},  # not for two
        {"seats": [{"kind": "bot", "level": "random"}] * 2},  # nobody plays
        {"seats": [{"kind": "me", "color": "red"}, {"kind": "hotseat", "color": "red"}]},
    ],
)
def test_a_table_that_cannot_be_is_refused(browser, change):
    body = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "hotseat"}]} | change
    assert code(browser.post("/api/tables", body)) == "setup/invalid"


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [{"kind": "me"}]},
        {"seats": [{"kind": "me"}] * 6},
        {"seats": [{"kind": "ghost"}, {"kind": "me"}]},
        {"edition": "second"},
        {"hands": "shut"},
        {"name": ""},
        {"name": "x" * 33},
        {"name": "a\u202eb"},
        {"name": "\u200d"},
        {"name": "\u3164"},  # a letter that shows nothing
        {"name": "\u2800\u2800"},
        {"name": "a\u200c\u200cb"},
        {"name": "Cato\u200d"},
        {"name": "a\u0331\u0332\u0333\u0334"},  # stacked marks
        {"name": "\u0332"},
        {"name": "a\u0000b"},
        {"name": "\ud800"},
        {"\ud800": 1},
        {"unknown": 1},
        {"map": 7},
        {"intermediate_scoring": "perhaps"},
    ],
)
def test_a_malformed_request_is_refused(browser, change):
    body = {"map": "italia", "seats": [{"kind": "me"}, {"kind": "hotseat"}]} | change
    answer = browser.post("/api/tables", body)
    assert code(answer) == "request/invalid"
    assert answer.json()["error"]["fields"]


def test_what_is_not_json_is_refused(browser):
    answer = browser.http.post(
        "/api/tables", content=b"{", headers={"content-type": "application/json"}
    )
    assert (answer.status_code, code(answer)) == (400, "request/malformed")
    deep = b"[" * 10_000
    answer = browser.http.post(
        "/api/tables", content=deep, headers={"content-type": "application/json"}
    )
    assert answer.status_code in (400, 422)


def test_unknown_things_are_not_found(browser):
    assert code(browser.get("/api/tables/nosuchtable")) == "table/not-found"
    assert code(browser.get("/api/invitations/nosuchinvitation")) == "invitation/not-found"
    assert code(browser.get("/api/nothing")) == "not-found"
    assert code(browser.http.delete("/api/health")) == "request/media-type"
    answer = browser.http.request("PUT", "/api/health", json={})
    assert (answer.status_code, code(answer)) == (405, "request/method")


def test_play_again_seats_the_same_people(browser, other, host):
    table = finished_table(host, browser, other)
    path = f"/api/tables/{table['id']}/again"
    answer = other.post(path)
    assert answer.status_code == 201
    fresh = answer.json()["table"]
    assert fresh["status"] == "playing"
    assert fresh["options"] == table["options"]
    assert [seat["name"] for seat in fresh["seats"] if seat["mine"]] == ["Cato"]
    assert browser.post(path).json()["table"]["id"] == fresh["id"], "the second gets the same"
    assert browser.view(table["id"])["again"] == fresh["id"]


def test_only_who_sat_there_plays_again(browser, other, new_browser, host):
    running = browser.create("me", "bot")
    assert code(browser.post(f"/api/tables/{running['id']}/again")) == "table/not-finished"
    table = finished_table(host, browser, other)
    assert code(new_browser().post(f"/api/tables/{table['id']}/again")) == "table/not-host"


def test_of_the_tables_that_nobody_watches_only_the_last_stay_in_memory(browser, host, monkeypatch):
    tables = host.parts.tables
    monkeypatch.setattr(tables, "_in_memory", 3)
    made = [browser.create("me", "me") for _ in range(8)]
    with browser.watch(made[0]["id"]) as socket:
        socket.recv(timeout=10)
        for table in made:
            browser.view(table["id"])
        assert len(tables) <= 3 + host.parts.hub.tables
        assert made[0]["id"] in tables._tables, "somebody watches it"
        assert made[-1]["id"] in tables._tables
        for table in made:
            assert browser.view(table["id"])["game"] == table["game"]
