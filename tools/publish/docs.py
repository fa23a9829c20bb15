"""`make docs`: updates the generated parts of VARIANTS.md, RANDOMNESS.md, CONTRIBUTING.md and the page of the league.

The tables here are made from the option and variant data of the rules, the diagrams in diagrams.py, others in
tools/research.
"""

import sys
from collections.abc import Sequence
from typing import Any

from sixpip.rules.rulebook import variant_file, variants
from sixpip.rules.rulebook.options import OFF, ON, OPTIONS, Option, conflicts
from sixpip.rules.rulebook.variant import OWN, OWN_PIPS
from sixpip.rules.rulebook.variants import CUBES, GRAND, PIPS
from tools import FIRMWARE, ROOT
from tools.play.rules.meanings import meaning_with_values
from tools.publish import diagrams
from tools.publish.markdown import table, update
from tools.research.fairness import report as fairness
from tools.research.league import results
from tools.terminal import command

VARIANTS_PAGE = FIRMWARE / "VARIANTS.md"
PAGES = (VARIANTS_PAGE, ROOT / "CONTRIBUTING.md")
_DICE = {
    PIPS.kind: "pips",
    OWN_PIPS: "pips with own points",
    GRAND.kind: "Ten Grand's faces",
    OWN: "own faces",
    CUBES.kind: "the five cubes",
}


def variants_table() -> str:
    """Returns the table of all variants: dice, and options that differ from the defaults."""
    rows = [
        [
            f"`{variant.name}`",
            variant.title,
            " ".join(variant.dice_set.faces),
            ", ".join(f"{key}={value}" for key, value in variant.options.items()) or "the defaults",
        ]
        for variant in variants.VARIANTS
    ]
    return table(["base", "title", "dice", "house rules that differ from the defaults"], rows)


def options_table() -> str:
    """Returns the table of all house rules: values, default, meaning, rule ID, and needed or excluded options."""
    rows = [
        [
            f"`{option.key}`",
            option.choices(),
            str(option.values[0]),
            meaning_with_values(option),
            option.rule,
            "; ".join([*_dice_limits(option), *_relations(option)]),
        ]
        for option in OPTIONS
    ]
    return table(["key", "values", "default", "meaning", "rule", "needs, excludes"], rows)


def limits_table() -> str:
    """Returns the table of the limits of a variant file."""
    rows = [
        ["size of a file", f"{variant_file.MAX_BYTES} bytes"],
        ["nested lists and objects", str(variant_file.MAX_DEPTH)],
        ["own variants", str(variants.MAX_OWN)],
        ["`name`", f"1 to {variant_file.MAX_LETTERS} of a-z, 0-9 and -"],
        ["`title`", f"1 to {variant_file.MAX_TITLE} characters; default: the name"],
        ["`faces`", f"{variant_file.FACES} different names: a letter, a digit, {_either(variant_file.LONG_FACES)}"],
        ["points of `table`", f"{variant_file.FACES} whole numbers from 0 to {variant_file.MAX_POINTS}"],
    ]
    return table(["what", "limit"], rows)


def _dice_limits(option: Option) -> list[str]:
    """Describes the kinds of dice that a rule is limited to; empty if it fits all."""
    fitting = [name for kind, name in _DICE.items() if option.fits(kind)]
    others = [name for name in _DICE.values() if name not in fitting]
    if len(others) < len(fitting):
        return [f"not with {_either(others)}"] if others else []
    return [f"only with {fitting[0]}" + "".join(f" or {name}" for name in fitting[1:])]


def _relations(option: Option) -> list[str]:
    """Describes the options that a rule needs and excludes: first from its own row, then from those of others."""
    own = [_relation(value, other, against) for value, other, against, _ in option.conflicts]
    others = [
        _relation(against, one, value)
        for one, value, other, against, _ in conflicts()
        if other == option.key and against != OFF
    ]
    return own + others[::-1]


def _relation(value: Any, other: str, against: Any) -> str:
    when = "" if value == ON else f"{value}: "
    if against == OFF:
        return f"{when}needs `{other}`"
    return f"{when}not with `{other}`" + ("" if against == ON else f"={against}")


def _either(names: Sequence[str]) -> str:
    """Joins names as "a, b or c"."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


PARTS = {
    "variants": variants_table,
    "options": options_table,
    "limits": limits_table,
    "modules": diagrams.modules_diagram,
    "screens": diagrams.screens_diagram,
}


@command(finishes=True)
def main() -> int:
    """Updates the pages; returns the exit status."""
    results.write_picture()
    pages = [*((path, PARTS) for path in PAGES), (results.PAGE, results.PARTS), (fairness.PAGE, fairness.PARTS)]
    for path, parts in pages:
        before = path.read_text(encoding="utf-8")
        after = update(before, parts)
        if after != before:
            path.write_text(after, encoding="utf-8")
        print(f"{path.name} was {'updated' if after != before else 'up to date'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
