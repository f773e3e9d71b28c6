"""The files in deploy/: each says what the server needs, and where a tool can check or run it, it does."""

import configparser
import os
import re
import shutil
import subprocess
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import httpx
import pytest

from tests.server.browser import Browser, hosting, next_update, wait_for
from tests.server.services import lasting_port

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
UNIT = DEPLOY / "praefectus.service"
HOSTING = (ROOT / "docs/hosting.md").read_text()


def need(name: str) -> str:
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/usr/local/sbin")
    if found is None:
        pytest.skip(f"{name} isn't installed (Debian: apt-get install {name})")
    return found


def unit() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNIT)
    return parser


def test_the_unit_starts_a_command_that_exists_and_keeps_tables_where_it_may_write():
    service = unit()["Service"]
    program, command, *options = service["ExecStart"].split()
    assert Path(program).name == "praefectus"
    said = subprocess.run(
        [ROOT / ".venv/bin/praefectus", command, "--help"], capture_output=True, text=True
    ).stdout
    assert all(option in said for option in options[::2])
    db = Path(options[options.index("--db") + 1])
    assert db.parent == Path("/var/lib") / service["StateDirectory"]
    assert service["EnvironmentFile"].lstrip("-") in HOSTING
    assert program.removesuffix("/bin/praefectus") in HOSTING


def test_the_unit_is_one_for_systemd(tmp_path):
    tool = need("systemd-analyze")
    # It looks for the program, which is not there.
    copy = tmp_path / UNIT.name
    copy.write_text(UNIT.read_text().replace("/opt/praefectus/bin/praefectus", "/bin/true"))
    ran = subprocess.run([tool, "verify", str(copy)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    assert UNIT.name not in ran.stderr, ran.stderr


@pytest.mark.parametrize("name", ["praefectus.service", "nginx.conf", "Caddyfile"])
def test_every_file_is_explained(name):
    assert f"deploy/{name}" in HOSTING


def test_all_speak_of_the_same_port():
    (port,) = re.findall(r"--port (\d+)", UNIT.read_text())
    assert f"proxy_pass http://127.0.0.1:{port};" in (DEPLOY / "nginx.conf").read_text()
    assert f"reverse_proxy 127.0.0.1:{port}" in (DEPLOY / "Caddyfile").read_text()


@contextmanager
def running(command, url):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:

        def answers():
            assert process.poll() is None, process.communicate()[1].decode()
            with suppress(httpx.HTTPError):
                return httpx.get(url)
            return None

        wait_for(answers)
        yield
    finally:
        process.terminate()
        process.communicate(timeout=20)


def check_proxy(url: str) -> None:
    """Play through a proxy: requests, cookies, WebSockets and the check of the origin work."""
    with closing(Browser(url)) as browser:
        browser.http.headers["origin"] = url
        table = browser.create("me", "hotseat")
        with browser.watch(table["id"], headers={"Origin": url}) as socket:
            assert next_update(socket)["table"]["game"]["turn"] == 0
            browser.take(table, "play tribune", "end")
            while next_update(socket)["table"]["game"]["turn"] != 1:
                pass
        # Only a proxy that names whom it speaks for is kept from the metrics.
        assert browser.get("/api/metrics").status_code != 200


def test_a_game_is_played_through_nginx(tmp_path):
    nginx, port = need("nginx"), lasting_port()
    with hosting(tmp_path / "server") as host:
        site = (DEPLOY / "nginx.conf").read_text()
        site = re.sub(r"listen 443 ssl;", f"listen 127.0.0.1:{port};", site)
        site = re.sub(r"\n *ssl_certificate[^\n]*", "", site)
        site = site.replace("http://127.0.0.1:8000", host.url)
        config = tmp_path / "nginx.conf"
        config.write_text(
            f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; worker_processes 1;\n"
            + ("user root;\n" if os.geteuid() == 0 else "")
            + f"events {{}}\nhttp {{ access_log off; client_body_temp_path {tmp_path}/body;"
            f" proxy_temp_path {tmp_path}/proxy; fastcgi_temp_path {tmp_path}/f;"
            f" uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;\n{site}\n}}\n"
        )
        subprocess.run([nginx, "-t", "-c", str(config)], check=True, capture_output=True)
        url = f"http://127.0.0.1:{port}"
        with running([nginx, "-c", str(config)], url):
            check_proxy(url)


def test_a_game_is_played_through_caddy(tmp_path):
    caddy, port = need("caddy"), lasting_port()
    with hosting(tmp_path / "server") as host:
        text = (DEPLOY / "Caddyfile").read_text()
        text = text.replace("concordia.example.org", f"http://127.0.0.1:{port}")
        text = text.replace("127.0.0.1:8000", host.url.removeprefix("http://"))
        config = tmp_path / "Caddyfile"
        config.write_text("{\n\tadmin off\n}\n" + text)
        adapter = ["--config", str(config), "--adapter", "caddyfile"]
        subprocess.run([caddy, "validate", *adapter], check=True, capture_output=True)
        url = f"http://127.0.0.1:{port}"
        with running([caddy, "run", *adapter], url):
            check_proxy(url)
