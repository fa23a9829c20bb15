"""Skipped tests: CI turns those that it does not expect into failures (conftest.py, SIXPIP_ONLY_SKIP)."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools import ROOT

TESTS = """
import pytest

def test_passes() -> None:
    pass

def test_skips() -> None:
    pytest.skip("there is no image of it")

@pytest.mark.skipif(True, reason="there is no image of it either")
def test_is_skipped() -> None:
    pass

@pytest.mark.xfail(reason="known")
def test_is_expected_to_fail() -> None:
    assert False
"""

MODULE = 'import pytest\npytest.importorskip("no_such_module_at_all", reason="there is no image module")\n'


@pytest.mark.long
@pytest.mark.parametrize(
    ("source", "only_skip", "outcome"),
    [
        (TESTS, None, "1 passed, 2 skipped, 1 xfailed"),
        (TESTS, "no picture|no image of it", "1 passed, 2 skipped, 1 xfailed"),
        (TESTS, "no picture", "1 failed, 1 passed, 1 xfailed, 1 error"),
        (MODULE, "image module", "1 skipped"),
        (MODULE, "no picture||no film", "1 error"),
    ],
)
def test_ci_allows_only_skips_with_the_given_reasons(
    tmp_path: Path, source: str, only_skip: str | None, outcome: str
) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "host_tests" / "conftest.py").read_text(encoding="utf-8"))
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_it.py").write_text(source)
    environment = {name: value for name, value in os.environ.items() if name != "SIXPIP_ONLY_SKIP"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # starts faster
    environment["PYTHONPATH"] = str(ROOT)  # for the imports of conftest.py
    if only_skip is not None:
        environment["SIXPIP_ONLY_SKIP"] = only_skip
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(tmp_path)]
    done = subprocess.run([*command, str(tmp_path)], env=environment, capture_output=True, text=True, check=False)
    summary = done.stdout.strip().splitlines()[-1]
    assert summary.partition(" in ")[0] == outcome
