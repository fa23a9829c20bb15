"""Notes what a screen draws so close together that it touches: texts, labels, lines and digits on the OLED."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sixpip.view.text import Canvas

_DRAWN = ("at", "big", "large", "rule", "banner", "cap", "head", "die")
Pixels = NDArray[np.bool_]


def note_touching(canvas: Canvas) -> list[tuple[str, str]]:
    """Returns a list that gets, whenever a screen is complete, what was drawn in two steps and touches."""
    touching: list[tuple[str, str]] = []
    drawn: list[tuple[str, Pixels]] = []
    depth = 0

    def noting(name: str, draw: Callable[..., Any]) -> Callable[..., Any]:
        def drawing(*values: Any) -> Any:
            nonlocal depth
            before = _pixels(canvas)
            depth += 1
            result = draw(*values)
            depth -= 1
            if not depth:
                shown = _pixels(canvas)
                for _, ink in drawn:
                    ink &= shown  # the rest was drawn over
                drawn.append((f"{name} {values}", shown & ~before))
            return result

        return drawing

    def clear() -> None:
        drawn.clear()
        clear_all()

    def blank(row: int) -> None:
        for _, ink in drawn:
            ink[8 * row : 8 * row + 8] = False
        blank_row(row)

    def finish() -> None:
        complete()
        shown = _pixels(canvas)
        inks = [(name, ink & shown) for name, ink in drawn]
        for at, (name, ink) in enumerate(inks):
            around = _around(ink)
            touching.extend((name, other) for other, pixels in inks[at + 1 :] if (around & pixels).any())

    clear_all, complete, blank_row = canvas.clear, canvas.finish, canvas.blank
    canvas.clear, canvas.finish, canvas.blank = clear, finish, blank  # type: ignore[method-assign]
    for name in _DRAWN:
        setattr(canvas, name, noting(name, getattr(canvas, name)))
    return touching


def _pixels(canvas: Canvas) -> Pixels:
    """Returns the pixels of the canvas, (64, 128)."""
    rows = np.frombuffer(bytes(canvas.buffer), np.uint8).reshape(8, 128)
    return np.unpackbits(rows[:, None, :], axis=1, count=8, bitorder="little").reshape(64, 128).astype(bool)


def _around(ink: Pixels) -> Pixels:
    """Returns these pixels and all next to them."""
    wide = ink.copy()
    wide[:, 1:] |= ink[:, :-1]
    wide[:, :-1] |= ink[:, 1:]
    high = wide.copy()
    high[1:] |= wide[:-1]
    high[:-1] |= wide[1:]
    return high
