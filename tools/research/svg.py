"""The parts of the pictures in the documents, as SVG."""

from collections.abc import Sequence
from html import escape

_FONT = 'font-family="sans-serif" font-size="12" fill="#24292f"'


def text(x: float, y: float, words: str, anchor: str = "start") -> str:
    """Returns a line of text; `anchor`: which end of it is at `x`: start, middle or end."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" {_FONT}>{escape(words)}</text>'


def rectangle(x: float, y: float, width: float, height: float, color: str) -> str:
    """Returns a filled rectangle."""
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{color}"/>'


def line(x1: float, y1: float, x2: float, y2: float, color: str, width: int = 1) -> str:
    """Returns a line."""
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} stroke="{color}" stroke-width="{width}"/>'


def dot(x: float, y: float, color: str) -> str:
    """Returns a small filled circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{color}"/>'


def picture(width: int, height: int, parts: Sequence[str]) -> str:
    """Returns a picture with a white ground."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">'
    return "\n".join([head, rectangle(0, 0, width, height, "#ffffff"), *parts, "</svg>"]) + "\n"
