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
from collections.abc import Callable
from typing import NoReturn

import pytest

_FAILED = "failed"
_SKIPPED = "skipped"


def _outcome(what: Callable[[], object], words: Callable[[], str]) -> tuple[str, str]:
    """Do it; ("", "") or how it ended and what is to be said of it."""
    try:
        what()
    except pytest.skip.Exception as skipped:
        return _SKIPPED, str(skipped)
    except BaseException:  # noqa: BLE001 handed over to the process that waits
        return _FAILED, words()
    return "", ""


def _be_the_copy(what: Callable[[], object], words: Callable[[], str], out: int) -> NoReturn:
    """Do it, write the outcome to the pipe, and end without the clean-up that is the other process's."""
    try:
        outcome = _outcome(what, words)
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


def in_a_copy(what: Callable[[], object], words: Callable[[], str] = traceback.format_exc) -> None:
    """Do it in a copy of this process; fails or skips as it did there. `words`: what to say of an exception."""
    if not hasattr(os, "fork"):
        pytest.skip("This computer cannot copy a process (os.fork): Linux and macOS can.")
    sys.stdout.flush()
    sys.stderr.flush()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _be_the_copy(what, words, write)
    os.close(write)
    try:
        with os.fdopen(read, "rb") as pipe:
            data = pipe.read()
    finally:
        status = _end(child)
    if not data:
        pytest.fail(f"the copy of the process ended without a word, with status {status}", pytrace=False)
    how, said = pickle.loads(data)
    if how == _SKIPPED:
        pytest.skip(said)
    if how == _FAILED:
        pytest.fail(said, pytrace=False)


def run_forked(item: pytest.Function) -> None:
    """Run the function of a test in a copy of this process."""
    given = {name: item.funcargs[name] for name in item._fixtureinfo.argnames}
    in_a_copy(lambda: item.obj(**given), lambda: str(item.repr_failure(pytest.ExceptionInfo.from_current())))
