"""What is in the wheel and the sdist that `make dist` makes."""

import email
import re
import zipfile
from pathlib import Path

import pytest

import praefectus
from praefectus.server.settings import STATIC as PAGE
from tests.release.packages import ROOT, STATIC, made, sdist_files, wheel_files

PACKAGE = ROOT / "src" / "praefectus"


def sources() -> dict[str, bytes]:
    """Return the package's own files as they are in the tree, without what is built."""
    return {
        str(path.relative_to(ROOT / "src")): path.read_bytes()
        for path in [*PACKAGE.rglob("*"), *PACKAGE.parent.glob("praefectus*")]
        if path.is_file()
        and path.suffix not in (".so", ".pyc")
        and not path.is_relative_to(PACKAGE / "server" / "static")
    }


def page() -> dict[str, bytes]:
    return {
        STATIC + str(path.relative_to(PAGE)): path.read_bytes()
        for path in PAGE.rglob("*")
        if path.is_file()
    }


def compiled() -> set[str]:
    """Return the names of the modules that are to be compiled, without their endings."""
    stems = {str(path.with_suffix("")) for path in (ROOT / "src").rglob("*.py") if is_listed(path)}
    return {str(Path(stem).relative_to(ROOT / "src")) for stem in stems}


def is_listed(path: Path) -> bool:
    lines = (ROOT / "scripts/compiled.txt").read_text().splitlines()
    listed = [ROOT / line for line in lines if line and not line.startswith("#")]
    return path.name != "__init__.py" and any(path.is_relative_to(one) for one in listed)


@pytest.fixture(scope="module")
def wheel() -> dict[str, bytes]:
    return wheel_files(made("*.whl"))


@pytest.fixture(scope="module")
def sdist() -> dict[str, bytes]:
    return sdist_files(made("*.tar.gz"))


def test_the_wheel_has_the_sources_and_the_page_as_they_are(wheel):
    plain = {name: text for name, text in wheel.items() if not name.endswith(".so")}
    assert plain == sources() | page(), "run make dist"


def test_the_wheel_has_every_compiled_module_and_no_other(wheel):
    modules = {name.partition(".")[0] for name in wheel if name.endswith(".so")}
    assert modules == compiled() | {"praefectus__mypyc"}


def test_the_wheel_says_that_it_is_typed(wheel):
    assert {"praefectus/py.typed", "praefectus.pth", "praefectus_gymnasium.py"} <= set(wheel)


def test_the_page_has_no_gallery(wheel):
    assert STATIC + "index.html" in wheel
    assert not [name for name in wheel if "gallery" in name.lower()]
    assert (ROOT / "ui/gallery.html").exists(), "the gallery is for `npm run dev`"


def test_the_sdist_has_what_a_wheel_is_built_from_and_nothing_else(sdist):
    packed = {name.removeprefix("src/"): text for name, text in sdist.items()}
    for name, text in (sources() | page()).items():
        assert packed[name] == text, name
    others = {name for name in sdist if not name.startswith("src/")}
    assert others == {
        *("pyproject.toml", "setup.py", "setup.cfg", "MANIFEST.in", "scripts/compiled.txt"),
        *("README.md", "CHANGELOG.md", "LICENSE", "PKG-INFO"),
    }
    assert not [name for name in sdist if name.endswith((".so", ".pyc"))]


def test_what_the_wheel_asks_for_binds_no_user():
    with zipfile.ZipFile(made("*.whl")) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        said = email.message_from_bytes(archive.read(name))
    assert said["Version"] == praefectus.__version__
    needs = said.get_all("Requires-Dist") or []
    assert not [need for need in needs if re.search(r"==|<|~=|!=", need.partition(";")[0])]
    assert set(said.get_all("Provides-Extra") or []) == {
        *("server", "worker", "rl", "openspiel", "data", "cluster"),
    }
    assert {url.partition(",")[0] for url in said.get_all("Project-URL") or []} >= {
        *("Homepage", "Documentation", "Source", "Issues", "Changelog"),
    }
