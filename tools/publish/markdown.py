"""Tables in Markdown, and pages of which parts are generated.

Only the text between a line `<!-- generated: NAME -->` and the next `<!-- end -->` is generated.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

_PART = re.compile(r"(<!-- generated: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(head: list[str], rows: list[list[str]]) -> str:
    """Formats a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def update(page: str, parts: Mapping[str, Callable[[], str]]) -> str:
    """Returns the page with its generated parts updated. Raises KeyError for an unknown part."""
    return _PART.sub(lambda part: part[1] + parts[part[2]]() + part[3], page)


def update_file(path: Path, parts: Mapping[str, Callable[[], str]]) -> None:
    """Updates some generated parts of a page. What is edited on it while they are computed stays."""
    texts = {name: part() for name, part in parts.items()}
    page = path.read_text(encoding="utf-8")
    path.write_text(
        _PART.sub(lambda part: part[1] + texts[part[2]] + part[3] if part[2] in texts else part[0], page),
        encoding="utf-8",
    )
