"""What every generated page shares: its first lines, and tables."""

from collections.abc import Iterable, Sequence

from hardware.boards import REVISION

KINDS = "computed = from other figures here; datasheet = from the sheet named; assumed = check before you rely on it"
"""How every figure is marked."""


def head(title: str, module: str, words: str) -> str:
    """Title, the warning not to edit, and what the page is."""
    return (
        f"# {title}\n\n<!-- Written by `python -m hardware documents` from {module}: change it there. -->\n\n"
        f"{REVISION[0].upper()}{REVISION[1:]}, not yet built. {words}\n\n"
    )


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "/") for cell in line) + " |\n" for line in lines)
