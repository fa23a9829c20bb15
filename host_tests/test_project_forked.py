"""A test marked `forked` has the process for itself, and fails or is skipped as any other (host_tests/forked.py)."""

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


def test_forked_tests_do_not_see_each_other_and_fail_or_skip_as_any_other(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makeini(INI)
    pytester.makepyfile(TESTS)
    result = pytester.runpytest_subprocess("-rs", "-p", "no:cacheprovider", "-W", "ignore")
    result.assert_outcomes(passed=2, failed=2, skipped=1)
    said = result.stdout.str()
    assert "assert [1, 3] == [4]" in said and "what it printed" in said
    assert "for a reason" in said
    assert "ended without a word" in said


def test_a_forked_test_that_hangs_is_ended_with_its_copy(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(CONFTEST)
    pytester.makeini(INI)
    pytester.makepyfile(
        "import os, time, pytest\n@pytest.mark.forked\n@pytest.mark.timeout(1)\n"
        "def test_hangs():\n    open('copy', 'w').write(str(os.getpid()))\n    time.sleep(60)\n"
    )
    pytester.runpytest_subprocess("-W", "ignore").assert_outcomes(failed=1)
    copy = int((pytester.path / "copy").read_text())
    with pytest.raises(ProcessLookupError):
        os.kill(copy, 0)
