"""What a variant is, and a maker's own ones. The firmware's stand in variants.py, which no game in play needs."""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.dice_sets import DiceSet


class Variant:
    """A named rule set in the boot menu."""

    def __init__(self, name: str, title: str, dice_set: "DiceSet", rules: str, ink: bytes = b"", mark: int = 0) -> None:
        """`name` as in files and commands, `title` as on screen, `rules` over the defaults, key=value key=value.

        `ink`: the color of its dice (red, green, blue; linear light), paler than any player's; b"" for ivory.
        `mark` tells versions of a maker's own variant apart, so that a save of another one is known; 0: the firmware's.
        """
        self.name = name
        self.title = title
        self.dice_set = dice_set
        self.rules = rules
        self.ink = ink
        self.mark = mark

    def written(self, key: str, default: str) -> str:
        """The value of one option as it is written in the rules, without the option table; `default` if it is not."""
        for word in self.rules.split():
            if word.startswith(key + "="):
                return word[len(key) + 1 :]
        return default

    @property
    def row(self) -> "dict[str, Any]":
        """The rules as a row of options; made anew at every call, for one text costs less memory than a dict."""
        from sixpip.rules.options import read_pairs

        return read_pairs(self.rules.split())


OWN_VARIANTS: "list[Variant]" = []
"""A maker's own variants, beside those of the firmware; read anew at every start (see variants.register)."""
