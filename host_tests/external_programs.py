"""Which tests need more than Python packages: the emulated Pico, MicroPython, a browser or tools of the hardware.

Tests get a marker by the fixtures that they use, and `make quick` runs those without one.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest

MARKER_OF_FIXTURE = {
    "emulator": "emulator",
    "pico2_emulator": "emulator",
    "micropython": "micropython",
    "chromium": "browser",
    "kicad": "hardware_tools",
    "trimesh": "hardware_tools",
}
MARKERS = tuple(dict.fromkeys(MARKER_OF_FIXTURE.values()))
SHORT_S = 300
"""The time limit of a test that takes less than 0.15 s: it may be the first one, which compiles the inner loops."""


def mark(items: Sequence[pytest.Item]) -> None:
    """Adds the markers to the tests that were collected."""
    for item in items:
        for fixture, marker in MARKER_OF_FIXTURE.items():
            if fixture in getattr(item, "fixturenames", ()):
                item.add_marker(marker)


def limit_short_tests(items: Sequence[pytest.Item]) -> None:
    """Sets the time limit of tests without a marker for long ones: a wait in them ends soon, not after half an hour."""
    for item in items:
        if not any(item.get_closest_marker(name) for name in ("timeout", "long", "sweep", *MARKERS)):
            item.add_marker(pytest.mark.timeout(SHORT_S))


def move_slow_modules_first(items: list[pytest.Item]) -> None:
    """Moves the modules that use the emulator or hardware tools to the front, then those with scaled tests.

    They are few tests that take long. At the end, one of them would keep one core busy while the others have nothing
    left to do.
    """

    def modules(*markers: str) -> set[Path]:
        return {item.path for item in items if any(item.get_closest_marker(marker) for marker in markers)}

    slow, scaled = modules("emulator", "hardware_tools"), modules("scaled")
    items.sort(key=lambda item: (item.path not in slow, item.path not in scaled))
