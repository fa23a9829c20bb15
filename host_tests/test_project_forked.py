"""A test marked `forked` runs in its own process, and fails or is skipped like any other (host_tests/forked.py)."""

import os

import pytest

from tools import ROOT

pytest_plugins = ["pytester"]

CONFTEST = "from host_tests.conftest import pytest_pyfunc_call"
INI = f"[pytest]\npythonpath = {ROOT}\nmarkers = forked\n"
TESTS = """
import os, signal, pytest
pytestmark = pytest.mark.forked
BOARD = [1]

@pytest.mark.parametrize("number", [1, 2])
def test_of_its_own(number, tmp_path):
    BOARD.append(number)
    assert BOARD == [1, number] and tmp_path.is_dir()

def test_fails():
    print("what it printed")
    BOARD.append(3)
    assert BOARD == [4]

def test_is_skipped():
    pytest.skip("for a reason")

def test_dies():
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
def test_forked_tests_are_isolated_and_fail_or_are_skipped_like_other_tests(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makeini(INI)
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("-rs", "-p", "no:cacheprovider", "-W", "ignore")
    result.assert_outcomes(passed=2, failed=2, skipped=1)
    output = result.stdout.str()
    assert "assert [1, 3] == [4]" in output and "what it printed" in output
    assert "for a reason" in output
    assert "ended without a result" in output


@pytest.mark.long
def test_a_forked_test_that_hangs_is_killed_with_its_process(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makeini(INI)
    pytester.makepyfile(
        "import os, time, pytest\n@pytest.mark.forked\n@pytest.mark.timeout(1)\n"
        "def test_hangs():\n    open('pid', 'w').write(str(os.getpid()))\n    time.sleep(60)\n"
    )
    pytester.runpytest_subprocess("-W", "ignore").assert_outcomes(failed=1)
    child = int((pytester.path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
