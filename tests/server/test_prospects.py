"""`GET …/prospects`: the same for everybody, but for the tentative turn of who decides."""


def prospects(browser, table):
    answer = browser.get(f"/api/tables/{table['id']}/prospects")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_only_who_decides_sees_the_tentative_turn(browser, other):
    table = browser.create("me", "hotseat")
    before = prospects(other, table)
    seat = table["game"]["seat"]
    assert before["seats"][seat]["cards"]["colonist"] == 4
    # A colonist sent out is worth 2 points to every card of Mars.
    after = browser.take(table, "play tribune", "colonist land")
    mine, theirs = prospects(browser, after), prospects(other, after)
    assert mine["seats"][seat]["cards"]["colonist"] == 6
    assert theirs == before  # the version included, from which others could count what is tried out


def test_a_table_that_waits_has_none(browser):
    table = browser.create("me", "open")
    answer = browser.get(f"/api/tables/{table['id']}/prospects")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "table/not-started")
