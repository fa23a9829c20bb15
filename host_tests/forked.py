"""A test marked `forked` runs in a copy of this process, so that many start from the same emulated Pico.

A board that a module fixture has switched on is there as it was for every such test, whatever the others did to it.
Fixtures are made and ended in the process itself; only the test's function runs in the copy.
"""

import contextlib
import os
import pickle
import signal
import sys
import traceback
from typing import Any, NoReturn

import pytest

MARK = "forked"
_FAILED = "failed"
_SKIPPED = "skipped"


def _outcome(item: pytest.Function) -> tuple[str, str]:
    """Run the function of a test; ("", "") or how it ended and what is to be said of it."""
    given = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    try:
        item.obj(**given)
    except pytest.skip.Exception as skipped:
        return _SKIPPED, str(skipped)
    except BaseException:  # noqa: BLE001 handed over to the process that waits
        try:
            return _FAILED, str(item.repr_failure(pytest.ExceptionInfo.from_current()))
        except Exception:  # noqa: BLE001 better than nothing said
            return _FAILED, traceback.format_exc()
    return "", ""


def _in_the_copy(item: pytest.Function, out: int) -> NoReturn:
    """Run the test, write its outcome to the pipe, and end without the clean-up that is the other process's."""
    try:
        outcome = _outcome(item)
        sys.stdout.flush()
        sys.stderr.flush()
        with os.fdopen(out, "wb") as pipe:
            pickle.dump(outcome, pipe)
    finally:
        os._exit(0)


def _end(child: int) -> int:
    """End the copy if it still runs; the status it ended with."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


def run_forked(item: pytest.Function) -> None:
    """Run the function of a test in a copy of this process; fails or skips as it did there."""
    if not hasattr(os, "fork"):
        pytest.skip("This computer cannot copy a process (os.fork): Linux and macOS can.")
    sys.stdout.flush()
    sys.stderr.flush()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _in_the_copy(item, write)
    os.close(write)
    said: Any = None
    try:
        with os.fdopen(read, "rb") as pipe:
            data = pipe.read()
        said = pickle.loads(data) if data else None
    finally:
        status = _end(child)
    if said is None:
        pytest.fail(f"the copy of the process ended without a word, with status {status}", pytrace=False)
    how, words = said
    if how == _SKIPPED:
        pytest.skip(words)
    if how == _FAILED:
        pytest.fail(words, pytrace=False)
