"""The ready-made dashboard asks only for what the server measures, and shows all of it."""

import json
import re
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.browser import wait_for

DASHBOARD = Path(__file__).parents[2] / "deploy/grafana-dashboard.json"
# Prometheus itself adds these to every series.
SCRAPED = {"job", "instance"}
FUNCTIONS = {"avg", "by", "count", "histogram_quantile", "max", "min", "rate", "sum"}


def queries():
    """Every query of the dashboard with the title of its panel."""
    document = json.loads(DASHBOARD.read_text())
    panels = [panel for panel in document["panels"] if panel["type"] != "row"]
    found = [(panel["title"], each["expr"]) for panel in panels for each in panel["targets"]]
    variables = document["templating"]["list"]
    return found + [(v["name"], v["definition"]) for v in variables if v["type"] == "query"]


@pytest.fixture(scope="module")
def measured(host):
    """The labels of every series that a server shows after a little play, by the series' name."""
    from contextlib import closing

    from tests.server.browser import Browser

    with closing(Browser(host.url)) as browser:
        table = browser.create("bot", "bot")
        wait_for(lambda: browser.view(table["id"])["status"] == "finished")
    host.parts.metrics.safe_turn("random")
    labels: dict[str, set[str]] = {}
    for family in text_string_to_metric_families(httpx.get(f"{host.url}/api/metrics").text):
        for sample in family.samples:
            labels.setdefault(sample.name, set()).update(sample.labels)
    return labels


def test_every_query_asks_for_series_and_labels_that_exist(measured):
    assert len(queries()) > 20
    for title, query in queries():
        bare = re.sub(r'"[^"]*"', '""', query)
        words = set(re.findall(r"[a-z_]+", re.sub(r"\$\w+|[{(\[].*?[})\]]", "", bare)))
        names = set(re.findall(r"\b(?:praefectus|process)_[a-z_]+", bare))
        assert names, (title, query)
        for name in names:
            assert name in measured, (title, name)
            for selected in re.findall(re.escape(name) + r"\{([^}]*)\}", bare):
                asked = {each.partition("=")[0].rstrip("~!") for each in selected.split(",")}
                assert asked <= measured[name] | SCRAPED, (title, query)
            for grouped in re.findall(r"by \(([^)]*)\)", bare):
                asked = {each.strip() for each in grouped.split(",")}
                assert asked <= measured[name] | SCRAPED, (title, query)
        assert words - names <= FUNCTIONS | {"label_values", "job", "instance", "le"}, (
            title,
            words,
        )


def test_everything_that_we_measure_is_shown(measured):
    asked = " ".join(query for _, query in queries())
    ours = {name for name in measured if name.startswith("praefectus_")}
    # Histograms and counters have a series with the time they began, and sums that no panel needs.
    hidden = {name for name in ours if name.endswith(("_created", "_sum"))}
    hidden.add("praefectus_request_seconds_count")  # praefectus_requests_total has it by status
    assert [name for name in sorted(ours - hidden) if name not in asked] == []


def test_panels_have_their_own_ids_and_places():
    panels = json.loads(DASHBOARD.read_text())["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    places = [(each["gridPos"]["x"], each["gridPos"]["y"]) for each in panels]
    assert len(set(places)) == len(places)
