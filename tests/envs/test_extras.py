"""What is said when packages are missing, and what importing costs."""

import subprocess
import sys

import pytest

from praefectus.extras import MissingExtraError, need

BLOCKED = """
import sys
class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Blocker())
import praefectus
try:
    {code}
except Exception as error:
    print(f"{{type(error).__name__}}: {{error}}")
"""


def without(blocked, code):
    script = BLOCKED.format(blocked=set(blocked), code=code)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize(
    ("blocked", "code", "extra"),
    [
        (["numpy"], "from praefectus.envs import VectorEnv", "rl"),
        (["gymnasium"], "from praefectus.envs import ConcordiaEnv", "rl"),
        (["pettingzoo"], "from praefectus.envs import aec_env", "rl"),
        (["pyspiel"], "import praefectus.envs.open_spiel", "openspiel"),
    ],
)
def test_a_missing_extra_yields_one_sentence_with_the_command(blocked, code, extra):
    said = without(blocked, code)
    assert said.startswith("MissingExtraError: this needs ")
    assert said.endswith(f"pip install 'praefectus[{extra}]'")
    assert "\n" not in said


def test_other_import_errors_are_not_hidden():
    with pytest.raises(MissingExtraError, match=r"praefectus\[rl\]"):
        need("rl", "no_such_module_at_all")
    assert need("rl", "json")[0].__name__ == "json"


def test_importing_the_package_imports_nothing_heavy():
    script = (
        "import sys, praefectus, praefectus.envs\n"
        "heavy = {'numpy', 'gymnasium', 'pettingzoo', 'pyspiel', 'pyarrow', 'ray', 'torch', 'rich', 'typer'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
