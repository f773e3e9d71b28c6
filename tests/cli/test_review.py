"""`praefectus review`: a report, JSON and a page; and one sentence for what cannot be reviewed."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from praefectus import record
from praefectus.catalogue import catalogue, languages
from tests.cli.conftest import Cli, one_line

GOLDEN = Path(__file__).parent.parent / "golden"
ITALIA_2 = GOLDEN / "italia-2-cards.concordia.json"
QUICK = ("--sims", 4)


@pytest.mark.parametrize("language", languages())
def test_the_report_speaks_the_language(cli: Cli, language: str):
    words = catalogue(language)
    ran = cli("review", ITALIA_2, *QUICK, "--language", language)
    assert (ran.code, ran.err) == (0, "")
    for key in ("review.accuracy", "review.par", "review.dearest", "review.result"):
        assert words.text(key) in ran.out
    assert words.text("review.depth", count=4) in ran.out
    last = len(json.loads(ITALIA_2.read_text())["turns"])
    assert re.search(rf"^ ?{words.number(last)}\b", ran.out, re.MULTILINE)


def test_json_has_the_whole_review(cli: Cli):
    ran = cli("review", ITALIA_2, *QUICK, "--json")
    found = json.loads(ran.out)
    assert found["format"] == "praefectus-review/1"
    assert [turn["turn"] for turn in found["turns"]] == list(range(1, len(found["turns"]) + 1))
    for seat in found["seats"]:
        parts = seat["par"] + seat["deal"] + seat["refills"] + sum(seat["turns"])
        assert parts == pytest.approx(seat["result"], abs=1e-12)


class Page(HTMLParser):
    """What a page links to and loads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()
        self.loads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.add(value or "")
            elif name == "href":
                self.links.add(value or "")
            elif name in ("src", "srcset", "onload", "onclick", "onerror"):
                self.loads.append(value or "")


def test_the_page_needs_nothing_else_and_leads_to_every_turn(cli: Cli, tmp_path: Path):
    document = json.loads(ITALIA_2.read_text())
    document["players"] = ["<script>alert(1)</script>", '"><img src=x onerror=alert(2)>']
    hostile = tmp_path / "game.json"
    hostile.write_text(json.dumps(document))
    target = tmp_path / "review.html"
    ran = cli("review", hostile, *QUICK, "--html", target)
    assert (ran.code, ran.out.strip()) == (0, f"The review is in {target}.")
    text = target.read_text("utf-8")
    page = Page(text)
    assert not page.loads
    assert not {"script", "img", "link", "iframe"} & {*page.tags}
    assert "http" not in re.sub("http-equiv", "", text)
    turns = {f"turn-{n}" for n in range(1, len(document["turns"]) + 1)}
    assert turns <= page.ids
    assert page.links == {f"#{turn}" for turn in turns}
    assert page.tags.count("svg") == 3


def test_a_page_from_right_to_left(cli: Cli, tmp_path: Path):
    target = tmp_path / "review.html"
    assert cli("review", ITALIA_2, *QUICK, "--html", target, "--language", "fa").code == 0
    assert '<html lang="fa" dir="rtl">' in target.read_text("utf-8")


def half_finished(path: Path) -> None:
    game = record.load(ITALIA_2).game
    while game.turn > 30:
        game.pop()
    path.write_text(record.dumps(game))


def other_rules(path: Path) -> None:
    document = json.loads(ITALIA_2.read_text())
    path.write_text(json.dumps(document | {"rules": "0.0-other"}))


def illegal(path: Path) -> None:
    path.write_text(ITALIA_2.read_text().replace('"play": "prefect"', '"play": "consul"', 1))


NO_RECORDS = [
    (other_rules, "0.0-other"),
    (illegal, "turn"),
    (lambda path: path.write_text("[]"), "not a record"),
    (lambda path: path.write_text("[" * 100_000), "nested too deeply"),
    (lambda path: path.write_text('[Event "Casual game"]\n1. e4 e5'), "not JSON"),
    (lambda path: path.write_text("9" * 5_000), "not JSON"),
    (lambda path: path.write_bytes(b"\xff\xfe\x00"), "not UTF-8"),
    (lambda path: path.write_bytes(b""), "not JSON"),
    (lambda path: path.write_bytes(b" " * 5_000_000), "at most"),
    (lambda path: path.mkdir(), "a directory"),
    (lambda path: None, "no such file"),
]


@pytest.mark.parametrize(
    ("command", "make", "says"),
    [
        ("review", half_finished, "only finished games are reviewed"),
        ("hint", lambda path: path.write_text(ITALIA_2.read_text()), "the game is over"),
        *((command, *each) for command in ("review", "hint") for each in NO_RECORDS),
    ],
)
def test_what_cannot_be_looked_at_is_told_in_one_sentence(
    cli: Cli, tmp_path: Path, command, make, says
):
    path = tmp_path / "game.json"
    make(path)
    ran = cli(command, path)
    assert ran.code == 2
    assert ran.out == ""
    assert one_line(ran.err)
    assert says in ran.err


def test_a_terminal_is_given_no_orders_by_names(cli: Cli, tmp_path: Path):
    """A record may come from anybody, and a terminal obeys control characters."""
    document = json.loads(ITALIA_2.read_text())
    document["players"] = ["\x1b]0;owned\x07Cato\x1b[2J", "Li\x00via\r\n\x9b31m"]
    hostile = tmp_path / "game.json"
    hostile.write_text(json.dumps(document))
    for command in (
        ("review", hostile, *QUICK),
        ("hint", hostile, "--turn", 3, "--bot", "greedy"),
        ("replay", hostile),
    ):
        ran = cli(*command)
        assert ran.code == 0, ran.err
        assert not {"\x1b", "\x07", "\x00", "\r", "\x9b"} & {*ran.out, *ran.err}
    assert "Cato" in ran.out


@pytest.mark.parametrize("sims", [0, -5, 1_000_000])
def test_simulations_have_limits(cli: Cli, sims: int):
    ran = cli("review", ITALIA_2, "--sims", sims)
    assert ran.code == 2
    assert one_line(ran.err)
    assert "--sims must be" in ran.err


@pytest.mark.parametrize("where", ["none/review.html", "."])
def test_where_the_page_cannot_be_written_is_told_before_the_review(
    cli: Cli, tmp_path: Path, where: str
):
    ran = cli("review", ITALIA_2, "--sims", 100_000, "--html", tmp_path / where)
    assert ran.code == 2
    assert one_line(ran.err)
    assert "directory" in ran.err
