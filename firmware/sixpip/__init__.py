"""Sixpip, an electronic dice console: its version, and how points and shares are rounded and written.

CONTRIBUTING.md describes the folders and what each may import.
"""

VERSION = "0.1.0"


def points_text(value: int) -> str:
    """Returns the points as text with a space between thousands (`1 250`, `-500`)."""
    return f"{value:,}".replace(",", " ")


def nearest(number: int, parts: int) -> int:
    """Returns `number` / `parts`, rounded to the nearest whole number; a half is rounded up. `parts` is above 0."""
    return (2 * number + parts) // (2 * parts)


def share(part: int, whole: int, of: int = 100) -> int:
    """Returns `part` of `whole` as a share of `of`, rounded to the nearest; 0 if `whole` is 0.

    Every share and percentage that is shown is rounded here. It is 0 or `of` only if it is impossible or certain. How
    "1 in 13" is rounded is in rules/ten_thousand/odds.py.
    """
    if not whole or not 0 < part < whole:
        return nearest(part * of, whole) if whole else 0
    return max(1, min(of - 1, nearest(part * of, whole)))
