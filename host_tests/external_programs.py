"""Which tests need more than Python packages: the emulated Pico, MicroPython, a browser or tools of the hardware.

Tests get a marker by the fixtures that they use, and `make quick` runs those without one. A test without the marker
that starts such a program fails, in every run.
"""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

MARKER_OF_FIXTURE = {
    "emulator": "emulator",
    "micropython": "micropython",
    "chromium": "browser",
    "kicad": "hardware_tools",
    "trimesh": "hardware_tools",
}
MARKERS = tuple(dict.fromkeys(MARKER_OF_FIXTURE.values()))

_MARKERS_OF_FILE = {
    "node": ("micropython", "browser"),
    "chromium": ("browser",),
    "dot": ("hardware_tools",),
    "kicad-cli": ("hardware_tools",),
    "ngspice": ("hardware_tools",),
    "openscad": ("hardware_tools",),
    "prusa-slicer": ("hardware_tools",),
    "rsvg-convert": ("hardware_tools",),
    "xvfb-run": ("hardware_tools",),
}
"""The programs, by the names of their files, and the markers of the tests that may start each."""
_IMAGE = "RPI_PICO-"
"""How the file of MicroPython's image begins, which every emulated Pico reads."""

_running: "pytest.Item | None" = None


class Unmarked(AssertionError):
    """A test uses what it has no marker for; the message says which."""


def mark(items: Sequence[pytest.Item]) -> None:
    """Adds the markers to the tests that were collected."""
    for item in items:
        for fixture, marker in MARKER_OF_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(marker)


def move_slow_modules_first(items: list[pytest.Item]) -> None:
    """Moves the modules that use the emulator or hardware tools to the front: they are few tests that take long.

    At the end, one of them would keep one core busy while the others have nothing left to do.
    """
    slow = {
        item.path for item in items if item.get_closest_marker("emulator") or item.get_closest_marker("hardware_tools")
    }
    items.sort(key=lambda item: item.path not in slow)


def watch(item: "pytest.Item | None") -> None:
    """Sets the test that runs now; None between two tests."""
    global _running
    _running = item


def _audit(event: str, arguments: "tuple[Any, ...]") -> None:
    """Python's audit hook. Raises Unmarked when the running test lacks the marker for a program or the image."""
    if _running is None:
        return
    if event == "subprocess.Popen":
        file = Path(str(arguments[0])).name
        markers = _MARKERS_OF_FILE.get(file, ())
    elif event == "open" and _IMAGE in str(arguments[0]) and "r" in str(arguments[1]):
        file = Path(str(arguments[0])).name
        markers = ("emulator",)
    else:
        return
    if markers and not any(_running.get_closest_marker(marker) for marker in markers):
        raise Unmarked(f"{_running.nodeid} uses {file}: use a fixture for it, or mark the test {' or '.join(markers)}.")


sys.addaudithook(_audit)
