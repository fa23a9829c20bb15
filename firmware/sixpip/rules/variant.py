"""What a variant is, and a maker's own ones. The firmware's stand in variants.py, which no game in play needs."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from sixpip.rules.tables import Table


class Variant:
    """A named rule set in the boot menu."""

    def __init__(self, name: str, title: str, table: "Table", rules: str, mark: int = 0) -> None:
        """`name` as in files and commands, `title` as on screen, `rules` over the defaults, key=value key=value.

        `mark` tells versions of a maker's own variant apart, so that a save of another one is known; 0: the firmware's.
        """
        self.name = name
        self.title = title
        self.table = table
        self.rules = rules
        self.mark = mark

    @property
    def row(self) -> "dict[str, Any]":
        """The rules as a row of options; made anew at every call, for one text costs less memory than a dict."""
        from sixpip.rules.options import read_pairs

        return read_pairs(self.rules.split())


OWN_VARIANTS: "list[Variant]" = []
"""A maker's own variants, beside those of the firmware; read anew at every start (see variants.register)."""
