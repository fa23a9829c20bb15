"""Runs tests marked `forked` in a fork of this process, so that many tests can start from the same emulated Pico.

A board that a module fixture has booted is unchanged for every such test. Fixtures run in the parent process; only the
test function runs in the fork.
"""

import contextlib
import inspect
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import NoReturn

import pytest

_PASSED = "passed"


def _run_child(action: Callable[[], object], describe_error: Callable[[], str], out: int) -> NoReturn:
    """Runs `action`, writes the outcome to the pipe, and exits without the cleanup of the parent process."""
    outcome = _PASSED
    try:
        try:
            action()
        except BaseException:  # noqa: BLE001 reported to the parent process
            outcome = describe_error()
        sys.stdout.flush()
        sys.stderr.flush()
        with os.fdopen(out, "w", encoding="utf-8") as pipe:
            pipe.write(outcome)
    finally:
        os._exit(0)


def run_in_fork(action: Callable[[], object], describe_error: Callable[[], str] = traceback.format_exc) -> None:
    """Runs `action` in a fork of this process; fails the test if the fork does.

    `describe_error`: called in the fork after an exception; returns the message of the failure.
    """
    if not hasattr(os, "fork"):
        pytest.skip("This operating system has no os.fork: use Linux or macOS.")
    sys.stdout.flush()
    sys.stderr.flush()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        _run_child(action, describe_error, write)
    os.close(write)
    try:
        with os.fdopen(read, encoding="utf-8") as pipe:
            outcome = pipe.read()
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        status = os.waitpid(child, 0)[1]
    if outcome != _PASSED:
        pytest.fail(outcome or f"the forked process ended without a result, with status {status}", pytrace=False)


def run_forked(item: pytest.Function) -> None:
    """Runs the function of a test in a fork of this process."""
    arguments = {name: item.funcargs[name] for name in inspect.signature(item.obj).parameters}
    run_in_fork(lambda: item.obj(**arguments), lambda: str(item.repr_failure(pytest.ExceptionInfo.from_current())))
