"""Skipped tests: CI can turn skips into failures (conftest.py, SIXPIP_ONLY_SKIP)."""

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

WHOLE = 'import pytest\npytest.importorskip("no_such_module_at_all", reason="there is no image module")\n'


def outcome(folder: Path, source: str, only_skip: str | None) -> str:
    """Runs pytest on `source` with our conftest.py; returns its last line."""
    (folder / "conftest.py").write_text((ROOT / "host_tests" / "conftest.py").read_text(encoding="utf-8"))
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_it.py").write_text(source)
    environment = {name: value for name, value in os.environ.items() if name != "SIXPIP_ONLY_SKIP"}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # starts faster
    environment["PYTHONPATH"] = str(ROOT)  # for the imports of conftest.py
    if only_skip is not None:
        environment["SIXPIP_ONLY_SKIP"] = only_skip
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.stdout.strip().splitlines()[-1]


@pytest.mark.long
def test_without_the_variable_a_skip_is_no_failure(tmp_path: Path) -> None:
    assert outcome(tmp_path, TESTS, None).startswith("1 passed, 2 skipped, 1 xfailed")


@pytest.mark.long
def test_ci_allows_only_skips_with_the_given_reasons(tmp_path: Path) -> None:
    assert outcome(tmp_path, TESTS, "no image of it").startswith("1 passed, 2 skipped, 1 xfailed")
    assert outcome(tmp_path, TESTS, "no picture").startswith("1 failed, 1 passed, 1 xfailed, 1 error")


@pytest.mark.long
def test_ci_detects_a_skipped_module(tmp_path: Path) -> None:
    assert "1 error" in outcome(tmp_path, WHOLE, "something else")
    assert "1 skipped" in outcome(tmp_path, WHOLE, "image module")


@pytest.mark.long
def test_ci_can_allow_several_reasons_and_an_empty_one_allows_nothing(tmp_path: Path) -> None:
    assert "1 skipped" in outcome(tmp_path, WHOLE, "no picture|image module")
    assert "1 error" in outcome(tmp_path, WHOLE, "no picture||no film")
