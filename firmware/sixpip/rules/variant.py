"""The class of a variant, and the maker's own variants. Those of the firmware are in variants.py."""

from sixpip.port import TYPE_CHECKING

if TYPE_CHECKING:
    from sixpip.rules.dice_sets import DiceSet
    from sixpip.rules.option import Options


class Variant:
    """A named rule set in the boot menu."""

    def __init__(self, name: str, title: str, dice_set: "DiceSet", rules: str, ink: bytes = b"", mark: int = 0) -> None:
        """`name` as in files and commands, `title` as on screen, `rules` as "key=value key=value" over the defaults.

        `ink`: the color of its dice (red, green, blue; linear light), paler than any player's; b"" for ivory.
        `mark`: a checksum over the rules of a maker's own variant, so that saves and logs of a changed one are
        refused; 0 for the firmware's variants.
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
    def row(self) -> "Options":
        """The rules as options; parsed at every call, because one text takes less memory than a dict."""
        from sixpip.rules.options import read_pairs

        return read_pairs(self.rules.split())


OWN_VARIANTS: "list[Variant]" = []
"""The maker's own variants; variants.register adds one at the start of the console."""
