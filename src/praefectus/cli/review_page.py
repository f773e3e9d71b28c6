"""A review as one page of HTML that needs nothing else: no scripts, no fonts, no network."""

from html import escape

from praefectus.catalogue import Catalogue
from praefectus.cli.review_charts import GOD_COLORS, SEAT_COLORS, bands, legend, round_step
from praefectus.cli.review_words import ReviewWords
from praefectus.document import SCORED
from praefectus.game import Game
from praefectus.review.grades import GRADES
from praefectus.wire.review import Review, ReviewedTurn, SeatReview

STYLE = """
:root{color-scheme:light dark;--edge:light-dark(#cbbd9d,#4a4337);--muted:light-dark(#6b5a3e,#c0b295)}
body{font:16px/1.5 Georgia,'Times New Roman',serif;max-width:60rem;margin:2rem auto;padding:0 1rem;
background:light-dark(#fbf5e6,#211d17);color:light-dark(#2d2418,#f2e8d3)}
h1,h2,h3{font-weight:600;line-height:1.2}h2{margin-top:2.5rem}
table{border-collapse:collapse;display:block;overflow-x:auto}
th,td{padding:.25rem .75rem;border-bottom:1px solid var(--edge);text-align:start;vertical-align:top}
td.n{text-align:end;font-variant-numeric:tabular-nums}
a{color:inherit}.chart{overflow-x:auto}svg{display:block;width:100%;min-width:40rem;height:auto}svg text{fill:var(--muted);font-size:15px}
.tick{stroke:light-dark(#fbf5e6,#211d17);stroke-opacity:.5}
.turn{fill:transparent}.turn:hover,a:focus .turn{fill:#fff8;outline:none}
.legend{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.swatch{display:inline-block;width:.9em;height:.9em;margin-inline-end:.4em;border:1px solid var(--edge)}
.muted{color:var(--muted);font-size:.9em}article{border-top:1px solid var(--edge);padding:.5rem 0}
article:target{background:light-dark(#f1e5c4,#3a3224)}article h3{margin:.25rem 0;font-size:1rem}
.slip h3{color:light-dark(#8a5a00,#e5b85c)}.mistake h3,.blunder h3{color:light-dark(#a12c3c,#f08a94)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem .75rem;margin:.25rem 0}dd{margin:0}
"""


def page(review: Review, game: Game, words: Catalogue) -> str:
    """Return the page of a review."""
    said = ReviewWords(review, game, words)
    text = words.text
    direction = "rtl" if words.right_to_left else "ltr"
    names = [said.seat(seat["seat"]) for seat in review["seats"]]
    title = f"{text('replay.tab.review')}: {words.listed(names)}"
    body = [
        f"<h1>{escape(title)}</h1>",
        _summary(review, said),
        _chances(review, said, names),
        _gods(review, said, names),
        f"<h2>{escape(text('review.turns'))}</h2>",
        *(_turn(turn, said) for turn in review["turns"]),
        f'<p class="muted">{escape(text("review.depth", count=review["simulations"]))}</p>',
    ]
    return (
        f'<!doctype html>\n<html lang="{words.language}" dir="{direction}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _summary(review: Review, said: ReviewWords) -> str:
    text, number, seats = said.words.text, said.words.number, review["seats"]
    rows = [
        ("", [escape(said.seat(seat["seat"])) for seat in seats]),
        (text("replay.tab.points"), [number(seat["gods"]["total"]) for seat in seats]),
        (text("review.accuracy"), [number(round(seat["accuracy"])) for seat in seats]),
        *(
            (text(f"review.grade.{grade}"), [number(seat["grades"][grade]) for seat in seats])
            for grade in GRADES
        ),
        *(
            (parts[0][0], [amount for _, amount in parts])
            for parts in zip(*(said.parts(seat) for seat in seats), strict=True)
        ),
        (text("review.dearest"), [_links(seat["dearest"], said) for seat in seats]),
        (text("review.finest"), [_links(seat["finest"], said) for seat in seats]),
        (text("review.strengths"), [_strengths(seat, said) for seat in seats]),
    ]
    cells = "".join(
        f"<tr><th>{escape(name)}</th>{''.join(f'<td class=n>{each}</td>' for each in values)}</tr>"
        for name, values in rows
    )
    about = text("review.accuracy.about", most=100)
    return f'<table>{cells}</table><p class="muted">{escape(about)}</p>'


def _links(turns: list[int], said: ReviewWords) -> str:
    return "<br>".join(f'<a href="#turn-{n}">{escape(said.words.number(n))}</a>' for n in turns)


def _strengths(seat: SeatReview, said: ReviewWords) -> str:
    shown = (
        f"{escape(said.words.text(f'god.{god}'))} {escape(said.signed(round(points)))}"
        for god, points in seat["strengths"].items()
        if round(points)
    )
    return "<br>".join(shown)


def _chances(review: Review, said: ReviewWords, names: list[str]) -> str:
    text, turns = said.words.text, review["turns"]
    layers = [
        [turns[0]["before"][seat], *(turn["after"][seat] + turn["luck"][seat] for turn in turns)]
        for seat in range(len(names))
    ]
    chart = bands(
        layers,
        names,
        SEAT_COLORS[: len(names)],
        text("review.chances.label", whole=1),
        [(share / 4, text("review.tick", percent=25 * share)) for share in range(5)],
        lambda at: said.turn(turns[at - 1]),
        said.words.number,
    )
    return f"<h2>{escape(text('review.chances'))}</h2>{chart}{legend(names, SEAT_COLORS[: len(names)])}"


def _gods(review: Review, said: ReviewWords, names: list[str]) -> str:
    text, turns = said.words.text, review["turns"]
    gods = [text(f"god.{god}") for god in SCORED]
    colors = [GOD_COLORS[god] for god in SCORED]
    most = max(max(points["total"] for points in turn["points"]) for turn in turns)
    step = round_step(most, 5)
    ticks = [(float(at), said.words.number(at)) for at in range(0, most + step, step)]
    parts = [f"<h2>{escape(text('review.gods'))}</h2>", legend(gods, colors)]
    for seat, name in enumerate(names):
        layers = [
            [float(turn["points"][seat][god]) for turn in (turns[0], *turns)] for god in SCORED
        ]
        label = text("review.gods.label", name=name)
        chart = bands(
            layers,
            gods,
            colors,
            label,
            ticks,
            lambda at: said.turn(turns[at - 1]),
            said.words.number,
        )
        parts.append(f"<h3>{escape(name)}</h3>{chart}")
    return "".join(parts)


def _turn(turn: ReviewedTurn, said: ReviewWords) -> str:
    text = said.words.text
    head = f"{said.turn(turn)}. {said.grade(turn)}. {said.cost(turn)}".strip()
    rows = []
    for place, judged in enumerate(turn["candidates"]):
        better = turn["cost"] > 0 and place == 0
        key = "played" if judged["played"] else "better" if better else "other"
        rows.append(
            f"<dt>{escape(text(f'review.{key}'))}</dt><dd>{escape(said.steps(turn, judged))}"
            f'<br><span class="muted">{escape(said.expected(judged))}</span></dd>'
        )
    luck = ""
    if turn["cards"]:
        changes = said.words.listed(
            f"{said.seat(seat)} {said.change(change)}" for seat, change in enumerate(turn["luck"])
        )
        luck = f'<p class="muted">{escape(said.cards(turn))}: {escape(changes)}</p>'
    return (
        f'<article id="turn-{turn["turn"]}" class="{turn["grade"]}"><h3>{escape(head)}</h3>'
        f"<dl>{''.join(rows)}</dl>{luck}</article>"
    )
