"""`python -m tools.docs`: writes the tables of firmware/VARIANTS.md anew from the rules' own descriptions.

Only what stands between a line `<!-- table: NAME -->` and the next `<!-- end -->` is replaced; the rest of the page is
written by hand.
"""

import re
import sys
from collections.abc import Sequence
from typing import Any

from sixpip.rules import conflicts, custom, variants
from sixpip.rules.conflicts import CONFLICTS, OFF
from sixpip.rules.dice_sets import CUBES, GRAND, OWN, OWN_PIPS, PIPS
from sixpip.rules.option import Option
from sixpip.rules.options import OPTIONS
from tools import FIRMWARE

PAGE = FIRMWARE / "VARIANTS.md"
_PART = re.compile(r"(<!-- table: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
_DICE = {
    PIPS.kind: "pips",
    OWN_PIPS: "pips with own points",
    GRAND.kind: "Ten Grand's faces",
    OWN: "own faces",
    CUBES.kind: "the five cubes",
}


def _table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def variants_table() -> str:
    """Every variant of the firmware: its dice, and its options over the defaults."""
    rows = [
        [
            f"`{variant.name}`",
            variant.title,
            " ".join(variant.dice_set.faces),
            ", ".join(f"{key}={value}" for key, value in variant.row.items()) or "the defaults",
        ]
        for variant in variants.VARIANTS
    ]
    return _table(["base", "title", "dice", "house rules over the defaults"], rows)


def options_table() -> str:
    """Every house rule by key: values, default, meaning, rule, and what it needs or excludes."""
    rows = [
        [
            f"`{option.key}`",
            option.choices(),
            str(option.values[0]),
            option.meaning,
            option.rule,
            "; ".join([*_only_for(option), *_ties(option.key)]),
        ]
        for option in OPTIONS
    ]
    return _table(["key", "values", "default", "meaning", "rule", "needs, excludes"], rows)


def limits_table() -> str:
    """The limits of a file, from the code that holds them."""
    rows = [
        ["size of a file", f"{custom.MAX_BYTES} bytes"],
        ["lists and objects inside each other", str(custom.MAX_DEPTH)],
        ["own variants", str(variants.MAX_OWN)],
        ["`name`", f"1 to {custom.MAX_LETTERS} of a-z, 0-9 and -"],
        ["`title`", f"1 to {custom.MAX_TITLE} characters; the name when left out"],
        ["`faces`", f"{custom.FACES} different ones: a letter, a digit, {_words(custom.LONG_FACES)}"],
        ["points of `table`", f"{custom.FACES} whole numbers from 0 to {custom.MAX_POINTS}"],
    ]
    return _table(["what", "limit"], rows)


def _only_for(option: Option) -> list[str]:
    """On which dice a rule can be played, where that is not on all."""
    fitting = [words for kind, words in _DICE.items() if option.fits(kind)]
    others = [words for words in _DICE.values() if words not in fitting]
    if len(others) < len(fitting):
        return [f"not with {_words(others)}"] if others else []
    return [f"only with {fitting[0]}" + "".join(f" or {words}" for words in fitting[1:])]


def _ties(key: str) -> list[str]:
    """What a rule needs and excludes, from the table of conflicts."""
    ties = []
    for one, value, other, against, _ in CONFLICTS:
        if key == one:
            ties.append(_tie(value, other, against))
        elif key == other and against != OFF:
            ties.append(_tie(against, one, value))
    return ties


def _tie(value: Any, other: str, against: Any) -> str:
    when = "" if value == conflicts.ON else f"{value}: "
    if against == OFF:
        return f"{when}needs `{other}`"
    return f"{when}not with `{other}`" + ("" if against == conflicts.ON else f"={against}")


def _words(names: Sequence[str]) -> str:
    """Names in words: "a, b or c"."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


TABLES = {"variants": variants_table, "options": options_table, "limits": limits_table}


def fresh(page: str) -> str:
    """The page with all its tables made anew. Raises KeyError for a table that is not known here."""
    return _PART.sub(lambda part: part[1] + TABLES[part[2]]() + part[3], page)


def main() -> int:
    """Rewrite the page if it is stale; the exit status."""
    before = PAGE.read_text(encoding="utf-8")
    after = fresh(before)
    if after != before:
        PAGE.write_text(after, encoding="utf-8")
    print(f"{PAGE.name} was {'written anew' if after != before else 'up to date'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
