"""What soak reports: one fault of the firmware, with a name by which two findings are the same."""

import json
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from tools import FIRMWARE
from tools.files import BadFile, read_text

_MOST_BYTES = 10_000_000

Event = list[Any]
"""One event of a run: its kind, then its details; JSON can hold it."""


class Fault(Exception):
    """A check has failed. The first argument is its name, the second the details."""

    @property
    def name(self) -> str:
        """The kind of fault: two findings with the same name count as one."""
        return str(self.args[0])


def fault_of(error: BaseException) -> Fault:
    """Returns the fault itself, or the fault for an exception: named by its type and where the firmware raised it."""
    if isinstance(error, Fault):
        return error
    file, function = _place(traceback.extract_tb(error.__traceback__))
    return Fault(f"{type(error).__name__} in {file}:{function}", "".join(traceback.format_exception(error)))


def _place(stack: traceback.StackSummary) -> tuple[str, str]:
    """Returns the file and the function of the last frame in the firmware, or of the last one."""
    ours = [frame for frame in stack if Path(frame.filename).is_relative_to(FIRMWARE)] or list(stack)
    return Path(ours[-1].filename).name, ours[-1].name


def save_events(path: Path, events: list[Event], fault: Fault, seed: int) -> None:
    """Writes a file for `python -m tools.check.soak --replay`: the events, one on each line, and the fault."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join("  " + json.dumps(event) for event in events)
    head = (
        f'"fault": {json.dumps(fault.name)},\n"details": {json.dumps(str(fault.args[1])[-2000:])},\n"seed": {seed},\n'
    )
    path.write_text(f'{{\n{head}"events": [\n{lines}\n]\n}}\n', encoding="utf-8")


def load_events(path: Path) -> tuple[list[Event], int]:
    """Returns the events of such a file and the seed of the dice. Raises BadFile."""
    try:
        saved = json.loads(read_text(path, _MOST_BYTES))
        return [list(event) for event in saved["events"]], int(saved["seed"])
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadFile("is not a finding of soak") from error


@contextmanager
def cpu_limit(seconds: float) -> Iterator[Callable[[], None]]:
    """Raises Fault in the `with` block when `seconds` of CPU time have passed since the last call of what it yields."""

    def stop(_signal: int, frame: FrameType | None) -> None:
        file, _function = _place(traceback.extract_stack(frame))
        raise Fault(f"endless loop in {file}", "".join(traceback.format_stack(frame)))

    def start() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    before = signal.signal(signal.SIGVTALRM, stop)
    try:
        yield start
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
