"""The files about hosting and contributing say what is true: what they name exists, what they set is read."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.release import containerfile
from tests.release.packages import ROOT

BIN = Path(sys.executable).parent
BUILD, IMAGE = containerfile.read(ROOT / "Containerfile")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
TEMPLATES = ROOT / ".github/ISSUE_TEMPLATE"
SCHEMAS: dict[str, list[Path]] = {
    "github-workflows": WORKFLOWS,
    "github-issue-forms": sorted(TEMPLATES.glob("[!c]*.yml")),
    "github-issue-config": [TEMPLATES / "config.yml"],
    "compose-spec": [ROOT / "compose.yaml"],
}


def run(*command: str | Path) -> str:
    ran = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_have_the_form_that_their_readers_ask_for(schema):
    run(BIN / "check-jsonschema", "--builtin-schema", f"vendor.{schema}", *SCHEMAS[schema])


def test_hadolint_finds_nothing():
    run(BIN / "hadolint", "Containerfile")


def test_everything_the_image_copies_is_there_and_not_ignored():
    tracked = run("git", "ls-files", "--cached", "--others", "--exclude-standard").splitlines()
    allowed = (ROOT / ".dockerignore").read_text().splitlines()
    for rest in BUILD.all("COPY"):
        *sources, target = rest.split()
        assert target in ("./", *sources)
        for source in sources:
            assert any(f"{name}/".startswith(f"{source}/") for name in tracked), source
            assert f"!{source}" in allowed


def test_the_image_copies_everything_that_packing_reads():
    copied = {source for rest in BUILD.all("COPY") for source in rest.split()[:-1]}
    read = {"Makefile", "MANIFEST.in", "pyproject.toml", "setup.py", "README.md", "LICENSE"}
    assert copied >= read | {"CHANGELOG.md", "requirements", "scripts", "src", "ui"}


def test_the_image_runs_as_an_ordinary_user_who_owns_the_tables_folder():
    (made,) = IMAGE.all("RUN")
    assert made.startswith("useradd ")
    assert IMAGE.last("USER") in made.split()
    assert IMAGE.last("VOLUME") in made.split()
    db = containerfile.command(IMAGE.last("CMD"))[-1]
    assert Path(db).parent == Path(IMAGE.last("VOLUME"))


def test_the_image_starts_a_command_that_exists():
    (program,) = containerfile.command(IMAGE.last("ENTRYPOINT"))
    name, *options = containerfile.command(IMAGE.last("CMD"))
    said = run(BIN / program, name, "--help")
    for option in options[::2]:
        assert option in said
    assert options[options.index("--port") + 1] == IMAGE.last("EXPOSE")


def test_the_health_check_asks_for_something_that_is_served():
    from praefectus.server.app import create_app
    from praefectus.server.settings import Settings

    *_, code = containerfile.command(IMAGE.last("HEALTHCHECK"))
    compile(code, "health", "exec")
    found = re.search(r"127\.0\.0\.1:(\d+)(/[^']+)'", code)
    assert found is not None
    assert found[1] == IMAGE.last("EXPOSE")
    paths = create_app(Settings(database_url="sqlite+aiosqlite://")).openapi()["paths"]
    assert found[2] in paths


def test_compose_starts_the_server_after_its_database_and_redis():
    services = COMPOSE["services"]
    server = services["praefectus"]
    assert (ROOT / server["build"]["dockerfile"]).is_file()
    for name in server["depends_on"]:
        assert "healthcheck" in services[name]
    assert f"@{'postgres'}:" in server["environment"]["DATABASE_URL"]
    assert "//redis:" in server["environment"]["REDIS_URL"]
    assert all(port.endswith(f":{IMAGE.last('EXPOSE')}") for port in server["ports"])


def test_compose_sets_only_variables_that_the_server_reads():
    documented = (ROOT / "docs/hosting.md").read_text()
    for name in COMPOSE["services"]["praefectus"]["environment"]:
        assert f"`{name}`" in documented


def test_compose_has_a_worker_that_takes_the_servers_jobs():
    services = COMPOSE["services"]
    worker = services["worker"]
    assert worker["build"] == services["praefectus"]["build"]
    assert worker["environment"] == {
        "PRAEFECTUS_JOBS": services["praefectus"]["environment"]["PRAEFECTUS_JOBS"]
    }
    assert "--jobs" in run(BIN / "praefectus", *worker["command"], "--help")


def test_compose_holds_no_password():
    text = (ROOT / "compose.yaml").read_text()
    for name in ("POSTGRES_PASSWORD", "PRAEFECTUS_SECRET"):
        assert f"{name}: ${{{name}:?" in text
    assert "/.env" in (ROOT / ".gitignore").read_text().splitlines()


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_call_what_exists(path):
    steps = [s for job in yaml.safe_load(path.read_text())["jobs"].values() for s in job["steps"]]
    commands = [step["run"] for step in steps if "run" in step]
    for words in (command.removeprefix("sudo ").split() for command in commands):
        if words[0] == "make":
            assert set(words[1:]) <= targets()
        else:
            assert words[0] == "python" or (ROOT / words[0]).is_file(), words


def test_every_change_is_tested_and_packed():
    text = (ROOT / ".github/workflows/ci.yml").read_text()
    assert "run: make test\n" in text
    assert "run: make dist\n" in text
    assert "make test-long" in (ROOT / ".github/workflows/long.yml").read_text()


def test_pre_commit_runs_what_make_check_runs():
    run(BIN / "pre-commit", "validate-config", ".pre-commit-config.yaml")
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert local["repo"] == "local", "nothing is fetched for a commit"
    makefile = (ROOT / "Makefile").read_text().replace("$(BIN)", ".venv/bin")
    for hook in local["hooks"]:
        tool, *words = hook["entry"].split()
        assert (ROOT / tool).exists(), tool
        assert " ".join([tool, *words[:1]]) in makefile


def test_every_extra_is_explained():
    from tests.test_build import PROJECT

    said = (ROOT / "docs/install.md").read_text()
    extras = set(PROJECT["project"]["optional-dependencies"])
    assert extras == set(re.findall(r"^\| `(\w+)` \|", said, re.MULTILINE))
    for extra in extras:
        assert f"`{extra}`" in said


def test_every_extra_that_code_asks_for_exists():
    from tests.test_build import PROJECT

    asked: set[str] = set()
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").glob("*.md"), ROOT / "README.md"]:
        text = path.read_text()
        for names in re.findall(r"praefectus\[([a-z,]+)\]", text):
            asked |= set(names.split(","))
        asked |= set(re.findall(r'\bneed\(\s*"(\w+)"', text))
    assert asked <= set(PROJECT["project"]["optional-dependencies"])
    assert {"server", "rl", "openspiel", "data", "cluster"} <= asked
