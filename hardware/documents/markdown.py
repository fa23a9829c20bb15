"""Markdown that all generated pages share: the page header and tables."""

from collections.abc import Iterable, Sequence

from hardware.boards import REVISION

KINDS = (
    "Decided: a design choice. Computed: from other figures here. Datasheet: from the source named. "
    "Assumed: check before you rely on it. Measured: on a console that was built."
)
"""Explains the kinds of figures (KINDS in hardware/figures.py)."""


def head(title: str, module: str, introduction: str) -> str:
    """Returns title, the note on how the page is generated, revision and introduction."""
    return (
        f"# {title}\n\n<!-- Written by `python -m hardware documents` from {module}. Do not edit. -->\n\n"
        f"{REVISION[0].upper()}{REVISION[1:]}, not yet built. {introduction}\n\n"
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Returns a Markdown table."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |\n" for line in lines)
